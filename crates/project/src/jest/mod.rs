//! Configurations of Jest, as data.

mod patterns;
mod preset;

use serde_json::{Map, Value, json};

pub(crate) use self::preset::{Preset, over_preset};
use crate::keys::{Keys, take_foreign};
use crate::paths::{Paths, why_invalid};
use crate::settings::{Place, Settings};
use crate::vitest::known_members;

pub use patterns::JEST;

const KEYS: Keys = Keys { at: "", table: include_str!("keys.txt") };
/// What `<rootDir>` stands for.
const ROOT: &str = "<rootDir>";
/// Jest's defaults of `testMatch`, for folders of `roots`.
const MATCH: [&str; 2] = ["**/__tests__/**/*.?([mc])[jt]s?(x)", "**/?(*.)+(spec|test).?([mc])[jt]s?(x)"];

/// Reads the value of a configuration of Jest.
///
/// # Errors
/// A sentence, without the name of the file, for a value of a wrong shape.
pub fn settings(value: &Value, place: Place<'_>) -> Result<Settings, String> {
    let mut value = value.clone();
    let foreign = take_foreign(&mut value);
    if value.is_null() {
        value = json!({});
    }
    let foreign = foreign.into_iter().map(|package| {
        format!("{}: values of the package {package} are left out: it does not run here", place.file)
    });
    let Some(config) = value.as_object() else { return Err("the configuration is no object".into()) };
    let root = config.get("rootDir").and_then(Value::as_str);
    let paths = Paths::new(place, root);
    let mut read = Reader { settings: Settings::default(), test: Map::new(), paths: &paths };
    read.settings.warnings.extend(foreign);
    read.files(config)?;
    for (key, value) in config.iter().filter(|(_, value)| !value.is_null()) {
        read.settings.warnings.extend(KEYS.warning(place.file, key));
        read.key(key, value)?;
    }
    read.globals(config);
    read.conditions(config)?;
    let mut settings = read.settings;
    settings.config = json!({ "test": read.test });
    Ok(settings)
}

/// The globs of the files below a root that match a glob which starts with `**`. Jest matches whole paths, so that a
/// folder which the glob names may be the root itself or above it.
fn below(root: &str, glob: &str) -> Vec<String> {
    if root.is_empty() {
        return vec![glob.to_owned()];
    }
    let named = glob.strip_prefix("**/").and_then(|rest| rest.split_once('/'));
    let inside = named.filter(|(folder, _)| root.split('/').any(|of_root| of_root == *folder));
    let mut globs = vec![format!("{root}/{glob}")];
    globs.extend(inside.map(|(_, rest)| format!("{root}/{rest}")));
    globs
}

struct Reader<'a> {
    settings: Settings,
    test: Map<String, Value>,
    paths: &'a Paths<'a>,
}

