//! One case per rule: timed events in, actions out.
#![allow(missing_docs)]

use crate::support;

use support::{check, ping, ready, settle, submit};
use verdict_protocol::{Code, PROTOCOL_VERSION};
use verdict_supervisor::{Action, Cause, Event, MAX_TIMEOUT_MS, Options, Outcome, Priority, Supervisor};

fn done(generation: u64, id: u64, success: bool) -> Event {
    answered_with(0, generation, id, success, 0)
}
fn answered_with(slot: usize, generation: u64, id: u64, success: bool, heap_bytes: u64) -> Event {
    Event::Completed { slot, generation, id, success, heap_bytes }
}
fn failed(generation: u64, code: Code) -> Event {
    Event::WorkerFailed { slot: 0, generation, code, message: "why".into() }
}
fn need(generation: u64, id: u64) -> Event {
    Event::NeedSnapshot { slot: 0, generation, id, why: None }
}
fn spawn(generation: u64, cause: Option<Cause>) -> Action {
    Action::Spawn { slot: 0, generation, cause }
}
fn terminate(generation: u64) -> Action {
    Action::Terminate { slot: 0, generation }
}
fn dispatch(generation: u64, id: u64) -> Action {
    Action::Dispatch { slot: 0, generation, id }
}
fn failure(id: u64, code: Code) -> Action {
    settle(id, Outcome::Failed { code, message: "why".into() })
}
fn one() -> Options {
    Options::default()
}

#[test]
fn a_request_starts_the_workers_and_runs_when_one_is_ready() {
    check(one(), &[(0.0, submit(1, 50.0))], &[spawn(1, None)]);
    check(one(), &[(0.0, submit(1, 50.0)), (9.0, ready(0, 1))], &[dispatch(1, 1)]);
    let supervisor = check(
        one(),
        &[(0.0, Event::Start), (9.0, ready(0, 1)), (10.0, submit(1, 50.0)), (11.0, done(1, 1, true))],
        &[settle(1, Outcome::Completed)],
    );
    let stats = supervisor.stats();
    assert_eq!((stats.completed, stats.passed, stats.failed, stats.active), (1, 1, 0, 0));
    assert!((stats.pass_rate() - 100.0).abs() < f64::EPSILON);
}

#[test]
fn the_time_runs_from_dispatch_and_only_the_running_one_is_blamed() {
    let events = [
        (0.0, submit(1, 50.0)),
        (0.0, submit(2, 50.0)),
        (100.0, ready(0, 1)),
        (149.0, Event::Tick),
        (150.0, Event::Tick),
    ];
    check(one(), &events[..4], &[]);
    let supervisor = check(
        one(),
        &events,
        &[terminate(1), settle(1, Outcome::Timeout { timeout_ms: 50.0 }), spawn(2, Some(Cause::Timeout))],
    );
    assert_eq!(supervisor.stats().queued, 1);
    let mut later = events.to_vec();
    later.push((160.0, ready(0, 2)));
    check(one(), &later, &[dispatch(2, 2), Action::WakeAt { ms: 210.0 }]);
}

#[test]
fn a_result_and_its_timeout_give_one_outcome() {
    let start = [(0.0, submit(1, 50.0)), (0.0, ready(0, 1))];
    let result_first = [&start[..], &[(50.0, done(1, 1, true)), (50.0, Event::Tick)]].concat();
    let supervisor = check(one(), &result_first, &[]);
    assert_eq!(supervisor.stats().passed, 1);
    let timeout_first = [&start[..], &[(50.0, Event::Tick), (50.0, done(1, 1, true))]].concat();
    let supervisor = check(one(), &timeout_first, &[]);
    assert_eq!((supervisor.stats().failed, supervisor.stats().dropped), (1, 1));
}

