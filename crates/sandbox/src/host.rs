//! The state behind the natives of a guest.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::Context;
use verdict_protocol::Limits;
use verdict_vfs::Snapshot;

use crate::boa_fixes::Fixes;
use crate::clock::VirtualClock;
use crate::console::Console;
use crate::environment::Environment;
use crate::eval::VfsGlobal;
use crate::jobs::Jobs;
use crate::label::Labels;
use crate::late::Late;
use crate::loader::Loader;
use crate::memory::Memory;
use crate::options::{GuestOptions, PlainSource, SourceHook};
use crate::origin::Origins;
use crate::process::Process;
use crate::random::Random;
use crate::recorder::Recorder;
use crate::scope::Scopes;
use crate::stop::EngineStack;
use crate::unhandled::UnhandledErrors;
use crate::web;

/// Maximum number of refusals that are recorded.
const MAX_REFUSALS: usize = 8;

/// The state of a guest: job executor, host hooks and module loader in one, so that natives reach all of it
/// through their context. Each subsystem owns the type of its part.
pub(crate) struct Host {
    pub(crate) snapshot: Late<Snapshot>,
    pub(crate) limits: Late<Limits>,
    pub(crate) source_hook: Late<Rc<dyn SourceHook>>,
    pub(crate) clock: Rc<VirtualClock>,
    pub(crate) jobs: Jobs,
    pub(crate) console: RefCell<Console>,
    /// The file and test that guest code runs for.
    pub(crate) labels: Labels,
    /// The current `AsyncLocalStorage` scope.
    pub(crate) scopes: Scopes,
    pub(crate) loader: Loader,
    /// Which code belongs to the subject, to test material and to the host.
    pub(crate) origins: Origins,
    pub(crate) random: Random,
    pub(crate) memory: Memory,
    pub(crate) unhandled: UnhandledErrors,
    pub(crate) environment: Environment,
    pub(crate) process: Process,
    /// The global `vfs` of `eval:`.
    pub(crate) vfs: VfsGlobal,
    pub(crate) engine_stack: EngineStack,
    /// Imports and reads of guest code.
    pub(crate) recorder: Recorder,
    /// What guest code asked for and the engine lacks, in sentences.
    pub(crate) refusals: RefCell<Vec<String>>,
    pub(crate) fixes: Fixes,
    pub(crate) web: web::Slots,
}

impl Host {
    /// Creates the host of a realm without a guest.
    pub(crate) fn new() -> Host {
        Host {
            snapshot: Late::default(),
            limits: Late::default(),
            source_hook: Late::new(Rc::new(PlainSource)),
            clock: Rc::default(),
            jobs: Jobs::default(),
            console: RefCell::default(),
            labels: Labels::default(),
            scopes: Scopes::default(),
            loader: Loader::default(),
            origins: Origins::default(),
            random: Random::default(),
            memory: Memory::default(),
            unhandled: UnhandledErrors::default(),
            environment: Environment::default(),
            process: Process::default(),
            vfs: VfsGlobal::default(),
            engine_stack: EngineStack::default(),
            recorder: Recorder::default(),
            refusals: RefCell::default(),
            fixes: Fixes::default(),
            web: web::Slots::default(),
        }
    }

    /// Applies the options of a guest.
    pub(crate) fn begin(&self, options: GuestOptions) {
        self.console.replace(Console::new(options.console, options.limits.console_bytes));
        self.clock.begin(options.epoch_ms);
        self.random.seed(options.seed);
        self.snapshot.set(options.snapshot);
        self.limits.set(options.limits);
        self.memory.begin(options.meter);
        self.environment.begin(options.env);
        self.source_hook.set(options.source_hook);
        self.origins.begin(options.sealed_from);
        self.fixes.begin(options.catch_recursion, options.uncached, options.again);
        self.recorder.begin(options.evidence);
        self.loader.marks.begin(options.is_subject);
        self.loader.has_runner_modules.set(options.has_runner_modules);
        self.loader.has_require_cache.set(options.has_require_cache);
    }

    /// Records that the engine refuses what guest code asks for. A sentence counts once, and no more than
    /// [`MAX_REFUSALS`] do.
    pub(crate) fn note_refusal(&self, sentence: &str) {
        let mut refusals = self.refusals.borrow_mut();
        if refusals.len() < MAX_REFUSALS && !refusals.iter().any(|noted| noted == sentence) {
            refusals.push(sentence.to_owned());
        }
    }

    /// The host of a context created by [`crate::Guest`]; `None` for any other context.
    pub(crate) fn of(context: &Context) -> Option<Rc<Host>> {
        context.downcast_job_executor::<Host>()
    }
}
