//! Forbidden capabilities that changed code uses, found by lint rules on its syntax tree.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use verdict_protocol::{Code, Verb};
use verdict_vfs::{Snapshot, VfsPath};

use super::findings::{Comparison, Findings, new_findings};
use super::markup_code::code_parts;
use super::suppressions::{holds_code, is_markup};
use super::violation::Violation;
use super::{Constitution, Enforcement, registry};
use crate::transaction::{Change, GateError, Recorded, Verifier, is_source};
use crate::{ChangeSet, Operation};

/// Globals that reach the network, or other code that does.
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

/// Other names of the global object, and objects with network members.
const OBJECTS: [&str; 5] = ["navigator", "top", "parent", "frames", "opener"];

/// Rules that find code evaluated from strings.
const EVAL: [&str; 5] = [
    "no-eval",
    "no-implied-eval",
    "no-new-func",
    "verdict/no-eval-modules",
    "verdict/no-function-constructor",
];

/// The rule that finds globals by name.
const GLOBALS: &str = "no-restricted-globals";

/// The rule that finds network modules.
const NETWORK_MODULES: &str = "verdict/no-network-modules";

/// Rules that find code whose capabilities cannot be determined.
const UNTOLD: [&str; 2] = ["verdict/no-computed-modules", "verdict/no-global-escape"];

/// The outcome of the check.
pub(super) enum Usage {
    /// New uses that are not granted.
    Judged(Vec<Violation>),
    /// There is no verifier.
    Unavailable(String),
    /// The check could not judge the code.
    Unjudged(Code, String),
}

/// Checks changed code that may not use the network or evaluate strings as code. It tolerates what the code
/// used before.
pub(super) async fn usage<V: Verifier>(
    constitution: &Constitution,
    change: &Change,
    verifier: &mut Recorded<'_, V>,
) -> Usage {
    let mut violations = Vec::new();
    for (denied, files) in denied(constitution, change) {
        let config = denied.config();
        let moved = moved(constitution, &change.set, &files);
        let (files, others): (Vec<VfsPath>, Vec<VfsPath>) = files.into_iter().partition(is_source);
        let markup: Vec<VfsPath> =
            others.into_iter().filter(|path| has_new_code(change, &moved, path)).collect();
        let comparison = Comparison {
            verb: Verb::Lint,
            config: Some(&config),
            before: &change.before,
            after: &change.after,
            files: &files,
            moved: &moved,
            excuses_unreadable: false,
        };
        let findings = match files.is_empty() {
            true => Findings::Judged { new: Vec::new(), known: 0 },
            false => new_findings(verifier, &comparison).await,
        };
        let new = match findings {
            Findings::Judged { new, .. } => new,
            Findings::Unavailable(error) => return Usage::Unavailable(error),
            Findings::Unjudged(code, error) => return Usage::Unjudged(code, error),
        };
        let found = new.into_iter().map(|problem| {
            let path = files.iter().find(|path| Some(path.as_str()) == problem.file.as_deref()).cloned();
            (path, problem)
        });
        let unreadable = markup.iter().map(|path| (Some(path.clone()), markup_problem(path)));
        for (path, problem) in found.chain(unreadable) {
            violations.push(violation(constitution, change, path.as_ref(), &problem));
        }
    }
    Usage::Judged(violations)
}

fn violation(
    constitution: &Constitution,
    change: &Change,
    path: Option<&VfsPath>,
    problem: &GateError,
) -> Violation {
    let prefix = path.and_then(|path| constitution.capabilities_of(path).next());
    let prefix = prefix.map_or("/", |entry| entry.prefix.as_str());
    let (rule, may_not) = match problem.code.as_deref() {
        Some(GLOBALS | NETWORK_MODULES) => {
            (&registry::CAPABILITY_NETWORK, "Code here may not use the network")
        }
        Some(rule) if EVAL.contains(&rule) => {
            (&registry::CAPABILITY_EVAL, "Code here may not make code of texts")
        }
        Some(rule) if UNTOLD.contains(&rule) => {
            (&registry::CAPABILITY_UNREADABLE, "Code here may not hide what it uses")
        }
        _ => (&registry::CAPABILITY_UNREADABLE, "Code here cannot be read"),
    };
    let place = problem.file.as_deref().unwrap_or_default();
    let text = format!("{may_not}: {} ({place}:{})", problem.message, problem.line.unwrap_or(1));
    let mut violation = Violation::new(prefix, &text, Enforcement::Blocking).by(rule);
    if let Some(path) = path {
        let by = change.set.changes.iter().find(|change| change.paths().any(|own| own == path));
        violation = violation.at(path, by.map(|change| change.position).unwrap_or_default());
    }
    Violation { file_line: problem.line, ..violation }
}

