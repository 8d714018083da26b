//! Flat configurations of ESLint, as data.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use verdict_vfs::VfsPath;

use crate::keys::package_of;
use crate::settings::Place;

/// Presets that stand-ins name by keys among rules.
const PRESET: &str = "$preset:";
/// Environments that stand-ins name by keys among globals.
const GLOBALS: &str = "$globals:";
/// Values of packages that do not run, as keys of an object that they are spread into.
const FOREIGN: &str = "$foreign:";
/// Processors and parsers for files that are read anyway.
const PARSERS: [&str; 5] =
    ["@typescript-eslint/parser", "typescript-eslint", "espree", "@babel/eslint-parser", "@eslint/js"];

/// Rules that ESLint recommends only since a version.
const RECOMMENDED_SINCE: [(u32, &[&str]); 2] = [
    (10, &["no-unassigned-vars", "no-useless-assignment", "preserve-caught-error"]),
    (
        9,
        &[
            "no-constant-binary-expression",
            "no-empty-static-block",
            "no-new-native-nonconstructor",
            "no-unused-private-class-members",
        ],
    ),
];

/// Ids of the linter's rules, and other names for them. The linter itself is not part of this crate.
const RULES: &str = include_str!("rules.txt");

/// Whether the linter has a rule with an id, or with that other name.
#[must_use]
pub fn is_rule(id: &str) -> bool {
    RULES.lines().any(|line| line == id)
}

/// What a configuration says, as `lint` of Verdict's own.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LintSettings {
    /// The objects, in order.
    pub lint: Vec<Value>,
    /// Sentences about what has no meaning here.
    pub warnings: Vec<String>,
}

/// Reads the value of `eslint.config.*`. `is_rule` knows the rules of the linter.
///
/// # Errors
/// A sentence, without the name of the file, for a value of a wrong shape.
pub fn lint_settings(
    value: &Value,
    place: Place<'_>,
    is_rule: &dyn Fn(&str) -> bool,
) -> Result<LintSettings, String> {
    let mut reader = Reader {
        is_rule,
        settings: LintSettings::default(),
        dropped: BTreeMap::new(),
        foreign: BTreeSet::new(),
        parsers: BTreeSet::new(),
        base: format!("/{}", place.folder),
        newer: newer_rules(place),
    };
    reader.list(value, "")?;
    let Reader { mut settings, dropped, foreign, parsers, .. } = reader;
    if settings.lint.is_empty() {
        // Without any object, the default preset would be on.
        settings.lint.push(json!({}));
    }
    let file = place.file;
    for (plugin, rules) in dropped {
        let of = if plugin.is_empty() { "ESLint".to_owned() } else { format!("the plugin {plugin}") };
        let shown: Vec<&str> = rules.iter().take(3).map(String::as_str).collect();
        let more = if rules.len() > shown.len() { ", …" } else { "" };
        let count = match rules.len() {
            1 => "1 rule".to_owned(),
            count => format!("{count} rules"),
        };
        let shown = shown.join(", ");
        settings.warnings.push(format!("{file}: {count} of {of} are not here and do not run: {shown}{more}"));
    }
    for package in foreign {
        settings
            .warnings
            .push(format!("{file}: configurations of {package} are left out: the package does not run here"));
    }
    for what in parsers {
        settings.warnings.push(format!("{file}: {what} does not run here, so only scripts are read"));
    }
    Ok(settings)
}

struct Reader<'a> {
    is_rule: &'a dyn Fn(&str) -> bool,
    settings: LintSettings,
    /// Rules that the linter lacks, by plugin.
    dropped: BTreeMap<String, BTreeSet<String>>,
    /// Packages whose configurations are left out.
    foreign: BTreeSet<String>,
    parsers: BTreeSet<String>,
    /// The folder of the configuration.
    base: String,
    /// Rules that the project's version of ESLint does not recommend yet.
    newer: Vec<&'static str>,
}

