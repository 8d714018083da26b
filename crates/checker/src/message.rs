//! The messages of a checker's process or worker.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json};
use verdict_protocol::{Code, TypesConfig};
use verdict_vfs::{Blob, Snapshot, VfsPath, diff};

use crate::answer::Answer;
use crate::join::Failure;

/// Extensions of files whose text a checker reads. Of other files it only knows that they exist.
const READ: [&str; 9] = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "json"];

/// What is asked about a snapshot.
#[derive(Debug, Clone)]
pub struct Question<'a> {
    /// Absolute paths of files in the snapshot.
    pub files: Vec<&'a str>,
    /// Whether everything is reported, also what `tsc` holds back while there are errors of another kind.
    pub all: bool,
    /// Whether JavaScript is part of each project and checked, whatever its `tsconfig.json` says.
    pub allow_js: bool,
    /// Options of the type checks.
    pub config: &'a TypesConfig,
}

impl Question<'_> {
    /// The message that asks it.
    #[must_use]
    pub fn message(&self, id: u64, root: &str) -> Value {
        let mut config = json!(self.config);
        if self.allow_js {
            config["allowJs"] = json!(true);
        }
        json!({ "type": "CHECK", "id": id, "root": root, "files": self.files, "all": self.all, "config": config })
    }
}

/// The message that makes a snapshot: the whole, or what differs from the last one.
#[must_use]
pub fn snapshot_message(snapshot: &Snapshot, base: Option<&Snapshot>) -> Value {
    let put = |(path, blob): (&VfsPath, &Blob)| {
        let is_read = path.extension().is_some_and(|extension| READ.contains(&extension));
        let text = blob.text().filter(|_| is_read).unwrap_or_default();
        json!([path.as_str(), blob.hash(), text])
    };
    let Some(base) = base else {
        let put: Vec<Value> = snapshot.iter().map(put).collect();
        return json!({ "type": "SNAPSHOT", "root": snapshot.root(), "put": put });
    };
    let paths: BTreeSet<VfsPath> = changed(base, snapshot);
    let (mut puts, mut removes) = (Vec::new(), Vec::new());
    for path in &paths {
        match snapshot.get(path) {
            Some(blob) => puts.push(put((path, blob))),
            None => removes.push(path.as_str()),
        }
    }
    json!({ "type": "SNAPSHOT", "root": snapshot.root(), "base": base.root(), "put": puts, "remove": removes })
}

fn changed(base: &Snapshot, snapshot: &Snapshot) -> BTreeSet<VfsPath> {
    let found = diff(base, snapshot);
    let renamed = found.renamed.into_iter().flat_map(|(from, to)| [from, to]);
    found.created.into_iter().chain(found.modified).chain(found.deleted).chain(renamed).collect()
}

/// A message of a checker.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "UPPERCASE")]
pub enum Reply {
    /// It can be asked.
    Ready {
        /// TypeScript's version.
        typescript: String,
        /// Node's version, in a process of Node.
        #[serde(default)]
        node: Option<String>,
    },
    /// It cannot be asked: its files are missing or corrupt.
    Broken {
        /// Why.
        message: String,
    },
    /// An answer.
    Checked {
        /// The question's id.
        id: u64,
        /// The answer.
        #[serde(flatten)]
        answer: Answer,
    },
    /// No answer.
    Failed {
        /// What failed: `needSnapshot`, `crashed` or `protocol`.
        code: String,
        /// Why.
        message: String,
    },
}

impl Reply {
    /// The answer to a question.
    ///
    /// # Errors
    /// [`Failure`] for any other message.
    pub fn answer(self) -> Result<Answer, Failure> {
        match self {
            Reply::Checked { answer, .. } => Ok(answer),
            Reply::Broken { message } => Err(Failure::new(Code::Startup, message)),
            Reply::Failed { message, .. } => Err(Failure::new(Code::Crashed, message)),
            Reply::Ready { .. } => Err(Failure::new(Code::Protocol, "the checker started again")),
        }
    }
}
