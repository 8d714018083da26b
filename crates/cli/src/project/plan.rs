//! What is to be verified in a project: the files of each verb.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use verdict_protocol::test_globs::{NO_TESTS, TESTS};
use verdict_protocol::{Command, Verb};
use verdict_vfs::{FileGlobs, Globs, SCRIPT_EXTENSIONS, Snapshot, VfsPath};

use super::base::{Base, TestsOf};
use super::patterns::JEST;
use super::{PathArguments, Project, filters, related, tsconfig};

/// Extensions of files whose types are checked.
const TYPED: [&str; 4] = ["ts", "mts", "cts", "tsx"];

/// A verb with its files.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Task {
    pub(crate) verb: Verb,
    pub(crate) files: Vec<VfsPath>,
    /// The task in a few words, in place of all files: `lint:src`.
    pub(crate) label: String,
    /// The configuration of a project among several.
    pub(crate) config: Option<Value>,
}

impl Task {
    /// The command that names the files; `None` if a name cannot be written.
    pub(crate) fn command(&self) -> Option<String> {
        let paths = self.files.iter().map(VfsPath::as_str);
        Command::of_paths(self.verb, paths).map(|command| command.to_string())
    }
}

/// Whether a verb reads files of this name if a folder is named.
pub(super) fn is_for(verb: Verb, path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    match verb {
        Verb::Test => Globs::new([TESTS]).matches(path.trim_start_matches('/')),
        Verb::TypeCheck => TYPED.contains(&extension),
        Verb::Lint | Verb::Eval => SCRIPT_EXTENSIONS.contains(&extension),
    }
}

/// Whether a file has imports, by its name.
pub(crate) fn is_script(path: &VfsPath) -> bool {
    path.extension().is_some_and(|extension| SCRIPT_EXTENSIONS.contains(&extension))
}

/// A project with its files and its configuration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Planner<'a> {
    pub(crate) project: &'a Project,
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) base: &'a Base,
    /// The folder from which paths start.
    pub(crate) here: &'a Path,
}

