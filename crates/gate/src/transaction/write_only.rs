//! Writes files without judging them, by the same journal as a change that is judged.

use verdict_protocol::Code;

use super::run::{Change, Run, Stop};
use super::{ApplyOptions, Gate, GateReport, Journal, Target, Verifier};
use crate::ChangeSet;

impl<V: Verifier, T: Target, J: Journal> Gate<'_, V, T, J> {
    /// Makes changes that a person asked for and that nothing judges, such as the fixes of a linter:
    /// completely or not at all. If a file has other content than an operation's `old_content`, nothing is
    /// written. No phase runs, so the report has none that passed.
    pub async fn write(&mut self, set: ChangeSet, options: &ApplyOptions) -> GateReport {
        let mut run = self.start(options, false);
        let outcome = run.write_only(set).await;
        run.settled(outcome);
        run.report.completed_at = (run.clock)();
        run.report
    }
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    async fn write_only(&mut self, set: ChangeSet) -> Result<usize, Stop> {
        self.recovered().await?;
        let before =
            self.target.load().await.map_err(|error| {
                Stop::new(Code::Unavailable, format!("The files cannot be read: {error}"))
            })?;
        self.report.pre_root = Some(before.root().to_owned());
        let after = set.apply_to(&before).map_err(|errors| {
            let reasons: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
            Stop::new(Code::Integrity, format!("Nothing was written: {}", reasons.join("; ")))
        })?;
        let change = Change { judged: after.clone(), set, before, after };
        self.go_live(&change).await?;
        self.commit(&change).await?;
        Ok(change.set.changes.len())
    }
}
