//! The fake clock: a second queue of timers that only `vi` advances. No guest code runs here.

use std::collections::{BTreeMap, VecDeque};

use boa_engine::{JsObject, JsValue};

/// Maximum delay in milliseconds; longer delays become 1, as in Node and browsers.
const MAX_DELAY_MS: f64 = 2_147_483_647.0;

/// The first fake id, chosen so that none equals a real timer's.
pub(super) const FIRST_ID: u64 = 1_000_000_000_000;

/// Milliseconds of one animation frame.
const FRAME_MS: i64 = 16;

/// The function that set a timer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Timeout,
    Interval,
    Immediate,
    AnimationFrame,
    IdleCallback,
}

impl Kind {
    /// The function that sets such a timer.
    pub(super) fn schedules(self) -> &'static str {
        match self {
            Kind::Timeout => "setTimeout",
            Kind::Interval => "setInterval",
            Kind::Immediate => "setImmediate",
            Kind::AnimationFrame => "requestAnimationFrame",
            Kind::IdleCallback => "requestIdleCallback",
        }
    }

    /// The function that clears such a timer.
    pub(super) fn clears(self) -> &'static str {
        match self {
            Kind::Timeout => "clearTimeout",
            Kind::Interval => "clearInterval",
            Kind::Immediate => "clearImmediate",
            Kind::AnimationFrame => "cancelAnimationFrame",
            Kind::IdleCallback => "cancelIdleCallback",
        }
    }
}

/// Order of timers: due time, then immediates first, then creation.
type Key = (i64, bool, i64, u64);

/// A pending timer.
#[derive(Debug, Clone)]
pub(super) struct Timer {
    pub(super) id: u64,
    pub(super) kind: Kind,
    pub(super) callback: JsObject,
    pub(super) arguments: Vec<JsValue>,
    pub(super) interval: Option<i64>,
    created_at: i64,
    pub(super) call_at: i64,
}

impl Timer {
    fn key(&self) -> Key {
        (self.call_at, self.kind != Kind::Immediate, self.created_at, self.id)
    }
}

/// A job of a faked `nextTick` or `queueMicrotask`.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) callback: JsObject,
    pub(super) arguments: Vec<JsValue>,
}

/// The fake clock. Times are in milliseconds since 1970.
#[derive(Debug)]
pub(super) struct FakeClock {
    pub(super) now: i64,
    start: i64,
    /// Fraction of the current millisecond, in nanoseconds.
    pub(super) nanos: i64,
    /// Offset that `setSystemTime` added to the clock, which `performance.now` ignores.
    adjusted_ms: i64,
    adjusted_nanos: i64,
    pub(super) loop_limit: u32,
    /// Whether timers are being fired.
    pub(super) during_tick: bool,
    timers: BTreeMap<Key, Timer>,
    keys: BTreeMap<u64, Key>,
    pub(super) jobs: VecDeque<Job>,
}

impl FakeClock {
    pub(super) fn new(start: i64, loop_limit: u32) -> FakeClock {
        FakeClock {
            now: start,
            start,
            nanos: 0,
            adjusted_ms: 0,
            adjusted_nanos: 0,
            loop_limit,
            during_tick: false,
            timers: BTreeMap::new(),
            keys: BTreeMap::new(),
            jobs: VecDeque::new(),
        }
    }

    /// Sets a timer.
    pub(super) fn add(
        &mut self,
        id: u64,
        kind: Kind,
        callback: JsObject,
        arguments: Vec<JsValue>,
        delay: f64,
        interval: Option<f64>,
    ) {
        let interval = interval.map(|interval| whole(interval).max(1));
        let delay = whole(delay);
        let mut timer = Timer { id, kind, callback, arguments, interval, created_at: self.now, call_at: 0 };
        timer.call_at = self.due(delay);
        self.put(timer);
    }

    fn due(&self, delay: i64) -> i64 {
        // A timer set without a delay by a firing timer is due after it, not with it.
        self.now.saturating_add(if delay == 0 { i64::from(self.during_tick) } else { delay })
    }

    fn put(&mut self, timer: Timer) {
        let key = timer.key();
        self.keys.insert(timer.id, key);
        self.timers.insert(key, timer);
    }

    pub(super) fn take(&mut self, id: u64) -> Option<Timer> {
        self.timers.remove(&self.keys.remove(&id)?)
    }

    pub(super) fn get(&self, id: u64) -> Option<&Timer> {
        self.timers.get(self.keys.get(&id)?)
    }

    /// Takes a timer that fires now: it is removed, or rescheduled if it is an interval.
    pub(super) fn fire(&mut self, id: u64) -> Option<Timer> {
        let timer = self.take(id)?;
        if let Some(interval) = timer.interval {
            let call_at = timer.call_at.saturating_add(interval);
            self.put(Timer { call_at, ..timer.clone() });
        }
        Some(timer)
    }

    /// The first timer due between `from` and `to`, inclusive: its id and due time.
    pub(super) fn first_in(&self, from: i64, to: i64) -> Option<(u64, i64)> {
        let (_, timer) = self.timers.range((from, false, i64::MIN, 0)..).next()?;
        (timer.call_at <= to).then_some((timer.id, timer.call_at))
    }

    pub(super) fn first(&self) -> Option<(u64, i64)> {
        self.timers.values().next().map(|timer| (timer.id, timer.call_at))
    }

    pub(super) fn last(&self) -> Option<i64> {
        self.timers.values().next_back().map(|timer| timer.call_at)
    }

    pub(super) fn has_timers(&self) -> bool {
        !self.timers.is_empty()
    }

    /// Number of pending timers and jobs.
    pub(super) fn count(&self) -> usize {
        self.timers.len() + self.jobs.len()
    }

    /// Milliseconds to the next animation frame.
    pub(super) fn to_next_frame(&self) -> i64 {
        FRAME_MS - (self.now - self.start).rem_euclid(FRAME_MS)
    }

    /// `[seconds, nanoseconds]` since the start, regardless of changes to the date.
    pub(super) fn hrtime(&self) -> (i64, i64) {
        let ms = self.now - self.adjusted_ms - self.start;
        let seconds = ms.div_euclid(1_000);
        (seconds, ms.rem_euclid(1_000) * 1_000_000 + self.nanos - self.adjusted_nanos)
    }

    /// `performance.now()`.
    #[expect(clippy::cast_precision_loss, reason = "as exact as milliseconds of the language are")]
    pub(super) fn performance_now(&self) -> f64 {
        let (seconds, nanos) = self.hrtime();
        seconds as f64 * 1_000.0 + nanos as f64 / 1e6
    }

    /// Removes all timers and returns to the start.
    pub(super) fn reset(&mut self) {
        self.timers.clear();
        self.keys.clear();
        self.jobs.clear();
        self.now = self.start;
        self.nanos = 0;
    }

    /// Sets the date. The remaining time of timers does not change.
    pub(super) fn set_system_time(&mut self, now: i64) {
        let difference = now - self.now;
        self.adjusted_ms += difference;
        self.adjusted_nanos += self.nanos;
        self.now = now;
        self.nanos = 0;
        let timers = std::mem::take(&mut self.timers);
        self.keys.clear();
        for mut timer in timers.into_values() {
            timer.created_at += difference;
            timer.call_at = timer.call_at.saturating_add(difference);
            self.put(timer);
        }
    }
}

/// A delay in whole milliseconds.
#[expect(clippy::cast_possible_truncation, reason = "between 0 and 2^31")]
fn whole(delay: f64) -> i64 {
    if delay > MAX_DELAY_MS {
        1
    } else if delay > 0.0 {
        delay as i64
    } else {
        0
    }
}
