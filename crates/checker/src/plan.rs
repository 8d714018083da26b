//! What a `type-check:` asks of the full layer.

use serde::Deserialize;
use serde_json::Value;
use verdict_protocol::{CONFIG_FILE, CheckLevel, Command, TypesConfig, Verb, overlay};
use verdict_vfs::{Snapshot, VfsPath};

use crate::message::Question;

/// The files and options of a `type-check:`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckPlan {
    /// The files that it selects.
    pub files: Vec<VfsPath>,
    /// Its options: those of the request over those of the snapshot.
    pub config: TypesConfig,
}

impl CheckPlan {
    /// Reads a request. `None` if it is no `type-check:`, or one that the fast layer refuses.
    #[must_use]
    pub fn read(command: &str, snapshot: &Snapshot, config: Option<&Value>) -> Option<CheckPlan> {
        let command = Command::parse(command).ok().filter(|command| command.verb == Verb::TypeCheck)?;
        let files = snapshot.select_all(&command.patterns().ok()?).ok()?;
        let mut merged = merged(snapshot, config)?;
        let config = match merged.get_mut("types").map(Value::take) {
            None | Some(Value::Null) => TypesConfig::default(),
            Some(mut types) => {
                // `undefined` arrives as `null`, and is the default.
                if let Some(types) = types.as_object_mut() {
                    types.retain(|_, value| !value.is_null());
                }
                TypesConfig::deserialize(types).ok()?
            }
        };
        Some(CheckPlan { files, config })
    }

    /// Whether the fast layer alone is wanted.
    #[must_use]
    pub fn is_fast(&self) -> bool {
        self.config.level == Some(CheckLevel::Fast)
    }

    /// The question about its files.
    #[must_use]
    pub fn question(&self) -> Question<'_> {
        self.question_of(|_| true)
    }

    /// The question about those of its files that a state before had.
    #[must_use]
    pub fn baseline_question(&self, before: &Snapshot) -> Question<'_> {
        self.question_of(|path| before.get(path).is_some())
    }

    /// The command that checks those of its files that a state before had. `None` if it had none of them, or if they cannot be named.
    #[must_use]
    pub fn baseline_command(&self, before: &Snapshot) -> Option<String> {
        let files = self.files.iter().filter(|path| before.get(path).is_some()).map(VfsPath::as_str);
        let command =
            Command::of_paths(Verb::TypeCheck, files).filter(|command| !command.argument.is_empty());
        command.map(|command| command.to_string())
    }

    fn question_of(&self, is_there: impl Fn(&VfsPath) -> bool) -> Question<'_> {
        let files = self.files.iter().filter(|path| is_there(path));
        Question {
            files: files.map(VfsPath::as_str).collect(),
            all: self.config.comparing,
            allow_js: false,
            config: &self.config,
        }
    }
}

/// Whether a request may have tests of types. [`crate::TypeTests`] decides.
#[must_use]
pub fn may_have_type_tests(command: &str, snapshot: &Snapshot, config: Option<&Value>) -> bool {
    let is_enabled = |config: Value| match &config["test"]["typecheck"] {
        Value::Object(keys) => keys.get("enabled").is_some_and(|enabled| *enabled != Value::Bool(false)),
        given => *given == Value::Bool(true),
    };
    Command::verb_of(command) == Some(Verb::Test) && merged(snapshot, config).is_some_and(is_enabled)
}

/// The configuration of a request over that of the snapshot. `None` if the latter cannot be read.
fn merged(snapshot: &Snapshot, config: Option<&Value>) -> Option<Value> {
    let mut merged = Value::Object(serde_json::Map::new());
    if let Some(blob) = VfsPath::parse(CONFIG_FILE).ok().and_then(|path| snapshot.get(&path)) {
        overlay(&mut merged, &serde_json::from_slice(blob.bytes()).ok()?);
    }
    if let Some(config) = config {
        overlay(&mut merged, config);
    }
    Some(merged)
}
