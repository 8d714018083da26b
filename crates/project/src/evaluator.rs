//! Evaluates the configurations of a project that are code.

use serde_json::{Map, Value, json};
use verdict_protocol::{VerifyResult, overlay};
use verdict_vfs::{Globs, Snapshot, VfsPath};

use crate::eslint::{is_rule, lint_settings};
use crate::evaluation::{Evaluation, SetUp};
use crate::jest;
use crate::paths::joined;
use crate::settings::{Place, Settings};
use crate::tools::{CODE, Tools, VITEST};
use crate::vitest::{self, Member};

/// Runs the command of an evaluation. An error is a sentence why it cannot run.
pub type Evaluate<'a> = dyn FnMut(&Evaluation) -> Result<VerifyResult, String> + 'a;

/// The snapshot with the package that a specifier in a folder names, if it is installed there.
pub type Installed<'a> = dyn FnMut(&str, &str) -> Option<Snapshot> + 'a;

/// How deep lists of projects may name each other.
const DEEPEST: usize = 4;

/// The tests of a project, or of one project among several.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Tests {
    /// The name among several.
    pub(crate) name: Option<String>,
    /// The folder from the root.
    pub(crate) folder: String,
    /// The configuration `{ test }`.
    pub(crate) config: Value,
    /// The text of a setup file.
    pub(crate) setup: Option<String>,
}

/// What the tools' configurations say.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct OfTools {
    pub(crate) tests: Vec<Tests>,
    pub(crate) warnings: Vec<String>,
}

