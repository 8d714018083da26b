//! Texts whose functions tell when they run, as they were made for the realms before.

use std::cell::RefCell;
use std::rc::Rc;

use verdict_sandbox::{MarkedSource, Position};

use crate::kept::Kept;

/// Bytes of marked texts that are kept.
const MOST_KEPT: usize = 8 << 20;

/// By the text and whether it is wrapped. What stays as it is has no other.
type Known = Kept<(String, bool), Option<Rc<MarkedSource>>>;

/// The marked texts of a session: every realm that loads a file is handed the same one. No result depends on what is kept.
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
    /// The marked text for one, as it was made before or as it is made now.
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
