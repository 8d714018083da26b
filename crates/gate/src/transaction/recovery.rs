//! Recovers from a crash: finishes or undoes a transaction.

use serde::Serialize;
use verdict_protocol::Code;
use verdict_vfs::Snapshot;

use super::record::{Displaced, JournalRecord, RecordState, Touched};
use super::restore::{Goal, restore};
use super::{Gate, Journal, Target, TargetError};

/// What happened to a record in the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RecoveryState {
    /// The journal had no record.
    None,
    /// The files were complete, before or after the change: only the record was cleared.
    Cleared,
    /// The gate restored the touched files and cleared the record.
    Undone,
    /// The journal or the files could not be read or written. The record stays, and the next attempt
    /// continues.
    Failed,
    /// The record is terminal, damaged or foreign: nothing was touched, and a person must check and call
    /// [`Gate::reset`].
    Locked,
}

/// The answer of [`Gate::recover`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Recovery {
    /// The outcome for the journal's record.
    pub state: RecoveryState,
    /// The outcome in a sentence.
    pub message: String,
    /// Why the gate stays closed; null if it is open.
    pub code: Option<Code>,
    /// Paths that were written or removed to undo the change.
    pub restored: Vec<String>,
    /// Content at such a path that was neither the old nor the new one.
    pub displaced: Vec<Displaced>,
    /// Root hash before the change, according to the record.
    pub pre_root: Option<String>,
    /// Root hash after the change, according to the record.
    pub post_root: Option<String>,
    /// Root hash of the live files at the end, if they were read. It equals neither of the two if other files
    /// changed as well.
    pub live_root: Option<String>,
    /// Problems that did not affect the outcome.
    pub warnings: Vec<String>,
}

impl Recovery {
    fn new(state: RecoveryState, message: impl Into<String>) -> Recovery {
        Recovery {
            state,
            message: message.into(),
            code: match state {
                RecoveryState::Failed => Some(Code::Unavailable),
                RecoveryState::Locked => Some(Code::Integrity),
                _ => None,
            },
            restored: Vec::new(),
            displaced: Vec::new(),
            pre_root: None,
            post_root: None,
            live_root: None,
            warnings: Vec::new(),
        }
    }

    fn of(self, record: &JournalRecord, live: Option<&Snapshot>) -> Recovery {
        Recovery {
            displaced: record.displaced.clone(),
            pre_root: Some(record.pre_root.clone()),
            post_root: Some(record.post_root.clone()),
            live_root: live.map(|live| live.root().to_owned()),
            ..self
        }
    }

    /// Whether the gate accepts changes: no earlier transaction remains.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.code.is_none()
    }
}

/// The answer of [`Gate::reset`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reset {
    /// What was done, with the reason, in a sentence.
    pub message: String,
    /// The cleared record, if it could be parsed.
    pub held: Option<JournalRecord>,
    /// The text in the journal, if it is no record.
    pub text: Option<String>,
}

impl<V, T: Target, J: Journal> Gate<'_, V, T, J> {
    /// Finishes or undoes a transaction after a crash. A host calls it at its start, before any write.
    ///
    /// Only paths that the change touches are written. If it is killed, the next call continues. It never
    /// fails: problems are part of the answer.
    pub async fn recover(&mut self) -> Recovery {
        recover(self.target, self.journal).await
    }

    /// Unlocks a gate: clears the journal, whatever it contains, and touches no file. It is meant for a
    /// person who has checked the files; the answer contains the record. For an unfinished transaction, use
    /// [`Gate::recover`].
    ///
    /// # Errors
    /// [`TargetError`] for an empty reason, or for a journal that cannot be read or cleared.
    pub async fn reset(&mut self, reason: &str) -> Result<Reset, TargetError> {
        if reason.trim().is_empty() {
            return Err(TargetError("a reset needs a reason".to_owned()));
        }
        let Some(text) = self.journal.read().await? else {
            return Ok(Reset { message: "There was no record".to_owned(), held: None, text: None });
        };
        self.journal.clear().await?;
        let held = JournalRecord::decode(&text).ok().map(|(record, _)| record);
        let what = held.as_ref().map_or_else(
            || "no record of this gate".to_owned(),
            |record| format!("the record of {} ({} files)", record.name, record.files.len()),
        );
        let text = if held.is_none() { Some(text) } else { None };
        Ok(Reset { message: format!("Reset: {reason}. The journal held {what}"), held, text })
    }
}