#[test]
fn a_page_that_was_frozen_reads_its_messages_before_it_times_out() {
    let frozen = [(0.0, submit(1, 50.0)), (0.0, ready(0, 1)), (60_000.0, Event::Tick)];
    check(one(), &frozen, &[Action::WakeAt { ms: 60_250.0 }]);
    let answered = [&frozen[..], &[(60_001.0, done(1, 1, true))]].concat();
    check(one(), &answered, &[settle(1, Outcome::Completed)]);
    let silent = [&frozen[..], &[(60_250.0, Event::Tick)]].concat();
    check(
        one(),
        &silent,
        &[terminate(1), settle(1, Outcome::Timeout { timeout_ms: 50.0 }), spawn(2, Some(Cause::Timeout))],
    );
    // Only once: a second late tick is final.
    let late_again = [&frozen[..], &[(120_000.0, Event::Tick)]].concat();
    check(
        one(),
        &late_again,
        &[terminate(1), settle(1, Outcome::Timeout { timeout_ms: 50.0 }), spawn(2, Some(Cause::Timeout))],
    );
}

#[test]
fn times_that_are_none_get_the_default_and_long_ones_are_bounded() {
    for (asked, given) in [
        (f64::NAN, 30_000.0),
        (0.0, 30_000.0),
        (-1.0, 30_000.0),
        (f64::NEG_INFINITY, 30_000.0),
        (0.5, 0.5),
        (2_147_483_648.0, 2_147_483_648.0),
        (f64::INFINITY, MAX_TIMEOUT_MS),
        (f64::MAX, MAX_TIMEOUT_MS),
    ] {
        check(
            one(),
            &[(0.0, ready(0, 1)), (0.0, Event::Start), (0.0, ready(0, 1)), (0.0, submit(1, asked))],
            &[dispatch(1, 1), Action::WakeAt { ms: given }],
        );
    }
}

#[test]
fn an_early_tick_asks_for_another() {
    check(
        one(),
        &[(0.0, submit(1, 3e9)), (0.0, ready(0, 1)), (2_147_483_647.0, Event::Tick)],
        &[Action::WakeAt { ms: MAX_TIMEOUT_MS }],
    );
}

#[test]
fn a_crash_is_blamed_on_what_runs() {
    let events = [(0.0, submit(1, 50.0)), (0.0, submit(2, 50.0)), (0.0, ready(0, 1))];
    let crash = [&events[..], &[(5.0, failed(1, Code::Crashed))]].concat();
    check(one(), &crash, &[terminate(1), failure(1, Code::Crashed), spawn(2, Some(Cause::Crashed))]);
    let again = [&crash[..], &[(6.0, ready(0, 2))]].concat();
    check(one(), &again, &[dispatch(2, 2)]);
    // Late messages of the dead worker are not attributed to the new one.
    let stale = [&again[..], &[(7.0, done(1, 2, true)), (7.0, failed(1, Code::Crashed))]].concat();
    let supervisor = check(one(), &stale, &[]);
    assert_eq!(supervisor.stats().dropped, 2);
}

#[test]
fn messages_that_fit_nothing_are_dropped_and_counted() {
    let base = [(0.0, submit(1, 50.0)), (0.0, ready(0, 1))];
    for event in [
        ready(0, 1),
        ready(0, 2),
        ready(7, 1),
        done(1, 2, true),
        done(2, 1, true),
        answered_with(9, 1, 1, true, 0),
        need(1, 2),
        failed(0, Code::Crashed),
        Event::Progress { slot: 0, generation: 1, id: 2 },
        Event::Alive { slot: 0, generation: 1 },
        Event::Alive { slot: 9, generation: 1 },
    ] {
        let events = [&base[..], &[(1.0, event)]].concat();
        let supervisor = check(one(), &events, &[]);
        assert_eq!((supervisor.stats().dropped, supervisor.stats().active), (1, 1), "{events:?}");
    }
    let progress = [&base[..], &[(1.0, Event::Progress { slot: 0, generation: 1, id: 1 })]].concat();
    check(one(), &progress, &[Action::Forward { id: 1 }]);
}

