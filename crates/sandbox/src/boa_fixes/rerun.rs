//! Limits that the engine drops.
//!
//! After an `await` the engine goes on with an async function inside a native of its own and throws away what came
//! of that: a limit that is reached there leaves nothing but a promise that never settles. A budget that has run out
//! stays run out and is seen. For recursion and loops there is no such trace; but runs are deterministic, and nothing
//! but reaching a limit lets a run tell how high it is. So the same is run again with that limit a little higher: if it
//! takes other instructions, the limit was reached. That costs a second run, and only where a wait came to nothing
//! and some job was long enough to have reached a limit.
//!
//! Where nobody waits, a function that was ended looks like one that came to its end and had nobody to tell: the engine
//! asks its host for nothing after the last it did. If it did much after that, the run is [suspicious](crate::Guest::is_suspicious).

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use boa_engine::error::RuntimeLimitError;
use boa_engine::{Context, JsError};
use verdict_protocol::{LimitName, Limits};

use crate::host::Host;
use crate::jobs::Waited;
use crate::stop::{Stop, stop, unsettled};

/// Calls and iterations that the second run may do more. Few, since it must fit the same stack.
pub const MORE: u64 = 4;

/// Instructions that guest code takes at the least for one call more, with some that go through the engine.
const CALLS_AN_INSTRUCTION: u64 = 4;

/// Runs the same as a guest runs, under other limits and without anybody watching, and gives its
/// [`crate::Guest::waits`].
pub type Rerun = Rc<dyn Fn(&Limits) -> Vec<u64>>;

/// What is known of waits that came to nothing.
#[derive(Default)]
pub(crate) struct Waits {
    /// Instructions that were left at each.
    left: RefCell<Vec<u64>>,
    /// The most that one job took since the last of them.
    longest_job: Cell<u64>,
    /// Instructions that were left when the engine last asked for something.
    asked: Cell<usize>,
    /// Whether an async function may have been ended by the limit of recursion.
    suspicious: Cell<bool>,
    again: RefCell<Option<Rerun>>,
    /// The same of the second runs, by the limit that was raised.
    others: RefCell<BTreeMap<LimitName, Vec<u64>>>,
}

impl Waits {
    pub(crate) fn new(again: Option<Rerun>) -> Waits {
        Waits { again: RefCell::new(again), ..Waits::default() }
    }

    /// Takes note of how many instructions a job took.
    pub(crate) fn job(&self, before: usize, after: usize) {
        let took = before.saturating_sub(after) as u64;
        if took > self.longest_job.get() {
            self.longest_job.set(took);
        }
    }

    /// Takes note of something that the engine asks for: a job, a callback for one, what becomes of a rejection.
    pub(crate) fn asked(&self, context: &Context) {
        self.asked.set(context.instructions_remaining());
    }

    /// Takes note that an async function went on and did so much after the engine last asked for something.
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

    /// The limit that is behind the last wait.
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
    /// Why a wait came to nothing.
    pub(crate) fn pending(&self, waited: Waited, timeout_ms: f64, context: &mut Context) -> Stop {
        self.waits.left.borrow_mut().push(context.instructions_remaining() as u64);
        let limit: JsError = match self.waits.dropped(&self.limits) {
            Some(LimitName::Recursion) => RuntimeLimitError::Recursion.into(),
            Some(_) => RuntimeLimitError::LoopIteration.into(),
            None => return unsettled(waited, timeout_ms),
        };
        stop(limit, context)
    }
}
