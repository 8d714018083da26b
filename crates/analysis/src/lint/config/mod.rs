//! The configuration of a run: which rules apply to which file, with which options.

mod files;
mod flat;
mod glob;
mod house;
mod language;
mod merge;
mod options;
mod place;
mod presets;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::{Map, Value, json};
use verdict_protocol::{LintConfig, RuleEntry, RuleSeverity, Severity};

pub(crate) use self::files::{Applied, Configs};
pub(crate) use self::house::{HOUSE, House};
pub(crate) use self::language::{Language, access};
pub(crate) use self::options::{Object, Options, texts};
pub(crate) use self::place::ConfigError;

use self::flat::{Flat, Source};
use self::place::Origin;
use crate::hash::HashMap;
use crate::rules::{Check, Rule, nearest_rule, rule};

/// The configuration of the files below a folder.
pub(crate) struct Config {
    flat: Flat,
    /// What a host says besides the project.
    host: LintConfig,
    /// What applies to files, by the configuration objects that match.
    setups: RefCell<HashMap<Vec<usize>, Rc<Setup>>>,
    /// Errors in the configuration itself.
    pub(crate) errors: Vec<ConfigError>,
}

/// What applies to a file.
pub(crate) struct Setup {
    pub(crate) on: Vec<Enabled>,
    /// Rules that do not exist, or whose options are wrong.
    pub(crate) misconfigured: Vec<ConfigError>,
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
    /// Reads what a host says, over a configuration file.
    fn new(config: &LintConfig, file: Option<Rc<Origin>>) -> Config {
        let mut errors = Vec::new();
        let source = file.map(|origin| {
            let text = origin.text.trim_start_matches('\u{feff}');
            let value = serde_json::from_str(text).unwrap_or_else(|error| {
                errors.push(ConfigError::of_text(&origin, &error));
                Value::Array(Vec::new())
            });
            Source { origin, value }
        });
        let flat = Flat::new(config, source.as_ref(), &mut errors);
        Config { flat, host: config.clone(), setups: RefCell::default(), errors }
    }

    /// What applies to a file; `None` if the configuration ignores it.
    fn of(&self, path: &str) -> Option<Rc<Setup>> {
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
                    // A configuration of one object needs no place.
                    let at = place.filter(|place| !place.is_root());
                    let at = at.map_or_else(String::new, |at| format!(" at {}", at.key("rules")));
                    let message = format!("Configuration for rule \"{id}\" is invalid{at}: {why}");
                    setup.misconfigured.push(ConfigError::of_rule(&id, message, place));
                }
                None if reports_unknown || self.host.only.is_some() => {
                    let message = format!("Definition for rule '{id}' not found.");
                    let place = self.flat.place(&id, matching);
                    setup.misconfigured.push(ConfigError::of_rule(&id, message, place));
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
    fn unknown_rules(&self) -> impl Iterator<Item = String> {
        let of_host = self.host.defaults.iter().map(|(id, entry)| (id, entry, None));
        let on = self.flat.rules().chain(of_host).filter(|(_, entry, _)| entry.severity != RuleSeverity::Off);
        let unknown = on.filter(|(id, ..)| rule(id).is_none());
        unknown.map(|(id, _, file)| {
            let of = file.map_or("lint", |file| file.as_str());
            match nearest_rule(id) {
                Some(nearest) => format!("{of}: there is no rule {id}; the nearest is {nearest}"),
                None => format!("{of}: there is no rule {id}"),
            }
        })
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
