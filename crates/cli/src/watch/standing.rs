//! Which files failed when they last ran.

use std::collections::{BTreeMap, BTreeSet};

use verdict_project::plan::Task;
use verdict_protocol::{Output, Severity, SnapshotProposal, TestEntry, TestState, Verb, VerifyResult};
use verdict_vfs::VfsPath;

/// A verb, and the configuration of a project among several.
type Kind = (&'static str, String);

/// The outcome of the last run of each file.
#[derive(Debug, Default)]
pub(super) struct Standing {
    failed: BTreeMap<Kind, BTreeSet<VfsPath>>,
    /// Test files whose snapshots an update writes.
    outdated: BTreeSet<VfsPath>,
}

fn kind(task: &Task) -> Kind {
    (task.verb.as_str(), task.config.as_ref().map(ToString::to_string).unwrap_or_default())
}

impl Standing {
    /// Takes the result of a task's files.
    pub(super) fn take(&mut self, task: &Task, result: &VerifyResult) {
        let own: BTreeSet<&str> = task.files.iter().map(VfsPath::as_str).collect();
        let mut bad: BTreeSet<&str> = match &result.output {
            Output::Tests(entries) => {
                let failed = entries.iter().filter(|entry| entry.state == TestState::Failed);
                failed.map(TestEntry::test_file).collect()
            }
            Output::Diagnostics(found) => {
                let errors = found.iter().filter(|found| found.severity == Severity::Error);
                errors.map(|found| found.location.file.as_str()).collect()
            }
            Output::None | Output::Value(_) => BTreeSet::new(),
        };
        if !result.success && (bad.is_empty() || !bad.is_subset(&own)) {
            // It does not say of which file it is that something failed.
            bad = own;
        }
        let failed = self.failed.entry(kind(task)).or_default();
        for file in &task.files {
            failed.remove(file);
            self.outdated.remove(file);
        }
        failed.extend(task.files.iter().filter(|file| bad.contains(file.as_str())).cloned());
        if task.verb == Verb::Test {
            let changes = &result.snapshots;
            let proposed = changes.proposed.iter().map(|proposal| match proposal {
                SnapshotProposal::File { path, .. } | SnapshotProposal::Raw { path, .. } => path,
                SnapshotProposal::Inline { location, .. } => &location.file,
            });
            let paths: Vec<&String> = proposed.chain(changes.obsolete.iter().map(|key| &key.path)).collect();
            let of_test = |file: &VfsPath, path: &String| {
                file.as_str() == path || path.ends_with(&format!("/{}.snap", file.name()))
            };
            let has_some = |file: &&VfsPath| paths.iter().any(|path| of_test(file, path));
            self.outdated.extend(task.files.iter().filter(has_some).cloned());
        }
    }

    /// Drops files that no task has any more.
    pub(super) fn keep(&mut self, tasks: &[Task]) {
        let mut wanted: BTreeMap<Kind, BTreeSet<&VfsPath>> = BTreeMap::new();
        for task in tasks {
            wanted.entry(kind(task)).or_default().extend(&task.files);
        }
        self.failed.retain(|kind, files| {
            let wanted = wanted.get(kind);
            files.retain(|file| wanted.is_some_and(|wanted| wanted.contains(file)));
            !files.is_empty()
        });
    }

    pub(super) fn is_clean(&self) -> bool {
        self.failed.values().all(BTreeSet::is_empty)
    }

    /// The files of a task that failed, and the others.
    pub(super) fn split(&self, task: &Task) -> (Vec<VfsPath>, Vec<VfsPath>) {
        let failed = self.failed.get(&kind(task));
        let is_failed = |file: &VfsPath| failed.is_some_and(|failed| failed.contains(file));
        task.files.iter().cloned().partition(is_failed)
    }

    /// Whether an update concerns a test file.
    pub(super) fn is_outdated(&self, task: &Task, file: &VfsPath) -> bool {
        self.outdated.contains(file)
            || self.failed.get(&kind(task)).is_some_and(|failed| failed.contains(file))
    }

    /// The files that failed and that are not among those of tasks, by path from the root.
    pub(super) fn others(&self, ran: &[Task]) -> Vec<String> {
        let mut others = BTreeSet::new();
        for (kind_of, files) in &self.failed {
            let own: BTreeSet<&VfsPath> =
                ran.iter().filter(|task| kind(task) == *kind_of).flat_map(|task| &task.files).collect();
            others.extend(
                files.iter().filter(|file| !own.contains(file)).map(|file| file.as_str()[1..].to_owned()),
            );
        }
        others.into_iter().collect()
    }
}