#[test]
fn a_worker_that_does_not_start_is_tried_again_and_then_given_up() {
    let mut events = vec![(0.0, submit(1, 50.0)), (0.0, failed(1, Code::Startup))];
    check(one(), &events, &[terminate(1), Action::WakeAt { ms: 100.0 }]);
    events.push((100.0, Event::Tick));
    check(one(), &events, &[spawn(2, Some(Cause::Failed))]);
    events.push((101.0, failed(2, Code::Startup)));
    events.push((301.0, Event::Tick));
    events.push((302.0, failed(3, Code::Startup)));
    let supervisor = check(one(), &events, &[terminate(3), failure(1, Code::Startup)]);
    assert_eq!(supervisor.stats().restarts, 2);
    // Given up: answered at once, without a spawn.
    events.push((400.0, submit(2, 50.0)));
    check(one(), &events, &[failure(2, Code::Startup)]);
    events.push((500.0, Event::Reset));
    check(one(), &events, &[spawn(4, Some(Cause::Reset))]);
    events.push((501.0, ready(0, 4)));
    events.push((502.0, submit(3, 50.0)));
    check(one(), &events, &[dispatch(4, 3)]);
}

#[test]
fn a_worker_that_never_says_ready_is_a_failure_to_start() {
    let options = Options { startup_timeout_ms: 200.0, breaker_after: 1, ..one() };
    check(
        options,
        &[(0.0, submit(1, 50.0)), (200.0, Event::Tick)],
        &[
            terminate(1),
            settle(1, Outcome::Failed { code: Code::Startup, message: "No READY within 200 ms".into() }),
        ],
    );
}

#[test]
fn what_another_try_cannot_cure_is_given_up_at_once() {
    check(
        one(),
        &[(0.0, submit(1, 50.0)), (0.0, failed(1, Code::Unavailable))],
        &[terminate(1), failure(1, Code::Unavailable)],
    );
    let other = Event::WorkerReady { slot: 0, generation: 1, protocol: PROTOCOL_VERSION + 1 };
    let supervisor = check(
        one(),
        &[(0.0, Event::Start), (0.0, other), (0.0, submit(1, 50.0))],
        &[settle(
            1,
            Outcome::Failed {
                code: Code::Version,
                message: "The worker speaks protocol 2, this manager speaks 1".into(),
            },
        )],
    );
    assert_eq!(supervisor.stats().failed, 1);
}

#[test]
fn a_worker_that_dies_idle_again_and_again_is_given_up() {
    let mut supervisor = Supervisor::new(one());
    supervisor.on(Event::Start, 0.0);
    let mut now = 0.0;
    for generation in 1..=3 {
        supervisor.on(ready(0, generation), now);
        supervisor.on(failed(generation, Code::Crashed), now);
        now += 10_000.0;
        supervisor.on(Event::Tick, now);
    }
    assert_eq!(supervisor.on(submit(1, 1.0), now), [failure(1, Code::Crashed)]);
    // Failures far apart are not consecutive.
    let mut supervisor = Supervisor::new(one());
    supervisor.on(Event::Start, 0.0);
    for generation in 1..=20 {
        supervisor.on(ready(0, generation), now);
        now += 60_000.0;
        supervisor.on(failed(generation, Code::Crashed), now);
        now += 200.0;
        supervisor.on(Event::Tick, now);
    }
    assert_eq!(supervisor.stats().restarts, 20);
}

#[test]
fn cancelling_what_waits_is_silent_and_what_runs_costs_the_worker() {
    let events = [
        (0.0, submit(1, 50.0)),
        (0.0, submit(2, 50.0)),
        (0.0, ready(0, 1)),
        (1.0, Event::Cancel { id: 2 }),
        (2.0, Event::Cancel { id: 1 }),
        (3.0, Event::Cancel { id: 1 }),
    ];
    check(one(), &events[..4], &[settle(2, Outcome::Cancelled)]);
    check(
        one(),
        &events[..5],
        &[terminate(1), settle(1, Outcome::Cancelled), spawn(2, Some(Cause::Cancelled))],
    );
    let supervisor = check(one(), &events, &[]);
    let stats = supervisor.stats();
    assert_eq!((stats.cancelled, stats.completed, stats.failed), (2, 0, 0));
}