impl Planner<'_> {
    /// All verbs for which the project has files and a configuration. Tests need none.
    pub(crate) fn all(&self) -> Vec<Task> {
        let lint = if self.lints() { self.scripts() } else { Vec::new() };
        let tasks = [(Verb::Lint, lint), (Verb::TypeCheck, self.typed())];
        let tasks = tasks.into_iter().map(|(verb, files)| task(verb, files, &[]));
        let tests = self.base.tests.iter().map(|of| test_task(of, self.tests(of), &[]));
        tests.chain(tasks).filter(|task| !task.files.is_empty()).collect()
    }

    /// The tests whose paths have one of the filters.
    ///
    /// # Errors
    /// A sentence if no file is found.
    pub(crate) fn test(&self, filters: &[String]) -> Result<Vec<Task>, String> {
        let tests: Vec<_> = self.base.tests.iter().map(|of| (of, self.tests(of))).collect();
        if tests.iter().all(|(_, files)| files.is_empty()) {
            let include: Vec<String> = self.base.tests.iter().flat_map(|of| self.include(of)).collect();
            let include = include.join(", ");
            return Err(format!("the project has no test files: none matches {include}"));
        }
        let all: BTreeSet<VfsPath> = tests.iter().flat_map(|(_, files)| files).cloned().collect();
        let all: Vec<VfsPath> = all.into_iter().collect();
        let wanted = filters::filtered(&all, filters, self.project, self.here)?;
        let wanted: BTreeSet<VfsPath> = wanted.into_iter().collect();
        let kept = tests.into_iter().map(|(of, mut files)| {
            files.retain(|file| wanted.contains(file));
            test_task(of, files, filters)
        });
        Ok(kept.filter(|task| !task.files.is_empty()).collect())
    }

    /// The files to lint: those of paths, or all.
    ///
    /// # Errors
    /// A sentence if no file is found.
    pub(crate) fn lint(&self, paths: &[String]) -> Result<Task, String> {
        let files = match paths {
            [] => self.scripts(),
            paths => self.arguments().select(paths, |file| is_for(Verb::Lint, file.as_str()))?,
        };
        if files.is_empty() {
            Err("the project has no scripts to lint".into())
        } else {
            Ok(task(Verb::Lint, files, paths))
        }
    }

    /// The files whose types to check: those of paths, or those that the project's `tsconfig.json` names.
    ///
    /// # Errors
    /// A sentence if no file is found.
    pub(crate) fn types(&self, paths: &[String]) -> Result<Task, String> {
        let files = match paths {
            [] => self.typed(),
            paths => self.arguments().select(paths, |file| is_for(Verb::TypeCheck, file.as_str()))?,
        };
        if files.is_empty() {
            return Err("no tsconfig.json names files to check: name them, such as verdict types src".into());
        }
        Ok(task(Verb::TypeCheck, files, paths))
    }

    /// The files that paths name, whatever they are.
    ///
    /// # Errors
    /// A sentence for a path that selects none.
    pub(crate) fn named(&self, paths: &[String]) -> Result<BTreeSet<VfsPath>, String> {
        Ok(self.arguments().select(paths, |_| true)?.into_iter().collect())
    }

    /// Tasks without the files that a change does not reach: a linter reads what changed, all else what depends on it.
    pub(crate) fn reached(&self, tasks: Vec<Task>, changed: &BTreeSet<VfsPath>) -> Vec<Task> {
        let related = related::related(self.snapshot, &self.base.config, changed);
        let kept = tasks.into_iter().map(|mut task| {
            // Each project among several has aliases of its own.
            let own = task.config.as_ref().map(|config| related::related(self.snapshot, config, changed));
            let related = own.as_ref().unwrap_or(&related);
            let is_lint = task.verb == Verb::Lint;
            task.files.retain(|file| if is_lint { changed.contains(file) } else { related.contains(file) });
            task
        });
        kept.filter(|task| !task.files.is_empty()).collect()
    }

    fn arguments(&self) -> PathArguments<'_> {
        PathArguments { root: &self.project.root, here: self.here, snapshot: self.snapshot }
    }

    fn own(&self) -> impl Iterator<Item = &VfsPath> {
        let own = self.snapshot.iter().map(|(path, _)| path).filter(|path| self.project.has(path.as_str()));
        own.filter(|path| !path.as_str().contains("/node_modules/"))
    }

    fn include(&self, of: &TestsOf) -> Vec<String> {
        let default: &[&str] = if self.project.is_jest { &JEST } else { &[TESTS] };
        of.include.clone().unwrap_or_else(|| default.iter().map(|glob| (*glob).to_owned()).collect())
    }

    /// All test files of a project.
    fn tests(&self, of: &TestsOf) -> Vec<VfsPath> {
        let exclude = of.exclude.clone().unwrap_or_else(|| NO_TESTS.map(str::to_owned).to_vec());
        let to_run = FileGlobs::new(&self.include(of), &exclude);
        let types = of.typecheck.as_ref();
        let runs = types.is_none_or(|types| !types.only);
        let of_types = types.map(|types| FileGlobs::new(&types.include, &types.exclude));
        let dir = of.dir.as_deref().unwrap_or_default();
        let is_test = |path: &&VfsPath| {
            let Some(path) = below(&of.folder, path.as_str()) else { return false };
            let is_of_types = || of_types.as_ref().is_some_and(|globs| globs.matches(path));
            below(dir, path).is_some() && ((runs && to_run.matches(path)) || is_of_types())
        };
        self.own().filter(is_test).cloned().collect()
    }

    fn scripts(&self) -> Vec<VfsPath> {
        self.own().filter(|path| is_for(Verb::Lint, path.as_str())).cloned().collect()
    }

    fn typed(&self) -> Vec<VfsPath> {
        let Some(config) = &self.project.types else { return Vec::new() };
        let files = tsconfig::files(self.snapshot, config);
        files.into_iter().filter(|path| self.project.has(path.as_str())).collect()
    }

    /// Whether the project has rules for its linter.
    fn lints(&self) -> bool {
        let nested = || self.own().any(|path| path.name() == "eslint.config.json");
        let own = || {
            let path = VfsPath::parse(verdict_protocol::CONFIG_FILE).ok();
            let text = path.and_then(|path| self.snapshot.get(&path)?.text().map(str::to_owned));
            let config: Option<serde_json::Value> = text.and_then(|text| serde_json::from_str(&text).ok());
            config.is_some_and(|config| !config["lint"].is_null())
        };
        self.project.lint.is_some() || !self.base.config["lint"].is_null() || own() || nested()
    }
}

/// A path as seen from a folder; `None` if it is not below it.
fn below<'a>(folder: &str, path: &'a str) -> Option<&'a str> {
    let path = path.trim_start_matches('/');
    if folder.is_empty() { Some(path) } else { path.strip_prefix(folder)?.strip_prefix('/') }
}

fn task(verb: Verb, files: Vec<VfsPath>, named: &[String]) -> Task {
    let paths = if named.is_empty() { ".".to_owned() } else { named.join(" ") };
    Task { verb, files, label: format!("{}:{paths}", verb.as_str()), config: None }
}

/// The task of a project's tests. Among several, its name stands in front of the paths.
fn test_task(of: &TestsOf, files: Vec<VfsPath>, named: &[String]) -> Task {
    let mut task = task(Verb::Test, files, named);
    if let Some(name) = &of.name {
        task.label = task.label.replacen(':', &format!(":[{name}] "), 1);
    }
    Task { config: of.config.clone(), ..task }
}

/// The number of different files of tasks.
pub(crate) fn count(tasks: &[Task]) -> usize {
    tasks.iter().flat_map(|task| &task.files).collect::<BTreeSet<_>>().len()
}
