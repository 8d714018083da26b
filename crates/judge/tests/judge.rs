//! The judge on event logs, without any engine.

use std::rc::Rc;

use verdict_judge::{Event, Fault, Judge, Plan, SourceLocations, TestId};
use verdict_protocol::{Code, Location, TestConfig, TestState};
use verdict_vfs::{Snapshot, VfsPath};

const T: TestId = TestId(0);

fn collected(plan: Plan, fails: bool) -> Event {
    Event::Collected { path: vec!["t".to_owned()], at: Location::default(), plan, fails }
}

/// The state of the single test that is collected before `log`, and the file's code.
fn judge(plan: Plan, fails: bool, log: &[Event]) -> (TestState, Option<Code>) {
    let mut judge = Judge::new(
        &VfsPath::parse("/a.test.js").unwrap_or_else(|error| panic!("{error}")),
        &TestConfig::default(),
        Rc::new(SourceLocations::new(Snapshot::default())),
    );
    judge.take(collected(plan, fails));
    for event in log {
        judge.take(event.clone());
    }
    let (entries, failure) = judge.verdict(&TestConfig::default());
    assert_eq!(entries[0].1.passed, entries[0].1.state == TestState::Passed);
    (entries[0].1.state, failure.and_then(|failure| failure.code))
}

fn alphabet() -> Vec<Event> {
    vec![
        Event::Started(T, 0.0),
        Event::Completed(T),
        Event::SkippedItself(T),
        Event::TestFault(T, Fault::new("x")),
        Event::TestFault(T, Fault::coded(Code::Budget, "x")),
        Event::Finished(T, 1.0),
        Event::SuiteFault(vec!["s".to_owned()], Fault::new("x")),
        Event::FileFault(Fault::new("x")),
        Event::LoadFailed(Fault::new("x")),
        Event::Stopped(Fault::coded(Code::Memory, "x")),
    ]
}

/// For every log of up to five events: a test passes only if it started, completed after its last start
/// without a later fault, and finished.
#[test]
fn nothing_passes_that_is_not_known_to_have_passed() {
    let events = alphabet();
    let mut logs: Vec<Vec<Event>> = vec![Vec::new()];
    for _ in 0..5 {
        let longer: Vec<Vec<Event>> = logs
            .iter()
            .flat_map(|log| {
                events.iter().map(move |event| {
                    let mut log = log.clone();
                    log.push(event.clone());
                    log
                })
            })
            .collect();
        for log in &longer {
            let (state, _) = judge(Plan::Run, false, log);
            let last_start = log.iter().rposition(|event| matches!(event, Event::Started(..)));
            let since = last_start.map_or(&[][..], |start| &log[start..]);
            let completed = since.iter().any(|event| matches!(event, Event::Completed(_)));
            let faulty = since.iter().any(|event| matches!(event, Event::TestFault(..)));
            let finished = log.iter().any(|event| matches!(event, Event::Finished(..)));
            if state == TestState::Passed {
                assert!(completed && !faulty && finished, "{log:?}");
            }
        }
        logs = if longer.len() > 20_000 { Vec::new() } else { longer };
    }
}

#[test]
fn fails_turns_faults_around_but_no_limit() {
    let fault = Event::TestFault(T, Fault::new("x"));
    let limit = Event::TestFault(T, Fault::coded(Code::Stack, "x"));
    let (start, end) = (Event::Started(T, 0.0), Event::Finished(T, 0.0));
    let cases = [
        (vec![start.clone(), fault, end.clone()], TestState::Passed),
        (vec![start.clone(), Event::Completed(T), end.clone()], TestState::Failed),
        (vec![start, limit, end], TestState::Failed),
        (vec![], TestState::Failed),
    ];
    for (log, expected) in cases {
        assert_eq!(judge(Plan::Run, true, &log).0, expected, "{log:?}");
    }
}

#[test]
fn a_failure_is_not_taken_back_by_a_skip() {
    let fault = Event::TestFault(T, Fault { assertion: Some(1), ..Fault::new("x") });
    let limit = Event::TestFault(T, Fault::coded(Code::Budget, "x"));
    let assertion = Event::AssertionFailed(T, Fault { assertion: Some(1), ..Fault::new("x") });
    let (start, skip) = (Event::Started(T, 0.0), Event::SkippedItself(T));
    let cases = [
        (false, vec![skip.clone()], TestState::Skipped),
        (false, vec![fault.clone(), skip.clone()], TestState::Failed),
        (false, vec![skip.clone(), fault.clone()], TestState::Failed),
        (false, vec![assertion.clone(), skip.clone()], TestState::Failed),
        (false, vec![skip.clone(), assertion.clone()], TestState::Failed),
        (false, vec![assertion, Event::AssertionForgiven(T, 1), skip.clone()], TestState::Skipped),
        (false, vec![fault.clone(), start.clone(), skip.clone()], TestState::Failed),
        (false, vec![fault.clone(), start.clone(), start.clone(), skip.clone()], TestState::Failed),
        // A passing attempt replaces the previous one.
        (
            false,
            vec![fault.clone(), start.clone(), Event::Completed(T), start.clone(), skip.clone()],
            TestState::Skipped,
        ),
        (true, vec![fault, skip.clone()], TestState::Skipped),
        (true, vec![limit, skip], TestState::Failed),
    ];
    for (fails, log, expected) in cases {
        let log = [vec![start.clone()], log, vec![Event::Finished(T, 1.0)]].concat();
        assert_eq!(judge(Plan::Run, fails, &log).0, expected, "{log:?}");
    }
    let log = [start, Event::TestFault(T, Fault::new("x")), Event::SkippedItself(T), Event::Finished(T, 1.0)];
    assert_eq!(judge(Plan::Run, false, &log), (TestState::Failed, None), "its file has a test that ran");
}

#[test]
fn a_file_of_which_nothing_ran_is_no_pass() {
    for plan in [Plan::Skip, Plan::Todo] {
        assert_eq!(judge(plan, false, &[]).1, Some(Code::NoTests));
    }
    let run = [Event::Started(T, 0.0), Event::Completed(T), Event::Finished(T, 0.0)];
    assert_eq!(judge(Plan::Run, false, &run), (TestState::Passed, None));
    let focused = [run.to_vec(), vec![Event::Focused(None)]].concat();
    assert_eq!(judge(Plan::Run, false, &focused), (TestState::Passed, Some(Code::Policy)));
}

#[test]
fn one_failure_that_comes_by_two_ways_counts_once_and_floods_are_cut() {
    let mut judge = Judge::new(
        &VfsPath::parse("/a.test.js").unwrap_or_else(|error| panic!("{error}")),
        &TestConfig::default(),
        Rc::new(SourceLocations::new(Snapshot::default())),
    );
    judge.take(collected(Plan::Run, false));
    judge.take(Event::Started(T, 0.0));
    for _ in 0..2 {
        judge.take(Event::TestFault(T, Fault { assertion: Some(7), ..Fault::new("same") }));
    }
    for _ in 0..1_000 {
        judge.take(Event::TestFault(T, Fault::new("other")));
    }
    judge.take(Event::Finished(T, 0.0));
    let error = judge.entry(T).and_then(|entry| entry.error).unwrap_or_default();
    assert_eq!(error.matches("same").count(), 1);
    assert!(error.ends_with("… and 901 more"), "{error}");
}