#[test]
fn a_snapshot_is_sent_again_once() {
    let events = [(0.0, submit(1, 50.0)), (0.0, ready(0, 1)), (1.0, need(1, 1)), (2.0, need(1, 1))];
    check(one(), &events[..3], &[Action::Resend { slot: 0, generation: 1, id: 1 }]);
    check(
        one(),
        &events,
        &[
            terminate(1),
            settle(
                1,
                Outcome::Failed {
                    code: Code::Integrity,
                    message: "The worker did not take the snapshot, though it was sent whole".into(),
                },
            ),
            spawn(2, Some(Cause::Crashed)),
        ],
    );
}

#[test]
fn the_queue_is_bounded() {
    let options = Options { queue_limit: 1, ..one() };
    let events = [
        (0.0, Event::Start),
        (0.0, ready(0, 1)),
        (0.0, submit(1, 50.0)),
        (0.0, submit(2, 50.0)),
        (0.0, submit(3, 50.0)),
    ];
    let supervisor = check(options, &events, &[settle(3, Outcome::Busy { limit: 1 })]);
    let stats = supervisor.stats();
    assert_eq!((stats.active, stats.queued, stats.refused, stats.completed), (1, 1, 1, 0));
}

#[test]
fn a_number_in_use_is_refused_and_the_first_goes_on() {
    let events = [(0.0, submit(1, 50.0)), (0.0, submit(1, 9.0)), (1.0, ready(0, 1))];
    check(one(), &events[..2], &[Action::Refuse { id: 1 }]);
    check(one(), &events, &[dispatch(1, 1), Action::WakeAt { ms: 51.0 }]);
}

#[test]
fn disposing_settles_everything_and_is_final() {
    let events = [
        (0.0, submit(1, 50.0)),
        (0.0, submit(2, 50.0)),
        (0.0, ready(0, 1)),
        (1.0, Event::Dispose),
        (2.0, Event::Dispose),
    ];
    check(one(), &events[..4], &[terminate(1), settle(1, Outcome::Cancelled), settle(2, Outcome::Cancelled)]);
    check(one(), &events, &[]);
    for last in [Event::Start, Event::Reset, Event::Tick, ready(0, 1), done(1, 1, true)] {
        check(one(), &[&events[..], &[(3.0, last)]].concat(), &[]);
    }
    check(one(), &[&events[..], &[(3.0, submit(9, 1.0))]].concat(), &[settle(9, Outcome::Cancelled)]);
    // While starting.
    check(one(), &[(0.0, Event::Start), (0.0, Event::Dispose)], &[terminate(1)]);
}

#[test]
fn workers_share_the_queue_and_fail_apart() {
    let options = Options { workers: 2, ..one() };
    let mut supervisor = Supervisor::new(options);
    supervisor.on(Event::Start, 0.0);
    for id in 1..=3 {
        supervisor.on(submit(id, 50.0), 0.0);
    }
    assert_eq!(supervisor.on(ready(0, 1), 0.0)[..2], [dispatch(1, 1), on(1, 1, None)]);
    let actions = supervisor.on(ready(1, 1), 10.0);
    assert_eq!(actions, [Action::Dispatch { slot: 1, generation: 1, id: 2 }]);
    // Slot 0 never starts again: slot 1 takes all waiting requests.
    supervisor.on(failed(1, Code::Crashed), 11.0);
    supervisor.on(failed(2, Code::Unavailable), 12.0);
    let actions = supervisor.on(answered_with(1, 1, 2, false, 0), 13.0);
    assert_eq!(
        actions[..2],
        [settle(2, Outcome::Completed), Action::Dispatch { slot: 1, generation: 1, id: 3 }]
    );
    let stats = supervisor.stats();
    assert_eq!((stats.passed, stats.failed, stats.active), (0, 2, 1));
}

