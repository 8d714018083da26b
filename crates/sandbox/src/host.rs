//! The state behind the natives of a guest.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use boa_engine::object::JsObject;
use boa_engine::{Context, JsError, JsValue};
use verdict_memory::Meter;
use verdict_vfs::Snapshot;

use crate::boa_fixes::rerun::Waits;
use crate::boa_fixes::text::{Plain, Subject};
use crate::clock::VirtualClock;
use crate::console::Console;
use crate::jobs::Jobs;
use crate::label::{Label, Labels};
use crate::late::Late;
use crate::loader::Loader;
use crate::marks::IsSubject;
use crate::options::{GuestOptions, PlainSource, SourceHook};
use crate::origin::Origins;
use crate::recorder::Recorded;
use crate::stop::Thrown;
use crate::web::{Internals, Lazy, Primordials, Timers};
use verdict_protocol::{EvidenceLevel, Limits, UnhandledKind};

/// The state of a guest: job executor, host hooks and module loader in one, so that natives reach all of it
/// through their context.
pub(crate) struct Host {
    pub(crate) snapshot: Late<Snapshot>,
    pub(crate) limits: Late<Limits>,
    pub(crate) meter: Late<Option<&'static dyn Meter>>,
    /// Whether the memory limit stopped the guest.
    pub(crate) memory_passed: Cell<bool>,
    /// The initial content of `process.env`.
    pub(crate) env: Late<BTreeMap<String, String>>,
    pub(crate) source_hook: Late<Rc<dyn SourceHook>>,
    pub(crate) clock: Rc<VirtualClock>,
    pub(crate) jobs: Jobs,
    pub(crate) console: RefCell<Console>,
    /// The file and test that guest code runs for.
    pub(crate) labels: Labels,
    /// The current `AsyncLocalStorage` scope.
    pub(crate) scope: RefCell<JsValue>,
    pub(crate) loader: Loader,
    /// Which code belongs to the subject, to test material and to the host.
    pub(crate) origins: Origins,
    pub(crate) random: Cell<u64>,
    /// Rejected promises without a handler, each with its label.
    pub(crate) rejected: RefCell<Vec<(JsObject, Rc<Label>)>>,
    /// Errors thrown by timers and microtasks, each with its label.
    pub(crate) uncaught: RefCell<Vec<(JsError, Rc<Label>)>>,
    /// Intrinsics captured before guest code ran.
    pub(crate) pristine: RefCell<Pristine>,
    /// The string that patterns were last matched against.
    pub(crate) subject: Subject,
    /// Arrays being joined, outermost first.
    pub(crate) joined: RefCell<Vec<JsObject>>,
    /// Nesting depth of the natives that use the most stack.
    pub(crate) nested: Cell<u32>,
    /// Number of generators resumed inside each other.
    pub(crate) generators: Cell<u32>,
    /// Whether guest code can catch recursion errors.
    pub(crate) catch_recursion: Late<bool>,
    /// Property names read without the engine's cache: see [`crate::boa_fixes::lazy_getters`].
    pub(crate) uncached: Late<Rc<BTreeSet<String>>>,
    /// Names of getters that a value replaced.
    pub(crate) replaced_getters: RefCell<BTreeSet<String>>,
    /// Whether guest code ever exceeded the recursion limit.
    pub(crate) recursed: Cell<bool>,
    /// Waits for promises that never settled.
    pub(crate) waits: Late<Waits>,
    /// Whether the guest was ever refused memory.
    pub(crate) refused_memory: Cell<bool>,
    /// The global `vfs` object, once created.
    pub(crate) vfs: RefCell<Option<JsObject>>,
    /// The `process` object, once created.
    pub(crate) process_object: RefCell<Option<JsObject>>,
    /// `process.env` and its target, once created.
    pub(crate) env_object: RefCell<Option<(JsObject, JsObject)>>,
    /// Original built-ins, for the host's scripts.
    pub(crate) primordials: RefCell<Primordials>,
    /// Modules that the host's scripts created.
    pub(crate) internals: Internals,
    /// Prototypes of timer objects.
    pub(crate) timers: Timers,
    /// Globals that are created on first use.
    pub(crate) lazy: Lazy,
    /// How much evidence is recorded.
    pub(crate) evidence: Late<EvidenceLevel>,
    /// The files whose functions report their calls.
    pub(crate) is_subject: Late<Option<IsSubject>>,
    /// Imports and reads of guest code.
    pub(crate) recorded: RefCell<Recorded>,
}

