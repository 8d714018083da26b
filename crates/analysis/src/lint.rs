//! `lint:`.

use std::collections::BTreeMap;

use verdict_protocol::{Diagnostic, LintConfig, Severity};
use verdict_vfs::{Snapshot, VfsPath};

use crate::directives::Directives;
use crate::model::{Model, with_model};
use crate::rules::{RULES, Rule};

/// Runs every rule that `config` leaves on over `files`. Diagnostics come in the order of the files, then by
/// line, column and rule. A file that does not parse gives its syntax errors (code `err:syntax`).
#[must_use]
pub fn lint(snapshot: &Snapshot, files: &[VfsPath], config: &LintConfig) -> Vec<Diagnostic> {
    let on: Vec<&Rule> = RULES.iter().filter(|rule| !config.off.iter().any(|off| off == rule.id)).collect();
    files.iter().flat_map(|file| with_model(snapshot, file, |model| run(model, &on))).collect()
}

/// One pass over the nodes for all rules.
fn run(model: &Model<'_>, on: &[&Rule]) -> Vec<Diagnostic> {
    let rules: Vec<&Rule> = on.iter().copied().filter(|rule| (rule.applies)(model)).collect();
    let mut found = Vec::new();
    for node in model.semantic.nodes().iter() {
        for rule in &rules {
            if let Some(span) = (rule.visit)(node, model) {
                found.push((span, *rule));
            }
        }
    }
    let directives = Directives::new(model);
    let mut off = BTreeMap::new();
    found.retain(|(span, rule)| {
        let off = off.entry(rule.id).or_insert_with(|| directives.of_rule(rule.id));
        !off.covers(*span, model)
    });
    found.sort_by_key(|(span, rule)| (span.start, rule.id));
    found
        .into_iter()
        .map(|(span, rule)| Diagnostic {
            location: model.location(span),
            message: rule.message.to_owned(),
            rule: Some(rule.id.to_owned()),
            code: None,
            variable: None,
            severity: Severity::Error,
        })
        .collect()
}
