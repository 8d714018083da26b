//! Replacements for parts of Boa 0.22. Each module says what the engine does otherwise. Delete a module when
//! Boa fixes that.
//!
//! | module | delete it when |
//! | --- | --- |
//! | `calls` | natives that take lists (`apply`, `Reflect.construct`) check memory, and nested generators count towards the recursion limit |
//! | `enter` | the limit of recursion throws a `RangeError` that guest code can catch |
//! | `guards` | built-ins check the memory limit before they allocate |
//! | `json` | `JSON` reads and writes without making a script and without recursion |
//! | `lazy_getters` | the inline cache of a property checks the shape before the getter runs |
//! | `regexp_source` | `source` of a pattern escapes a `/` only where it has to |
//! | `rerun` | a limit that is reached after an `await` ends the run |
//! | `sort` | sorting takes a comparator that contradicts itself |
//! | `splice` | `splice` and `unshift` move plain elements at once |
//! | `text` | `split`, `match`, `matchAll` and `replace` are linear in what they read and make |

pub(crate) mod calls;
pub(crate) mod enter;
pub(crate) mod guards;
pub(crate) mod json;
pub(crate) mod lazy_getters;
pub(crate) mod regexp_source;
pub(crate) mod rerun;
pub(crate) mod sort;
pub(crate) mod splice;
pub(crate) mod text;

use std::collections::BTreeSet;
use std::rc::Rc;

use boa_engine::{Context, JsResult};

use self::enter::Recursion;
use self::guards::{Nesting, Originals};
use self::lazy_getters::Getters;
use self::rerun::{Rerun, Waits};
use crate::late::Late;

/// What these modules keep for a guest.
#[derive(Default)]
pub(crate) struct Fixes {
    originals: Originals,
    /// Nesting of the natives that use the most stack.
    natives: Nesting,
    /// Generators resumed inside each other.
    generators: Nesting,
    pub(crate) recursion: Recursion,
    pub(crate) getters: Getters,
    pub(crate) waits: Late<Waits>,
    pub(crate) text: text::Slots,
}

impl Fixes {
    /// Applies the options of a guest.
    pub(crate) fn begin(&self, catch_recursion: bool, uncached: Rc<BTreeSet<String>>, again: Option<Rerun>) {
        self.recursion.begin(catch_recursion);
        self.getters.begin(uncached);
        self.waits.set(Waits::new(again));
    }
}

/// Replaces the built-ins of a fresh realm.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    guards::install(context)?;
    lazy_getters::install(context)?;
    regexp_source::install(context)?;
    text::install(context)?;
    json::install(context)?;
    sort::install(context)?;
    splice::install(context)?;
    calls::install(context)
}