/// Intrinsics captured before guest code ran.
#[derive(Default)]
pub(crate) struct Pristine {
    /// The getter of `Error.prototype.stack`.
    pub(crate) stack: Option<JsObject>,
    /// Originals of the methods that [`crate::boa_fixes::guards`] wraps.
    pub(crate) originals: BTreeMap<&'static str, JsObject>,
    /// Original properties of `RegExp.prototype` that natives read.
    pub(crate) patterns: Plain,
}

impl Host {
    /// Creates the host of a realm without a guest.
    pub(crate) fn new() -> Host {
        Host {
            clock: Rc::new(VirtualClock::default()),
            snapshot: Late::new(Snapshot::default()),
            limits: Late::new(Limits::default()),
            env: Late::new(BTreeMap::new()),
            source_hook: Late::new(Rc::new(PlainSource)),
            meter: Late::new(None),
            memory_passed: Cell::default(),
            jobs: Jobs::default(),
            console: RefCell::default(),
            labels: Labels::default(),
            scope: RefCell::default(),
            loader: Loader::default(),
            origins: Origins::default(),
            random: Cell::default(),
            rejected: RefCell::default(),
            uncaught: RefCell::default(),
            pristine: RefCell::default(),
            subject: Subject::default(),
            joined: RefCell::default(),
            nested: Cell::default(),
            generators: Cell::default(),
            catch_recursion: Late::new(false),
            uncached: Late::new(Rc::default()),
            replaced_getters: RefCell::default(),
            recursed: Cell::default(),
            waits: Late::new(Waits::default()),
            refused_memory: Cell::default(),
            vfs: RefCell::default(),
            process_object: RefCell::default(),
            env_object: RefCell::default(),
            primordials: RefCell::default(),
            internals: Internals::default(),
            timers: Timers::default(),
            lazy: Lazy::default(),
            evidence: Late::new(EvidenceLevel::Off),
            is_subject: Late::new(None),
            recorded: RefCell::default(),
        }
    }

    /// Applies the options of a guest.
    pub(crate) fn begin(&self, options: GuestOptions) {
        self.console.replace(Console::new(options.console, options.limits.console_bytes));
        self.clock.begin(options.epoch_ms);
        self.random.set(options.seed);
        self.snapshot.set(options.snapshot);
        self.limits.set(options.limits);
        self.meter.set(options.meter);
        self.env.set(options.env);
        self.source_hook.set(options.source_hook);
        self.origins.begin(options.sealed_from);
        self.catch_recursion.set(options.catch_recursion);
        self.uncached.set(options.uncached);
        self.waits.set(Waits::new(options.again));
        self.evidence.set(options.evidence);
        self.is_subject.set(options.is_subject);
    }

    /// The host of a context created by [`crate::Guest`]; `None` for any other context.
    pub(crate) fn of(context: &Context) -> Option<Rc<Host>> {
        context.downcast_job_executor::<Host>()
    }

    /// The next `Math.random` value: `SplitMix64`, 53 bits.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    pub(crate) fn next_random(&self) -> f64 {
        let state = self.random.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.random.set(state);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Removes a promise from the unhandled rejections, because it is now handled or awaited.
    pub(crate) fn forget_rejection(&self, promise: &JsObject) {
        self.rejected.borrow_mut().retain(|(known, _)| !JsObject::equals(known, promise));
    }
}

/// An unhandled error.
#[derive(Debug, Clone)]
pub struct Unhandled {
    /// How it escaped handling.
    pub kind: UnhandledKind,
    /// The thrown value.
    pub thrown: Thrown,
    /// The file and test that the code ran for.
    pub label: Rc<Label>,
}

/// The reason of a rejected promise.
pub(crate) fn rejection_reason(promise: &JsObject) -> Option<JsValue> {
    let promise = boa_engine::object::builtins::JsPromise::from_object(promise.clone()).ok()?;
    promise.state().as_rejected().cloned()
}
