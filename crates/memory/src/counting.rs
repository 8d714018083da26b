//! The system's allocator, with counters before it.
#![allow(
    unsafe_code,
    reason = "an allocator is unsafe to write; this one only counts and hands on to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use crate::Meter;

/// What the engine itself needs for a request beside what the guest makes: a realm, compiled modules, results.
const OWN: usize = 8 << 20;

/// What is left when guest code is to be stopped, for the answer that says so. Whoever is past it too is refused.
const RESERVE: usize = 8 << 20;

/// An allocation that was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// Bytes that were asked for.
    pub asked: u64,
    /// Bytes that the request held.
    pub held: u64,
    /// Bytes that it was allowed; `u64::MAX` where none was running.
    pub limit: u64,
    /// Whether it was the system that had no more.
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

/// Counts what is allocated and refuses what would pass the limit of the request that runs. For a
/// `#[global_allocator]`.
///
/// A refusal is the null pointer that every allocator may give: who asked by `try_reserve` goes on, anybody else
/// aborts, which ends the instance or the process. What was refused last can be asked for even then.
#[derive(Debug)]
pub struct Counting {
    live: AtomicUsize,
    /// Since [`Meter::begin`].
    peak: AtomicUsize,
    /// The highest peak before that.
    highest: AtomicUsize,
    /// What was there before the request.
    base: AtomicUsize,
    /// The request's own limit.
    limit: AtomicUsize,
    ceiling: AtomicUsize,
    /// What `live` cannot pass.
    hard: AtomicUsize,
    settled: AtomicUsize,
    /// The size of the last allocation, if it was refused; else 0.
    refused: AtomicUsize,
    /// 1 if it was the system that refused.
    by_system: AtomicUsize,
    on_refusal: OnceLock<fn(Refusal)>,
    telling: AtomicBool,
}

impl Counting {
    /// Counters at zero, and no limit.
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

    /// Calls `tell` before each refusal. It may allocate, and it may end the process. Only the first one given counts.
    pub fn on_refusal(&self, tell: fn(Refusal)) {
        let _ = self.on_refusal.set(tell);
    }

    /// The last allocation that anybody asked for, if it was refused. Takes no memory and next to no stack, so that
    /// it can be asked of an instance that has trapped.
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

    /// Counts `bytes` more, if they are allowed. `asked` is the size that is named otherwise.
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
        // What it asks for itself may be refused again.
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

    /// What the system gave for `bytes` that were counted already.
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

// SAFETY: every pointer comes from `System` and goes back to it with the layout that it was asked for; counting
// touches none. Nothing here unwinds: `tell` is a plain function that either returns or ends the process.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = layout.size();
        if !self.take(size, size) {
            return null_mut();
        }
        // SAFETY: the caller's promises about `layout` are those that `System` asks for.
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
        // SAFETY: `pointer` is one of `System`'s, of this layout.
        unsafe { System.dealloc(pointer, layout) };
        self.live.fetch_sub(layout.size(), Relaxed);
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let more = size.saturating_sub(layout.size());
        if more > 0 && !self.take(more, size) {
            return null_mut();
        }
        // SAFETY: as in `dealloc`, and the caller promises a size that is none of zero.
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
        let ceiling = live.saturating_add(limit).saturating_add(OWN);
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
