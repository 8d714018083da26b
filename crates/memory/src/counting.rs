//! Wraps the system's allocator with counters.
#![allow(
    unsafe_code,
    reason = "an allocator is unsafe to write; this one only counts and hands on to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use crate::Meter;

/// Bytes that the engine itself needs for a request, in addition to the guest: a realm, compiled modules,
/// results.
const ENGINE_BYTES: usize = 8 << 20;

/// Bytes left for the answer when guest code is stopped. Allocations beyond them are refused.
const RESERVE: usize = 8 << 20;

/// A refused allocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// Requested bytes.
    pub asked: u64,
    /// Bytes that the request held.
    pub held: u64,
    /// Bytes that the request was allowed; `u64::MAX` if none was running.
    pub limit: u64,
    /// Whether the system had no more memory.
    pub system: bool,
}

impl std::fmt::Display for Refusal {
    /// A sentence that names the limit and the bytes.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Refusal { asked, held, limit, system } = self;
        write!(f, "The request held {held} bytes and asked for {asked} more: ")?;
        if *system {
            f.write_str("the system has none left")
        } else {
            write!(f, "its limit is {limit} bytes (limits.memoryBytes)")
        }
    }
}

/// Counts allocations and refuses those beyond the running request's limit. For use as `#[global_allocator]`.
///
/// A refusal is a null pointer, as any allocator may return. Code that uses `try_reserve` continues; other
/// code aborts, which ends the instance or the process. The last refusal can be read even then.
#[derive(Debug)]
pub struct Counting {
    live: AtomicUsize,
    /// Peak since [`Meter::begin`].
    peak: AtomicUsize,
    /// Highest peak of earlier requests.
    highest: AtomicUsize,
    /// Bytes allocated before the request.
    base: AtomicUsize,
    /// The request's own limit.
    limit: AtomicUsize,
    ceiling: AtomicUsize,
    /// Upper bound of `live`.
    hard: AtomicUsize,
    settled: AtomicUsize,
    /// Size of the last allocation if it was refused, otherwise 0.
    refused: AtomicUsize,
    /// 1 if the system refused it.
    by_system: AtomicUsize,
    on_refusal: OnceLock<fn(Refusal)>,
    telling: AtomicBool,
}

impl Counting {
    /// Creates counters at zero, without a limit.
    #[must_use]
    pub const fn new() -> Counting {
        Counting {
            live: AtomicUsize::new(0),
            peak: AtomicUsize::new(0),
            highest: AtomicUsize::new(0),
            base: AtomicUsize::new(0),
            limit: AtomicUsize::new(usize::MAX),
            ceiling: AtomicUsize::new(usize::MAX),
            hard: AtomicUsize::new(usize::MAX),
            settled: AtomicUsize::new(0),
            refused: AtomicUsize::new(0),
            by_system: AtomicUsize::new(0),
            on_refusal: OnceLock::new(),
            telling: AtomicBool::new(false),
        }
    }

    /// Calls `tell` before each refusal. It may allocate, and it may end the process. Only the first callback
    /// counts.
    pub fn on_refusal(&self, tell: fn(Refusal)) {
        let _ = self.on_refusal.set(tell);
    }

