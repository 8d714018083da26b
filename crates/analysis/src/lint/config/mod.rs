//! The configuration of a run: which rules apply to which file, with which options.

mod flat;
mod glob;
mod house;
mod language;
mod merge;
mod options;
mod presets;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use serde_json::{Map, Value, json};
use verdict_protocol::{LintConfig, RuleEntry, RuleSeverity, Severity};

pub(crate) use self::house::{HOUSE, House};
pub(crate) use self::language::{Language, access};
pub(crate) use self::options::{Object, Options, texts};

use self::flat::Flat;
use crate::rules::{Check, Rule, rule, rules};

/// The configuration of a run.
pub(crate) struct Config {
    flat: Flat,
    /// What a host says besides the project.
    host: LintConfig,
    /// What applies to files, by the configuration objects that match.
    setups: RefCell<HashMap<Vec<usize>, Rc<Setup>>>,
    /// Errors in the configuration itself.
    pub(crate) errors: Vec<String>,
}

/// What applies to a file.
pub(crate) struct Setup {
    pub(crate) on: Vec<Enabled>,
    /// Errors of the configuration: rule ids, and the message for each file.
    pub(crate) misconfigured: Vec<(String, String)>,
    /// All rules that the configuration names, with their options.
    pub(crate) entries: BTreeMap<String, RuleEntry>,
    pub(crate) language: Language,
    /// Whether comments configure.
    pub(crate) inline: bool,
    /// Whether a comment that would configure is reported, as the configuration forbids it.
    pub(crate) warns_of_inline: bool,
    /// How a directive that has no effect is reported.
    pub(crate) unused_directives: Option<Severity>,
}

/// An enabled rule.
pub(crate) struct Enabled {
    pub(crate) rule: &'static Rule,
    /// The id by which the configuration calls it.
    pub(crate) id: String,
    pub(crate) severity: Severity,
    pub(crate) check: Check,
    /// Set if nothing but the default preset enables it.
    pub(crate) house: Option<&'static House>,
}

impl Enabled {
    /// A rule with its options, or what is wrong with them.
    pub(crate) fn new(id: &str, severity: Severity, options: &[Value]) -> Option<Result<Enabled, String>> {
        let rule = rule(id)?;
        let make = |check| Enabled { rule, id: id.to_owned(), severity, check, house: None };
        Some(rule.configured(&Options(options)).map(make))
    }
}

impl Config {
    /// Reads a configuration.
    pub(crate) fn new(config: &LintConfig) -> Config {
        let mut errors = Vec::new();
        let flat = Flat::new(config, &mut errors);
        Config { flat, host: config.clone(), setups: RefCell::default(), errors }
    }

    /// What applies to a file; `None` if the configuration ignores it.
    pub(crate) fn of(&self, path: &str) -> Option<Rc<Setup>> {
        let matching = self.flat.matching(path)?;
        if let Some(setup) = self.setups.borrow().get(&matching) {
            return Some(Rc::clone(setup));
        }
        let setup = Rc::new(self.setup(&matching));
        self.setups.borrow_mut().insert(matching, Rc::clone(&setup));
        Some(setup)
    }

