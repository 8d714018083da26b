//! Workers that end silently, that grow, and that start one after another.
#![allow(missing_docs)]

use crate::support;

use support::{check, ping, ready, settle, submit};
use verdict_protocol::Code;
use verdict_supervisor::{Action, Cause, Event, Options, Outcome, Priority, SlotStatus, Supervisor};

/// The actions of all events together, except `WakeAt`.
fn all(options: Options, events: &[(f64, Event)]) -> (Supervisor, Vec<Action>) {
    let mut supervisor = Supervisor::new(options);
    let actions = events.iter().flat_map(|(now, event)| supervisor.on(event.clone(), *now));
    let actions = actions.filter(|action| !matches!(action, Action::WakeAt { .. })).collect();
    (supervisor, actions)
}

fn base() -> Options {
    Options { heartbeat_ms: 3_000.0, ..Options::default() }
}
fn done(slot: usize, generation: u64, id: u64) -> Event {
    grown(slot, generation, id, 0)
}
fn grown(slot: usize, generation: u64, id: u64, heap_bytes: u64) -> Event {
    Event::Completed { slot, generation, id, success: true, heap_bytes }
}
fn alive(slot: usize, generation: u64) -> Event {
    Event::Alive { slot, generation }
}
fn failed(slot: usize, generation: u64, code: Code) -> Event {
    Event::WorkerFailed { slot, generation, code, message: "why".into() }
}
fn spawn(slot: usize, generation: u64, cause: Option<Cause>) -> Action {
    Action::Spawn { slot, generation, cause }
}
fn terminate(slot: usize, generation: u64) -> Action {
    Action::Terminate { slot, generation }
}
fn dispatch(slot: usize, generation: u64, id: u64) -> Action {
    Action::Dispatch { slot, generation, id }
}
const COMPLETED: Outcome = Outcome::Completed;

/// A worker that has been idle since 0, and a request with 10 s at 1 000.
fn after_a_second(more: &[(f64, Event)]) -> Vec<(f64, Event)> {
    [&[(0.0, Event::Start), (0.0, ready(0, 1)), (1_000.0, submit(1, 10_000.0))], more].concat()
}

#[test]
fn a_worker_that_was_idle_is_asked_beside_the_request() {
    let asked = [ping(0, 1), dispatch(0, 1, 1), Action::WakeAt { ms: 4_000.0 }];
    check(base(), &after_a_second(&[]), &asked);
    // It answers: the request has its full time from its dispatch.
    let alive = [(1_001.0, alive(0, 1))];
    check(base(), &after_a_second(&alive), &[Action::WakeAt { ms: 11_000.0 }]);
    // A message about its request is as good as an answer.
    let progress = [(1_001.0, Event::Progress { slot: 0, generation: 1, id: 1 })];
    let expected = [Action::Forward { id: 1 }, Action::WakeAt { ms: 11_000.0 }];
    check(base(), &after_a_second(&progress), &expected);
    let answer = [(1_001.0, done(0, 1, 1))];
    let supervisor = check(base(), &after_a_second(&answer), &[settle(1, COMPLETED)]);
    assert_eq!(supervisor.stats().restarts, 0);
}

#[test]
fn one_that_was_just_heard_of_is_not_asked() {
    for (idle, asks) in [(0.0, false), (1.0, false), (49.0, false), (50.0, true), (51.0, true)] {
        let (_, actions) = all(
            base(),
            &[(0.0, Event::Start), (0.0, ready(0, 1)), (idle, submit(1, 9.0)), (idle, done(0, 1, 1))],
        );
        assert_eq!(actions.contains(&ping(0, 1)), asks, "after {idle} ms");
    }
    // Successive requests cost no additional message.
    let mut events = vec![(0.0, Event::Start), (0.0, ready(0, 1))];
    for id in 1..100 {
        let now = id as f64 * 30.0;
        events.extend([(now, submit(id, 9_000.0)), (now + 29.0, done(0, 1, id))]);
    }
    let (supervisor, actions) = all(base(), &events);
    assert!(!actions.iter().any(|action| matches!(action, Action::Ping { .. })));
    assert_eq!(supervisor.stats().passed, 99);
}

