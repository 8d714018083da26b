//! Runs microtasks, module jobs and timers in the order in which real time would.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::pin::pin;
use std::rc::Rc;
use std::task::{Poll, Waker};

use boa_engine::error::EngineError;
use boa_engine::job::{Job, JobExecutor, NativeAsyncJob, PromiseJob};
use boa_engine::object::JsObject;
use boa_engine::{Context, JsError, JsResult, JsValue};

use crate::clock::us_to_ms;
use crate::host::Host;
use crate::label::Label;

/// Maximum number of timer callbacks per wait, so that an interval cannot prolong a wait forever.
const MAX_FIRINGS: u32 = 1_000_000;

/// A pending timer.
pub(crate) struct Timer {
    pub(crate) id: u32,
    pub(crate) name: &'static str,
    pub(crate) callback: JsObject,
    pub(crate) arguments: Vec<JsValue>,
    pub(crate) repeat_us: Option<u64>,
    /// The label under which it was set.
    pub(crate) label: Rc<Label>,
}

/// Something that a guest left running.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenHandle {
    /// The function that opened it: `setTimeout`, `setInterval` or `setImmediate`.
    pub kind: &'static str,
    /// Virtual milliseconds until it fires.
    pub due_in_ms: f64,
}

/// A `process.nextTick` callback.
struct Tick {
    callback: JsObject,
    arguments: Vec<JsValue>,
    /// The label under which it was queued.
    label: Rc<Label>,
}

/// How a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waited {
    /// The condition was met.
    Done,
    /// It was not met, and nothing is left to run.
    Idle,
    /// It was not met before the deadline, where the clock now stands.
    Deadline,
    /// It was not met after [`MAX_FIRINGS`] timers.
    TooManyTimers,
}

/// The queues.
#[derive(Default)]
pub(crate) struct Jobs {
    microtasks: RefCell<VecDeque<(PromiseJob, Rc<Label>)>>,
    module_jobs: RefCell<VecDeque<NativeAsyncJob>>,
    /// Callbacks of `process.nextTick` with their arguments.
    ticks: RefCell<VecDeque<Tick>>,
    /// Timers by due time in microseconds, then by creation order.
    timers: RefCell<BTreeMap<(u64, u64), Timer>>,
    sequence: Cell<u64>,
    next_id: Cell<u32>,
}

impl Jobs {
    pub(crate) fn add_timer(&self, due_us: u64, timer: Timer) {
        self.sequence.set(self.sequence.get() + 1);
        self.timers.borrow_mut().insert((due_us, self.sequence.get()), timer);
    }

    pub(crate) fn add_tick(&self, callback: JsObject, arguments: Vec<JsValue>, label: Rc<Label>) {
        self.ticks.borrow_mut().push_back(Tick { callback, arguments, label });
    }

    pub(crate) fn new_id(&self) -> u32 {
        self.next_id.set(self.next_id.get().wrapping_add(1));
        self.next_id.get()
    }

    pub(crate) fn clear_timer(&self, id: u32) {
        self.timers.borrow_mut().retain(|_, timer| timer.id != id);
    }

    pub(crate) fn clear_timers(&self) {
        self.timers.borrow_mut().clear();
    }

    /// Whether a one-shot timer is due by then.
    pub(crate) fn has_timeout_by(&self, due_us: u64) -> bool {
        let timers = self.timers.borrow();
        timers.range(..=(due_us, u64::MAX)).any(|(_, timer)| timer.repeat_us.is_none())
    }

    pub(crate) fn open_handles(&self, now_us: u64) -> Vec<OpenHandle> {
        let timers = self.timers.borrow();
        timers
            .iter()
            .map(|((due, _), timer)| OpenHandle {
                kind: timer.name,
                due_in_ms: us_to_ms(due.saturating_sub(now_us)),
            })
            .collect()
    }
}

impl JobExecutor for Host {
    fn enqueue_job(self: Rc<Self>, job: Job, context: &mut Context) {
        self.fixes.waits.asked(context);
        match job {
            Job::PromiseJob(job) => self.jobs.microtasks.borrow_mut().push_back((job, self.labels.now())),
            Job::AsyncJob(job) => self.jobs.module_jobs.borrow_mut().push_back(job),
            Job::GenericJob(job) => {
                let job = PromiseJob::new(move |context| job.call(context));
                self.jobs.microtasks.borrow_mut().push_back((job, self.labels.now()));
            }
            // Finalizers depend on when garbage is collected, so no result may depend on them. The engine's
            // own timeouts serve `Atomics.waitAsync`, which the guest lacks.
            _ => {}
        }
    }

    fn run_jobs(self: Rc<Self>, context: &mut Context) -> JsResult<()> {
        self.drain(context)
    }
}

impl Host {
    /// Runs microtasks and module jobs until none are left. Timers do not run.
    pub(crate) fn drain(&self, context: &mut Context) -> JsResult<()> {
        loop {
            self.run_microtasks(context)?;
            if !self.run_module_job(context)? {
                return Ok(());
            }
        }
    }

    /// Runs the jobs that load modules, and no guest code.
    pub(crate) fn run_module_jobs(&self, context: &mut Context) -> JsResult<()> {
        while self.run_module_job(context)? {}
        Ok(())
    }