#[test]
fn pings_are_not_counted_and_refusals_of_the_host_are() {
    let mut supervisor = Supervisor::new(one());
    supervisor.on(
        Event::Submit {
            id: 1,
            timeout_ms: 9.0,
            counted: false,
            priority: Priority::Interactive,
            parts: 1,
            apart: false,
        },
        0.0,
    );
    supervisor.on(ready(0, 1), 0.0);
    supervisor.on(done(1, 1, true), 0.0);
    for (passed, code) in
        [(false, Some(Code::Path)), (false, Some(Code::Cancelled)), (false, Some(Code::Busy)), (false, None)]
    {
        supervisor.on(Event::Ended { passed, code }, 0.0);
    }
    let stats = supervisor.stats();
    assert_eq!((stats.passed, stats.failed, stats.completed), (0, 2, 2));
    assert_eq!((stats.cancelled, stats.refused), (1, 1));
    assert!(stats.pass_rate().abs() < f64::EPSILON);
    supervisor.on(Event::Ended { passed: true, code: None }, 0.0);
    assert_eq!((supervisor.stats().passed, supervisor.stats().completed), (1, 3));
}

fn with_spare() -> Options {
    Options { spare: true, ..Options::default() }
}
fn on(slot: usize, generation: u64, cause: Option<Cause>) -> Action {
    Action::Spawn { slot, generation, cause }
}
fn goes(slot: usize, generation: u64, id: u64) -> Action {
    Action::Dispatch { slot, generation, id }
}

#[test]
fn a_spare_worker_starts_after_the_first_is_ready_and_takes_over() {
    let mut events = vec![(0.0, submit(1, 1_000.0)), (0.0, submit(2, 1_000.0)), (50.0, Event::Tick)];
    check(with_spare(), &events, &[]);
    events.extend([(60.0, ready(0, 1)), (159.0, Event::Tick)]);
    check(with_spare(), &events, &[]);
    events.push((160.0, Event::Tick));
    check(with_spare(), &events, &[on(1, 1, None)]);
    events.push((200.0, ready(1, 1)));
    // It exists, and still only one request runs at a time.
    let supervisor = check(with_spare(), &events, &[]);
    let stats = supervisor.stats();
    assert_eq!((stats.active, stats.queued, stats.living, stats.spare, stats.restarts), (1, 1, 1, 1, 0));
    events.push((1_060.0, Event::Tick));
    let timeout = settle(1, Outcome::Timeout { timeout_ms: 1_000.0 });
    let supervisor = check(with_spare(), &events, &[terminate(1), timeout, ping(1, 1), goes(1, 1, 2)]);
    assert_eq!(supervisor.stats().restarts, 1);
    // A replacement starts a moment later; the spare worker keeps its snapshot.
    events.push((1_159.0, Event::Tick));
    check(with_spare(), &events, &[]);
    events.push((1_160.0, Event::Tick));
    check(with_spare(), &events, &[on(0, 2, Some(Cause::Timeout))]);
    events.extend([
        (1_200.0, ready(0, 2)),
        (1_210.0, answered_with(1, 1, 2, true, 0)),
        (1_220.0, submit(3, 50.0)),
    ]);
    check(with_spare(), &events, &[goes(1, 1, 3)]);
}

#[test]
fn without_a_spare_at_hand_a_worker_is_replaced_at_once() {
    let events = [
        (0.0, submit(1, 50.0)),
        (0.0, submit(2, 50.0)),
        (0.0, ready(0, 1)),
        // The spare one is due only at 100.
        (50.0, Event::Tick),
    ];
    let timeout = settle(1, Outcome::Timeout { timeout_ms: 50.0 });
    check(with_spare(), &events, &[terminate(1), timeout, spawn(2, Some(Cause::Timeout))]);
}

#[test]
fn what_waits_is_settled_when_no_worker_was_ever_ready_spare_or_not() {
    let options = Options { breaker_after: 1, ..with_spare() };
    let supervisor = check(
        options,
        &[(0.0, submit(1, 50.0)), (1.0, failed(1, Code::Startup))],
        &[terminate(1), failure(1, Code::Startup)],
    );
    assert_eq!(
        (supervisor.stats().living, supervisor.stats().spare, supervisor.stats().workers.len()),
        (0, 0, 1)
    );
}

