//! Applies a change to the live files. From the first step on, any failure leads to a restore.
//!
//! The journal has a record from before the first step until the files are verified.

use verdict_protocol::Code;

use super::plan::plan;
use super::record::{JournalRecord, RecordState};
use super::recovery::settle;
use super::report::GateState;
use super::restore::{Goal, Restored, keep, restore};
use super::run::{Change, Run, Stop, count};
use super::{GateError, Journal, Target, Verifier};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    pub(super) async fn go_live(&mut self, change: &Change) -> Result<(), Stop> {
        let Change { before, after, .. } = change;
        let steps = plan(before, after);
        if !steps.is_empty() {
            self.open(change).await?;
        }
        let mut failure = None;
        for step in steps {
            if let Err(error) = step.take(self.target).await {
                failure = Some(format!("Writing {} failed: {error}", step.path()));
                break;
            }
        }
        if failure.is_none() {
            failure = match self.target.load().await {
                Ok(live) if live == *after => None,
                Ok(live) => {
                    Some(format!("The files have root {}, not the rehearsed {}", live.root(), after.root()))
                }
                Err(error) => Some(format!("The files cannot be read back: {error}")),
            };
        }
        match failure {
            None => {
                self.report.post_root = Some(after.root().to_owned());
                Ok(())
            }
            Some(failure) => Err(self.take_back(change, Code::Integrity, &failure).await),
        }
    }

    /// Writes the record, then requests a checkpoint. If either fails, no live file was touched.
    async fn open(&mut self, change: &Change) -> Result<(), Stop> {
        let started_at = (self.clock)();
        let mut record =
            JournalRecord::applying(self.options.name(), started_at, &change.before, &change.after);
        let outcome = match self.write_record(&record).await {
            Ok(()) => self.checkpoint(change).await,
            Err(error) => Err(Stop::new(
                Code::Unavailable,
                format!("Without a journal nothing is applied, and it cannot be written: {error}"),
            )),
        };
        match outcome {
            Ok(()) => self.record = Some(record),
            // A write that reported failure may have succeeded.
            Err(_) => self.report.warnings.extend(settle(self.journal, &mut record).await),
        }
        outcome
    }

    async fn write_record(&mut self, record: &JournalRecord) -> Result<(), String> {
        let text = record.encode();
        self.journal.write(&text).await.map_err(|error| error.to_string())?;
        match self.journal.read().await {
            Ok(Some(read)) if read == text => Ok(()),
            Ok(_) => Err("what it gives back is not what was written".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    async fn checkpoint(&mut self, change: &Change) -> Result<(), Stop> {
        let description = format!("before {}: {} operations", self.options.name(), change.set.changes.len());
        self.report.checkpoint = self.target.checkpoint(&description).await.map_err(|error| {
            Stop::new(Code::Unavailable, format!("The checkpoint could not be made: {error}"))
        })?;
        // A checkpoint may take time, and must not modify the files.
        if self.report.checkpoint.is_some() { self.still(&change.before).await } else { Ok(()) }
    }

    /// Marks the record as committed, and clears it.
    pub(super) async fn commit(&mut self, change: &Change) -> Result<(), Stop> {
        let Some(mut record) = self.record.take() else { return Ok(()) };
        record.state = RecordState::Committed;
        let told = self.journal.write(&record.encode()).await;
        let Err(error) = self.journal.clear().await else { return Ok(()) };
        // Either operation may have succeeded despite a reported failure, or the reverse.
        let held = self.journal.read().await;
        let told = match &held {
            Ok(None) => return Ok(()),
            Ok(Some(text)) => *text == record.encode(),
            Err(_) => told.is_ok(),
        };
        if told {
            self.report.warnings.push(format!(
                "The journal could not be cleared: {error}; that is done at the next start, the change stays"
            ));
            return Ok(());
        }
        // The record in the journal would undo the change at the next start, whatever was written since.
        record.state = RecordState::Applying;
        // The record may be cleared by now, and is needed if the page is closed during the restore.
        if held.is_err() && self.journal.write(&record.encode()).await.is_err() {
            let _ = self.journal.write(&record.encode()).await;
        }
        self.record = Some(record);
        let why = format!("The journal cannot be told that the change is complete: {error}");
        Err(self.take_back(change, Code::Unavailable, &why).await)
    }

    /// Restores the live files and reports the outcome.
    pub(super) async fn take_back(&mut self, change: &Change, code: Code, why: &str) -> Stop {
        let Change { before, after, .. } = change;
        // A change without effect has no record, and nothing to restore except changes by others.
        let mut record = self
            .record
            .take()
            .unwrap_or_else(|| JournalRecord::applying(self.options.name(), (self.clock)(), before, after));
        let goal = Goal::Whole { before, reached: after };
        self.restore_checkpoint(&mut record, goal).await;
        let restored = restore(self.target, self.journal, &mut record, goal).await;
        self.report.post_root = restored.live.as_ref().map(|live| live.root().to_owned());
        self.report.displaced.clone_from(&record.displaced);
        if !restored.live.as_ref().is_some_and(|live| goal.reached_by(live)) {
            return self.terminal(change, record, restored, why).await;
        }
        self.report.state = GateState::Restored;
        self.report.changes_rolled_back = count(change.set.changes.len());
        let errors = restored.errors.iter().map(|error| format!("While restoring: {error}"));
        self.report.warnings.extend(errors);
        self.report.warnings.extend(settle(self.journal, &mut record).await);
        Stop::new(code, format!("{why}; the files are as before, root {}", before.root()))
    }

    /// Restores the target's own checkpoint first; the remaining files are restored individually.
    async fn restore_checkpoint(&mut self, record: &mut JournalRecord, goal: Goal<'_>) {
        let Some(id) = self.report.checkpoint.clone() else { return };
        let mut errors = Vec::new();
        match self.target.load().await {
            Ok(live) => keep(&live, goal, self.journal, record, &mut errors).await,
            Err(error) => errors.push(format!("reading the files: {error}")),
        }
        match self.target.restore_checkpoint(&id).await {
            Ok(()) => self.report.checkpoint_restored = true,
            Err(error) => errors.push(format!("checkpoint {id}: {error}; going on file by file")),
        }
        self.report.warnings.extend(errors.iter().map(|error| format!("While restoring: {error}")));
    }

    async fn terminal(
        &mut self,
        Change { before, .. }: &Change,
        mut record: JournalRecord,
        restored: Restored,
        why: &str,
    ) -> Stop {
        self.report.state = GateState::Terminal;
        let left: Vec<String> = restored
            .live
            .iter()
            .flat_map(|live| plan(live, before))
            .map(|step| format!("{} is not as before", step.path()))
            .collect();
        record.state = RecordState::Terminal;
        record.reason = Some(why.to_owned());
        let text = record.encode();
        let mut locked = self.journal.write(&text).await;
        if locked.is_err() {
            locked = self.journal.write(&text).await;
        }
        let unlocked = locked.err().map(|error| format!("the journal could not be told: {error}"));
        self.report.errors.extend(
            std::iter::once(why.to_owned())
                .chain(restored.errors)
                .chain(left)
                .chain(unlocked)
                .map(|message| GateError::new(Code::Integrity, message)),
        );
        Stop::new(
            Code::Integrity,
            format!("{why}; RESTORING FAILED: the files are neither before nor after the change"),
        )
    }
}
