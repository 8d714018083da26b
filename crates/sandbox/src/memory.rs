//! Holds a guest to its memory limit where the engine permits checks.
//!
//! The engine schedules garbage collection by the size of its own boxes, not of the strings, arrays and
//! buffers they own. It has no hook between two instructions. So natives that allocate much check the host's
//! allocator, and so does the host between jobs, timers and calls. Beyond the limit, it first collects garbage
//! and then stops the guest. Between checks, the allocator refuses what exceeds the limit.

use std::cell::Cell;

use boa_engine::error::PanicError;
use boa_engine::gc::force_collect;
use boa_engine::{JsError, JsResult};
use verdict_memory::Meter;

use crate::host::Host;
use crate::late::Late;

/// Bytes of possible garbage after which a collection is forced; a collection takes a millisecond.
const LITTER: u64 = 8 << 20;

/// The message by which an engine error is recognised as the memory limit.
pub(crate) const PASSED: &str = "The memory limit was passed";

/// Collects what dropped realms left behind, if it is much. Call it when a request starts, so that the
/// previous request's garbage does not count, and before creating a realm.
pub fn collect_litter(meter: &dyn Meter) {
    if meter.live() > meter.settled().saturating_add(LITTER) {
        collect(meter);
    }
}

fn collect(meter: &dyn Meter) {
    force_collect();
    meter.settle();
}

/// How a guest stands to its memory limit.
#[derive(Default)]
pub(crate) struct Memory {
    meter: Late<Option<&'static dyn Meter>>,
    /// Whether the limit stopped the guest.
    passed: Cell<bool>,
    /// Whether the guest was ever refused memory.
    refused: Cell<bool>,
}

impl Memory {
    pub(crate) fn begin(&self, meter: Option<&'static dyn Meter>) {
        self.meter.set(meter);
    }

    /// Records that the guest is refused memory.
    pub(crate) fn refuse(&self) {
        self.refused.set(true);
    }

    /// Whether the guest was ever refused memory.
    pub(crate) fn has_refused(&self) -> bool {
        self.refused.get()
    }
}

impl Host {
    /// Stops the guest if `bytes` more would exceed its limit, after collecting garbage. Afterwards no guest
    /// code runs any more, because the engine drops errors that end an async function.
    pub(crate) fn room(&self, bytes: u64) -> JsResult<()> {
        let Some(meter) = *self.memory.meter else { return Ok(()) };
        if self.memory.passed.get() {
            return Err(passed());
        }
        let wanted = || meter.live().saturating_add(bytes);
        if wanted() > meter.ceiling() {
            self.fixes.text.clear();
        }
        if wanted() > meter.ceiling() || self.is_littered(meter) {
            collect(meter);
        }
        if wanted() <= meter.ceiling() {
            return Ok(());
        }
        self.memory.passed.set(true);
        Err(passed())
    }

    /// The longest buffer that may be created now.
    pub(crate) fn longest_buffer(&self) -> u64 {
        let limit = self.limits.memory_bytes;
        let Some(meter) = *self.memory.meter else { return limit };
        // The requested length is not known here.
        if self.is_littered(meter) {
            collect(meter);
        }
        limit.min(meter.ceiling().saturating_sub(meter.live()))
    }

    /// Whether a collection is due: possible garbage exceeds an eighth of the limit, or less if little memory
    /// is left.
    fn is_littered(&self, meter: &dyn Meter) -> bool {
        let (live, limit) = (meter.live(), self.limits.memory_bytes);
        if live < meter.settled() {
            meter.settle();
        }
        let scarce = meter.ceiling().saturating_sub(live) < limit / 4;
        let litter = if scarce { limit / 64 } else { limit / 8 };
        live > meter.settled().saturating_add(litter.max(LITTER / 8))
    }
}

fn passed() -> JsError {
    PanicError::new(PASSED).into()
}
