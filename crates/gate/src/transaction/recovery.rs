//! What a crash left behind: finished or undone.

use serde::Serialize;
use verdict_protocol::Code;
use verdict_vfs::Snapshot;

use super::record::{Displaced, JournalRecord, RecordState, Touched};
use super::restore::{Goal, restore};
use super::{Gate, Journal, Target, TargetError};

/// What became of a record in the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RecoveryState {
    /// There was none.
    None,
    /// The files were whole, before or after the change: only the record was cleared.
    Cleared,
    /// What the change touched is as before again, and the record is cleared.
    Undone,
    /// The journal or the files could not be read or written. The record stays, the next attempt goes on.
    Failed,
    /// The record is terminal, damaged or of another kind: nothing was touched, and a person must look and
    /// [`Gate::reset`].
    Locked,
}

/// The answer of [`Gate::recover`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Recovery {
    /// What became of the record.
    pub state: RecoveryState,
    /// The outcome in a sentence.
    pub message: String,
    /// Why the gate stays closed; null where it is open.
    pub code: Option<Code>,
    /// Paths that were written or removed to undo the change.
    pub restored: Vec<String>,
    /// What stood at such a path and was neither before nor after the change.
    pub displaced: Vec<Displaced>,
    /// Root hash before the change, as the record says.
    pub pre_root: Option<String>,
    /// Root hash after the change, as the record says.
    pub post_root: Option<String>,
    /// Root hash of the live files at the end, where they were read. It is neither of the two where other
    /// files changed as well.
    pub live_root: Option<String>,
    /// What went wrong on the way and did not decide.
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

    /// Whether something may be applied: nothing of an earlier transaction is left.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.code.is_none()
    }
}

/// The answer of [`Gate::reset`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reset {
    /// What was done, in a sentence with the reason.
    pub message: String,
    /// The record that was cleared, where it could be read.
    pub held: Option<JournalRecord>,
    /// The text that stood in the journal, where it is no record.
    pub text: Option<String>,
}

impl<V, T: Target, J: Journal> Gate<'_, V, T, J> {
    /// Finishes or undoes what a crash left behind. A host calls it at its start, before anybody writes.
    ///
    /// Only the paths that the change touches are written. Killed on the way, it goes on where it was when
    /// it is called again. It never fails: what went wrong stands in the answer.
    pub async fn recover(&mut self) -> Recovery {
        recover(self.target, self.journal).await
    }

    /// Opens a locked gate: clears the journal, whatever it holds, and touches no file. For a person who
    /// has looked at the files; what the record held is in the answer. A transaction that is merely unfinished
    /// is better left to [`Gate::recover`].
    ///
    /// # Errors
    /// [`TargetError`] if no reason is given, or if the journal cannot be read or cleared.
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
        // Most likely all of it is there: nothing is undone unseen.
        Err(error) if record.state == RecordState::Committed => {
            let message = format!("The files cannot be read: {error}");
            return Recovery::new(RecoveryState::Failed, message).of(&record, None);
        }
        // Half a change can make files unreadable, for example by a file where there is a folder.
        Err(_) => {}
    }
    undo(target, journal, record, &files).await
}

/// What the live files are, where there is nothing to undo.
fn whole(record: &JournalRecord, files: &[Touched], live: &Snapshot) -> Option<&'static str> {
    let before = files.iter().filter(|file| live.get(&file.path) == file.before.as_ref()).count();
    if before == files.len() {
        return Some("Nothing of the change is in the files");
    }
    // All was proven when that was written: whatever else stands in the files came later and is somebody's
    // work. But where some of the change is gone and some is there, writes were lost.
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

/// Clears the journal. Where that fails, the record says at least that there is nothing to undo; a change
/// that was committed stays so. Gives a warning where it stays.
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