#[test]
fn a_reset_starts_the_spare_worker_after_the_others_again() {
    let mut events = vec![
        (0.0, Event::Start),
        (0.0, ready(0, 1)),
        (100.0, Event::Tick),
        (110.0, ready(1, 1)),
        (120.0, Event::Reset),
    ];
    let ended = Action::Terminate { slot: 1, generation: 1 };
    check(with_spare(), &events, &[terminate(1), ended, spawn(2, Some(Cause::Reset))]);
    events.extend([(200.0, ready(0, 2)), (300.0, Event::Tick)]);
    check(with_spare(), &events, &[on(1, 2, Some(Cause::Reset))]);
}

#[test]
fn interactive_goes_first_and_background_has_its_turn() {
    let mut supervisor = Supervisor::new(one());
    supervisor.on(ready(0, 1), 0.0);
    supervisor.on(Event::Start, 0.0);
    supervisor.on(ready(0, 1), 0.0);
    let background = |id| Event::Submit {
        id,
        timeout_ms: 50.0,
        counted: true,
        priority: Priority::Background,
        parts: 1,
        apart: false,
    };
    supervisor.on(submit(0, 50.0), 0.0);
    for id in 100..103 {
        supervisor.on(background(id), 0.0);
    }
    for id in 1..=7 {
        supervisor.on(submit(id, 50.0), 0.0);
    }
    let mut order = vec![0];
    while let Some(last) = order.last() {
        let actions = supervisor.on(done(1, *last, true), 1.0);
        let next = actions.iter().find_map(|action| match action {
            Action::Dispatch { id, .. } => Some(*id),
            _ => None,
        });
        let Some(next) = next else { break };
        order.push(next);
    }
    assert_eq!(order, [0, 1, 2, 3, 4, 100, 5, 6, 7, 101, 102]);
}

#[test]
fn a_crowd_in_the_background_turns_nobody_else_away() {
    let options = Options { queue_limit: 1, ..one() };
    let background = |id| Event::Submit {
        id,
        timeout_ms: 50.0,
        counted: true,
        priority: Priority::Background,
        parts: 1,
        apart: false,
    };
    let mut events = vec![(0.0, background(1)), (0.0, background(2))];
    check(options.clone(), &events, &[settle(2, Outcome::Busy { limit: 1 })]);
    events.push((0.0, submit(3, 50.0)));
    check(options.clone(), &events, &[]);
    events.push((0.0, submit(4, 50.0)));
    check(options, &events, &[settle(4, Outcome::Busy { limit: 1 })]);
}

fn in_parts(id: u64, parts: u32) -> Event {
    submit_parts(id, parts, false)
}
fn submit_parts(id: u64, parts: u32, apart: bool) -> Event {
    Event::Submit { id, timeout_ms: 50.0, counted: true, priority: Priority::Interactive, parts, apart }
}
fn part(slot: usize, whole: u64, index: u32) -> Action {
    Action::DispatchPart { slot, generation: 1, id: whole + 1 + u64::from(index), whole, index }
}
fn answered(slot: usize, id: u64, success: bool) -> Event {
    answered_with(slot, 1, id, success, 0)
}
fn two() -> Options {
    Options { workers: 2, spare_delay_ms: 0.0, ..Options::default() }
}
/// Two ready workers, and a request in `parts` at 0.
fn spread_over_two(parts: u32, more: &[(f64, Event)]) -> Vec<(f64, Event)> {
    let start =
        [Event::Start, ready(0, 1), Event::Tick, ready(1, 1), in_parts(10, parts)].map(|it| (0.0, it));
    [&start[..], more].concat()
}

#[test]
fn parts_run_on_all_idle_workers_and_give_one_outcome() {
    check(two(), &spread_over_two(3, &[]), &[part(0, 10, 0), part(1, 10, 1)]);
    let mut more = vec![(1.0, answered(1, 12, false))];
    check(two(), &spread_over_two(3, &more), &[part(1, 10, 2)]);
    more.extend([(2.0, answered(1, 13, false))]);
    check(two(), &spread_over_two(3, &more), &[]);
    // The last answer decides the whole.
    more.push((3.0, answered(0, 11, true)));
    let supervisor = check(two(), &spread_over_two(3, &more), &[settle(10, Outcome::Completed)]);
    let stats = supervisor.stats();
    assert_eq!((stats.completed, stats.passed, stats.active), (1, 1, 0));
}

