//! Advances the fake clock synchronously and fires due timers in order; `later` does so with promises in
//! between.

use boa_engine::{Context, JsError, JsNativeError, JsResult, JsValue};

use super::timers;

/// Maximum number of timers fired by one advance, because built-in callbacks cost no instructions.
const MAX_FIRINGS: u32 = 1_000_000;

/// Runs the jobs of a faked `nextTick` and `queueMicrotask`.
///
/// # Errors
/// Errors that they throw, and more jobs than the limit.
pub(super) fn run_jobs(context: &mut Context) -> JsResult<()> {
    let limit = timers(context, |timers| timers.with(|clock| clock.loop_limit));
    let mut count = 0_u32;
    loop {
        let job = timers(context, |timers| timers.with(|clock| clock.jobs.pop_front()));
        let Some(job) = job else { return Ok(()) };
        job.callback.call(&JsValue::null(), &job.arguments, context)?;
        if count > limit {
            return Err(endless(limit));
        }
        count += 1;
    }
}

/// The error for too many timers.
pub(super) fn endless(limit: u32) -> JsError {
    let message = format!("Aborting after running {limit} timers, assuming an infinite loop!");
    JsNativeError::error().with_message(message).into()
}

/// Calls the callback of a timer.
///
/// # Errors
/// Errors that it throws.
pub(super) fn fire(id: u64, context: &mut Context) -> JsResult<()> {
    let timer = timers(context, |timers| timers.with(|clock| clock.fire(id)));
    if let Some(timer) = timer {
        timer.callback.call(&JsValue::null(), &timer.arguments, context)?;
    }
    Ok(())
}

fn now(context: &Context) -> i64 {
    timers(context, |timers| timers.with(|clock| clock.now))
}

/// An advance of the clock in progress.
#[derive(Debug)]
pub(super) struct Tick {
    from: i64,
    to: i64,
    previous: i64,
    old_now: i64,
    nanos: i64,
    timer: Option<(u64, i64)>,
    first_error: Option<JsError>,
}

impl Tick {
    /// Starts to advance the clock by some milliseconds.
    ///
    /// # Errors
    /// A negative time; errors that jobs throw.
    pub(super) fn begin(ms: f64, context: &mut Context) -> JsResult<Tick> {
        if ms.is_nan() || ms < 0.0 {
            return Err(JsNativeError::typ().with_message("Negative ticks are not supported").into());
        }
        #[expect(clippy::cast_possible_truncation, reason = "saturates")]
        let (whole, fraction) = (ms.floor() as i64, ((ms * 1e6) % 1e6).floor() as i64);
        let (start, mut nanos) =
            timers(context, |timers| timers.with(|clock| (clock.now, clock.nanos + fraction)));
        let mut to = start.saturating_add(whole);
        if nanos >= 1_000_000 {
            to = to.saturating_add(1);
            nanos -= 1_000_000;
        }
        timers(context, |timers| {
            timers.with(|clock| {
                clock.nanos = nanos;
                clock.during_tick = true;
            });
        });
        let mut tick =
            Tick { from: start, to, previous: start, old_now: start, nanos, timer: None, first_error: None };
        run_jobs(context)?;
        tick.compensate_from(context);
        Ok(tick)
    }

    /// Adjusts the target if a callback set the date, so that the whole duration still passes.
    fn compensate_from(&mut self, context: &Context) {
        let difference = now(context) - self.old_now;
        self.from += difference;
        self.to += difference;
    }

    fn first(&self, from: i64, context: &Context) -> Option<(u64, i64)> {
        timers(context, |timers| timers.with(|clock| clock.first_in(from, self.to)))
    }

