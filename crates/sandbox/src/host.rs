//! What stands behind the natives of a guest.

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

/// What stands behind the natives of a guest: job executor, host hooks and module loader in one, so that a
/// native reaches all of it through its context.
pub(crate) struct Host {
    pub(crate) snapshot: Late<Snapshot>,
    pub(crate) limits: Late<Limits>,
    pub(crate) meter: Late<Option<&'static dyn Meter>>,
    /// Whether the guest was stopped by its limit of memory.
    pub(crate) memory_passed: Cell<bool>,
    /// What `process.env` starts with.
    pub(crate) env: Late<BTreeMap<String, String>>,
    pub(crate) source_hook: Late<Rc<dyn SourceHook>>,
    pub(crate) clock: Rc<VirtualClock>,
    pub(crate) jobs: Jobs,
    pub(crate) console: RefCell<Console>,
    /// What guest code runs for.
    pub(crate) labels: Labels,
    /// What `AsyncLocalStorage` holds for what runs now.
    pub(crate) scope: RefCell<JsValue>,
    pub(crate) loader: Loader,
    /// Whose code is whose.
    pub(crate) origins: Origins,
    pub(crate) random: Cell<u64>,
    /// Promises that were rejected and that nobody handles, each with what guest code ran for.
    pub(crate) rejected: RefCell<Vec<(JsObject, Rc<Label>)>>,
    /// What timers and microtasks threw, each with what they ran for.
    pub(crate) uncaught: RefCell<Vec<(JsError, Rc<Label>)>>,
    /// Intrinsics as they were before guest code ran.
    pub(crate) pristine: RefCell<Pristine>,
    /// The text that patterns were matched against last.
    pub(crate) subject: Subject,
    /// Arrays that are being joined, each inside the one before.
    pub(crate) joined: RefCell<Vec<JsObject>>,
    /// How many calls of the natives that take most of the stack are inside each other.
    pub(crate) nested: Cell<u32>,
    /// How many generators go on inside each other.
    pub(crate) generators: Cell<u32>,
    /// Whether guest code can catch that it recursed too deep.
    pub(crate) catch_recursion: Late<bool>,
    /// Names of properties that are read without the engine's cache: see [`crate::boa_fixes::lazy_getters`].
    pub(crate) uncached: Late<Rc<BTreeSet<String>>>,
    /// Names of getters in whose place a value was put.
    pub(crate) replaced_getters: RefCell<BTreeSet<String>>,
    /// Whether guest code ever recursed too deep.
    pub(crate) recursed: Cell<bool>,
    /// Waits that came to nothing.
    pub(crate) waits: Late<Waits>,
    /// Whether guest code was ever refused memory.
    pub(crate) refused_memory: Cell<bool>,
    /// The object behind the global `vfs`, once it was asked for.
    pub(crate) vfs: RefCell<Option<JsObject>>,
    /// The object `process`, once it was asked for.
    pub(crate) process_object: RefCell<Option<JsObject>>,
    /// `process.env` and the object that stands behind it, once it was asked for.
    pub(crate) env_object: RefCell<Option<(JsObject, JsObject)>>,
    /// Built-ins as they were, for our scripts.
    pub(crate) primordials: RefCell<Primordials>,
    /// What our scripts have made.
    pub(crate) internals: Internals,
    /// What timers are made from.
    pub(crate) timers: Timers,
    /// Globals that make themselves.
    pub(crate) lazy: Lazy,
    /// How much is recorded.
    pub(crate) evidence: Late<EvidenceLevel>,
    /// The files whose functions tell when they run.
    pub(crate) is_subject: Late<Option<IsSubject>>,
    /// What guest code resolved and read.
    pub(crate) recorded: RefCell<Recorded>,
}

/// Intrinsics as they were before guest code ran.
#[derive(Default)]
pub(crate) struct Pristine {
    /// Getter of `Error.prototype.stack`.
    pub(crate) stack: Option<JsObject>,
    /// What stands behind the natives of [`crate::boa_fixes::guards`].
    pub(crate) originals: BTreeMap<&'static str, JsObject>,
    /// What patterns are asked for by natives.
    pub(crate) patterns: Plain,
}

impl Host {
    /// The host of a realm that has no guest yet.
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

    /// Takes what the guest is made from.
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

    /// The host of a context that [`crate::Guest`] made. `None` for any other context.
    pub(crate) fn of(context: &Context) -> Option<Rc<Host>> {
        context.downcast_job_executor::<Host>()
    }

    /// The next number of `Math.random`: `SplitMix64`, 53 bits.
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

    /// A promise that is handled after all, or that somebody waits for, is no unhandled rejection.
    pub(crate) fn forget_rejection(&self, promise: &JsObject) {
        self.rejected.borrow_mut().retain(|(known, _)| !JsObject::equals(known, promise));
    }
}

/// An error that nobody handled.
#[derive(Debug, Clone)]
pub struct Unhandled {
    /// How it came about.
    pub kind: UnhandledKind,
    /// What was thrown.
    pub thrown: Thrown,
    /// What guest code ran for.
    pub label: Rc<Label>,
}

/// The reason of a promise that is rejected.
pub(crate) fn rejection_reason(promise: &JsObject) -> Option<JsValue> {
    let promise = boa_engine::object::builtins::JsPromise::from_object(promise.clone()).ok()?;
    promise.state().as_rejected().cloned()
}
