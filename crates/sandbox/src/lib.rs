//! The guest: a Boa realm without ambient authority.
//!
//! Guest code sees only the language and a few host facilities. These are a bounded console, timers on a
//! virtual clock, a seeded `Math.random`, its given environment, and the snapshot's files by `import`. Every
//! entry point ([`Guest::load`], [`Guest::call`], [`Guest::settle`]) is bounded and returns a value or a
//! [`Stop`]. No way out ([`inspect()`], [`thrown`]) ever calls guest code.

mod absent;
mod boa_fixes;
mod clock;
mod clone;
mod console;
mod encoding;
mod environment;
mod eval;
mod format;
mod function_text;
mod guest;
mod hooks;
mod host;
mod inspect;
mod install;
mod jobs;
mod label;
mod late;
mod loader;
mod marks;
mod memory;
mod native;
mod node;
mod options;
mod origin;
mod permits;
mod process;
mod random;
mod realm;
mod recorder;
mod related;
mod scope;
mod source_text;
mod stack;
mod stop;
mod timers;
mod unhandled;
mod web;

pub use boa_fixes::enter::ENTER;
pub use boa_fixes::json::to_json;
pub use boa_fixes::regexp_source::regexp_source;
pub use boa_fixes::rerun::{MORE, Rerun};
pub use environment::process_env;
pub use eval::{EVAL_FILE, Evaluation, evaluate, evaluate_in};
pub use guest::Guest;
pub use inspect::{Depth, constructor_name, data_property, inspect, inspect_with};
pub use jobs::OpenHandle;
pub use label::Label;
pub use loader::{
    Mocker, Modules, Position, Required, StandIn, forget_modules, forget_stand_in, import_now,
    import_original, import_path, module_key, require_original, require_path, swap_modules, wait_for,
};
pub use marks::{IsSubject, MARK, MARK_AFTER_DIRECTIVE, MARK_END};
pub use memory::collect_litter;
pub use node::format as node_format;
pub use options::{
    CommonJsExports, DEFAULT_EPOCH_MS, GuestOptions, Imports, Instrumentation, MarkedFunction, MarkedSource,
    PlainSource, PreparedSource, SourceError, SourceHook, TEST_API,
};
pub use origin::{Caller, OWN_SCRIPT, caller, written_by};
pub use permits::{Origin, PERMITS, Permit};
pub use realm::Realm;
pub use recorder::{Recorded, calling_place, note_import, note_read};
pub use related::{Related, related};
pub use stop::{Stop, Thrown, stop, thrown};
pub use unhandled::Unhandled;
pub use web::url_href;