    /// Fires the next timer. Returns whether there was one.
    ///
    /// # Errors
    /// Only uncatchable errors: errors of callbacks are kept for the end.
    pub(super) fn step(&mut self, context: &mut Context) -> JsResult<bool> {
        let Some((id, call_at)) = self.timer.filter(|_| self.from <= self.to) else { return Ok(false) };
        self.from = call_at;
        timers(context, |timers| timers.with(|clock| clock.now = call_at));
        self.old_now = call_at;
        let result = run_jobs(context).and_then(|()| fire(id, context));
        self.keep(result)?;
        Ok(true)
    }

    fn keep(&mut self, result: JsResult<()>) -> JsResult<()> {
        match result {
            Err(error) if error.as_engine().is_some() => Err(error),
            Err(error) => {
                self.first_error.get_or_insert(error);
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Continues after a timer has fired.
    pub(super) fn go_on(&mut self, context: &Context) {
        let difference = now(context) - self.old_now;
        self.from += difference;
        self.to += difference;
        self.previous += difference;
        self.timer = self.first(self.previous, context);
        self.previous = self.from;
    }

    /// Finds the next due timer.
    pub(super) fn seek(&mut self, context: &Context) {
        self.timer = self.first(self.from, context);
    }

    /// Advances the rest of the way when nothing is due any more.
    ///
    /// # Errors
    /// The first error that a callback threw.
    pub(super) fn end(mut self, context: &mut Context) -> JsResult<()> {
        self.old_now = now(context);
        run_jobs(context)?;
        self.compensate_from(context);
        timers(context, |timers| timers.with(|clock| clock.during_tick = false));
        if self.first(self.from, context).is_some() {
            let left = super::number(self.to - now(context));
            let result = tick(left, context);
            self.keep(result)?;
        } else {
            timers(context, |timers| {
                timers.with(|clock| {
                    clock.now = self.to;
                    clock.nanos = self.nanos;
                });
            });
        }
        match self.first_error {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// Advances the clock by some milliseconds.
///
/// # Errors
/// A negative time; the first error that a callback threw.
pub(super) fn tick(ms: f64, context: &mut Context) -> JsResult<()> {
    let mut tick = Tick::begin(ms, context)?;
    tick.seek(context);
    for _ in 0..MAX_FIRINGS {
        if !tick.step(context)? {
            return tick.end(context);
        }
        tick.go_on(context);
    }
    timers(context, |timers| timers.with(|clock| clock.during_tick = false));
    Err(endless(MAX_FIRINGS))
}

/// Advances the clock to the next timer and fires it.
///
/// # Errors
/// Errors that it throws.
pub(super) fn next(context: &mut Context) -> JsResult<()> {
    run_jobs(context)?;
    let Some((id, call_at)) = timers(context, |timers| timers.with(|clock| clock.first())) else {
        return Ok(());
    };
    timers(context, |timers| {
        timers.with(|clock| {
            clock.during_tick = true;
            clock.now = call_at;
        });
    });
    let result = fire(id, context).and_then(|()| run_jobs(context));
    timers(context, |timers| timers.with(|clock| clock.during_tick = false));
    result
}

/// Fires timers until none is pending.
///
/// # Errors
/// Errors that one throws; more timers than the limit.
pub(super) fn run_all(context: &mut Context) -> JsResult<()> {
    run_jobs(context)?;
    let limit = timers(context, |timers| timers.with(|clock| clock.loop_limit));
    for _ in 0..limit {
        if !timers(context, |timers| timers.with(|clock| clock.has_timers())) {
            return Ok(());
        }
        next(context)?;
    }
    if timers(context, |timers| timers.with(|clock| clock.has_timers())) {
        Err(endless(limit))
    } else {
        Ok(())
    }
}

/// Fires the currently pending timers.
///
/// # Errors
/// The first error that a callback threw.
pub(super) fn run_to_last(context: &mut Context) -> JsResult<()> {
    match timers(context, |timers| timers.with(|clock| clock.last().map(|last| last - clock.now))) {
        Some(ms) => tick(super::number(ms.max(0)), context),
        None => run_jobs(context),
    }
}