#[test]
fn a_silent_worker_is_replaced_and_its_request_runs_on_another_with_all_of_its_time() {
    let mut more = vec![(3_999.0, Event::Tick)];
    check(base(), &after_a_second(&more), &[Action::WakeAt { ms: 4_000.0 }]);
    more.push((4_000.0, Event::Tick));
    let gone = [terminate(0, 1), spawn(0, 2, Some(Cause::Silent))];
    let supervisor = check(base(), &after_a_second(&more), &gone);
    let stats = supervisor.stats();
    assert_eq!((stats.queued, stats.active, stats.restarts, stats.failed), (1, 0, 1, 0));
    more.push((4_100.0, ready(0, 2)));
    let expected = [dispatch(0, 2, 1), Action::WakeAt { ms: 14_100.0 }];
    check(base(), &after_a_second(&more), &expected);
    // Late messages of the dead worker are not attributed to the new one.
    more.extend([(4_101.0, alive(0, 1)), (4_101.0, done(0, 1, 1)), (4_200.0, done(0, 2, 1))]);
    let supervisor = check(base(), &after_a_second(&more), &[settle(1, COMPLETED)]);
    let stats = supervisor.stats();
    assert_eq!((stats.passed, stats.failed, stats.dropped), (1, 0, 2));
}

#[test]
fn the_spare_worker_takes_over_from_a_silent_one() {
    let options = Options { spare: true, ..base() };
    let mut events = vec![
        (0.0, Event::Start),
        (0.0, ready(0, 1)),
        (100.0, Event::Tick),
        (150.0, ready(1, 1)),
        (1_000.0, submit(1, 10_000.0)),
        (1_000.0, submit(2, 10_000.0)),
        (4_000.0, Event::Tick),
    ];
    // Before later requests.
    check(options.clone(), &events, &[terminate(0, 1), ping(1, 1), dispatch(1, 1, 1)]);
    // Both were dead: no request is lost, and the next worker has only just sent READY.
    events.push((7_000.0, Event::Tick));
    let expected = [terminate(1, 1), spawn(1, 2, Some(Cause::Silent))];
    let (_, actions) = all(options.clone(), &events);
    assert!(actions.ends_with(&expected) || actions.contains(&expected[0]), "{actions:#?}");
    events.extend([(7_001.0, ready(0, 2)), (7_002.0, done(0, 2, 1)), (7_003.0, done(0, 2, 2))]);
    let (supervisor, actions) = all(options, &events);
    assert!(
        actions.ends_with(&[settle(1, COMPLETED), dispatch(0, 2, 2), settle(2, COMPLETED)]),
        "{actions:#?}"
    );
    assert_eq!(supervisor.stats().failed, 0);
}

#[test]
fn a_page_that_was_frozen_takes_no_live_worker_for_a_dead_one() {
    // Noticed an hour late: a worker that was frozen too gets its full time again.
    let hour = 3_600_000.0;
    let mut more = vec![(hour, Event::Tick)];
    check(base(), &after_a_second(&more), &[Action::WakeAt { ms: hour + 3_000.0 }]);
    more.push((hour + 2_999.0, alive(0, 1)));
    // It is alive. The time of its request is over, except for messages under way.
    check(base(), &after_a_second(&more), &[Action::WakeAt { ms: 11_000.0 }]);
    more.push((hour + 2_999.0, Event::Tick));
    check(base(), &after_a_second(&more), &[Action::WakeAt { ms: hour + 3_249.0 }]);
    more.push((hour + 3_000.0, done(0, 1, 1)));
    let supervisor = check(base(), &after_a_second(&more), &[settle(1, COMPLETED)]);
    assert_eq!((supervisor.stats().restarts, supervisor.stats().passed), (0, 1));
    // A dead one is found nevertheless.
    let dead = [(hour, Event::Tick), (hour + 3_000.0, Event::Tick)];
    let gone = [terminate(0, 1), spawn(0, 2, Some(Cause::Silent))];
    check(base(), &after_a_second(&dead), &gone);
    // A hidden page whose timers fire once a minute.
    let hidden = [(61_000.0, Event::Tick), (121_000.0, Event::Tick)];
    check(base(), &after_a_second(&hidden), &gone);
    // Nothing runs: a night's sleep has no effect.
    let asleep = [(0.0, Event::Start), (0.0, ready(0, 1)), (9.0 * hour, Event::Tick)];
    let supervisor = check(base(), &asleep, &[]);
    assert_eq!(supervisor.stats().restarts, 0);
}