impl Reader<'_> {
    fn warn(&mut self, text: &str) {
        let file = self.paths.place.file;
        self.settings.warnings.push(format!("{file}: {text}"));
    }

    fn key(&mut self, key: &str, value: &Value) -> Result<(), String> {
        let wrong = |what: &str| format!("{key} is {what}");
        match key {
            "testTimeout" => {
                let time = value.as_u64().ok_or_else(|| wrong("no number of milliseconds"))?;
                self.test.insert("testTimeout".into(), json!(time));
                self.test.insert("hookTimeout".into(), json!(time));
            }
            "bail" => {
                let bail = value.as_u64().or_else(|| value.as_bool().map(u64::from));
                self.test.insert("bail".into(), json!(bail.ok_or_else(|| wrong("no number"))?));
            }
            "clearMocks" | "restoreMocks" | "passWithNoTests" | "resetMocks" | "resetModules" => {
                let is_on = value.as_bool().ok_or_else(|| wrong("neither true nor false"))?;
                let key = if key == "resetMocks" { "mockReset" } else { key };
                self.test.insert(key.into(), json!(is_on));
            }
            "randomize" if value == true => {
                self.test.insert("sequence".into(), json!({ "shuffle": true }));
            }
            "silent" if value == true => {
                self.test.insert("console".into(), json!("silent"));
            }
            "testNamePattern" => {
                let pattern = value.as_str().ok_or_else(|| wrong("no text"))?;
                self.test.insert(key.into(), json!(pattern));
            }
            "snapshotFormat" => {
                let read = known_members(key, value).ok_or_else(|| wrong("no object"))?;
                self.test.insert(key.into(), read);
            }
            "testEnvironment" => self.environment(value.as_str().ok_or_else(|| wrong("no text"))?),
            "testEnvironmentOptions" => {
                let given = value.as_object().ok_or_else(|| wrong("no object"))?;
                self.environment_options(given);
            }
            "moduleNameMapper" => self.mapper(value.as_array().ok_or_else(|| wrong("no object"))?),
            "globalSetup" => {
                let path = value.as_str().ok_or_else(|| wrong("no text"))?;
                self.settings.global_setup = vec![self.paths.absolute(&rooted(path))];
            }
            "displayName" => {
                self.settings.name = value.as_str().or_else(|| value["name"].as_str()).map(str::to_owned);
            }
            "preset" if Preset::of(&json!({ "preset": value }), self.paths.place).is_some() => {
                let name = value.as_str().unwrap_or_default();
                self.warn(&format!("preset {name} is not there"));
            }
            "moduleDirectories" => {
                let own = value.as_array().into_iter().flatten().filter_map(Value::as_str);
                let more: Vec<&str> = own.filter(|folder| *folder != "node_modules").collect();
                if !more.is_empty() {
                    let more = more.join(", ");
                    self.warn(&format!(
                        "moduleDirectories has no meaning here beyond node_modules: {more} needs moduleNameMapper"
                    ));
                }
            }
            "injectGlobals" if value == false => {
                self.warn("injectGlobals has no meaning here: test functions are always global");
            }
            _ => {}
        }
        Ok(())
    }

    /// Which files are tests, and which run before them.
    fn files(&mut self, config: &Map<String, Value>) -> Result<(), String> {
        let list = |key: &str| match config.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(one)) => Ok(Some(vec![one.clone()])),
            Some(Value::Array(list)) => list
                .iter()
                .map(|item| item.as_str().map(str::to_owned))
                .collect::<Option<Vec<_>>>()
                .map(Some)
                .ok_or_else(|| format!("{key} is no list of texts")),
            Some(_) => Err(format!("{key} is no list of texts")),
        };
        let roots = list("roots")?.unwrap_or_else(|| vec![ROOT.into()]);
        let roots: Vec<String> = roots.iter().map(|root| self.paths.glob(&rooted(root))).collect();
        let in_roots = |glob: &str| -> Vec<String> {
            if glob.starts_with("**") {
                roots.iter().flat_map(|root| below(root, glob)).collect()
            } else {
                vec![self.paths.glob(&rooted(glob))]
            }
        };
        let mut include = Vec::new();
        let mut exclude = vec!["**/node_modules/**".to_owned(), "**/.git/**".to_owned()];
        if let Some(patterns) = list("testRegex")?.filter(|patterns| !patterns.is_empty()) {
            for pattern in &patterns {
                include.push(self.pattern("testRegex", pattern)?);
            }
        } else {
            let globs = list("testMatch")?.unwrap_or_else(|| MATCH.map(str::to_owned).to_vec());
            for glob in &globs {
                match glob.strip_prefix('!') {
                    Some(glob) => exclude.extend(in_roots(glob)),
                    None => include.extend(in_roots(glob)),
                }
            }
        }
        let ignored = list("testPathIgnorePatterns")?.unwrap_or_default();
        for pattern in &ignored {
            exclude.push(self.pattern("testPathIgnorePatterns", pattern)?);
        }
        self.test.insert("include".into(), json!(include));
        self.test.insert("exclude".into(), json!(exclude));
        let module = |name: String| {
            let path = self.paths.absolute(&rooted(&name));
            let is_path = name.starts_with(['.', '/', '<']) || self.paths.exists(&path);
            if is_path { path } else { name }
        };
        let mut setup = Vec::new();
        for key in ["setupFiles", "setupFilesAfterEnv"] {
            setup.extend(list(key)?.unwrap_or_default().into_iter().map(module));
        }
        // Jest asks the first one first.
        let serializers = list("snapshotSerializers")?.unwrap_or_default();
        let serializers: Vec<String> = serializers.into_iter().rev().map(module).collect();
        self.settings.add_serializers(&serializers);
        if !setup.is_empty() {
            self.test.insert("setupFiles".into(), json!(setup));
        }
        Ok(())
    }

    /// A pattern of paths. Files are chosen by globs, and by patterns in slashes.
    fn pattern(&self, key: &str, pattern: &str) -> Result<String, String> {
        // A path from the project's folder has a slash in front.
        let root = self.paths.root();
        let root = if root.is_empty() { String::new() } else { format!("/{root}") };
        let pattern = pattern.replace(ROOT, &root);
        regex_lite::Regex::new(&pattern)
            .map_err(|error| format!("{key}: the pattern {pattern} is not supported: {error}"))?;
        Ok(format!("/{pattern}/"))
    }

    fn environment(&mut self, name: &str) {
        let known = match name {
            "node" | "jest-environment-node" => "node",
            "jsdom" | "jest-environment-jsdom" | "jest-fixed-jsdom" => "jsdom",
            "@happy-dom/jest-environment" => "happy-dom",
            _ => {
                self.warn(&format!("testEnvironment {name} comes from a package that does not run here"));
                return;
            }
        };
        self.test.insert("environment".into(), json!(known));
    }

    /// `testEnvironmentOptions`, for the DOM that a file has. Jest's page has another address than that of Vitest.
    fn environment_options(&mut self, given: &Map<String, Value>) {
        let mut options = json!({ "url": "http://localhost/" });
        for (name, value) in given {
            options[name] = value.clone();
        }
        self.test.insert("environmentOptions".into(), json!({ "jsdom": options, "happyDOM": options }));
    }

    /// The conditions of `exports` that the environment has: `customExportConditions`, or `browser` with a DOM. Without
    /// any, those of Node hold alone.
    fn conditions(&mut self, config: &Map<String, Value>) -> Result<(), String> {
        let options = config.get("testEnvironmentOptions");
        let has_dom = self.test.get("environment").is_some_and(|name| name != "node");
        let conditions = match options.and_then(|options| options.get("customExportConditions")) {
            None | Some(Value::Null) if has_dom => json!(["browser"]),
            None | Some(Value::Null) => return Ok(()),
            Some(own) => {
                let are_texts = own.as_array().is_some_and(|own| own.iter().all(Value::is_string));
                if !are_texts {
                    return Err("customExportConditions is no list of texts".into());
                }
                // An empty list would stand for those of Node.
                if own == &json!([]) { json!([""]) } else { own.clone() }
            }
        };
        self.test.insert("resolve".into(), json!({ "conditions": conditions }));
        Ok(())
    }

    /// `moduleNameMapper`: patterns of specifiers, in order.
    fn mapper(&mut self, map: &[Value]) {
        let mut entries = Vec::new();
        for pair in map {
            let (source, to) = (pair[0].as_str().unwrap_or_default(), &pair[1]);
            let targets: Vec<&str> = match to {
                Value::String(one) => vec![one],
                Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
                _ => Vec::new(),
            };
            let mut targets = targets.iter().map(|target| self.target(target));
            let Some(target) = targets.next() else { continue };
            let fallbacks: Vec<String> = targets.collect();
            if [&target].into_iter().chain(&fallbacks).any(|target| target == "identity-obj-proxy") {
                self.warn(&format!(
                    "moduleNameMapper: {source} maps to identity-obj-proxy, which must be installed"
                ));
            }
            // A pattern matches a part of a specifier, and replaces all of it.
            let open = if source.starts_with('^') { "" } else { "^.*?" };
            let close = if source.ends_with('$') { "" } else { ".*$" };
            let mut entry = json!({
                "find": { "source": format!("{open}{source}{close}"), "flags": "" },
                "replacement": target,
            });
            if !fallbacks.is_empty() {
                entry["fallbacks"] = json!(fallbacks);
            }
            match why_invalid(&entry) {
                None => entries.push(entry),
                Some(why) => self.warn(&format!("moduleNameMapper: {source} is left out: {why}")),
            }
        }
        if !entries.is_empty() {
            self.test.insert("alias".into(), json!(entries));
        }
    }

    fn target(&self, to: &str) -> String {
        if !to.starts_with(['.', '/', '<']) {
            return to.to_owned();
        }
        let (head, tail) = match to.find('$') {
            Some(at) => to.split_at(at),
            None => (to, ""),
        };
        let slash = if head.ends_with('/') { "/" } else { "" };
        let path = self.paths.absolute(&rooted(head));
        format!("{}{slash}{tail}", path.trim_end_matches('/'))
    }

    /// `globals`, which have values of JSON.
    fn globals(&mut self, config: &Map<String, Value>) {
        let mut setup = String::new();
        for (name, value) in config.get("globals").and_then(Value::as_object).into_iter().flatten() {
            let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
            // What `ts-jest` reads has a name that no program uses.
            if is_name {
                setup.push_str(&format!("globalThis.{name} = {value};\n"));
            }
        }
        self.settings.add_setup(&setup);
    }
}

/// A path below `<rootDir>` as one from the root of the configuration.
fn rooted(path: &str) -> String {
    match path.strip_prefix(ROOT) {
        Some("") => ".".to_owned(),
        Some(rest) => format!("./{}", rest.trim_start_matches('/')),
        None => path.to_owned(),
    }
}
