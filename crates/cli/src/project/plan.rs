//! What is to be verified in a project: the files of each verb.

use std::collections::BTreeSet;
use std::path::Path;

use verdict_project::base::Base;
use verdict_project::plan::{Files, Task, is_for};
use verdict_protocol::Verb;
use verdict_vfs::{Snapshot, VfsPath};

use super::{PathArguments, Project, filters, related};
use crate::out::warn;

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
        self.files().tasks()
    }

    /// The tests whose paths have one of the filters.
    ///
    /// # Errors
    /// A sentence if no file is found.
    pub(crate) fn test(&self, filters: &[String]) -> Result<Vec<Task>, String> {
        let files = self.files();
        let tests: Vec<_> = self.base.tests.iter().map(|of| (of, files.tests(of))).collect();
        if tests.iter().all(|(_, files)| files.is_empty()) {
            let include: Vec<String> = self.base.tests.iter().flat_map(|of| files.include(of)).collect();
            let include = include.join(", ");
            return Err(format!("the project has no test files: none matches {include}"));
        }
        let all: BTreeSet<VfsPath> = tests.iter().flat_map(|(_, files)| files).cloned().collect();
        let all: Vec<VfsPath> = all.into_iter().collect();
        let wanted = filters::filtered(&all, filters, self.project, self.here)?;
        let wanted: BTreeSet<VfsPath> = wanted.into_iter().collect();
        let kept = tests.into_iter().map(|(of, mut files)| {
            files.retain(|file| wanted.contains(file));
            Task::of_tests(of, files, filters)
        });
        Ok(kept.filter(|task| !task.files.is_empty()).collect())
    }

    /// The files to lint: those of paths, or all.
    ///
    /// # Errors
    /// A sentence if no file is found.
    pub(crate) fn lint(&self, paths: &[String]) -> Result<Task, String> {
        let files = match paths {
            [] => self.files().scripts(),
            paths => self.arguments().select(paths, |file| is_for(Verb::Lint, file.as_str()))?,
        };
        if files.is_empty() {
            return Err("the project has no scripts to lint".into());
        }
        if !self.files().lints() && self.project.legacy_lint.is_none() {
            warn("no configuration of ESLint is there: the recommended rules apply");
        }
        Ok(Task::new(Verb::Lint, files, paths))
    }

    /// The files whose types to check: those of paths, or those that the project's `tsconfig.json` names.
    ///
    /// # Errors
    /// A sentence if no file is found.
    pub(crate) fn types(&self, paths: &[String]) -> Result<Task, String> {
        let files = match paths {
            [] => self.files().typed(),
            paths => self.arguments().select(paths, |file| is_for(Verb::TypeCheck, file.as_str()))?,
        };
        if files.is_empty() {
            return Err("no tsconfig.json names files to check: name them, such as verdict types src".into());
        }
        Ok(Task::new(Verb::TypeCheck, files, paths))
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
        let of = |config: &_| related::related(&self.project.root, self.snapshot, config, changed);
        let related = of(&self.base.config);
        let kept = tasks.into_iter().map(|mut task| {
            // Each project among several has aliases of its own.
            let own = task.config.as_ref().map(&of);
            let related = own.as_ref().unwrap_or(&related);
            let is_lint = task.verb == Verb::Lint;
            task.files.retain(|file| if is_lint { changed.contains(file) } else { related.contains(file) });
            task
        });
        kept.filter(|task| !task.files.is_empty()).collect()
    }

    fn files(&self) -> Files<'_> {
        Files { tools: self.project, snapshot: self.snapshot, base: self.base }
    }

    fn arguments(&self) -> PathArguments<'_> {
        PathArguments { root: &self.project.root, here: self.here, snapshot: self.snapshot }
    }
}

/// The number of different files of tasks.
pub(crate) fn count(tasks: &[Task]) -> usize {
    tasks.iter().flat_map(|task| &task.files).collect::<BTreeSet<_>>().len()
}
