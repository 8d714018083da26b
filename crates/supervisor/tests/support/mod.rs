//! Helpers for tests of the state machine.

use verdict_protocol::PROTOCOL_VERSION;
use verdict_supervisor::{Action, Event, Options, Outcome, Priority, Supervisor};

/// Plays events and compares the actions of the last one; `WakeAt` is ignored unless expected.
pub(crate) fn check(options: Options, events: &[(f64, Event)], expected: &[Action]) -> Supervisor {
    let mut supervisor = Supervisor::new(options);
    let mut last = Vec::new();
    for (now, event) in events {
        last = supervisor.on(event.clone(), *now);
    }
    let wants_wake = expected.iter().any(|action| matches!(action, Action::WakeAt { .. }));
    last.retain(|action| wants_wake || !matches!(action, Action::WakeAt { .. }));
    assert_eq!(last, expected, "after {events:#?}");
    supervisor
}

pub(crate) fn submit(id: u64, timeout_ms: f64) -> Event {
    Event::Submit { id, timeout_ms, counted: true, priority: Priority::Interactive, parts: 1, apart: false }
}

pub(crate) fn ready(slot: usize, generation: u64) -> Event {
    Event::WorkerReady { slot, generation, protocol: PROTOCOL_VERSION }
}

pub(crate) fn settle(id: u64, outcome: Outcome) -> Action {
    Action::Settle { id, outcome }
}

pub(crate) fn ping(slot: usize, generation: u64) -> Action {
    Action::Ping { slot, generation }
}
