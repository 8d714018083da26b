//! Restores live files.

use verdict_vfs::{Blob, Snapshot, VfsPath};

use super::plan::{Step, plan};
use super::record::{Displaced, JournalRecord, Touched};
use super::{Journal, Target};

/// The goal of a restore.
#[derive(Clone, Copy)]
pub(super) enum Goal<'a> {
    /// All files. `reached` is the state with the whole change applied: it determines what to undo if the
    /// live files cannot be read.
    Whole { before: &'a Snapshot, reached: &'a Snapshot },
    /// Only the files that a change touches.
    Touched(&'a [Touched]),
}

impl Goal<'_> {
    pub(super) fn reached_by(&self, live: &Snapshot) -> bool {
        match self {
            Goal::Whole { before, .. } => live == *before,
            Goal::Touched(files) => files.iter().all(|file| live.get(&file.path) == file.before.as_ref()),
        }
    }

    /// The steps from the live files, or from an unknown state, to the state before; removals first.
    fn steps(&self, live: Option<&Snapshot>) -> Vec<Step> {
        match self {
            Goal::Whole { before, reached } => plan(live.unwrap_or(reached), before),
            Goal::Touched(files) => {
                let differs =
                    |file: &&Touched| live.is_none_or(|live| live.get(&file.path) != file.before.as_ref());
                let files = || files.iter().filter(differs);
                let gone = files().filter(|file| file.before.is_none());
                let write = |file: &Touched| Some(Step::Write(file.path.clone(), file.before.clone()?));
                gone.map(|file| Step::Remove(file.path.clone())).chain(files().filter_map(write)).collect()
            }
        }
    }

    /// Files in the way whose content is neither the old nor the new one.
    fn foreign<'l>(&self, live: &'l Snapshot) -> Vec<(&'l VfsPath, &'l Blob)> {
        let strange = |(path, blob): &(&VfsPath, &Blob)| match self {
            Goal::Whole { before, reached } => {
                before.get(path) != Some(*blob) && reached.get(path) != Some(*blob)
            }
            Goal::Touched(files) => files.iter().any(|file| {
                file.path == **path && ![&file.before, &file.after].contains(&&Some((*blob).clone()))
            }),
        };
        live.iter().filter(strange).collect()
    }
}

/// The outcome of a restore.
#[derive(Debug, Default)]
pub(super) struct Restored {
    /// The live files afterwards, if they can be read.
    pub(super) live: Option<Snapshot>,
    /// Paths that were written or removed.
    pub(super) paths: Vec<String>,
    /// Errors on the way.
    pub(super) errors: Vec<String>,
}

/// Restores live files one by one. The caller checks whether the goal is reached. Content that is overwritten
/// and is neither the old nor the new one is first added to the record, and so to the journal.
pub(super) async fn restore<T: Target, J: Journal>(
    target: &mut T,
    journal: &mut J,
    record: &mut JournalRecord,
    goal: Goal<'_>,
) -> Restored {
    const ATTEMPTS: u32 = 2;
    let mut restored = Restored::default();
    for _ in 0..ATTEMPTS {
        restored.live = load(target, &mut restored.errors).await;
        if restored.live.as_ref().is_some_and(|live| goal.reached_by(live)) {
            break;
        }
        if let Some(live) = &restored.live {
            keep(live, goal, journal, record, &mut restored.errors).await;
        }
        // A failed step does not prevent the others: as much as possible is restored.
        for step in goal.steps(restored.live.as_ref()) {
            let path = step.path().to_string();
            if let Err(error) = step.take(target).await {
                restored.errors.push(format!("{path}: {error}"));
            }
            if !restored.paths.contains(&path) {
                restored.paths.push(path);
            }
        }
        restored.live = load(target, &mut restored.errors).await;
        if restored.live.as_ref().is_some_and(|live| goal.reached_by(live)) {
            break;
        }
    }
    restored
}

/// Keeps content that is neither the old nor the new one, also in the journal, because a restore can be
/// interrupted.
pub(super) async fn keep<J: Journal>(
    live: &Snapshot,
    goal: Goal<'_>,
    journal: &mut J,
    record: &mut JournalRecord,
    errors: &mut Vec<String>,
) {
    let known = record.displaced.len();
    for (path, blob) in goal.foreign(live) {
        let displaced = Displaced::new(path, blob);
        if !record.displaced.contains(&displaced) {
            record.displaced.push(displaced);
        }
    }
    if record.displaced.len() == known {
        return;
    }
    if let Err(error) = journal.write(&record.encode()).await {
        errors.push(format!("keeping what was displaced: {error}"));
    }
}

async fn load<T: Target>(target: &mut T, errors: &mut Vec<String>) -> Option<Snapshot> {
    target.load().await.map_err(|error| errors.push(format!("reading the files: {error}"))).ok()
}
