//! Finds limits whose errors the engine drops.
//!
//! The engine resumes an async function after an `await` inside a native and drops its error. A limit reached
//! there leaves only a promise that never settles. An exhausted instruction budget stays visible, but
//! recursion and loops leave no trace. Runs are deterministic, however, and only reaching a limit lets a run
//! depend on its value. So the run is repeated with that limit slightly raised. A different number of
//! instructions proves that the run reached the limit. This costs a second run, and only if a wait failed and
//! some job was long enough to reach a limit.
//!
//! If nothing awaits the function, its end by a limit looks like a normal end, because the engine calls no
//! hook afterwards. If it ran many instructions after the last hook, the run is
//! [suspicious](crate::Guest::is_suspicious).

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use boa_engine::error::RuntimeLimitError;
use boa_engine::{Context, JsError};
use verdict_protocol::{LimitName, Limits};

use crate::host::Host;
use crate::jobs::Waited;
use crate::stop::{Stop, stop, unsettled};

/// Additional calls and iterations of the second run. Few, because it must fit the same stack.
pub const MORE: u64 = 4;

/// Maximum number of calls per instruction, where some calls go through the engine.
const CALLS_AN_INSTRUCTION: u64 = 4;

/// Repeats a guest's run under other limits and without side effects. Returns its [`crate::Guest::waits`].
pub type Rerun = Rc<dyn Fn(&Limits) -> Vec<u64>>;

/// Waits for promises that never settled.
#[derive(Default)]
pub(crate) struct Waits {
    /// Remaining instructions at each wait.
    left: RefCell<Vec<u64>>,
    /// Largest number of instructions of a job since the last wait.
    longest_job: Cell<u64>,
    /// Remaining instructions when the engine last called a hook.
    asked: Cell<usize>,
    /// Whether the recursion limit may have ended an async function.
    suspicious: Cell<bool>,
    again: RefCell<Option<Rerun>>,
    /// Remaining instructions at each wait of the second runs, by the limit that was raised.
    others: RefCell<BTreeMap<LimitName, Vec<u64>>>,
}

impl Waits {
    pub(crate) fn new(again: Option<Rerun>) -> Waits {
        Waits { again: RefCell::new(again), ..Waits::default() }
    }

    /// Records how many instructions a job took.
    pub(crate) fn job(&self, before: usize, after: usize) {
        let took = before.saturating_sub(after) as u64;
        if took > self.longest_job.get() {
            self.longest_job.set(took);
        }
    }

    /// Records that the engine called a hook: a job, a callback, or a change of a rejection.
    pub(crate) fn asked(&self, context: &Context) {
        self.asked.set(context.instructions_remaining());
    }

    /// Records that an async function continued, and how much it did after the engine's last hook call.
    pub(crate) fn went_on(&self, limits: &Limits, context: &Context) {
        let after = self.asked.get().saturating_sub(context.instructions_remaining()) as u64;
        if after >= limits.recursion / CALLS_AN_INSTRUCTION {
            self.suspicious.set(true);
        }
    }

    pub(crate) fn is_suspicious(&self) -> bool {
        self.suspicious.get()
    }

    pub(crate) fn left(&self) -> Vec<u64> {
        self.left.borrow().clone()
    }

    /// The limit that caused the last wait to fail.
    fn dropped(&self, limits: &Limits) -> Option<LimitName> {
        let again = self.again.borrow().clone()?;
        let longest = self.longest_job.take();
        let could = [
            (LimitName::Recursion, limits.recursion / CALLS_AN_INSTRUCTION),
            (LimitName::LoopIterations, limits.loop_iterations),
        ];
        could.into_iter().filter(|(_, least)| longest >= *least).map(|(name, _)| name).find(|name| {
            let mut others = self.others.borrow_mut();
            let other = others.entry(*name).or_insert_with(|| {
                let mut limits = limits.clone();
                match name {
                    LimitName::Recursion => limits.recursion = limits.recursion.saturating_add(MORE),
                    _ => limits.loop_iterations = limits.loop_iterations.saturating_add(MORE),
                }
                again(&limits)
            });
            let left = self.left.borrow();
            let last = left.len().saturating_sub(1);
            let took = |left: &[u64]| {
                let before = if last == 0 { None } else { left.get(last - 1) };
                let now = left.get(last)?;
                Some(before.copied().unwrap_or(u64::from(u32::MAX)).saturating_sub(*now))
            };
            took(other).is_some_and(|other| Some(other) != took(&left))
        })
    }
}

impl Host {
    /// Why a wait failed.
    pub(crate) fn pending(&self, waited: Waited, timeout_ms: f64, context: &mut Context) -> Stop {
        self.fixes.waits.left.borrow_mut().push(context.instructions_remaining() as u64);
        let limit: JsError = match self.fixes.waits.dropped(&self.limits) {
            Some(LimitName::Recursion) => RuntimeLimitError::Recursion.into(),
            Some(_) => RuntimeLimitError::LoopIteration.into(),
            None => return unsettled(waited, timeout_ms),
        };
        stop(limit, context)
    }
}
