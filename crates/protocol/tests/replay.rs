//! Progress of work that runs again.

use verdict_protocol::Replay;

/// The events that are reported, of runs with so many events each. An event is its number in its run.
fn check(runs: &[usize], expected: &[&[usize]]) {
    let mut replay = Replay::default();
    for (run, expected) in runs.iter().zip(expected) {
        replay.restart();
        let new: Vec<usize> = (1..=*run).filter(|_| replay.is_new()).collect();
        assert_eq!(new, *expected, "{runs:?}");
    }
}

#[test]
fn an_event_is_reported_once() {
    check(&[3], &[&[1, 2, 3]]);
    check(&[2, 4], &[&[1, 2], &[3, 4]]);
    check(&[4, 2], &[&[1, 2, 3, 4], &[]]);
    check(&[3, 1, 5], &[&[1, 2, 3], &[], &[4, 5]]);
    check(&[0, 2], &[&[], &[1, 2]]);
}
