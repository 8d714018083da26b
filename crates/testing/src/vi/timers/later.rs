//! Asynchronous ways to advance the fake clock: promises run before each timer.

use boa_engine::object::builtins::{JsFunction, JsPromise};
use boa_engine::{Context, JsResult, JsValue, NativeFunction};

use super::tick::{Tick, endless, fire, next, run_jobs, tick};
use super::{mode, timers};
use crate::intrinsics::native;
use crate::state::State;

/// Work that is done step by step.
#[derive(Debug)]
pub(super) enum Work {
    /// Advance by some milliseconds.
    Begin(f64),
    Tick(Box<Tick>),
    /// Fire the currently pending timers.
    ToLast,
    /// Fire all timers; this many have fired.
    All(u32),
    /// Fire the next timer.
    Next,
    /// The next timer fired; its promises must run.
    NextFired,
}

/// Work, with the promise that waits for it.
#[derive(Debug)]
pub(super) struct Task {
    work: Work,
    resolve: JsFunction,
    reject: JsFunction,
    /// Whether timers advance automatically again afterwards.
    resumes: bool,
}

/// Starts work and returns its promise.
///
/// # Errors
/// None in an intact realm.
pub(super) fn begin(work: Work, context: &mut Context) -> JsResult<JsValue> {
    let (promise, functions) = JsPromise::new_pending(context);
    let resumes = mode::pause(context)?;
    let task = Task { work, resolve: functions.resolve, reject: functions.reject, resumes };
    wait(task, context)?;
    Ok(promise.into())
}

/// Continues after promises have run.
fn wait(task: Task, context: &mut Context) -> JsResult<()> {
    let id = timers(context, |timers| {
        let id = timers.next_task.get();
        timers.next_task.set(id + 1);
        timers.tasks.borrow_mut().insert(id, task);
        id
    });
    let go_on = NativeFunction::from_copy_closure(move |_, _, context| {
        let task = timers(context, |timers| timers.tasks.borrow_mut().remove(&id));
        match task {
            Some(task) => go_on(task, context).map(|()| JsValue::undefined()),
            None => Ok(JsValue::undefined()),
        }
    });
    let go_on = native("", 0, go_on, context);
    State::of(context).vi.timers.call_real(|real| &real.set_immediate, &[go_on.into()], context)?;
    Ok(())
}

fn go_on(mut task: Task, context: &mut Context) -> JsResult<()> {
    match step(task.work, context) {
        Ok(Some(work)) => {
            task.work = work;
            wait(task, context)
        }
        Ok(None) => {
            if task.resumes {
                mode::set(mode::Mode::NextTimerAsync, context)?;
            }
            let vi = crate::vi::api::vi(context);
            task.resolve.call(&JsValue::undefined(), &[vi], context).map(drop)
        }
        Err(error) if error.as_engine().is_some() => Err(error),
        Err(error) => {
            if task.resumes {
                mode::set(mode::Mode::NextTimerAsync, context)?;
            }
            let reason = error.into_opaque(context)?;
            task.reject.call(&JsValue::undefined(), &[reason], context).map(drop)
        }
    }
}

/// Runs one step. Returns the remaining work; `None` at the end.
fn step(work: Work, context: &mut Context) -> JsResult<Option<Work>> {
    match work {
        Work::Begin(ms) => {
            let tick = Tick::begin(ms, context)?;
            next_of(Box::new(tick), context)
        }
        Work::Tick(mut tick) => {
            tick.go_on(context);
            next_of(tick, context)
        }
        Work::ToLast => {
            let left =
                timers(context, |timers| timers.with(|clock| clock.last().map(|last| last - clock.now)));
            match left {
                Some(ms) => Ok(Some(Work::Begin(super::number(ms.max(0))))),
                None => run_jobs(context).map(|()| None),
            }
        }
        Work::All(count) => {
            run_jobs(context)?;
            let (has_timers, limit) =
                timers(context, |timers| timers.with(|clock| (clock.has_timers(), clock.loop_limit)));
            if count >= limit {
                return Err(endless(limit));
            }
            if !has_timers {
                return Ok(None);
            }
            next(context)?;
            Ok(Some(Work::All(count + 1)))
        }
        Work::Next => {
            let first = timers(context, |timers| {
                timers.with(|clock| {
                    let first = clock.first()?;
                    clock.during_tick = true;
                    clock.now = first.1;
                    Some(first)
                })
            });
            let Some((id, _)) = first else { return settle(context) };
            let result = fire(id, context);
            timers(context, |timers| timers.with(|clock| clock.during_tick = false));
            result.map(|()| Some(Work::NextFired))
        }
        Work::NextFired => settle(context),
    }
}

/// Fires the other timers due at the same time.
fn settle(context: &mut Context) -> JsResult<Option<Work>> {
    tick(0.0, context).map(|()| None)
}

fn next_of(mut tick: Box<Tick>, context: &mut Context) -> JsResult<Option<Work>> {
    tick.seek(context);
    if tick.step(context)? {
        return Ok(Some(Work::Tick(tick)));
    }
    tick.end(context).map(|()| None)
}