/// Evaluates configurations of a project.
pub(crate) struct Evaluator<'a> {
    snapshot: &'a Snapshot,
    tools: &'a Tools,
    evaluate: &'a mut Evaluate<'a>,
    installed: &'a mut Installed<'a>,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(
        snapshot: &'a Snapshot,
        tools: &'a Tools,
        evaluate: &'a mut Evaluate<'a>,
        installed: &'a mut Installed<'a>,
    ) -> Evaluator<'a> {
        Evaluator { snapshot, tools, evaluate, installed }
    }

    /// All that the project says of its tests.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub(crate) fn tests(&mut self) -> Result<OfTools, String> {
        let project = self.tools;
        let mut found = OfTools::default();
        if let Some(unused) = &project.unused {
            let used = project.tests.as_deref().or(project.workspace.as_deref()).unwrap_or("package.json");
            found.warnings.push(format!("{unused} does not count: {used} configures the tests"));
        }
        if project.is_jest() {
            let own = if project.folder.is_empty() { String::new() } else { format!("{}/", project.folder) };
            let file = project.tests.clone().unwrap_or_else(|| format!("{own}package.json"));
            let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
            // Jest needs no configuration.
            let has_own = project.tests.is_some() || self.package_has_jest(&format!("/{file}"));
            let value = if has_own { self.value(&file, &folder)? } else { json!({}) };
            self.jest(&value, &file, &folder, 0, &mut found)?;
            return Ok(found);
        }
        // A member of a workspace may have the configuration of the workspace, whose paths start there.
        // One that a script names may be in any folder. The project's folder is its root.
        let folder_of = |file: &str| match project.is_by_script && project.tests.as_deref() == Some(file) {
            true => project.folder.clone(),
            false => file.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned(),
        };
        let own = match &project.tests {
            Some(file) => Some((file.clone(), self.value(file, &folder_of(file))?)),
            None => None,
        };
        let listed = match &project.workspace {
            Some(file) => Some((file.clone(), self.value(file, &folder_of(file))?)),
            None => own.as_ref().and_then(|(file, value)| {
                let test = value.get("test")?;
                let list = ["projects", "workspace"].into_iter().find_map(|key| test.get(key))?;
                list.is_array().then(|| (file.clone(), list.clone()))
            }),
        };
        match (listed, own) {
            (Some((file, list)), own) => {
                let (mut provided, mut env) = (Map::new(), Map::new());
                if let Some((file, value)) = &own {
                    // What all projects have in common says the file that lists them.
                    let settings = self.settings(value, file, &folder_of(file))?;
                    found.warnings.extend(settings.warnings);
                    provided = settings.config["test"]["provide"].as_object().cloned().unwrap_or_default();
                    env = settings.global_env;
                }
                let base = own.as_ref().map(|(file, value)| (file.as_str(), value));
                self.members(&list, &file, &folder_of(&file), base, 0, &mut found)?;
                // What is provided for all projects is there for each, as in Vitest.
                for tests in &mut found.tests {
                    add(&mut tests.config["test"], "provide", provided.clone(), false);
                    add(&mut tests.config["test"], "env", env.clone(), false);
                }
            }
            (None, Some((file, value))) => {
                let settings = self.settings(&value, &file, &folder_of(&file))?;
                found.add(settings, &folder_of(&file), false);
            }
            (None, None) => {}
        }
        Ok(found)
    }

    /// What the project says of its linter; `None` if that is no code.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub(crate) fn lint(&mut self, warnings: &mut Vec<String>) -> Result<Option<Value>, String> {
        let is_code = |file: &&String| {
            let name = file.rsplit('/').next().unwrap_or(file);
            name.starts_with("eslint.config.") && !name.ends_with(".json")
        };
        if let Some(old) = &self.tools.legacy_lint {
            warnings.push(format!(
                "{old} is not read: since version 9 the configuration of ESLint is eslint.config.js"
            ));
        }
        let Some(file) = self.tools.lint.as_ref().filter(is_code) else { return Ok(None) };
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let value = self.value(file, folder)?;
        let place = Place { snapshot: self.snapshot, file, folder };
        let settings = lint_settings(&value, place, &is_rule).map_err(|why| format!("{file}: {why}"))?;
        warnings.extend(settings.warnings);
        Ok(Some(Value::Array(settings.lint)))
    }

    /// Adds a configuration of Jest, or its projects.
    fn jest(
        &mut self,
        value: &Value,
        file: &str,
        folder: &str,
        depth: usize,
        found: &mut OfTools,
    ) -> Result<(), String> {
        // A root outside the folder of the configuration is the folder of the tests.
        let root = value["rootDir"].as_str().map(|root| joined(folder, root));
        let root = root.filter(|root| !is_within(root, folder));
        let mut value = value.clone();
        if let Some(object) = value.as_object_mut().filter(|_| root.is_some()) {
            object.remove("rootDir");
        }
        let (value, folder) = (&value, root.as_deref().unwrap_or(folder));
        let place = Place { snapshot: self.snapshot, file, folder };
        let Some(list) = value.get("projects").filter(|list| list.is_array()) else {
            let settings = self.of_jest(value, place)?;
            found.add(settings, folder, depth > 0);
            return Ok(());
        };
        if depth > DEEPEST {
            return Err(format!("{file}: projects name each other more than {DEEPEST} levels deep"));
        }
        let matches = |glob: &str, path: &str| Globs::new([glob]).matches(path);
        let plain = without_root(list);
        for member in vitest::members(&plain, place, &matches).map_err(|why| format!("{file}: {why}"))? {
            match member {
                Member::Inline { config, .. } => {
                    let settings = self.of_jest(&config, place)?;
                    found.add(settings, folder, true);
                }
                Member::File(path) => {
                    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
                    let value = self.value(&path, &folder)?;
                    self.jest(&value, &path, &folder, depth + 1, found)?;
                }
                Member::Folder(folder) => {
                    let at = if folder.is_empty() { String::new() } else { format!("{folder}/") };
                    let mut names = CODE.map(|extension| format!("{at}jest.config.{extension}")).to_vec();
                    names.push(format!("{at}jest.config.json"));
                    let own = names.into_iter().find(|path| self.snapshot.contains(&format!("/{path}")));
                    let own = own.filter(|path| path != file);
                    let package = format!("{at}package.json");
                    let has_own = || self.package_has_jest(&package);
                    let own = own.or_else(|| (package != file && has_own()).then_some(package.clone()));
                    match own {
                        Some(path) => {
                            let value = self.value(&path, &folder)?;
                            self.jest(&value, &path, &folder, depth + 1, found)?;
                        }
                        None => {
                            let place = Place { snapshot: self.snapshot, file, folder: &folder };
                            let settings = self.of_jest(&json!({}), place)?;
                            found.add(settings, &folder, true);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn of_jest(&mut self, value: &Value, place: Place<'_>) -> Result<Settings, String> {
        let preset = self.preset(value, place);
        let (snapshot, value, why) = match preset {
            Some(Ok((snapshot, preset))) => (snapshot, jest::over_preset(preset, value), None),
            Some(Err(why)) => (place.snapshot.clone(), jest::over_preset(json!({}), value), Some(why)),
            None => (place.snapshot.clone(), value.clone(), None),
        };
        let at = Place { snapshot: &snapshot, ..place };
        let mut settings = jest::settings(&value, at).map_err(|why| format!("{}: {why}", place.file))?;
        settings.warnings.extend(why.map(|why| format!("{}: preset: {why}", place.file)));
        self.set_up(&mut settings, place.file, place.folder);
        Ok(settings)
    }

    /// The value of the preset that a configuration of Jest names, and the snapshot that has its files. `None` if it names
    /// none, or one that nobody finds. An error is the reason why it has no value.
    fn preset(&mut self, value: &Value, place: Place<'_>) -> Option<Result<(Snapshot, Value), String>> {
        let preset = jest::Preset::of(value, place)?;
        let mut snapshot = place.snapshot.clone();
        let mut found = preset.file(&snapshot);
        if let Some(package) = preset.package.as_deref().filter(|_| found.is_none()) {
            snapshot = (self.installed)(place.folder, package)?;
            found = preset.file(&snapshot);
        }
        let value = self.value_in(&snapshot, &found?, place.folder);
        Some(value.map(|value| (snapshot, value)))
    }

    fn package_has_jest(&self, path: &str) -> bool {
        let blob = VfsPath::parse(path).ok().and_then(|path| self.snapshot.get(&path));
        let package = blob.and_then(|blob| serde_json::from_slice::<Value>(blob.bytes()).ok());
        package.is_some_and(|package| !package["jest"].is_null())
    }

    /// Adds the projects of a list.
    fn members(
        &mut self,
        list: &Value,
        file: &str,
        folder: &str,
        base: Option<(&str, &Value)>,
        depth: usize,
        found: &mut OfTools,
    ) -> Result<(), String> {
        if depth > DEEPEST {
            return Err(format!("{file}: projects name each other more than {DEEPEST} levels deep"));
        }
        let place = Place { snapshot: self.snapshot, file, folder };
        let matches = |glob: &str, path: &str| Globs::new([glob]).matches(path);
        let members = vitest::members(list, place, &matches).map_err(|why| format!("{file}: {why}"))?;
        for member in members {
            match member {
                Member::Inline { config, extends } => {
                    let below = match &extends {
                        None => json!({}),
                        Some(path) => match base {
                            Some((own, value)) if own == path => value.clone(),
                            _ => self.value(path, folder)?,
                        },
                    };
                    let value = laid(below, &config);
                    let settings = self.settings(&value, file, folder)?;
                    found.add(settings, folder, true);
                }
                Member::File(path) => {
                    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
                    self.file(&path, &folder, depth, found)?;
                }
                Member::Folder(folder) => match self.config_of(&folder) {
                    Some(path) if path != file => self.file(&path, &folder, depth, found)?,
                    _ => {
                        let settings = Settings { config: json!({ "test": {} }), ..Settings::default() };
                        found.add(settings, &folder, true);
                    }
                },
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &str, folder: &str, depth: usize, found: &mut OfTools) -> Result<(), String> {
        let value = self.value(path, folder)?;
        let list = value.get("test").and_then(|test| test.get("projects")).filter(|list| list.is_array());
        if let Some(list) = list {
            return self.members(&list.clone(), path, folder, Some((path, &value)), depth + 1, found);
        }
        let settings = self.settings(&value, path, folder)?;
        found.add(settings, folder, true);
        Ok(())
    }

    /// The configuration of a folder.
    fn config_of(&self, folder: &str) -> Option<String> {
        let at = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let names = VITEST.iter().flat_map(|stem| CODE.map(|extension| format!("{at}{stem}.{extension}")));
        names.into_iter().find(|path| self.snapshot.contains(&format!("/{path}")))
    }

    fn settings(&mut self, value: &Value, file: &str, folder: &str) -> Result<Settings, String> {
        let place = Place { snapshot: self.snapshot, file, folder };
        let mut settings = vitest::settings(value, place).map_err(|why| format!("{file}: {why}"))?;
        self.set_up(&mut settings, file, folder);
        Ok(settings)
    }

    /// Runs the files of `globalSetup`, and adds what they leave to the configuration. A file that does not run is named in a
    /// warning: mostly it starts a server, and the tests that need none still run.
    fn set_up(&mut self, settings: &mut Settings, file: &str, folder: &str) {
        let paths: Vec<VfsPath> =
            settings.global_setup.iter().filter_map(|path| VfsPath::parse(path).ok()).collect();
        if paths.is_empty() {
            return;
        }
        let test = &settings.config["test"];
        let evaluation = Evaluation::of_global_setup(self.snapshot, &paths, folder, test);
        let left = evaluation.and_then(|evaluation| {
            let result = (self.evaluate)(&evaluation)?;
            evaluation.set_up(&result).map_err(|unread| unread.why)
        });
        let name = |path: &str| path.trim_start_matches('/').to_owned();
        let listed = settings.global_setup.iter().map(|path| name(path)).collect::<Vec<_>>().join(", ");
        let mut warn = |path: &str, what: &str| {
            settings.warnings.push(format!("{file}: globalSetup {}: {what}", name(path)));
        };
        match left {
            Err(why) => warn(&listed, &format!("it does not run here: {why}")),
            Ok(SetUp { provided, env, left, error }) => {
                if let Some(error) = error {
                    warn(&error.path, &format!("it does not run here: {}", error.message));
                }
                for key in left {
                    warn(
                        &listed,
                        &format!("what it provides as {key} is left out: it is not data that JSON has"),
                    );
                }
                let own = &mut settings.config["test"];
                add(own, "provide", provided, true);
                // What the configuration sets lies over it.
                settings.global_env = env;
                settings.global_env.retain(|name, _| own["env"][name.as_str()].is_null());
                add(own, "env", settings.global_env.clone(), false);
            }
        }
    }

    /// The value of a configuration.
    ///
    /// # Errors
    /// A sentence that names the file.
    fn value(&mut self, file: &str, folder: &str) -> Result<Value, String> {
        self.value_in(self.snapshot, file, folder)
    }

    fn value_in(&mut self, snapshot: &Snapshot, file: &str, folder: &str) -> Result<Value, String> {
        let path = VfsPath::parse(file).map_err(|error| format!("{file}: {error}"))?;
        let evaluation = Evaluation::new(snapshot, &path, folder).map_err(|unread| unread.to_string())?;
        let result = (self.evaluate)(&evaluation).map_err(|why| format!("{file}: {why}"))?;
        evaluation.read(&result).map_err(|unread| unread.to_string())
    }
}

impl OfTools {
    fn add(&mut self, settings: Settings, folder: &str, is_one_of_several: bool) {
        let Settings { config, name, setup, warnings, .. } = settings;
        let name = is_one_of_several.then(|| {
            let own = folder.rsplit('/').next().filter(|name| !name.is_empty());
            name.or_else(|| own.map(str::to_owned)).unwrap_or_else(|| self.tests.len().to_string())
        });
        for warning in warnings {
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        self.tests.push(Tests { name, folder: folder.to_owned(), config, setup });
    }
}

/// Whether a folder is another one, or in it.
fn is_within(folder: &str, outer: &str) -> bool {
    let rest = folder.strip_prefix(outer);
    outer.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Adds members to the object at a key. Those that are there stay, unless the new ones come first.
fn add(to: &mut Value, key: &str, members: Map<String, Value>, come_first: bool) {
    if members.is_empty() {
        return;
    }
    let own = to[key].as_object().cloned().unwrap_or_default();
    let (mut below, above) = if come_first { (own, members) } else { (members, own) };
    below.extend(above);
    to[key] = Value::Object(below);
}

/// A configuration over the one that it extends, as Vite merges them: lists follow each other. A project has
/// a name of its own, and no projects.
fn laid(mut below: Value, over: &Value) -> Value {
    if let Some(test) = below.get_mut("test").and_then(Value::as_object_mut) {
        for key in ["projects", "workspace", "name", "include", "exclude"] {
            let is_inherited = matches!(key, "include" | "exclude") && over["test"][key].is_null();
            if !is_inherited {
                test.remove(key);
            }
        }
    }
    let mut over = over.clone();
    if let Some(over) = over.as_object_mut() {
        over.remove("extends");
    }
    join_lists(&below, &mut over);
    overlay(&mut below, &over);
    below
}

/// Puts the items of lists in front of those that lie over them.
fn join_lists(below: &Value, over: &mut Value) {
    for (key, value) in over.as_object_mut().into_iter().flatten() {
        match (&below[key.as_str()], value) {
            (Value::Array(first), Value::Array(then)) => {
                then.splice(0..0, first.iter().cloned());
            }
            (first @ Value::Object(_), then @ Value::Object(_)) => join_lists(first, then),
            _ => {}
        }
    }
}

/// A list of Jest's projects, with paths from the folder.
fn without_root(list: &Value) -> Value {
    let plain = |item: &Value| match item.as_str() {
        Some(path) => json!(path.trim_start_matches("<rootDir>/").replace("<rootDir>", ".")),
        None => item.clone(),
    };
    list.as_array().into_iter().flatten().map(plain).collect()
}
