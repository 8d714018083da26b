//! The memory of a guest, held to its limit where the engine lets us ask.
//!
//! The engine collects garbage by what its own boxes weigh, not by the texts, arrays and buffers that hang on them, and
//! it has no hook between two instructions. So the host's allocator is asked here, at natives that take much and
//! between jobs, timers and calls: garbage goes first, then the guest is stopped. What passes the limit in between is
//! refused by the allocator.

use boa_engine::error::PanicError;
use boa_engine::gc::force_collect;
use boa_engine::{JsError, JsResult};
use verdict_memory::Meter;

use crate::host::Host;

/// Garbage that may lie about, in bytes, before it is collected out of turn: a collection takes a millisecond.
const LITTER: u64 = 8 << 20;

/// By this message an error of the engine is known to be ours.
pub(crate) const PASSED: &str = "The memory limit was passed";

/// Collects what realms that are gone have left, if it is much. To be called where a request begins, so that the
/// garbage of the one before it does not count as held, and before a realm is made.
pub fn collect_litter(meter: &dyn Meter) {
    if meter.live() > meter.settled().saturating_add(LITTER) {
        collect(meter);
    }
}

fn collect(meter: &dyn Meter) {
    force_collect();
    meter.settle();
}

impl Host {
    /// Ends the guest if `bytes` more would pass its limit, garbage aside. Once it has, no guest code runs any more:
    /// the engine drops what ends an async function.
    pub(crate) fn room(&self, bytes: u64) -> JsResult<()> {
        let Some(meter) = *self.meter else { return Ok(()) };
        if self.memory_passed.get() {
            return Err(passed());
        }
        let wanted = || meter.live().saturating_add(bytes);
        if wanted() > meter.ceiling() {
            self.subject.clear();
        }
        if wanted() > meter.ceiling() || self.is_littered(meter) {
            collect(meter);
        }
        if wanted() <= meter.ceiling() {
            return Ok(());
        }
        self.memory_passed.set(true);
        Err(passed())
    }

    /// The longest buffer that may be made now.
    pub(crate) fn longest_buffer(&self) -> u64 {
        let limit = self.limits.memory_bytes;
        let Some(meter) = *self.meter else { return limit };
        // How long it is to be is not known here.
        if self.is_littered(meter) {
            collect(meter);
        }
        limit.min(meter.ceiling().saturating_sub(meter.live()))
    }

    /// Whether there is so much that may be garbage that a collection is due: an eighth of the limit, and less where
    /// little is left.
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
