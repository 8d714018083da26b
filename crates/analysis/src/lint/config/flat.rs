//! ESLint's flat configuration as data: objects that apply to the files that they match, in order.

use std::collections::BTreeMap;

use std::rc::Rc;

use serde_json::{Map, Value};
use verdict_protocol::{LintConfig, RuleEntry};
use verdict_vfs::VfsPath;

use super::place::{ConfigError, Origin, Place};
use super::presets::{NAMES, preset};
use super::{Merged, glob, merge};

/// Maximum number of errors of a configuration: each is a finding of every file.
const MAX_ERRORS: usize = 100;
/// Maximum number of objects, and of levels of `extends`.
const MAX_OBJECTS: usize = 10_000;
const MAX_LEVELS: usize = 16;

/// A flat configuration.
#[derive(Default)]
pub(super) struct Flat {
    objects: Vec<Object>,
    /// Whether the default preset is below it.
    pub(super) is_house: bool,
}

/// A configuration file.
pub(super) struct Source {
    pub(super) origin: Rc<Origin>,
    pub(super) value: Value,
}

/// Alternatives of `files`: all patterns of one of them match.
type Files = Vec<Vec<String>>;

/// An object of the configuration.
#[derive(Default)]
struct Object {
    place: Place,
    base: String,
    /// Its `files`, and those of the objects that extend it.
    files: Vec<Files>,
    ignores: Vec<String>,
    /// Whether it has nothing but `ignores`, which then hold for all objects.
    is_global_ignore: bool,
    rules: BTreeMap<String, RuleEntry>,
    language: Option<Map<String, Value>>,
    linter: Map<String, Value>,
    settings: Map<String, Value>,
}

/// Reads objects and collects what is wrong with them.
struct Reader<'e> {
    objects: Vec<Object>,
    errors: &'e mut Vec<ConfigError>,
}

impl Flat {
    /// The objects of a configuration file, and those of a request after them.
    pub(super) fn new(config: &LintConfig, file: Option<&Source>, errors: &mut Vec<ConfigError>) -> Flat {
        let mut reader = Reader { objects: Vec::new(), errors };
        if let Some(Source { origin, value }) = file {
            let base = origin.path.folder().trim_start_matches('/').to_owned();
            let outer = Object { base, ..Object::default() };
            reader.read(value, Place::of_file(Rc::clone(origin)), &outer, 0);
        }
        let own = config.flat_object();
        let place = Place::default();
        for (index, object) in config.configs.iter().enumerate() {
            reader.read(object, place.index(index), &Object::default(), 0);
        }
        if !own.is_empty() {
            reader.read(&Value::Object(own), place, &Object::default(), 0);
        }
        let is_house = file.is_none() && config.is_bare();
        Flat { objects: reader.objects, is_house }
    }

    /// All rules with their entries, and the file that has them.
    pub(super) fn rules(&self) -> impl Iterator<Item = (&String, &RuleEntry, Option<&VfsPath>)> {
        self.objects.iter().flat_map(|object| {
            let file = object.place.origin.as_deref().map(|origin| &origin.path);
            object.rules.iter().map(move |(id, entry)| (id, entry, file))
        })
    }

    /// Where the options of a rule come from or, if it has none, its severity.
    pub(super) fn place(&self, rule: &str, matching: &[usize]) -> Option<&Place> {
        let objects = matching.iter().rev().map(|index| &self.objects[*index]);
        let objects: Vec<(&Object, &RuleEntry)> =
            objects.filter_map(|object| Some((object, object.rules.get(rule)?))).collect();
        let with_options = objects.iter().find(|(_, entry)| !entry.options.is_empty());
        with_options.or(objects.first()).map(|(object, _)| &object.place)
    }

    /// The objects that apply to a file; `None` if it is ignored.
    pub(super) fn matching(&self, path: &str) -> Option<Vec<usize>> {
        if self.is_ignored(path) {
            return None;
        }
        let objects = self.objects.iter().enumerate();
        Some(objects.filter(|(_, object)| object.matches(path)).map(|(index, _)| index).collect())
    }

    fn is_ignored(&self, path: &str) -> bool {
        let ignoring: Vec<&Object> = self.objects.iter().filter(|object| object.is_global_ignore).collect();
        if ignoring.is_empty() {
            return false;
        }
        let mut folders = path.match_indices('/').map(|(at, _)| &path[..=at]).skip(1);
        let is_ignored = |path: &str, is_folder: bool| {
            ignoring.iter().any(|object| match glob::relative(path, &object.base) {
                Some(path) if is_folder => glob::is_folder_ignored(object.ignores.iter(), path),
                Some(path) => glob::is_ignored(object.ignores.iter(), path),
                None => false,
            })
        };
        folders.any(|folder| is_ignored(folder, true)) || is_ignored(path, false)
    }

    /// The objects merged into one.
    pub(super) fn merged(&self, matching: &[usize]) -> Merged {
        let mut merged = Merged { language: (!self.is_house).then(Map::new), ..Merged::default() };
        for object in matching.iter().map(|index| &self.objects[*index]) {
            merge::rules(&mut merged.rules, &object.rules);
            if let Some(language) = &object.language {
                merge::objects(merged.language.get_or_insert_with(Map::new), language);
            }
            merge::objects(&mut merged.linter, &object.linter);
            merge::objects(&mut merged.settings, &object.settings);
        }
        merged
    }
}

