//! What guest code runs for. A timer and a job go by what they were set for, not by what runs when their time comes, so
//! that what they print and throw is told of where it comes from.

use std::cell::RefCell;
use std::rc::Rc;

/// What guest code runs for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Label {
    /// The file, by its absolute path.
    pub file: Option<String>,
    /// The test, by a number of the host's and its name.
    pub test: Option<(usize, String)>,
}

/// What guest code runs for now.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    now: RefCell<Rc<Label>>,
}

impl Labels {
    /// What guest code runs for now.
    pub(crate) fn now(&self) -> Rc<Label> {
        Rc::clone(&self.now.borrow())
    }

    /// Says what guest code runs for from now on, and gives what it was.
    pub(crate) fn replace(&self, label: Rc<Label>) -> Rc<Label> {
        self.now.replace(label)
    }
}
