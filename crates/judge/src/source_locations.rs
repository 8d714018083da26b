//! Locations in snapshot files, as editors and V8 count them: lines and columns from 1, columns in UTF-16
//! units.

use std::cell::RefCell;
use std::collections::BTreeMap;

use verdict_protocol::{CodeFrame, Location, StackFrame};
use verdict_vfs::{Snapshot, VfsPath};

use crate::code_frame::code_frame;

/// Looks up source locations in a snapshot. Each file is split into lines once.
#[derive(Debug)]
pub struct SourceLocations {
    snapshot: Snapshot,
    /// Byte offset of each line, by file.
    starts: RefCell<BTreeMap<String, Vec<usize>>>,
}

impl SourceLocations {
    /// Creates the lookup for the files of a snapshot.
    #[must_use]
    pub fn new(snapshot: Snapshot) -> SourceLocations {
        SourceLocations { snapshot, starts: RefCell::default() }
    }

    /// Formats a stack as V8 prints it, from its header and frames.
    #[must_use]
    pub fn stack(header: &str, frames: &[StackFrame]) -> String {
        frames.iter().fold(header.to_owned(), |stack, frame| format!("{stack}\n    at {frame}"))
    }

    /// The first location outside packages, if the innermost frame is inside one.
    #[must_use]
    pub fn outside(frames: &[StackFrame]) -> Option<Location> {
        let is_package = |frame: &StackFrame| frame.file.contains("/node_modules/");
        let first = frames.first().filter(|frame| is_package(frame));
        first.and_then(|_| frames.iter().find(|frame| !is_package(frame))).map(StackFrame::location)
    }

    /// The source around a location; `None` if the location does not exist.
    #[must_use]
    pub fn frame(&self, at: &Location) -> Option<CodeFrame> {
        self.with_lines(&at.file, |text, starts| code_frame(text, starts, at))?
    }

    /// Calls `ask` with the text of a file and the byte offset of each line. `None` if there is no such file
    /// or it is not text.
    pub fn with_lines<T>(&self, file: &str, ask: impl FnOnce(&str, &[usize]) -> T) -> Option<T> {
        let path = VfsPath::parse(file).ok()?;
        let text = std::str::from_utf8(self.snapshot.get(&path)?.bytes()).ok()?;
        let mut starts = self.starts.borrow_mut();
        if !starts.contains_key(file) {
            let found = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1)).collect();
            starts.insert(file.to_owned(), found);
        }
        Some(ask(text, starts.get(file)?))
    }
}
