//! What is to be verified in a project: the files of each verb.

use verdict_protocol::test_globs::{NO_TESTS, TESTS};
use verdict_protocol::{CONFIG_FILE, Command, Verb};
use verdict_vfs::{FileGlobs, Globs, SCRIPT_EXTENSIONS, Snapshot, VfsPath};

use crate::base::{Base, TestsOf};
use crate::jest::JEST;
use crate::tools::Tools;
use crate::tsconfig;

/// Extensions of files whose types are checked.
const TYPED: [&str; 4] = ["ts", "mts", "cts", "tsx"];

/// A verb with its files.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// The verb.
    pub verb: Verb,
    /// The files, in order of their paths.
    pub files: Vec<VfsPath>,
    /// The task in a few words, in place of all files: `lint:src`.
    pub label: String,
    /// The configuration of a project among several.
    pub config: Option<serde_json::Value>,
}

impl Task {
    /// A task of files that `named` arguments chose; of all files without any.
    #[must_use]
    pub fn new(verb: Verb, files: Vec<VfsPath>, named: &[String]) -> Task {
        let paths = if named.is_empty() { ".".to_owned() } else { named.join(" ") };
        Task { verb, files, label: format!("{}:{paths}", verb.as_str()), config: None }
    }

    /// The tests of a project. Among several, its name stands in front of the paths.
    #[must_use]
    pub fn of_tests(of: &TestsOf, files: Vec<VfsPath>, named: &[String]) -> Task {
        let mut task = Task::new(Verb::Test, files, named);
        if let Some(name) = &of.name {
            task.label = task.label.replacen(':', &format!(":[{name}] "), 1);
        }
        Task { config: of.config.clone(), ..task }
    }

    /// The command that names the files; `None` if a name cannot be written.
    #[must_use]
    pub fn command(&self) -> Option<String> {
        let paths = self.files.iter().map(VfsPath::as_str);
        Command::of_paths(self.verb, paths).map(|command| command.to_string())
    }
}

/// Whether a verb reads files of this name if a folder is named.
#[must_use]
pub fn is_for(verb: Verb, path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    match verb {
        Verb::Test => Globs::new([TESTS]).matches(path.trim_start_matches('/')),
        Verb::TypeCheck => TYPED.contains(&extension),
        Verb::Lint | Verb::Eval | Verb::Project => SCRIPT_EXTENSIONS.contains(&extension),
    }
}

/// The files of a project, with its configuration.
#[derive(Debug, Clone, Copy)]
pub struct Files<'a> {
    /// Where the project's configurations are.
    pub tools: &'a Tools,
    /// All files.
    pub snapshot: &'a Snapshot,
    /// What the configurations say.
    pub base: &'a Base,
}

impl<'a> Files<'a> {
    /// The tasks of all verbs for which the project has files and a configuration. Tests need none.
    #[must_use]
    pub fn tasks(&self) -> Vec<Task> {
        let lint = if self.lints() { self.scripts() } else { Vec::new() };
        let tasks = [(Verb::Lint, lint), (Verb::TypeCheck, self.typed())];
        let tasks = tasks.into_iter().map(|(verb, files)| Task::new(verb, files, &[]));
        let tests = self.base.tests.iter().map(|of| Task::of_tests(of, self.tests(of), &[]));
        tests.chain(tasks).filter(|task| !task.files.is_empty()).collect()
    }

    /// The globs of a project's test files.
    #[must_use]
    pub fn include(&self, of: &TestsOf) -> Vec<String> {
        let default: &[&str] = if self.tools.is_jest() { &JEST } else { &[TESTS] };
        of.include.clone().unwrap_or_else(|| default.iter().map(|glob| (*glob).to_owned()).collect())
    }

    /// All test files of a project.
    #[must_use]
    pub fn tests(&self, of: &TestsOf) -> Vec<VfsPath> {
        let exclude = of.exclude.clone().unwrap_or_else(|| NO_TESTS.map(str::to_owned).to_vec());
        let to_run = FileGlobs::new(&self.include(of), &exclude);
        let of_sources = FileGlobs::new(&of.include_source, &exclude);
        let has_tests_within = |path: &VfsPath| {
            self.snapshot.get(path).is_some_and(|blob| blob.text().is_some_and(tests_itself))
        };
        let types = of.typecheck.as_ref();
        let runs = types.is_none_or(|types| !types.only);
        let of_types = types.map(|types| FileGlobs::new(&types.include, &types.exclude));
        let dir = of.dir.as_deref().unwrap_or_default();
        let is_test = |path: &&VfsPath| {
            let Some(below_folder) = below(&of.folder, path.as_str()) else { return false };
            let is_of_types = || of_types.as_ref().is_some_and(|globs| globs.matches(below_folder));
            let is_to_run = || {
                to_run.matches(below_folder) || (of_sources.matches(below_folder) && has_tests_within(path))
            };
            below(dir, below_folder).is_some() && ((runs && is_to_run()) || is_of_types())
        };
        self.own().filter(is_test).cloned().collect()
    }

    /// All files that a linter reads.
    #[must_use]
    pub fn scripts(&self) -> Vec<VfsPath> {
        self.own().filter(|path| is_for(Verb::Lint, path.as_str())).cloned().collect()
    }

    /// The files that the project's `tsconfig.json` names.
    #[must_use]
    pub fn typed(&self) -> Vec<VfsPath> {
        let Some(config) = &self.tools.types else { return Vec::new() };
        let files = tsconfig::files(self.snapshot, config);
        files.into_iter().filter(|path| self.tools.has(path.as_str())).collect()
    }

    fn own(&self) -> impl Iterator<Item = &'a VfsPath> {
        let tools = self.tools;
        let own = self.snapshot.iter().map(|(path, _)| path).filter(|path| tools.has(path.as_str()));
        own.filter(|path| !path.as_str().contains("/node_modules/"))
    }

    /// Whether the project has rules for its linter.
    #[must_use]
    pub fn lints(&self) -> bool {
        let nested = || self.own().any(|path| path.name() == "eslint.config.json");
        let own = || {
            let path = VfsPath::parse(CONFIG_FILE).ok();
            let text = path.and_then(|path| self.snapshot.get(&path)?.text().map(str::to_owned));
            let config: Option<serde_json::Value> = text.and_then(|text| serde_json::from_str(&text).ok());
            config.is_some_and(|config| !config["lint"].is_null())
        };
        self.tools.lint.is_some() || !self.base.config["lint"].is_null() || own() || nested()
    }
}

/// Whether a source has tests within it, by the words that Vitest looks for.
fn tests_itself(text: &str) -> bool {
    text.contains("import.meta.vitest")
}

/// A path as seen from a folder; `None` if it is not below it.
fn below<'a>(folder: &str, path: &'a str) -> Option<&'a str> {
    let path = path.trim_start_matches('/');
    if folder.is_empty() { Some(path) } else { path.strip_prefix(folder)?.strip_prefix('/') }
}