#[test]
fn sleep_while_a_worker_starts_leaves_it_time_to_say_ready() {
    let hour = 3_600_000.0;
    let mut events = vec![(0.0, submit(1, 50.0)), (hour, Event::Tick)];
    check(base(), &events, &[Action::WakeAt { ms: hour + 250.0 }]);
    events.push((hour + 100.0, ready(0, 1)));
    check(base(), &events, &[dispatch(0, 1, 1)]);
}

#[test]
fn a_clock_that_goes_back_or_is_none_stands_still() {
    let mut events = vec![(0.0, Event::Start), (0.0, ready(0, 1)), (1_000.0, submit(1, 50.0))];
    for now in [0.0, 999.0, -1.0, f64::NAN, f64::NEG_INFINITY, f64::INFINITY] {
        events.push((now, Event::Tick));
        let supervisor = check(base(), &events, &[Action::WakeAt { ms: 1_050.0 }]);
        assert_eq!(supervisor.stats().active, 1, "at {now}");
    }
}

#[test]
fn a_request_with_little_time_waits_no_longer_for_a_dead_worker() {
    let events =
        [(0.0, Event::Start), (0.0, ready(0, 1)), (1_000.0, submit(1, 80.0)), (1_080.0, Event::Tick)];
    let gone = [terminate(0, 1), spawn(0, 2, Some(Cause::Silent))];
    check(base(), &events, &gone);
    // On a live worker the time is over.
    let more = [(1_001.0, alive(0, 1)), (1_080.0, Event::Tick)];
    let events = [&events[..3], &more[..]].concat();
    let timeout = settle(1, Outcome::Timeout { timeout_ms: 80.0 });
    check(base(), &events, &[terminate(0, 1), timeout, spawn(0, 2, Some(Cause::Timeout))]);
}

#[test]
fn the_wait_for_an_answer_is_an_option_with_a_sane_span() {
    for (asked, given) in
        [(500.0, 500.0), (0.0, 5_000.0), (-1.0, 5_000.0), (f64::NAN, 5_000.0), (f64::INFINITY, 10_000.0)]
    {
        let options = Options { heartbeat_ms: asked, ..base() };
        let expected = [ping(0, 1), dispatch(0, 1, 1), Action::WakeAt { ms: 1_000.0 + given }];
        check(options, &after_a_second(&[]), &expected);
    }
}

/// Simulates a host whose workers send READY and then nothing, until request 1 is settled. Returns the time,
/// the outcome, and the number of silent workers.
fn host_of_dead_workers(options: Options, asked_at: f64, timeout_ms: f64) -> (f64, Outcome, usize) {
    let mut supervisor = Supervisor::new(options);
    let mut due = vec![(0.0, Event::Start), (asked_at, submit(1, timeout_ms))];
    let mut silent = 0;
    while let Some(next) = (0..due.len()).min_by(|a, b| due[*a].0.total_cmp(&due[*b].0)) {
        let (now, event) = due.remove(next);
        for action in supervisor.on(event, now) {
            match action {
                Action::Spawn { slot, generation, cause } => {
                    silent += usize::from(cause == Some(Cause::Silent));
                    due.push((now + 10.0, ready(slot, generation)));
                }
                Action::WakeAt { ms } => {
                    due.retain(|(_, event)| *event != Event::Tick);
                    due.push((ms, Event::Tick));
                }
                Action::Settle { id: 1, outcome } => return (now, outcome, silent),
                _ => {}
            }
        }
    }
    panic!("not settled");
}

