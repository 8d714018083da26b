//! Forbidden capabilities that changed code uses, found by lint rules on its syntax tree.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use verdict_protocol::{Code, Verb};
use verdict_vfs::{Snapshot, VfsPath};

use super::findings::{Comparison, Findings, new_findings};
use super::markup_code::code_parts;
use super::suppressions::{holds_code, is_markup};
use super::violation::Violation;
use super::{Capability, Constitution, Enforcement, PathGlob, PolicyRule, registry};
use crate::transaction::{Change, GateError, Recorded, Verifier, is_source};
use crate::{ChangeSet, Operation};

/// A capability, and the lint rule that finds its uses.
struct Guard {
    /// The id of the lint rule.
    lint: &'static str,
    /// The rule of the gate that refuses.
    rule: &'static PolicyRule,
    /// How a violation starts.
    may_not: &'static str,
    /// Whether an entry denies the capability.
    is_denied: fn(&Capability) -> bool,
}

/// The capabilities besides writing.
static GUARDS: [Guard; 6] = [
    Guard {
        lint: "agent/no-network",
        rule: &registry::CAPABILITY_NETWORK,
        may_not: "Code here may not use the network",
        is_denied: |entry| !entry.network,
    },
    Guard {
        lint: "agent/no-workers",
        rule: &registry::CAPABILITY_WORKERS,
        may_not: "Code here may not start workers",
        is_denied: |entry| !entry.workers,
    },
    Guard {
        lint: "agent/no-dynamic-code",
        rule: &registry::CAPABILITY_EVAL,
        may_not: "Code here may not make code of texts",
        is_denied: |entry| !entry.eval,
    },
    Guard {
        lint: "agent/no-storage",
        rule: &registry::CAPABILITY_STORAGE,
        may_not: "Code here may not use storage",
        is_denied: |entry| !entry.storage,
    },
    Guard {
        lint: "agent/no-dom",
        rule: &registry::CAPABILITY_DOM,
        may_not: "Code here may not use the document",
        is_denied: |entry| !entry.dom,
    },
    Guard {
        lint: "agent/no-timers",
        rule: &registry::CAPABILITY_TIMERS,
        may_not: "Code here may not use timers",
        is_denied: |entry| !entry.timers,
    },
];

/// The lint rule that finds code whose capabilities cannot be determined.
const DYNAMIC: &str = "agent/no-dynamic-access";

/// The lint rule that finds writes.
const WRITES: &str = "agent/no-forbidden-write";

/// The outcome of the check.
pub(super) enum Usage {
    /// New uses that are not granted.
    Judged(Vec<Violation>),
    /// There is no verifier.
    Unavailable(String),
    /// The check could not judge the code.
    Unjudged(Code, String),
}

/// Checks changed code whose capabilities are limited. It tolerates what the code used before.
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
        // A file that no rule can parse is no reason to refuse if only writes are limited.
        let is_unread = |path: &VfsPath| !denied.lint.is_empty() && has_new_code(change, &moved, path);
        let markup: Vec<VfsPath> = others.into_iter().filter(is_unread).collect();
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
    let code = problem.code.as_deref().unwrap_or_default();
    let (rule, may_not) = match GUARDS.iter().find(|guard| guard.lint == code) {
        Some(guard) => (guard.rule, guard.may_not),
        None if code == WRITES => (&registry::CAPABILITY_WRITE, "Code here may not write there"),
        None if code == DYNAMIC => (&registry::CAPABILITY_UNREADABLE, "Code here may not hide what it uses"),
        None => (&registry::CAPABILITY_UNREADABLE, "Code here cannot be read"),
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
        Denied::of(self, path).map(|denied| denied.config())
    }
}

/// The capabilities that an entry does not grant.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Denied {
    /// The lint rules of the denied capabilities besides writing.
    lint: Vec<&'static str>,
    /// Globs of what the code may write; `None` if it may write everything.
    write: Option<Vec<String>>,
}

impl Denied {
    /// The denied capabilities of a path. `None` if all are granted.
    fn of(constitution: &Constitution, path: &VfsPath) -> Option<Denied> {
        let entries: Vec<&Capability> = constitution.capabilities_of(path).collect();
        let is_denied = |guard: &&Guard| entries.iter().any(|entry| (guard.is_denied)(entry));
        let lint = GUARDS.iter().filter(is_denied).map(|guard| guard.lint).collect();
        let globs =
            |entry: &&Capability| entry.write.iter().flat_map(PathGlob::globs).collect::<Vec<String>>();
        let write = entries.first().map(globs).filter(|globs| !globs.iter().any(|glob| glob == "/**"));
        let denied = Denied { lint, write };
        (!denied.lint.is_empty() || denied.write.is_some()).then_some(denied)
    }

    /// The configuration with exactly these rules, whatever the project's configuration and the files'
    /// comments say.
    fn config(&self) -> Value {
        let mut rules = serde_json::Map::new();
        if !self.lint.is_empty() {
            // `agent/no-dynamic-access` reports these once.
            let entry = json!(["error", { "allowDynamicAccess": true }]);
            rules.extend(self.lint.iter().map(|lint| ((*lint).to_owned(), entry.clone())));
            rules.insert(DYNAMIC.to_owned(), json!("error"));
        }
        if let Some(write) = &self.write {
            rules.insert(WRITES.to_owned(), json!(["error", { "paths": ["/**"], "except": write }]));
        }
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