    /// Runs jobs in order until `done`. If only timers are left, advances the clock, but not beyond
    /// `deadline_us`.
    ///
    /// # Errors
    /// Only errors that the guest cannot catch: limits and engine failures.
    pub(crate) fn wait(
        &self,
        context: &mut Context,
        deadline_us: Option<u64>,
        done: &dyn Fn() -> bool,
    ) -> JsResult<Waited> {
        for _ in 0..MAX_FIRINGS {
            loop {
                self.run_microtasks(context)?;
                if done() {
                    return Ok(Waited::Done);
                }
                if !self.run_module_job(context)? {
                    break;
                }
            }
            let first = self.jobs.timers.borrow().first_key_value().map(|((due, _), _)| *due);
            match (first, deadline_us) {
                (None, _) => return Ok(Waited::Idle),
                (Some(due), Some(deadline)) if due > deadline => {
                    self.clock.advance_to(deadline);
                    return Ok(Waited::Deadline);
                }
                _ => self.fire_first_timer(context)?,
            }
        }
        Ok(Waited::TooManyTimers)
    }

    /// Runs microtasks, then `process.nextTick` callbacks, until neither are left.
    fn run_microtasks(&self, context: &mut Context) -> JsResult<()> {
        loop {
            self.run_promise_jobs(context)?;
            if !self.run_ticks(context)? {
                return Ok(());
            }
        }
    }

    /// Runs the queued ticks. Returns whether there were any.
    fn run_ticks(&self, context: &mut Context) -> JsResult<bool> {
        let mut any = false;
        loop {
            let tick = self.jobs.ticks.borrow_mut().pop_front();
            let Some(Tick { callback, arguments, label }) = tick else { return Ok(any) };
            any = true;
            self.labelled(label, || {
                let result = callback.call(&JsValue::undefined(), &arguments, context);
                self.survive(result)
            })?;
            self.room(0)?;
        }
    }

    fn run_promise_jobs(&self, context: &mut Context) -> JsResult<()> {
        loop {
            // The queue must not be borrowed while a job runs, because jobs enqueue jobs.
            let job = self.jobs.microtasks.borrow_mut().pop_front();
            let Some((job, label)) = job else { break };
            let before = context.instructions_remaining();
            self.labelled(label, || self.survive(job.call(context)))?;
            self.fixes.waits.job(before, context.instructions_remaining());
            self.room(0)?;
            // The engine resumes an async function after `await` itself, and drops the error that ends it
            // there.
            if context.instructions_remaining() == 0 {
                return Err(EngineError::NoInstructionsRemain.into());
            }
        }
        context.clear_kept_objects();
        Ok(())
    }

    /// Runs one module job. Returns whether there was one.
    fn run_module_job(&self, context: &mut Context) -> JsResult<bool> {
        let job = self.jobs.module_jobs.borrow_mut().pop_front();
        let Some(job) = job else { return Ok(false) };
        let before = context.instructions_remaining();
        self.room(0)?;
        let result = {
            let cell = RefCell::new(&mut *context);
            let future = pin!(job.call(&cell));
            match future.poll(&mut std::task::Context::from_waker(Waker::noop())) {
                Poll::Ready(result) => result,
                // The only futures here are the module loader's, which never wait.
                Poll::Pending => Ok(JsValue::undefined()),
            }
        };
        self.survive(result)?;
        self.fixes.waits.job(before, context.instructions_remaining());
        Ok(true)
    }

    fn fire_first_timer(&self, context: &mut Context) -> JsResult<()> {
        let Some(((due, _), mut timer)) = self.jobs.timers.borrow_mut().pop_first() else { return Ok(()) };
        self.room(0)?;
        self.clock.advance_to(due);
        let (callback, label) = (timer.callback.clone(), Rc::clone(&timer.label));
        let arguments = if let Some(period) = timer.repeat_us {
            let arguments = timer.arguments.clone();
            // Before the call, so that the callback can clear its own interval.
            self.jobs.add_timer(due.saturating_add(period), timer);
            arguments
        } else {
            std::mem::take(&mut timer.arguments)
        };
        self.labelled(label, || {
            let result = callback.call(&JsValue::undefined(), &arguments, context);
            self.survive(result)
        })?;
        // After a timer, ticks come before microtasks.
        self.run_ticks(context)?;
        Ok(())
    }

    /// Keeps an error of one job from affecting others, except that a limit ends them all.
    fn survive(&self, result: JsResult<JsValue>) -> JsResult<()> {
        match result {
            Ok(_) => Ok(()),
            Err(error) if error.as_engine().is_some() => Err(error),
            Err(error) => {
                self.uncaught(error);
                Ok(())
            }
        }
    }

    /// Records an error that nothing can catch any more.
    pub(crate) fn uncaught(&self, error: JsError) {
        self.unhandled.thrown(error, self.labels.now());
    }

    /// Runs guest code under the label of the code that scheduled it.
    fn labelled<T>(&self, label: Rc<Label>, run: impl FnOnce() -> JsResult<T>) -> JsResult<T> {
        let before = self.labels.replace(label);
        let result = run();
        self.labels.replace(before);
        result
    }
}