#[test]
fn one_dead_worker_after_another_does_not_keep_a_request_for_ever() {
    let timeout = Outcome::Timeout { timeout_ms: 1_000.0 };
    // All were idle and are dead: each costs the ping timeout, and the fresh one its time.
    for (workers, spare) in [(1, false), (1, true), (4, true)] {
        let options = Options { workers, spare, heartbeat_ms: 200.0, ..base() };
        let slots = workers + usize::from(spare);
        let (at, outcome, silent) = host_of_dead_workers(options, 5_000.0, 1_000.0);
        assert_eq!(outcome, timeout, "{workers} workers");
        assert!((1..=slots).contains(&silent), "{silent} of {slots}");
        assert!(at <= 5_000.0 + 200.0 * slots as f64 + 10.0 + 1_000.0, "at {at}");
    }
}

#[test]
fn cancelling_resetting_and_disposing_do_not_wait_for_an_answer() {
    let cancelled = settle(1, Outcome::Cancelled);
    for (event, next) in [
        (Event::Cancel { id: 1 }, Some(spawn(0, 2, Some(Cause::Cancelled)))),
        (Event::Reset, Some(spawn(0, 2, Some(Cause::Reset)))),
        (Event::Dispose, None),
    ] {
        let expected: Vec<Action> = [terminate(0, 1), cancelled.clone()].into_iter().chain(next).collect();
        check(base(), &after_a_second(&[(1_001.0, event)]), &expected);
    }
}

#[test]
fn a_part_on_a_dead_worker_runs_on_another() {
    let options = Options { workers: 2, spare_delay_ms: 0.0, ..base() };
    let part = |slot, generation, index: u32| Action::DispatchPart {
        slot,
        generation,
        id: 11 + u64::from(index),
        whole: 10,
        index,
    };
    let parts = |timeout_ms| Event::Submit {
        id: 10,
        timeout_ms,
        counted: true,
        priority: Priority::Interactive,
        parts: 3,
        apart: false,
    };
    let start = |timeout_ms| {
        let start = [Event::Start, ready(0, 1), Event::Tick, ready(1, 1)].map(|event| (0.0, event));
        [&start[..], &[(1_000.0, parts(timeout_ms))]].concat()
    };
    let both = [ping(0, 1), part(0, 1, 0), ping(1, 1), part(1, 1, 1)];
    check(options.clone(), &start(10_000.0), &both);
    // The second is dead. The first continues alone.
    let mut events = start(10_000.0);
    events.extend([(1_001.0, alive(0, 1)), (1_500.0, done(0, 1, 11)), (4_000.0, Event::Tick)]);
    check(options.clone(), &events, &[terminate(1, 1), spawn(1, 2, Some(Cause::Silent))]);
    events.push((4_500.0, done(0, 1, 13)));
    check(options.clone(), &events, &[part(0, 1, 1)]);
    events.extend([(4_600.0, ready(1, 2)), (4_700.0, done(0, 1, 12))]);
    let supervisor = check(options.clone(), &events, &[settle(10, COMPLETED)]);
    assert_eq!((supervisor.stats().passed, supervisor.stats().restarts), (1, 1));
    // Both are dead: it waits for the first new one, and that wait does not count.
    let mut events = start(1_000.0);
    events.push((1_500.0, Event::Tick));
    let silent = Some(Cause::Silent);
    check(
        options.clone(),
        &events,
        &[terminate(0, 1), spawn(0, 2, silent), terminate(1, 1), spawn(1, 2, silent)],
    );
    events.push((9_500.0, ready(1, 2)));
    check(options.clone(), &events, &[part(1, 2, 1), Action::WakeAt { ms: 10_000.0 }]);
    // No further worker starts.
    let mut events = events[..events.len() - 1].to_vec();
    events.extend([(1_600.0, failed(0, 2, Code::Unavailable)), (1_700.0, failed(1, 2, Code::Version))]);
    let why = Outcome::Failed { code: Code::Unavailable, message: "why".into() };
    check(options, &events, &[terminate(1, 2), settle(10, why)]);
}

