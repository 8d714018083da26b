//! Undoes the rehearsed change on the copy, with the steps of a restore of live files.

use verdict_protocol::Code;
use verdict_vfs::Snapshot;

use super::plan::{Step, plan};
use super::run::Stop;

/// Undoes the change on the copy and proves that nothing of it is left.
pub(super) fn cancel(before: &Snapshot, after: &Snapshot, notes: &mut Vec<String>) -> Result<(), Stop> {
    prove(before, after, plan(after, before))?;
    notes.push(format!("Rollback verified OK ({} files restored, root {}).", before.len(), before.root()));
    notes.push(format!("Rehearsed root {}.", after.root()));
    Ok(())
}

fn prove(before: &Snapshot, after: &Snapshot, steps: Vec<Step>) -> Result<(), Stop> {
    let cancelled = after
        .apply(steps.into_iter().map(Step::into_change))
        .map_err(|error| Stop::new(Code::Integrity, format!("Rollback failed on the copy: {error}")))?;
    if cancelled == *before {
        return Ok(());
    }
    let message = format!("Rollback leaves root {}, not {}", cancelled.root(), before.root());
    Err(Stop::new(Code::Integrity, message))
}

#[cfg(test)]
mod tests {
    use verdict_protocol::Files;

    use super::*;

    fn snapshot(files: &[(&str, &str)]) -> Snapshot {
        Snapshot::new(Files::from_texts(files.iter().copied())).expect("files")
    }

    /// Tests that a rollback which omits any step is detected.
    #[test]
    fn a_rollback_that_leaves_another_root_is_blocked() {
        let before = snapshot(&[("/a.js", "one"), ("/b.js", "one"), ("/c", "one")]);
        let after = snapshot(&[("/a.js", "two"), ("/c/d.js", "one"), ("/new.js", "one")]);
        let steps = plan(&after, &before);
        assert_eq!(steps.len(), 5);
        assert!(prove(&before, &after, steps.clone()).is_ok());
        for forgotten in 0..steps.len() {
            let mut steps = steps.clone();
            steps.remove(forgotten);
            let stop = prove(&before, &after, steps).expect_err("another root");
            assert_eq!(stop.code, Some(Code::Integrity));
            assert!(stop.message.starts_with("Rollback "), "{}", stop.message);
        }
    }
}
