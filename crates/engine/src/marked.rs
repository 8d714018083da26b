//! A cache of modules whose functions report their calls, shared by the realms of a session.

use std::cell::RefCell;
use std::rc::Rc;

use verdict_sandbox::{MarkedSource, Position};

use crate::kept::Kept;

/// Maximum size of the cache in bytes.
const MOST_KEPT: usize = 8 << 20;

/// Marked modules by source and `is_wrapped`; `None` for a module without functions to mark.
type Known = Kept<(String, bool), Option<Rc<MarkedSource>>>;

/// The marked modules of a session, so that each realm need not mark a file again. No result depends on
/// them.
#[derive(Clone)]
pub(crate) struct MarkedTexts(Rc<RefCell<Known>>);

impl Default for MarkedTexts {
    fn default() -> MarkedTexts {
        MarkedTexts(Rc::new(RefCell::new(Kept::new(MOST_KEPT))))
    }
}

impl std::fmt::Debug for MarkedTexts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MarkedTexts").field("kept", &self.0.borrow().bytes()).finish_non_exhaustive()
    }
}

impl MarkedTexts {
    /// Returns the cached module for a source, or calls `make` and caches its result.
    pub(crate) fn of(
        &self,
        source: &str,
        is_wrapped: bool,
        make: impl FnOnce() -> Option<MarkedSource>,
    ) -> Option<Rc<MarkedSource>> {
        let key = (source.to_owned(), is_wrapped);
        if let Some(known) = self.0.borrow().get(&key) {
            return known.clone();
        }
        let made = make().map(Rc::new);
        let bytes = source.len() + made.as_deref().map_or(0, bytes);
        self.0.borrow_mut().keep(key, &made, bytes);
        made
    }
}

fn bytes(made: &MarkedSource) -> usize {
    let names: usize =
        made.functions.iter().map(|function| size_of_val(function) + function.name.len()).sum();
    made.text.len() + made.positions.len() * size_of::<Position>() + names
}