impl Reader<'_> {
    fn list(&mut self, value: &Value, at: &str) -> Result<(), String> {
        match value {
            Value::Array(list) => list
                .iter()
                .enumerate()
                .try_for_each(|(index, item)| self.list(item, &format!("{at}[{index}]"))),
            Value::Object(object) => {
                match foreign(value) {
                    // What names of old configurations stand for.
                    Some("@eslint/eslintrc") => {
                        return self.bases(&value["$foreign"]["options"], &Map::new(), at);
                    }
                    Some(package) => {
                        self.foreign.insert(package.to_owned());
                        return Ok(());
                    }
                    None => {}
                }
                // Objects that are extended come first, for the same files.
                if let Some(bases) = object.get("extends") {
                    self.bases(bases, object, at)?;
                }
                let object = self.object(object, at)?;
                self.settings.lint.extend(object);
                Ok(())
            }
            Value::Null => Ok(()),
            _ => Err(format!("the configuration{at} is no object")),
        }
    }

    /// The objects that one extends.
    fn bases(&mut self, bases: &Value, own: &Map<String, Value>, at: &str) -> Result<(), String> {
        match bases {
            Value::Array(list) => list.iter().try_for_each(|base| self.bases(base, own, at)),
            Value::String(name) => {
                let name = name.strip_prefix("eslint/").unwrap_or(name);
                match name {
                    "js/recommended" | "eslint:recommended" | "recommended" | "js/all" | "all" => {
                        let mut object = narrowed(own);
                        object.insert("extends".into(), json!([name]));
                        if name.ends_with("recommended") && !self.newer.is_empty() {
                            object.insert("rules".into(), Value::Object(self.without_newer(Map::new())));
                        }
                        self.based(&mut object);
                        self.settings.lint.push(Value::Object(object));
                    }
                    name => drop(self.foreign.insert(name.to_owned())),
                }
                Ok(())
            }
            Value::Object(base) => {
                let mut whole = base.clone();
                for (key, value) in narrowed(own) {
                    whole.entry(key).or_insert(value);
                }
                self.list(&Value::Object(whole), at)
            }
            _ => Ok(()),
        }
    }

    /// Rules beside the preset, with those off that the project's version of it has not.
    fn without_newer(&self, mut rules: Map<String, Value>) -> Map<String, Value> {
        for rule in &self.newer {
            rules.entry(*rule).or_insert(json!("off"));
        }
        rules
    }

    /// Patterns are relative to the folder of the configuration.
    fn based(&self, object: &mut Map<String, Value>) {
        if self.base != "/" && !object.contains_key("basePath") {
            object.insert("basePath".into(), json!(self.base));
        }
    }

    /// An object with the keys that the linter reads; `None` if nothing is left.
    fn object(&mut self, object: &Map<String, Value>, at: &str) -> Result<Option<Value>, String> {
        let mut kept = Map::new();
        for (key, value) in object.iter().filter(|(_, value)| !value.is_null()) {
            if let Some(origin) = key.strip_prefix(FOREIGN) {
                self.foreign.insert(package_of(origin));
                continue;
            }
            if let Some(package) = foreign(value) {
                self.foreign.insert(package.to_owned());
                continue;
            }
            match key.as_str() {
                "rules" => self.rules(value, at, &mut kept)?,
                "files" | "ignores" => drop(kept.insert(key.clone(), patterns(value, key, at)?)),
                "basePath" | "settings" | "linterOptions" => drop(kept.insert(key.clone(), value.clone())),
                "languageOptions" => drop(kept.insert(key.clone(), self.language(value))),
                "processor" => {
                    let name = value.as_str().unwrap_or("a processor");
                    self.parsers.insert(format!("the processor {name}"));
                }
                _ => {}
            }
        }
        let has_effect = kept.keys().any(|key| !matches!(key.as_str(), "files" | "basePath"));
        if !has_effect {
            return Ok(None);
        }
        self.based(&mut kept);
        Ok(Some(Value::Object(kept)))
    }

    fn rules(&mut self, value: &Value, at: &str, kept: &mut Map<String, Value>) -> Result<(), String> {
        let Some(rules) = value.as_object() else {
            return Err(format!("rules of the configuration{at} is no object"));
        };
        let mut own = Map::new();
        let mut presets = Vec::new();
        for (id, entry) in rules {
            if let Some(preset) = id.strip_prefix(PRESET) {
                presets.push(preset.to_owned());
            } else if let Some(origin) = id.strip_prefix(FOREIGN) {
                self.foreign.insert(package_of(origin));
            } else if (self.is_rule)(id) {
                own.insert(id.clone(), entry.clone());
            } else if !is_off(entry) {
                let plugin = id.rsplit_once('/').map_or("", |(plugin, _)| plugin);
                self.dropped.entry(plugin.to_owned()).or_default().insert(id.clone());
            }
        }
        if presets.iter().any(|preset| preset == "recommended") {
            own = self.without_newer(own);
        }
        if !presets.is_empty() {
            kept.insert("extends".into(), json!(presets));
        }
        if !own.is_empty() {
            kept.insert("rules".into(), Value::Object(own));
        }
        Ok(())
    }

    fn language(&mut self, value: &Value) -> Value {
        let mut kept = Map::new();
        for (key, value) in value.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()) {
            match key.as_str() {
                "ecmaVersion" | "sourceType" => drop(kept.insert(key.clone(), value.clone())),
                "globals" => drop(kept.insert(key.clone(), globals(value))),
                "parserOptions" => {
                    let features = &value["ecmaFeatures"];
                    if features.is_object() {
                        kept.insert(key.clone(), json!({ "ecmaFeatures": features }));
                    }
                }
                "parser" => {
                    let package = foreign(value).or_else(|| value["$package"].as_str());
                    let name = package.or_else(|| value["meta"]["name"].as_str()).unwrap_or("of its own");
                    if !PARSERS.contains(&name) {
                        self.parsers.insert(format!("the parser {name}"));
                    }
                }
                _ => {}
            }
        }
        Value::Object(kept)
    }
}