#[test]
fn with_one_idle_worker_or_others_waiting_a_request_runs_whole() {
    let one_idle = [(0.0, in_parts(10, 3)), (0.0, ready(0, 1))];
    // The other starts for the parts, but too late.
    check(two(), &one_idle, &[dispatch(1, 10)]);
    let alone = [(0.0, Event::Start), (0.0, ready(0, 1)), (0.0, in_parts(10, 3))];
    check(one(), &alone, &[dispatch(1, 10)]);
    // The spare worker does not run parts.
    let spare = [
        (0.0, Event::Start),
        (0.0, ready(0, 1)),
        (100.0, Event::Tick),
        (110.0, ready(1, 1)),
        (120.0, in_parts(10, 3)),
    ];
    check(with_spare(), &spare, &[ping(0, 1), dispatch(1, 10)]);
}

#[test]
fn parts_that_stay_apart_run_on_one_worker_and_beside_others() {
    let apart = |parts| (0.0, submit_parts(10, parts, true));
    let on_one = [(0.0, Event::Start), (0.0, ready(0, 1)), apart(2)];
    check(one(), &on_one, &[part(0, 10, 0)]);
    let more = [&on_one[..], &[(1.0, answered(0, 11, true))]].concat();
    check(one(), &more, &[part(0, 10, 1)]);
    let ended = [&more[..], &[(2.0, answered(0, 12, true))]].concat();
    check(one(), &ended, &[settle(10, Outcome::Completed)]);
    // A single part too.
    check(one(), &[(0.0, Event::Start), (0.0, ready(0, 1)), apart(1)], &[part(0, 10, 0)]);
    // While others wait, it keeps the worker that it has.
    let waits = [&on_one[..], &[(0.0, submit(90, 50.0)), (1.0, answered(0, 11, true))]].concat();
    check(one(), &waits, &[part(0, 10, 1)]);
    // A request without parts is whole.
    check(one(), &[(0.0, Event::Start), (0.0, ready(0, 1)), apart(0)], &[dispatch(1, 10)]);
}

#[test]
fn what_comes_meanwhile_goes_before_further_parts_but_one_worker_stays() {
    let mut more = vec![(1.0, submit(90, 50.0)), (1.0, submit(91, 50.0)), (2.0, answered(0, 11, true))];
    check(two(), &spread_over_two(4, &more), &[goes(0, 1, 90)]);
    more.push((3.0, answered(1, 12, true)));
    check(two(), &spread_over_two(4, &more), &[part(1, 10, 2)]);
}

#[test]
fn the_time_is_that_of_all_parts_and_ends_them_all() {
    let more = [(30.0, answered(0, 11, true)), (50.0, Event::Tick)];
    let ended = |slot| Action::Terminate { slot, generation: 1 };
    let expected = [
        ended(0),
        settle(10, Outcome::Timeout { timeout_ms: 50.0 }),
        ended(1),
        on(1, 2, Some(Cause::Timeout)),
        on(0, 2, Some(Cause::Timeout)),
    ];
    let supervisor = check(two(), &spread_over_two(9, &more), &expected);
    assert_eq!((supervisor.stats().failed, supervisor.stats().active), (1, 0));
    let more = [(30.0, Event::Cancel { id: 10 })];
    let cancelled = Some(Cause::Cancelled);
    let expected =
        [settle(10, Outcome::Cancelled), ended(0), on(0, 2, cancelled), ended(1), on(1, 2, cancelled)];
    check(two(), &spread_over_two(9, &more), &expected);
}

#[test]
fn after_a_crash_the_parts_that_run_end_and_no_other_begins() {
    let mut more = vec![(1.0, failed(1, Code::Crashed))];
    check(two(), &spread_over_two(9, &more), &[terminate(1), spawn(2, Some(Cause::Crashed))]);
    more.extend([(2.0, ready(0, 2)), (3.0, answered(1, 12, true))]);
    check(two(), &spread_over_two(9, &more), &[failure(10, Code::Crashed)]);
}
