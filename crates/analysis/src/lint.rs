//! `lint:`.

use std::collections::BTreeMap;

use verdict_protocol::{Diagnostic, LintConfig, Severity};
use verdict_vfs::{Snapshot, VfsPath};

use crate::directives::Directives;
use crate::model::{Model, with_model};
use crate::rules::{RULES, Rule};

/// Lints the files of one snapshot.
pub struct Linter<'a> {
    snapshot: &'a Snapshot,
    on: Vec<&'static Rule>,
}

impl<'a> Linter<'a> {
    /// A linter with every rule that `config` leaves on.
    #[must_use]
    pub fn new(snapshot: &'a Snapshot, config: &LintConfig) -> Linter<'a> {
        let on = RULES.iter().filter(|rule| !config.off.iter().any(|off| off == rule.id)).collect();
        Linter { snapshot, on }
    }

    /// The problems of one file, by line, column and rule. A file that does not parse gives its syntax
    /// errors (code `err:syntax`).
    #[must_use]
    pub fn check(&self, file: &VfsPath) -> Vec<Diagnostic> {
        with_model(self.snapshot, file, |model| run(model, &self.on))
    }
}

/// One pass over the nodes for all rules.
fn run(model: &Model<'_>, on: &[&'static Rule]) -> Vec<Diagnostic> {
    let rules: Vec<&'static Rule> = on.iter().copied().filter(|rule| (rule.applies)(model)).collect();
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