    /// The last allocation, if it was refused. Uses no memory and almost no stack, so that it works in an
    /// instance that has trapped.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        let asked = self.refused.load(Relaxed);
        if asked == 0 {
            return None;
        }
        let limit = self.limit.load(Relaxed);
        Some(Refusal {
            asked: asked as u64,
            held: self.live.load(Relaxed).saturating_sub(self.base.load(Relaxed)) as u64,
            limit: if limit == usize::MAX { u64::MAX } else { limit as u64 },
            system: self.by_system.load(Relaxed) == 1,
        })
    }

    /// Counts `bytes` more, if allowed. `asked` is the size that a refusal reports.
    fn take(&self, bytes: usize, asked: usize) -> bool {
        let live = self.live.fetch_add(bytes, Relaxed).wrapping_add(bytes);
        if live > self.hard.load(Relaxed) {
            self.live.fetch_sub(bytes, Relaxed);
            self.refuse(asked, false);
            return false;
        }
        if live > self.peak.load(Relaxed) {
            self.peak.store(live, Relaxed);
        }
        self.refused.store(0, Relaxed);
        true
    }

    #[cold]
    fn refuse(&self, asked: usize, system: bool) {
        self.refused.store(asked, Relaxed);
        self.by_system.store(usize::from(system), Relaxed);
        let (Some(tell), Some(refusal)) = (self.on_refusal.get(), self.refusal()) else { return };
        // Allocations of the callback may be refused again.
        if self.telling.swap(true, Relaxed) {
            return;
        }
        let hard = self.hard.swap(usize::MAX, Relaxed);
        tell(refusal);
        self.hard.store(hard, Relaxed);
        self.refused.store(asked, Relaxed);
        self.by_system.store(usize::from(system), Relaxed);
        self.telling.store(false, Relaxed);
    }

    /// Handles the system's result for `bytes` that are already counted.
    fn given(&self, pointer: *mut u8, bytes: usize, asked: usize) -> *mut u8 {
        if pointer.is_null() {
            self.live.fetch_sub(bytes, Relaxed);
            self.refuse(asked, true);
        }
        pointer
    }
}

impl Default for Counting {
    fn default() -> Counting {
        Counting::new()
    }
}

// SAFETY: every pointer comes from `System` and returns to it with its original layout; counting does not
// touch it. Nothing here unwinds: `tell` is a plain function that either returns or ends the process.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = layout.size();
        if !self.take(size, size) {
            return null_mut();
        }
        // SAFETY: the caller's guarantees about `layout` are those that `System` requires.
        self.given(unsafe { System.alloc(layout) }, size, size)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let size = layout.size();
        if !self.take(size, size) {
            return null_mut();
        }
        // SAFETY: as in `alloc`.
        self.given(unsafe { System.alloc_zeroed(layout) }, size, size)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` comes from `System`, with this layout.
        unsafe { System.dealloc(pointer, layout) };
        self.live.fetch_sub(layout.size(), Relaxed);
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let more = size.saturating_sub(layout.size());
        if more > 0 && !self.take(more, size) {
            return null_mut();
        }
        // SAFETY: as in `dealloc`, and the caller guarantees a nonzero size.
        let moved = self.given(unsafe { System.realloc(pointer, layout, size) }, more, size);
        if !moved.is_null() {
            self.live.fetch_sub(layout.size().saturating_sub(size), Relaxed);
        }
        moved
    }
}

impl Meter for Counting {
    fn live(&self) -> u64 {
        self.live.load(Relaxed) as u64
    }

    fn ceiling(&self) -> u64 {
        match self.ceiling.load(Relaxed) {
            usize::MAX => u64::MAX,
            ceiling => ceiling as u64,
        }
    }

    fn settled(&self) -> u64 {
        self.settled.load(Relaxed) as u64
    }

    fn settle(&self) {
        self.settled.store(self.live.load(Relaxed), Relaxed);
    }

    fn begin(&self, limit: u64) {
        let live = self.live.load(Relaxed);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let ceiling = live.saturating_add(limit).saturating_add(ENGINE_BYTES);
        self.base.store(live, Relaxed);
        self.highest.fetch_max(self.peak.swap(live, Relaxed), Relaxed);
        self.limit.store(limit, Relaxed);
        self.ceiling.store(ceiling, Relaxed);
        self.hard.store(ceiling.saturating_add(RESERVE), Relaxed);
    }

    fn end(&self) -> u64 {
        self.hard.store(usize::MAX, Relaxed);
        self.ceiling.store(usize::MAX, Relaxed);
        self.limit.store(usize::MAX, Relaxed);
        self.peak.load(Relaxed).saturating_sub(self.base.load(Relaxed)) as u64
    }

    fn heap(&self) -> u64 {
        #[cfg(target_arch = "wasm32")]
        return core::arch::wasm32::memory_size(0) as u64 * 65_536;
        #[cfg(not(target_arch = "wasm32"))]
        return self.highest.load(Relaxed).max(self.peak.load(Relaxed)) as u64;
    }
}
