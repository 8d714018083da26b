//! `lint:`.

mod buckets;
mod code_path;
mod context;
mod directives;
mod house;
mod language;
mod options;
mod report;

use std::collections::BTreeMap;

use serde_json::Value;
use verdict_protocol::{Diagnostic, LintConfig, Location, RuleSeverity, Severity};
use verdict_vfs::{Snapshot, VfsPath};

pub(crate) use self::code_path::{CodePath, CodePaths, Cursor, Event, Origin, PathId, Seg};
pub(crate) use self::context::Context;
pub(crate) use self::language::Language;
pub(crate) use self::options::Options;
pub(crate) use self::report::Edit;

use self::context::Shared;
use self::directives::Directives;
use self::house::{HOUSE, House};
use self::report::Finding;
use crate::model::{Model, with_model};
use crate::rules::{Check, Rule, rule};

/// Lints the files of one snapshot.
pub struct Linter<'a> {
    snapshot: &'a Snapshot,
    on: Vec<Enabled>,
    /// Errors of the configuration: rule ids, and the message for each file.
    misconfigured: Vec<(String, String)>,
    inline_config: bool,
    language: Language,
}

/// An enabled rule.
struct Enabled {
    rule: &'static Rule,
    /// The id by which the configuration calls it.
    id: String,
    severity: Severity,
    check: Check,
    /// Set if nothing but the default preset enables it.
    house: Option<&'static House>,
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
            language: Language::new(config),
        };
        for (id, (severity, house)) in severities(config) {
            linter.enable(id, severity, house, config);
        }
        linter
    }

    fn enable(&mut self, id: &str, severity: Severity, house: Option<&'static House>, config: &LintConfig) {
        let Some(rule) = rule(id) else {
            self.misconfigured.push((id.to_owned(), format!("Definition for rule '{id}' not found.")));
            return;
        };
        let entry = config.rules.get(id).or_else(|| config.defaults.get(id));
        let word = house.filter(|house| !house.option.is_empty()).map(|house| Value::from(house.option));
        let options = entry.map_or(word.as_slice(), |entry| &entry.options);
        match rule.configured(&Options(options)) {
            Ok(check) => self.on.push(Enabled { rule, id: id.to_owned(), severity, check, house }),
            Err(why) => {
                let message = format!("Configuration for rule \"{id}\" is invalid: {why}");
                self.misconfigured.push((id.to_owned(), message));
            }
        }
    }

    /// The ids of the rules that are on without a configuration.
    pub fn default_rules() -> impl Iterator<Item = &'static str> {
        HOUSE.iter().map(|house| house.id)
    }

    /// The problems of one file, by line, column and rule. A file that does not parse has its syntax errors
    /// (code `err:syntax`).
    #[must_use]
    pub fn check(&self, file: &VfsPath) -> Vec<Diagnostic> {
        with_model(self.snapshot, file, &self.language, |model| self.run(model))
    }

    /// Runs the rules one by one, each on the nodes of its types.
    fn run(&self, model: &Model<'_>) -> Vec<Diagnostic> {
        let shared = Shared::new(model.semantic);
        let directives = if self.inline_config { Directives::new(model) } else { Directives::default() };
        let mut found = Vec::new();
        for enabled in &self.on {
            let findings = enabled.findings(model, &shared);
            if findings.is_empty() {
                continue;
            }
            let off = directives.of_rule(&enabled.id);
            let findings = findings.into_iter().filter(|finding| !off.covers(finding.span, model));
            found.extend(findings.map(|finding| (finding, enabled)));
        }
        found.sort_by_key(|(finding, enabled)| (finding.span.start, enabled.rule.id));
        let found = found
            .into_iter()
            .map(|(finding, enabled)| finding.diagnostic(model, &enabled.id, enabled.severity));
        let misconfigured = self.misconfigured.iter().map(|(id, message)| Diagnostic {
            location: Location { file: model.path.to_string(), line: 1, column: 1, ..Location::default() },
            message: message.clone(),
            rule: Some(id.clone()),
            ..Diagnostic::default()
        });
        misconfigured.chain(found).collect()
    }
}

impl Enabled {
    /// What the rule finds in a file.
    fn findings<'a>(&self, model: &'a Model<'a>, shared: &'a Shared<'a>) -> Vec<Finding> {
        let types = self.rule.types;
        if !types.is_empty() && types.iter().all(|of| shared.buckets.of(*of).is_empty()) {
            return Vec::new();
        }
        let context = Context::new(model, self.rule, shared);
        if !(self.rule.applies)(&context) {
            return Vec::new();
        }
        match &self.check {
            Check::Nodes(check) => {
                for node in types.iter().flat_map(|of| context.nodes_of(*of)) {
                    check(node, &context);
                }
            }
            Check::File(check) => check(&context),
        }
        let mut findings = context.findings.into_inner();
        if let Some(house) = self.house {
            findings.retain(|finding| {
                let text = model.lines.source().get(finding.span.start as usize..finding.span.end as usize);
                (house.keeps)(model, text.unwrap_or_default())
            });
            for finding in &mut findings {
                house.message.clone_into(&mut finding.message);
                if house.start_only {
                    finding.span.end = finding.span.start;
                }
            }
        }
        findings
    }
}

/// The enabled rules by id: see [`LintConfig`]. Those that only the default preset enables come with its
/// entry.
fn severities(config: &LintConfig) -> BTreeMap<&str, (Severity, Option<&'static House>)> {
    if let Some(only) = &config.only {
        return only.iter().map(|id| (id.as_str(), (Severity::Error, None))).collect();
    }
    let mut on: BTreeMap<&str, (Severity, Option<&'static House>)> =
        HOUSE.iter().map(|house| (house.id, (Severity::Error, Some(house)))).collect();
    let defaults = config.defaults.iter().filter(|(id, _)| !config.rules.contains_key(*id));
    for (id, entry) in defaults.chain(&config.rules) {
        match entry.severity {
            RuleSeverity::Off => on.remove(id.as_str()),
            RuleSeverity::Warn => on.insert(id, (Severity::Warning, None)),
            RuleSeverity::Error => on.insert(id, (Severity::Error, None)),
        };
    }
    on.retain(|id, _| !config.off.iter().any(|off| off == id));
    on
}