/// The rules that the version of ESLint on which a project depends does not recommend.
fn newer_rules(place: Place<'_>) -> Vec<&'static str> {
    let folders = [place.folder, ""];
    let major = folders.iter().find_map(|folder| {
        let path = VfsPath::parse(&format!("/{folder}/package.json")).ok()?;
        let package: Value = serde_json::from_str(place.snapshot.get(&path)?.text()?).ok()?;
        ["@eslint/js", "eslint"].iter().find_map(|name| major_version(&package, name))
    });
    let since = RECOMMENDED_SINCE.iter().filter(|(since, _)| major.is_some_and(|major| major < *since));
    since.flat_map(|(_, rules)| rules.iter().copied()).collect()
}

/// The first number of the range in which a package depends on another.
fn major_version(package: &Value, name: &str) -> Option<u32> {
    let range =
        ["devDependencies", "dependencies"].iter().find_map(|member| package[*member][name].as_str())?;
    let number = range.trim_start_matches(['^', '~', '>', '=', 'v', ' ']).split('.').next()?;
    number.parse().ok()
}

/// Globals, with environments by name.
fn globals(value: &Value) -> Value {
    let mut names: Vec<Value> = Vec::new();
    let mut own = Map::new();
    for (name, access) in value.as_object().into_iter().flatten() {
        match name.strip_prefix(GLOBALS) {
            Some(environment) => names.push(json!(environment)),
            None if name.starts_with(FOREIGN) => {}
            None => drop(own.insert(name.clone(), access.clone())),
        }
    }
    if names.is_empty() {
        return Value::Object(own);
    }
    names.push(Value::Object(own));
    Value::Array(names)
}

/// `files` and `ignores` of an object, for those that it extends.
fn narrowed(own: &Map<String, Value>) -> Map<String, Value> {
    let keys = ["files", "ignores", "basePath"].into_iter();
    keys.filter_map(|key| own.get(key).map(|value| (key.to_owned(), value.clone()))).collect()
}

/// Patterns of files: texts, and lists of texts that must all match.
fn patterns(value: &Value, key: &str, at: &str) -> Result<Value, String> {
    let is_text = |value: &Value| match value {
        Value::String(_) => true,
        Value::Array(list) => list.iter().all(Value::is_string),
        _ => false,
    };
    match value {
        Value::Array(list) => Ok(Value::Array(list.iter().filter(|item| is_text(item)).cloned().collect())),
        _ => Err(format!("{key} of the configuration{at} is no list")),
    }
}

fn is_off(entry: &Value) -> bool {
    let severity = entry.get(0).unwrap_or(entry);
    *severity == json!("off") || *severity == json!(0)
}

/// The package that a value comes from.
fn foreign(value: &Value) -> Option<&str> {
    value["$foreign"]["package"].as_str()
}
