//! What changed code uses and may not: told by lint rules on its syntax tree.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use verdict_protocol::{Code, Verb};
use verdict_vfs::VfsPath;

use super::findings::{Comparison, Findings, new_findings};
use super::violation::Violation;
use super::{Capability, Constitution, Enforcement};
use crate::transaction::{Change, Recorded, Verifier, is_source};
use crate::{ChangeSet, Operation};

/// Globals by which code reaches the network, or other code that does.
const NETWORK: [&str; 12] = [
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "WebSocketStream",
    "WebTransport",
    "EventSource",
    "RTCPeerConnection",
    "Worker",
    "SharedWorker",
    "importScripts",
    // Members of `navigator`.
    "sendBeacon",
    "serviceWorker",
];

/// Rules that find code made of texts.
const EVAL: [&str; 3] = ["no-eval", "no-implied-eval", "no-new-func"];

/// The rule that finds globals by name.
const GLOBALS: &str = "no-restricted-globals";

/// What a look at the code came to.
pub(super) enum Usage {
    /// What is new and not granted.
    Judged(Vec<Violation>),
    /// There is no verifier.
    Unavailable(String),
    /// It could not be told.
    Unjudged(Code, String),
}

/// Looks at changed code that may not use the network or make code of texts. What it used before is tolerated.
pub(super) async fn usage<V: Verifier>(
    constitution: &Constitution,
    change: &Change,
    verifier: &mut Recorded<'_, V>,
) -> Usage {
    let mut violations = Vec::new();
    for (denied, files) in denied(constitution, change) {
        let config = denied.config();
        let moved = moved(constitution, &change.set, &files);
        let comparison = Comparison {
            verb: Verb::Lint,
            config: Some(&config),
            before: &change.before,
            after: &change.after,
            files: &files,
            moved: &moved,
        };
        let new = match new_findings(verifier, &comparison).await {
            Findings::Judged { new, .. } => new,
            Findings::Unavailable(error) => return Usage::Unavailable(error),
            Findings::Unjudged(code, error) => return Usage::Unjudged(code, error),
        };
        for problem in new {
            let path = files.iter().find(|path| Some(path.as_str()) == problem.file.as_deref());
            let prefix = path.and_then(|path| constitution.capability_of(path));
            let prefix = prefix.map_or("/", |entry| entry.prefix.as_str());
            let may_not = match problem.code.as_deref() {
                Some(GLOBALS) => "Code here may not use the network",
                Some(rule) if EVAL.contains(&rule) => "Code here may not make code of texts",
                _ => "Code here cannot be read",
            };
            let place = problem.file.as_deref().unwrap_or_default();
            let text = format!("{may_not}: {} ({place}:{})", problem.message, problem.line.unwrap_or(1));
            let mut violation = Violation::new(prefix, &text, Enforcement::Blocking);
            if let Some(path) = path {
                let by = change.set.changes.iter().find(|change| change.paths().any(|own| own == path));
                violation = violation.at(path, by.map(|change| change.position).unwrap_or_default());
            }
            violations.push(Violation { file_line: problem.line, ..violation });
        }
    }
    Usage::Judged(violations)
}

impl Constitution {
    /// The configuration of a `lint:` that finds what the code of a file uses and may not; None where it may use all.
    #[must_use]
    pub fn lint_config_for(&self, path: &VfsPath) -> Option<Value> {
        let denied = Denied::of(self.capability_of(path)?);
        (denied.network || denied.eval).then(|| denied.config())
    }
}

/// What an entry does not grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Denied {
    network: bool,
    eval: bool,
}

impl Denied {
    fn of(entry: &Capability) -> Denied {
        Denied { network: !entry.network, eval: !entry.eval }
    }

    /// These rules and no others, whatever the project's own configuration and the files' comments say.
    fn config(self) -> Value {
        let mut rules = serde_json::Map::new();
        if self.eval {
            rules.extend(EVAL.map(|rule| (rule.to_owned(), json!("error"))));
        }
        if self.network {
            let options = json!({
                "globals": NETWORK, "checkGlobalObject": true, "globalObjects": ["navigator"],
            });
            rules.insert(GLOBALS.to_owned(), json!(["error", options]));
        }
        let only: Vec<&String> = rules.keys().collect();
        json!({ "lint": { "only": only, "noInlineConfig": true, "rules": rules } })
    }
}

/// The changed source files that are denied something, by what.
fn denied(constitution: &Constitution, change: &Change) -> BTreeMap<Denied, Vec<VfsPath>> {
    let mut groups: BTreeMap<Denied, Vec<VfsPath>> = BTreeMap::new();
    for path in change.set.changes.iter().flat_map(crate::FileChange::paths) {
        let is_left = change.after.get(path).is_some() && is_source(path);
        if let Some(entry) = constitution.capability_of(path).filter(|_| is_left) {
            let denied = Denied::of(entry);
            if denied.network || denied.eval {
                groups.entry(denied).or_default().push(path.clone());
            }
        }
    }
    groups
}

/// Renamed files whose old path was denied the same: what they used there is no news.
fn moved(constitution: &Constitution, set: &ChangeSet, files: &[VfsPath]) -> BTreeMap<VfsPath, VfsPath> {
    let of = |path: &VfsPath| constitution.capability_of(path).map(Denied::of);
    let renames = set.changes.iter().filter_map(|change| match &change.operation {
        Operation::Rename { to, .. } => Some((to, &change.path)),
        _ => None,
    });
    renames
        .filter(|(to, from)| files.contains(to) && of(to) == of(from))
        .map(|(to, from)| (to.clone(), from.clone()))
        .collect()
}
