//! Bringing live files back.

use verdict_vfs::{Blob, Snapshot, VfsPath};

use super::plan::{Step, plan};
use super::record::{Displaced, JournalRecord, Touched};
use super::{Journal, Target};

/// What is to be as before.
#[derive(Clone, Copy)]
pub(super) enum Goal<'a> {
    /// All files. `reached` is what they would be at most if all of the change had been applied: it says
    /// what to undo where the live files cannot be read.
    Whole { before: &'a Snapshot, reached: &'a Snapshot },
    /// The files that a change touches, and no other.
    Touched(&'a [Touched]),
}

impl Goal<'_> {
    pub(super) fn reached_by(&self, live: &Snapshot) -> bool {
        match self {
            Goal::Whole { before, .. } => live == *before,
            Goal::Touched(files) => files.iter().all(|file| live.get(&file.path) == file.before.as_ref()),
        }
    }

    /// The steps from what is there, or from anywhere, to the state before; removals first.
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

    /// What is there that is neither before nor after, and in the way.
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

/// What became of an attempt to bring live files back.
#[derive(Debug, Default)]
pub(super) struct Restored {
    /// The live files afterwards, where they can be read.
    pub(super) live: Option<Snapshot>,
    /// Paths that were written or removed.
    pub(super) paths: Vec<String>,
    /// What went wrong on the way.
    pub(super) errors: Vec<String>,
}

/// Brings live files back, file by file. The caller asks whether the goal is reached. What is overwritten
/// that is neither before nor after is put into the record, and so into the journal, first.
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
        // A failed step does not keep the others from being taken: as much as can be is brought back.
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

/// Keeps what is neither before nor after: in the journal too, since whoever restores can be stopped.
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
