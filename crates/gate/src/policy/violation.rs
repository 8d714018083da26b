//! Checks a change set against a constitution.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use verdict_vfs::{Snapshot, VfsPath};

use super::added::{Added, added};
use super::keyword::Folded;
use super::{Approval, Approver, Constitution, Enforcement, PathGlob, PolicyRule, Rule, registry};
use crate::{ChangeSet, FileChange, Operation, Position};

/// Something in a change that a constitution forbids or advises against.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Violation {
    /// Id of the rule, or the prefix of the capability.
    pub rule: String,
    /// `[RULE_002] No plugin source edits unless explicitly approved.`
    pub message: String,
    /// Whether it prevents applying the change.
    pub enforcement: Enforcement,
    /// The changed file; absent if it concerns only the bundle's metadata.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub path: Option<String>,
    /// The matching keyword, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub keyword: Option<String>,
    /// 1-based line in the file after the change, if the keyword is in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub file_line: Option<u32>,
    /// 1-based line of the operation in the bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub line: Option<u32>,
    /// 1-based column of the operation in the bundle, in UTF-16 units.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub column: Option<u32>,
    /// The person who approved it, if anyone. An approved violation does not block.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub approved_by: Option<String>,
    /// The id of the policy rule that it counts by.
    #[serde(skip)]
    pub(crate) counts_by: &'static str,
}

impl Violation {
    /// A violation of a rule or capability, without a location.
    pub(super) fn new(rule: &str, text: &str, enforcement: Enforcement) -> Violation {
        Violation {
            rule: rule.to_owned(),
            message: format!("[{rule}] {text}"),
            enforcement,
            path: None,
            keyword: None,
            file_line: None,
            line: None,
            column: None,
            approved_by: None,
            counts_by: registry::CONSTITUTION.id,
        }
    }

    /// Counts the violation by another rule of the policy.
    pub(super) fn by(mut self, rule: &'static PolicyRule) -> Violation {
        self.counts_by = rule.id;
        self
    }

    pub(super) fn at(mut self, path: &VfsPath, position: Position) -> Violation {
        self.path = Some(path.to_string());
        self.line = Some(position.line);
        self.column = Some(position.column);
        self
    }

    /// Whether it prevents applying the change.
    #[must_use]
    pub const fn blocks(&self) -> bool {
        matches!(self.enforcement, Enforcement::Blocking) && self.approved_by.is_none()
    }
}

impl Constitution {
    /// The violations of a change set, one entry for each rule and file. An approval lifts a rule that
    /// permits one.
    #[must_use]
    pub fn check(&self, set: &ChangeSet, before: &Snapshot, approvals: &[Approval]) -> Vec<Violation> {
        let metadata = Folded::new(&metadata(set));
        let mut violations = Vec::new();
        let mut files: Vec<File<'_>> = set.changes.iter().map(|change| File::new(change, before)).collect();
        for rule in &self.rules {
            for violation in violations_of(rule, &mut files, &metadata) {
                let approval = approvals.iter().find(|approval| {
                    rule.approval == Approver::Person
                        && approval.rule == rule.id
                        && !approval.by.trim().is_empty()
                });
                violations.push(Violation {
                    approved_by: approval.map(|approval| approval.by.clone()),
                    ..violation
                });
            }
        }
        violations
    }
}

fn violations_of(rule: &Rule, files: &mut [File<'_>], metadata: &Folded) -> Vec<Violation> {
    let new = || Violation::new(&rule.id, &rule.text, rule.enforcement);
    let said = rule.keywords.iter().find(|keyword| keyword.find(metadata).is_some());
    // The bundle's metadata apply to each of its files.
    if let (Some(keyword), true) = (said, rule.paths.is_empty()) {
        return vec![Violation { keyword: Some(keyword.as_str().to_owned()), ..new() }];
    }
    let mut violations = Vec::new();
    for file in files {
        let Some(path) = file.path_in(&rule.paths) else { continue };
        let violation = new().at(path, file.change.position);
        if rule.keywords.is_empty() {
            violations.push(violation);
            continue;
        }
        // A file moved in from where the rule does not apply is entirely new to it.
        let moved_in = path != &file.change.path && !any(&rule.paths, &file.change.path);
        let found = rule.keywords.iter().find_map(|keyword| {
            let line = file.find(keyword, moved_in);
            line.map(|line| (keyword, line))
        });
        let found = found.or(said.map(|keyword| (keyword, None)));
        violations.extend(found.map(|(keyword, file_line)| Violation {
            keyword: Some(keyword.as_str().to_owned()),
            file_line,
            ..violation
        }));
    }
    violations
}

/// Whether any glob matches. No globs match every path.
fn any(globs: &[PathGlob], path: &VfsPath) -> bool {
    globs.is_empty() || globs.iter().any(|glob| glob.matches_any_spelling(path.as_str()))
}

/// A changed file, with its searchable texts, computed on demand.
struct File<'a> {
    change: &'a FileChange,
    before: &'a Snapshot,
    reason: Option<Folded>,
    /// The folded runs with their first lines, keyed by whether all lines count.
    texts: BTreeMap<bool, Vec<(usize, Folded)>>,
}

impl<'a> File<'a> {
    fn new(change: &'a FileChange, before: &'a Snapshot) -> Self {
        let reason = change.reason.as_deref().map(Folded::new);
        File { change, before, reason, texts: BTreeMap::new() }
    }

    /// The path that the globs match. The path after the change takes precedence over the path before.
    fn path_in(&self, globs: &[PathGlob]) -> Option<&'a VfsPath> {
        let paths: Vec<&VfsPath> = self.change.paths().collect();
        paths.into_iter().rev().find(|path| any(globs, path))
    }

    /// Whether the keyword matches, and its line if the match is in the file.
    fn find(&mut self, keyword: &super::Keyword, all_lines: bool) -> Option<Option<u32>> {
        let (change, before) = (self.change, self.before);
        let texts = self.texts.entry(all_lines).or_insert_with(|| {
            runs(change, before, all_lines)
                .into_iter()
                .map(|run| (run.line, Folded::new(&run.text)))
                .collect()
        });
        let mut places = texts.iter().filter_map(|(line, text)| keyword.find(text).map(|ends| line + ends));
        if let Some(line) = places.next() {
            return Some(u32::try_from(line).ok());
        }
        let reason = self.reason.as_ref()?;
        keyword.find(reason).map(|_| None)
    }
}

fn runs(change: &FileChange, before: &Snapshot, all_lines: bool) -> Vec<Added> {
    let old = before.get(&change.path);
    let new = match &change.operation {
        Operation::Rename { content: None, .. } => old,
        operation => operation.content(),
    };
    let text = |blob: Option<&verdict_vfs::Blob>| {
        blob.map(|blob| String::from_utf8_lossy(blob.bytes()).into_owned()).unwrap_or_default()
    };
    let (old, new) = (if all_lines { String::new() } else { text(old) }, text(new));
    added(&old, &new)
}

/// Every string in the bundle's metadata.
fn metadata(set: &ChangeSet) -> String {
    fn collect(value: &Value, out: &mut String) {
        match value {
            Value::String(text) => {
                out.push_str(text);
                // A separator that no keyword matches across.
                out.push('\u{0}');
            }
            Value::Array(list) => list.iter().for_each(|value| collect(value, out)),
            Value::Object(map) => map.values().for_each(|value| collect(value, out)),
            _ => {}
        }
    }
    let mut out = String::new();
    if let Some(value) = &set.metadata {
        collect(value, &mut out);
    }
    out
}
