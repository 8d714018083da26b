//! Labels: the file and test that guest code runs for. A timer or job keeps the label of its creator, so that its
//! output and errors are attributed to their origin.

use std::cell::RefCell;
use std::rc::Rc;

/// The file and test that guest code runs for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Label {
    /// Absolute path of the file.
    pub file: Option<String>,
    /// The test: its number at the host, and its name.
    pub test: Option<(usize, String)>,
}

/// The current label.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    now: RefCell<Rc<Label>>,
}

impl Labels {
    /// The current label.
    pub(crate) fn now(&self) -> Rc<Label> {
        Rc::clone(&self.now.borrow())
    }

    /// Sets the current label and returns the previous one.
    pub(crate) fn replace(&self, label: Rc<Label>) -> Rc<Label> {
        self.now.replace(label)
    }
}