#[test]
fn a_worker_that_has_grown_is_replaced_once_its_request_is_settled() {
    let options = |spare| Options { recycle_bytes: 100, spare, ..base() };
    let start = [(0.0, submit(1, 50.0)), (0.0, submit(2, 50.0)), (0.0, ready(0, 1))];
    let small = [&start[..], &[(1.0, grown(0, 1, 1, 99))]].concat();
    let supervisor = check(options(false), &small, &[settle(1, COMPLETED), dispatch(0, 1, 2)]);
    assert_eq!(supervisor.stats().workers[0].heap_bytes, 99);
    let memory = Some(Cause::Memory);
    let large = [&start[..], &[(1.0, grown(0, 1, 1, 100))]].concat();
    let expected = [settle(1, COMPLETED), terminate(0, 1), spawn(0, 2, memory)];
    let supervisor = check(options(false), &large, &expected);
    let stats = supervisor.stats();
    assert_eq!((stats.passed, stats.failed, stats.queued), (1, 0, 1));
    assert_eq!((stats.recycled, stats.restarts, stats.workers[0].heap_bytes), (1, 1, 0));
    let next = [&large[..], &[(9.0, ready(0, 2))]].concat();
    check(options(false), &next, &[dispatch(0, 2, 2)]);
    // With a spare worker nobody waits.
    let spare = [
        (0.0, Event::Start),
        (0.0, ready(0, 1)),
        (100.0, Event::Tick),
        (140.0, ready(1, 1)),
        (141.0, submit(1, 50.0)),
        (141.0, submit(2, 50.0)),
        (142.0, grown(0, 1, 1, 1 << 40)),
    ];
    let expected = [settle(1, COMPLETED), terminate(0, 1), dispatch(1, 1, 2)];
    check(options(true), &spare, &expected);
    let later = [&spare[..], &[(150.0, done(1, 1, 2)), (242.0, Event::Tick)]].concat();
    check(options(true), &later, &[spawn(0, 2, memory)]);
    // The default is half a gigabyte; about another worker or request it has no effect.
    let stray = [&start[..], &[(1.0, grown(0, 7, 1, u64::MAX)), (1.0, grown(0, 1, 9, u64::MAX))]].concat();
    check(options(false), &stray, &[]);
    assert_eq!(Options::default().recycle_bytes, 512 << 20);
}

#[test]
fn a_request_that_exhausts_its_worker_is_told_so_and_the_worker_replaced() {
    let start = [(0.0, submit(1, 50.0)), (0.0, submit(2, 50.0)), (0.0, ready(0, 1))];
    for (code, cause) in
        [(Code::Memory, Cause::Memory), (Code::Stack, Cause::Crashed), (Code::Crashed, Cause::Crashed)]
    {
        let events = [&start[..], &[(1.0, failed(0, 1, code))]].concat();
        let outcome = Outcome::Failed { code, message: "why".into() };
        let expected = [terminate(0, 1), settle(1, outcome), spawn(0, 2, Some(cause))];
        let supervisor = check(base(), &events, &expected);
        let stats = supervisor.stats();
        assert_eq!((stats.failed, stats.queued, stats.recycled), (1, 1, u64::from(cause == Cause::Memory)));
    }
}

