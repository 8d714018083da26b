//! Stack frames, independent of the engine.

use std::fmt;

use crate::Location;

/// Maximum number of frames kept of a stack.
pub const MAX_FRAMES: usize = 30;

/// A frame of a guest's stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackFrame {
    /// Name of the function; empty at the top level of a file and for anonymous functions.
    pub function: String,
    /// Absolute path.
    pub file: String,
    /// Line and column, if the engine knows them.
    pub place: Option<(u32, u32)>,
}

impl StackFrame {
    /// The location; the start of the file if the engine does not know it.
    #[must_use]
    pub fn location(&self) -> Location {
        let (line, column) = self.place.unwrap_or((1, 1));
        Location { file: self.file.clone(), line, column, ..Location::default() }
    }
}

/// Formats the frame as V8 prints it after `at `.
impl fmt::Display for StackFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StackFrame { function, file, place } = self;
        let place = place.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default();
        if function.is_empty() { write!(f, "{file}{place}") } else { write!(f, "{function} ({file}{place})") }
    }
}
