//! Prepared realms.

use std::rc::Rc;

use boa_engine::{Context, JsError};
use verdict_protocol::{Code, Limits};

use crate::host::Host;
use crate::options::GuestOptions;
use crate::stop::Stop;

/// A fresh realm for one [`crate::Guest`], in which nothing has run. Creating it takes longer than running a
/// small script. It does not depend on the script, so it can be created ahead of time.
pub struct Realm {
    context: Context,
    host: Rc<Host>,
    instructions: usize,
}

impl std::fmt::Debug for Realm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Realm").field("instructions", &self.instructions).finish_non_exhaustive()
    }
}

impl Realm {
    /// Creates a realm with the instruction budget of these limits; the other limits are set with the guest.
    ///
    /// # Errors
    /// [`Code::Crashed`] if the engine cannot create the realm.
    pub fn new(limits: &Limits) -> Result<Realm, Stop> {
        // Garbage of the thread's earlier guests is collected now rather than while this one runs.
        boa_gc::force_collect();
        let host = Rc::new(Host::new());
        let instructions = instructions(limits);
        let mut context = Context::builder()
            .clock(Rc::clone(&host.clock))
            .job_executor(Rc::clone(&host))
            .host_hooks(Rc::clone(&host))
            .module_loader(Rc::clone(&host))
            .instructions_remaining(instructions)
            .build()
            .map_err(|error| crashed(&error))?;
        crate::install::install(&mut context).map_err(|error| crashed(&error))?;
        Ok(Realm { context, host, instructions })
    }

    /// A realm for a guest with these options.
    pub(crate) fn for_guest(options: &GuestOptions) -> Result<Realm, Stop> {
        Realm::new(&of_realm(options))
    }

    /// Assigns the realm to a guest with these options.
    pub(crate) fn begin(self, options: GuestOptions) -> Result<(Context, Rc<Host>), Stop> {
        let (catch_recursion, is_marked) = (options.catch_recursion, options.is_subject.is_some());
        let limits = of_realm(&options);
        let realm = if self.instructions == instructions(&limits) {
            self
        } else {
            // The engine takes the number only when it creates a context.
            drop(self);
            Realm::new(&limits)?
        };
        let Realm { mut context, host, .. } = realm;
        limit(&mut context, &limits, catch_recursion);
        host.begin(options);
        let installed = (|| {
            if catch_recursion {
                crate::boa_fixes::enter::install(&mut context)?;
            }
            if is_marked || catch_recursion {
                crate::function_text::install(&mut context)?;
            }
            Ok(())
        })();
        installed.map_err(|error| crashed(&error))?;
        Ok((context, host))
    }
}

/// What the realm of a guest with these options is limited to.
fn of_realm(options: &GuestOptions) -> Limits {
    let mut limits = options.limits.clone();
    if options.is_subject.is_some() {
        // Marks take instructions, fewer than what they mark, and one call.
        limits.instructions = limits.instructions.saturating_mul(2);
        limits.recursion = limits.recursion.saturating_add(1);
    }
    limits
}

/// The instruction budget, equal on every target, so that it runs out at the same place everywhere.
fn instructions(limits: &Limits) -> usize {
    u32::try_from(limits.instructions).unwrap_or(u32::MAX) as usize
}

/// Number of stack frames if recursion can be caught: as many as V8 keeps.
const FRAMES_OF_CAUGHT: usize = 10;

fn limit(context: &mut Context, limits: &Limits, catch_recursion: bool) {
    let runtime = context.runtime_limits_mut();
    runtime.set_loop_iteration_limit(limits.loop_iterations);
    runtime.set_recursion_limit(crate::boa_fixes::enter::engine_limit(limits.recursion, catch_recursion));
    // Every throw that guest code catches leaves some values on the engine's stack, so its limit bounds
    // memory, not depth.
    let mut values = limits.memory_bytes / 8;
    if catch_recursion {
        // Functions that catch recursion and each recurse twice never end. They leave errors with their
        // traces, which must reach this limit before memory runs out.
        values = (limits.memory_bytes / 64).max(1 << 16);
        runtime.set_backtrace_limit(FRAMES_OF_CAUGHT);
    }
    runtime.set_stack_size_limit(usize::try_from(values).unwrap_or(usize::MAX));
}

fn crashed(error: &JsError) -> Stop {
    let message = format!("the engine could not make a realm: {error}");
    Stop::Limit { code: Code::Crashed, name: None, message, location: None }
}