    fn setup(&self, matching: &[usize]) -> Setup {
        let merged = self.flat.merged(matching);
        let linter = |key: &str| merged.linter.get(key);
        let mut setup = Setup {
            on: Vec::new(),
            misconfigured: Vec::new(),
            entries: merged.rules,
            language: Language::new(merged.language.as_ref(), merged.settings),
            warns_of_inline: linter("noInlineConfig") == Some(&json!(true)),
            inline: !self.host.no_inline_config && linter("noInlineConfig") != Some(&json!(true)),
            unused_directives: match linter("reportUnusedDisableDirectives") {
                None if self.flat.is_house => None,
                None => Some(Severity::Warning),
                Some(Value::Bool(on)) => on.then_some(Severity::Warning),
                Some(value) => severity_of(value),
            },
        };
        for (id, entry) in &self.host.defaults {
            setup.entries.entry(id.clone()).or_insert_with(|| entry.clone());
        }
        let reports_unknown = linter("reportUnknownRules") == Some(&json!(true));
        for (id, severity, house) in self.severities(&setup.entries) {
            let options = setup.entries.get(&id).map_or(&[][..], |entry| &entry.options);
            match Enabled::new(&id, severity, options) {
                Some(Ok(enabled)) => setup.on.push(Enabled { house, ..enabled }),
                Some(Err(why)) => {
                    let place = self.flat.place(&id, matching);
                    let message = format!("Configuration for rule \"{id}\" is invalid{place}: {why}");
                    setup.misconfigured.push((id, message));
                }
                None if reports_unknown || self.host.only.is_some() => {
                    let message = format!("Definition for rule '{id}' not found.");
                    setup.misconfigured.push((id, message));
                }
                None => {}
            }
        }
        setup
    }

    /// The enabled rules by id, see [`LintConfig`]. Those that only the default preset enables come with its
    /// entry.
    fn severities(
        &self,
        entries: &BTreeMap<String, RuleEntry>,
    ) -> Vec<(String, Severity, Option<&'static House>)> {
        if let Some(only) = &self.host.only {
            let only: BTreeSet<&String> = only.iter().collect();
            return only.into_iter().map(|id| (id.clone(), Severity::Error, None)).collect();
        }
        let mut on: BTreeMap<&str, (Severity, Option<&'static House>)> = BTreeMap::new();
        if self.flat.is_house {
            on.extend(HOUSE.iter().map(|house| (house.id, (Severity::Error, Some(house)))));
        }
        for (id, entry) in entries {
            match entry.severity {
                RuleSeverity::Off => on.remove(id.as_str()),
                RuleSeverity::Warn => on.insert(id, (Severity::Warning, None)),
                RuleSeverity::Error => on.insert(id, (Severity::Error, None)),
            };
        }
        on.retain(|id, _| !self.host.off.iter().any(|off| off == id));
        on.into_iter().map(|(id, (severity, house))| (id.to_owned(), severity, house)).collect()
    }

    /// A warning for each enabled rule that does not exist, with the nearest one.
    pub(crate) fn unknown_rules(&self) -> Vec<String> {
        let entries = self.flat.rules().chain(&self.host.defaults);
        let on = entries.filter(|(_, entry)| entry.severity != RuleSeverity::Off);
        let unknown: BTreeSet<&str> = on.map(|(id, _)| id.as_str()).filter(|id| rule(id).is_none()).collect();
        unknown.into_iter().map(unknown_rule).collect()
    }
}

fn unknown_rule(id: &str) -> String {
    let ids = rules().flat_map(|rule| std::iter::once(&rule.id).chain(rule.aliases));
    let alike = |known: &str| strsim::normalized_damerau_levenshtein(id, known);
    let nearest = ids.max_by(|a, b| alike(a).total_cmp(&alike(b)).then(b.cmp(a)));
    match nearest.filter(|nearest| alike(nearest) > 0.5) {
        Some(nearest) => format!("lint: there is no rule {id}; the nearest is {nearest}"),
        None => format!("lint: there is no rule {id}"),
    }
}

fn severity_of(value: &Value) -> Option<Severity> {
    match RuleEntry::try_from(value.clone()).map(|entry| entry.severity) {
        Ok(RuleSeverity::Error) => Some(Severity::Error),
        Ok(RuleSeverity::Warn) => Some(Severity::Warning),
        _ => None,
    }
}

/// The parts of the configuration of a file.
#[derive(Default)]
struct Merged {
    rules: BTreeMap<String, RuleEntry>,
    language: Option<Map<String, Value>>,
    linter: Map<String, Value>,
    settings: Map<String, Value>,
}