/// Whether a file that no rule can parse has new code.
fn has_new_code(change: &Change, moved: &BTreeMap<VfsPath, VfsPath>, path: &VfsPath) -> bool {
    let parts = |files: &Snapshot, path: &VfsPath| {
        let text = files.get(path).map(|blob| String::from_utf8_lossy(blob.bytes()).into_owned());
        match text {
            Some(text) if is_markup(path) => code_parts(path, &text),
            text => text.into_iter().collect(),
        }
    };
    let before = parts(&change.before, moved.get(path).unwrap_or(path));
    parts(&change.after, path).iter().any(|part| !before.contains(part))
}

fn markup_problem(path: &VfsPath) -> GateError {
    let message = "code in a file of this kind is not analysed";
    GateError { file: Some(path.to_string()), line: Some(1), ..GateError::new(Code::Unavailable, message) }
}

impl Constitution {
    /// The configuration of a `lint:` that finds a file's forbidden uses. `None` if the file may use
    /// everything.
    #[must_use]
    pub fn lint_config_for(&self, path: &VfsPath) -> Option<Value> {
        Denied::of(self, path).map(Denied::config)
    }
}

/// The capabilities that an entry does not grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Denied {
    network: bool,
    eval: bool,
}

impl Denied {
    /// The denied capabilities of a path. `None` if all are granted.
    fn of(constitution: &Constitution, path: &VfsPath) -> Option<Denied> {
        let mut denied = Denied { network: false, eval: false };
        for entry in constitution.capabilities_of(path) {
            denied.network |= !entry.network;
            denied.eval |= !entry.eval;
        }
        (denied.network || denied.eval).then_some(denied)
    }

    /// The configuration with exactly these rules, whatever the project's configuration and the files'
    /// comments say.
    fn config(self) -> Value {
        let mut rules = serde_json::Map::new();
        if self.eval {
            rules.extend(EVAL.map(|rule| (rule.to_owned(), json!("error"))));
        }
        if self.network {
            let options = json!({
                "globals": NETWORK, "checkGlobalObject": true, "globalObjects": OBJECTS,
            });
            rules.insert(GLOBALS.to_owned(), json!(["error", options]));
            rules.insert(NETWORK_MODULES.to_owned(), json!("error"));
        }
        rules.extend(UNTOLD.map(|rule| (rule.to_owned(), json!("error"))));
        let only: Vec<&String> = rules.keys().collect();
        json!({ "lint": { "only": only, "noInlineConfig": true, "rules": rules } })
    }
}

/// The changed source files with denied capabilities, grouped by those capabilities.
fn denied(constitution: &Constitution, change: &Change) -> BTreeMap<Denied, Vec<VfsPath>> {
    let mut groups: BTreeMap<Denied, Vec<VfsPath>> = BTreeMap::new();
    for path in change.set.changes.iter().flat_map(crate::FileChange::paths) {
        let is_left = change.after.get(path).is_some() && holds_code(path);
        if let Some(denied) = Denied::of(constitution, path).filter(|_| is_left) {
            groups.entry(denied).or_default().push(path.clone());
        }
    }
    groups
}

/// Renamed files whose old path had the same denials. Their previous uses are not new.
fn moved(constitution: &Constitution, set: &ChangeSet, files: &[VfsPath]) -> BTreeMap<VfsPath, VfsPath> {
    let of = |path: &VfsPath| Denied::of(constitution, path);
    let renames = set.changes.iter().filter_map(|change| match &change.operation {
        Operation::Rename { to, .. } => Some((to, &change.path)),
        _ => None,
    });
    renames
        .filter(|(to, from)| files.contains(to) && of(to) == of(from))
        .map(|(to, from)| (to.clone(), from.clone()))
        .collect()
}