impl Object {
    fn matches(&self, path: &str) -> bool {
        let Some(path) = glob::relative(path, &self.base) else { return false };
        let has = |files: &Files| files.iter().any(|all| all.iter().all(|one| glob::matches(one, path)));
        !self.is_global_ignore && self.files.iter().all(has) && !glob::is_ignored(self.ignores.iter(), path)
    }
}

impl Reader<'_> {
    fn wrong(&mut self, place: &Place, why: &str) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(place.wrong(why));
        }
    }

    /// Reads an object and, before it, what it extends. `outer` is the object that extends it.
    fn read(&mut self, value: &Value, place: Place, outer: &Object, level: usize) {
        if self.objects.len() >= MAX_OBJECTS || level > MAX_LEVELS {
            let why = format!("there are more than {MAX_OBJECTS} objects or {MAX_LEVELS} levels");
            self.wrong(&place, &why);
            return;
        }
        let map = match value {
            Value::Object(map) => map,
            Value::Array(list) => {
                for (index, value) in list.iter().enumerate() {
                    self.read(value, place.index(index), outer, level + 1);
                }
                return;
            }
            Value::String(name) => {
                match preset(name) {
                    Some(preset) => self.read(&preset, place, outer, level + 1),
                    None => {
                        let known = NAMES.join(", ");
                        self.wrong(&place, &format!("there is no preset \"{name}\"; there are {known}"));
                    }
                }
                return;
            }
            _ => {
                self.wrong(&place, "Expected an object.");
                return;
            }
        };
        for key in map.keys().filter(|key| !LintConfig::FLAT_KEYS.contains(&key.as_str())) {
            self.wrong(&place.key(key), "Unexpected key found.");
        }
        let mut object = Object {
            base: outer.base.clone(),
            files: outer.files.clone(),
            ignores: outer.ignores.clone(),
            ..Object::default()
        };
        if let Some(base) = map.get("basePath") {
            match base.as_str() {
                Some(base) => object.base = joined(&outer.base, base),
                None => self.wrong(&place.key("basePath"), "Expected a string."),
            }
        }
        if let Some(files) = map.get("files") {
            let files = self.files(files, &place);
            object.files.push(files);
        }
        if let Some(ignores) = map.get("ignores") {
            let ignores = self.patterns(ignores, &place, "ignores");
            object.ignores.extend(ignores);
        }
        if let Some(extends) = map.get("extends") {
            let list = match extends {
                Value::Array(list) => list.as_slice(),
                one => std::slice::from_ref(one),
            };
            for (index, extended) in list.iter().enumerate() {
                self.read(extended, place.key("extends").index(index), &object, level + 1);
            }
        }
        object.is_global_ignore = map.contains_key("ignores")
            && map.keys().all(|key| matches!(key.as_str(), "ignores" | "name" | "basePath"));
        object.rules = self.rules(map.get("rules"), &place);
        object.language =
            map.get("languageOptions").map(|value| self.object(value, &place, "languageOptions"));
        object.linter = map
            .get("linterOptions")
            .map_or_else(Map::new, |value| self.object(value, &place, "linterOptions"));
        object.settings =
            map.get("settings").map_or_else(Map::new, |value| self.object(value, &place, "settings"));
        object.place = place;
        self.objects.push(object);
    }

    fn object(&mut self, value: &Value, place: &Place, key: &str) -> Map<String, Value> {
        match value {
            Value::Object(map) => map.clone(),
            _ => {
                self.wrong(&place.key(key), "Expected an object.");
                Map::new()
            }
        }
    }

    fn rules(&mut self, value: Option<&Value>, place: &Place) -> BTreeMap<String, RuleEntry> {
        let mut rules = BTreeMap::new();
        let Some(value) = value else { return rules };
        for (id, entry) in self.object(value, place, "rules") {
            match RuleEntry::try_from(entry) {
                Ok(entry) => {
                    rules.insert(id, entry);
                }
                Err(why) => self.wrong(&place.key("rules").key(&id), &why),
            }
        }
        rules
    }

    /// `files`: patterns, and lists of patterns that all have to match.
    fn files(&mut self, value: &Value, place: &Place) -> Files {
        let Some(list) = value.as_array().filter(|list| !list.is_empty()) else {
            self.wrong(&place.key("files"), "Expected value to be a non-empty array.");
            return Vec::new();
        };
        list.iter()
            .map(|one| match one {
                Value::Array(_) => self.patterns(one, place, "files"),
                one => self.patterns(&Value::from(vec![one.clone()]), place, "files"),
            })
            .collect()
    }

    fn patterns(&mut self, value: &Value, place: &Place, key: &str) -> Vec<String> {
        let Value::Array(list) = value else {
            self.wrong(&place.key(key), "Expected value to be an array.");
            return Vec::new();
        };
        let mut patterns = Vec::new();
        for (index, pattern) in list.iter().enumerate() {
            let problem = match pattern.as_str() {
                Some(pattern) => glob::problem(pattern),
                None => Some("Expected a string.".to_owned()),
            };
            match (problem, pattern.as_str()) {
                (None, Some(pattern)) => patterns.push(pattern.to_owned()),
                (problem, _) => self.wrong(&place.key(key).index(index), &problem.unwrap_or_default()),
            }
        }
        patterns
    }
}

/// A folder below another one, without slashes around.
fn joined(base: &str, below: &str) -> String {
    let parts = base.split('/').chain(below.split('/')).filter(|part| !part.is_empty() && *part != ".");
    parts.collect::<Vec<_>>().join("/")
}
