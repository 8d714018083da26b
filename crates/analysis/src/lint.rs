//! `lint:`.

use std::collections::BTreeMap;

use verdict_protocol::{Diagnostic, LintConfig, Location, RuleSeverity, Severity};
use verdict_vfs::{Snapshot, VfsPath};

use crate::directives::Directives;
use crate::model::{Model, with_model};
use crate::rules::{Configured, RULES, Rule};

/// Lints the files of one snapshot.
pub struct Linter<'a> {
    snapshot: &'a Snapshot,
    on: Vec<Enabled>,
    /// Errors of the configuration: rule ids, and the message for each file.
    misconfigured: Vec<(String, String)>,
    inline_config: bool,
}

/// An enabled rule.
struct Enabled {
    rule: &'static Rule,
    severity: Severity,
    check: Configured,
}

impl<'a> Linter<'a> {
    /// Creates a linter with the rules of `config`. An unknown rule id or invalid options are reported in
    /// every file, so that a rule that was requested but not checked never passes.
    #[must_use]
    pub fn new(snapshot: &'a Snapshot, config: &LintConfig) -> Linter<'a> {
        let mut linter = Linter {
            snapshot,
            on: Vec::new(),
            misconfigured: Vec::new(),
            inline_config: !config.no_inline_config,
        };
        for (id, severity) in severities(config) {
            linter.enable(id, severity, config);
        }
        linter
    }

    fn enable(&mut self, id: &str, severity: Severity, config: &LintConfig) {
        let Some(rule) = RULES.iter().find(|rule| rule.id == id) else {
            self.misconfigured.push((id.to_owned(), format!("Definition for rule '{id}' not found.")));
            return;
        };
        let entry = config.rules.get(id).or_else(|| config.defaults.get(id));
        let options = entry.map_or(&[][..], |entry| &entry.options);
        match rule.configured(options) {
            Ok(check) => self.on.push(Enabled { rule, severity, check }),
            Err(why) => {
                let message = format!("Configuration for rule \"{id}\" is invalid: {why}");
                self.misconfigured.push((id.to_owned(), message));
            }
        }
    }

    /// The problems of one file, by line, column and rule. A file that does not parse has its syntax errors
    /// (code `err:syntax`).
    #[must_use]
    pub fn check(&self, file: &VfsPath) -> Vec<Diagnostic> {
        with_model(self.snapshot, file, |model| self.run(model))
    }

    /// Runs all rules that examine single nodes, in one pass.
    fn run(&self, model: &Model<'_>) -> Vec<Diagnostic> {
        let on: Vec<&Enabled> = self.on.iter().filter(|on| (on.rule.applies)(model)).collect();
        let mut found = Vec::new();
        for node in model.semantic.nodes().iter() {
            for on in &on {
                if let Configured::Nodes(check) = &on.check {
                    found.extend(check(node, model).map(|problem| (problem, *on)));
                }
            }
        }
        for on in on {
            if let Configured::File(check) = &on.check {
                found.extend(check(model).into_iter().map(|problem| (problem, on)));
            }
        }
        let directives = if self.inline_config { Directives::new(model) } else { Directives::default() };
        let mut off = BTreeMap::new();
        found.retain(|(problem, on)| {
            let off = off.entry(on.rule.id).or_insert_with(|| directives.of_rule(on.rule.id));
            !off.covers(problem.span, model)
        });
        found.sort_by_key(|(problem, on)| (problem.span.start, on.rule.id));
        let found = found.into_iter().map(|(problem, on)| {
            diagnostic(model.location(problem.span), problem.message.into_owned(), on.rule.id, on.severity)
        });
        let start = Location { file: model.path.to_string(), line: 1, column: 1, ..Location::default() };
        let misconfigured = self
            .misconfigured
            .iter()
            .map(|(id, message)| diagnostic(start.clone(), message.clone(), id, Severity::Error));
        misconfigured.chain(found).collect()
    }
}

/// The enabled rules by id: see [`LintConfig`].
fn severities(config: &LintConfig) -> BTreeMap<&str, Severity> {
    if let Some(only) = &config.only {
        return only.iter().map(|id| (id.as_str(), Severity::Error)).collect();
    }
    let recommended = RULES.iter().filter(|rule| rule.recommended);
    let mut on: BTreeMap<&str, Severity> = recommended.map(|rule| (rule.id, Severity::Error)).collect();
    let defaults = config.defaults.iter().filter(|(id, _)| !config.rules.contains_key(*id));
    for (id, entry) in defaults.chain(&config.rules) {
        match entry.severity {
            RuleSeverity::Off => on.remove(id.as_str()),
            RuleSeverity::Warn => on.insert(id, Severity::Warning),
            RuleSeverity::Error => on.insert(id, Severity::Error),
        };
    }
    on.retain(|id, _| !config.off.iter().any(|off| off == id));
    on
}

fn diagnostic(location: Location, message: String, rule: &str, severity: Severity) -> Diagnostic {
    Diagnostic { location, message, rule: Some(rule.to_owned()), severity, ..Diagnostic::default() }
}
