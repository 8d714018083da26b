//! The files of a `test:` that can run one by one.

use serde::Deserialize;
use serde_json::Value;
use verdict_judge::select;
use verdict_protocol::{CONFIG_FILE, Command, Shard, TestConfig, Verb, overlay};
use verdict_vfs::{Snapshot, VfsPath};

/// The files of a `test:` that can run one by one, and what the configuration says about all of them.
#[derive(Debug, Clone, PartialEq)]
pub struct SingleFiles {
    /// Absolute paths in the order of the result, only those of the shard.
    pub files: Vec<String>,
    /// The environment of a file that names none.
    pub environment: String,
    /// The shard that the files are. Their own requests must not have one.
    pub shard: Option<Shard>,
}

/// The keys of `config.test` that decide which files run.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Keys {
    environment: Option<String>,
    shard: Option<Shard>,
    bail: Option<usize>,
}

impl SingleFiles {
    /// Selects the files of a command, with the request's configuration over the snapshot's. `None` if the request
    /// runs as a whole: other verbs, requests that an engine refuses, a `bail`, and files that no command can name
    /// alone.
    #[must_use]
    pub fn of(command: &str, snapshot: &Snapshot, config: Option<&Value>) -> Option<SingleFiles> {
        let command = Command::parse(command).ok().filter(|command| command.verb == Verb::Test)?;
        let mut merged = Value::Object(serde_json::Map::new());
        if let Some(blob) = snapshot.get(&VfsPath::parse(CONFIG_FILE).ok()?) {
            overlay(&mut merged, &serde_json::from_slice(blob.bytes()).ok()?);
        }
        if let Some(config) = config {
            overlay(&mut merged, config);
        }
        let Keys { environment, shard, bail } = match merged.get_mut("test").map(Value::take) {
            None | Some(Value::Null) => Keys::default(),
            Some(test) => serde_json::from_value(test).ok()?,
        };
        if bail.is_some_and(|bail| bail > 0) {
            return None;
        }
        let files = select(snapshot, &command, "").ok()?;
        let files: Vec<String> = files.iter().map(ToString::to_string).collect();
        let files = match shard {
            Some(shard) => shard.of(files),
            None => files,
        };
        let is_named = |file: &String| Command::of_paths(Verb::Test, [file.as_str()]).is_some();
        if files.is_empty() || !files.iter().all(is_named) {
            return None;
        }
        let environment = environment.unwrap_or_else(|| TestConfig::default().environment);
        Some(SingleFiles { files, environment, shard })
    }
}
