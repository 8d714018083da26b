//! Tests that each file has exactly one fate, whatever sessions do.

use proptest::prelude::*;

use super::{Fate, Spread, Step};

/// Simulates `sessions` in turns. `script` decides the success of each start and run; afterwards everything
/// succeeds, or nothing if `hopeless`. Returns the fates, and how often each file ran.
fn play(files: usize, sessions: usize, script: &[bool], hopeless: bool) -> (Vec<Fate>, Vec<usize>) {
    let mut spread = Spread::new(files, sessions);
    let mut script = script.iter().copied();
    let mut goes_well = || script.next().unwrap_or(!hopeless);
    let mut runs = vec![0; files];
    let mut at: Vec<Option<usize>> = vec![None; sessions];
    let mut left = vec![false; sessions];
    let mut turns = 0;
    while left.contains(&false) {
        turns += 1;
        assert!(turns < 16 + 8 * (files + 1) * (sessions + 1), "it does not end");
        for session in 0..sessions {
            if let Some(file) = at[session].take() {
                if goes_well() {
                    spread.answered(session);
                } else {
                    spread.died(session, &format!("session {session} at {file}"));
                }
                continue;
            }
            match spread.next(session) {
                Step::Start if goes_well() => spread.started(session),
                Step::Start => spread.not_started(session, "no start"),
                Step::Run(file) => {
                    assert!(!at.contains(&Some(file)), "file {file} runs twice at once");
                    runs[file] += 1;
                    at[session] = Some(file);
                }
                Step::Wait => {}
                Step::Leave => left[session] = true,
            }
        }
    }
    let fates = spread.fates().into_iter().map(|fate| fate.expect("every file has a fate")).collect();
    (fates, runs)
}

#[test]
fn files_in_order_and_once() {
    let (fates, runs) = play(3, 1, &[], false);
    assert_eq!(fates, vec![Fate::Answered; 3]);
    assert_eq!(runs, [1; 3]);
}

#[test]
fn the_file_of_a_dead_session_is_the_next() {
    let mut spread = Spread::new(3, 1);
    spread.started(0);
    assert_eq!(spread.next(0), Step::Run(0));
    spread.died(0, "killed");
    assert_eq!(spread.next(0), Step::Start);
    spread.started(0);
    assert_eq!(spread.next(0), Step::Run(0));
    spread.answered(0);
    assert_eq!(spread.next(0), Step::Run(1));
}

#[test]
fn a_file_that_two_sessions_died_of_is_blamed_and_no_other() {
    // Start, death, start, death, then success.
    let (fates, runs) = play(3, 1, &[true, false, true, false], false);
    assert_eq!(fates, [Fate::Blamed("session 0 at 0".into()), Fate::Answered, Fate::Answered]);
    assert_eq!(runs, [2, 1, 1]);
}

#[test]
fn where_nothing_starts_nothing_runs_and_the_reason_is_told() {
    let (fates, runs) = play(2, 3, &[], true);
    assert_eq!(fates, vec![Fate::NotRun("no start".into()); 2]);
    assert_eq!(runs, [0; 2]);
}

#[test]
fn a_session_that_waits_takes_over_from_one_that_cannot_be_replaced() {
    let mut spread = Spread::new(1, 2);
    spread.started(0);
    spread.started(1);
    assert_eq!(spread.next(0), Step::Run(0));
    assert_eq!(spread.next(1), Step::Wait);
    spread.died(0, "killed");
    spread.not_started(0, "gone");
    spread.not_started(0, "gone");
    assert_eq!(spread.next(0), Step::Leave);
    assert_eq!(spread.next(1), Step::Run(0));
    spread.answered(1);
    assert_eq!(spread.next(1), Step::Leave);
    assert_eq!(spread.fates(), [Some(Fate::Answered)]);
}

#[test]
fn no_files_need_no_session() {
    assert_eq!(Spread::new(0, 1).next(0), Step::Leave);
}

proptest! {
    #[test]
    fn every_file_has_exactly_one_fate(
        files in 0usize..12,
        sessions in 1usize..5,
        script in proptest::collection::vec(any::<bool>(), 0..80),
        hopeless in any::<bool>(),
    ) {
        let (fates, runs) = play(files, sessions, &script, hopeless);
        prop_assert_eq!(fates.len(), files);
        for (fate, runs) in fates.iter().zip(runs) {
            prop_assert!(runs <= 2);
            match fate {
                Fate::Answered => prop_assert!(runs >= 1),
                Fate::Blamed(_) => prop_assert_eq!(runs, 2),
                Fate::NotRun(_) => prop_assert!(runs <= 1),
            }
        }
    }
}