pub(super) async fn recover<T: Target, J: Journal>(target: &mut T, journal: &mut J) -> Recovery {
    let text = match journal.read().await {
        Ok(Some(text)) => text,
        Ok(None) => return Recovery::new(RecoveryState::None, "There is nothing to recover"),
        Err(error) => {
            return Recovery::new(RecoveryState::Failed, format!("The journal cannot be read: {error}"));
        }
    };
    let (mut record, files) = match JournalRecord::decode(&text) {
        Ok(read) => read,
        Err(error) => {
            let message = format!("The journal cannot be acted on: {error}. Look at the files, then reset");
            return Recovery::new(RecoveryState::Locked, message);
        }
    };
    match record.state {
        RecordState::Terminal => {
            let reason = record.reason.as_deref().unwrap_or("no reason given");
            let message = format!("An earlier change could not be taken back: {reason}. Look, then reset");
            return Recovery::new(RecoveryState::Locked, message).of(&record, None);
        }
        RecordState::Undone => {
            return finish(journal, &mut record, None, "The files were as before the change already").await;
        }
        RecordState::Applying | RecordState::Committed => {}
    }
    match target.load().await {
        Ok(live) => {
            if let Some(whole) = whole(&record, &files, &live) {
                return finish(journal, &mut record, Some(&live), whole).await;
            }
        }
        // Most likely the change is complete: nothing is undone without reading the files.
        Err(error) if record.state == RecordState::Committed => {
            let message = format!("The files cannot be read: {error}");
            return Recovery::new(RecoveryState::Failed, message).of(&record, None);
        }
        // Half a change can make files unreadable, for example a file in place of a folder.
        Err(_) => {}
    }
    undo(target, journal, record, &files).await
}

/// The state of the live files, if there is nothing to undo.
fn whole(record: &JournalRecord, files: &[Touched], live: &Snapshot) -> Option<&'static str> {
    let before = files.iter().filter(|file| live.get(&file.path) == file.before.as_ref()).count();
    if before == files.len() {
        return Some("Nothing of the change is in the files");
    }
    // Everything was verified when this was written, so other content came later and is somebody's work. But
    // if only part of the change is there, writes were lost.
    let committed = record.state == RecordState::Committed && before == 0;
    committed.then_some("The change was complete")
}

async fn undo<T: Target, J: Journal>(
    target: &mut T,
    journal: &mut J,
    mut record: JournalRecord,
    files: &[Touched],
) -> Recovery {
    let goal = Goal::Touched(files);
    let restored = restore(target, journal, &mut record, goal).await;
    if !restored.live.as_ref().is_some_and(|live| goal.reached_by(live)) {
        let why = restored.errors.last().map_or("the files do not stay as they are written", String::as_str);
        let message = format!("{} was interrupted, and cannot be undone yet: {why}", record.name);
        let mut failed = Recovery::new(RecoveryState::Failed, message).of(&record, restored.live.as_ref());
        failed.restored = restored.paths;
        failed.warnings = restored.errors;
        return failed;
    }
    let message = format!("{} was interrupted and is undone", record.name);
    let mut undone = finish(journal, &mut record, restored.live.as_ref(), &message).await;
    undone.state = RecoveryState::Undone;
    undone.restored = restored.paths;
    undone.warnings.splice(0..0, restored.errors);
    undone
}

async fn finish<J: Journal>(
    journal: &mut J,
    record: &mut JournalRecord,
    live: Option<&Snapshot>,
    message: &str,
) -> Recovery {
    let mut recovery = Recovery::new(RecoveryState::Cleared, message).of(record, live);
    recovery.warnings.extend(settle(journal, record).await);
    recovery
}

/// Clears the journal. If that fails, it writes a record without anything to undo; a committed change stays
/// committed. Returns a warning if a record stays.
pub(super) async fn settle<J: Journal>(journal: &mut J, record: &mut JournalRecord) -> Option<String> {
    let error = journal.clear().await.err()?;
    if record.state == RecordState::Applying {
        record.state = RecordState::Undone;
        if let Err(error) = journal.write(&record.encode()).await {
            return Some(format!("The journal could not be cleared, nor told that nothing is left: {error}"));
        }
    }
    Some(format!("The journal could not be cleared: {error}; that is done at the next start"))
}