#[test]
fn why_a_snapshot_was_not_taken_is_what_the_request_is_told() {
    let why = Some((Code::Path, "the path /../x leaves the root".to_owned()));
    let need = |why| Event::NeedSnapshot { slot: 0, generation: 1, id: 1, why };
    let events = [(0.0, submit(1, 50.0)), (0.0, ready(0, 1)), (1.0, need(why.clone())), (2.0, need(why))];
    // The request is sent once more, whatever the worker said about the first attempt.
    check(base(), &events[..3], &[Action::Resend { slot: 0, generation: 1, id: 1 }]);
    let outcome = Outcome::Failed { code: Code::Path, message: "the path /../x leaves the root".into() };
    let expected = [terminate(0, 1), settle(1, outcome), spawn(0, 2, Some(Cause::Crashed))];
    check(base(), &events, &expected);
}

#[test]
fn workers_start_one_after_another_and_at_once_where_something_waits() {
    let four = || Options { workers: 4, spare: true, ..base() };
    let mut events = vec![(0.0, Event::Start)];
    check(four(), &events, &[spawn(0, 1, None)]);
    events.push((10.0, submit(1, 1_000.0)));
    check(four(), &events, &[]);
    events.push((50.0, ready(0, 1)));
    check(four(), &events, &[dispatch(0, 1, 1), Action::WakeAt { ms: 150.0 }]);
    // Nothing waits: a moment later, and each after the previous one is ready.
    events.extend([(60.0, done(0, 1, 1)), (149.0, Event::Tick)]);
    check(four(), &events, &[Action::WakeAt { ms: 150.0 }]);
    for (slot, at) in [(1, 150.0), (2, 300.0), (3, 450.0), (4, 600.0)] {
        events.push((at, Event::Tick));
        check(four(), &events, &[spawn(slot, 1, None)]);
        events.push((at + 50.0, ready(slot, 1)));
    }
    let supervisor = check(four(), &events, &[]);
    assert_eq!((supervisor.stats().living, supervisor.stats().spare), (4, 1));

    // Three wait when the first is ready: as many start, and no more.
    let mut events: Vec<_> = (1..=4).map(|id| (0.0, submit(id, 1_000.0))).collect();
    events.push((50.0, ready(0, 1)));
    let expected = [dispatch(0, 1, 1), spawn(1, 1, None), spawn(2, 1, None), spawn(3, 1, None)];
    check(four(), &events, &expected);
    events.extend([(60.0, ready(2, 1)), (61.0, ready(1, 1))]);
    check(four(), &events, &[dispatch(1, 1, 3)]);
    // A request that arrives before a start brings it forward.
    let mut events = vec![(0.0, Event::Start), (0.0, ready(0, 1)), (10.0, submit(1, 900.0))];
    events.push((20.0, submit(2, 900.0)));
    check(four(), &events, &[spawn(1, 1, None)]);
    // The spare worker does not serve waiting requests; it only takes over from a terminated one.
    let two = || Options { workers: 1, spare: true, ..base() };
    check(two(), &events, &[]);
}

#[test]
fn a_first_worker_that_cannot_start_is_the_end_for_all() {
    let options = Options { workers: 4, spare: true, breaker_after: 1, ..base() };
    let events = [(0.0, submit(1, 50.0)), (1.0, failed(0, 1, Code::Startup))];
    let outcome = Outcome::Failed { code: Code::Startup, message: "why".into() };
    let supervisor = check(options, &events, &[terminate(0, 1), settle(1, outcome)]);
    let broken = supervisor.stats().workers;
    assert_eq!(broken.iter().map(|it| it.status).collect::<Vec<_>>(), [SlotStatus::Broken; 4]);
    // Before that they are listed with their status, except the spare one.
    let started = Supervisor::new(Options { workers: 2, spare: true, ..base() }).stats().workers;
    assert_eq!(started.iter().map(|it| it.status).collect::<Vec<_>>(), [SlotStatus::Stopped; 2]);
}
