//! Places in files as editors and V8 give them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use verdict_protocol::{CodeFrame, Location};
use verdict_sandbox::Frame;
use verdict_vfs::{Snapshot, VfsPath};

use crate::frame::code_frame;

/// Makes places of the engine those that editors and V8 mean: the engine counts characters and points at the
/// parenthesis of a call, they count UTF-16 units and point at the name that is called.
#[derive(Debug)]
pub(crate) struct Places {
    snapshot: Snapshot,
    /// Where the lines of a file start, in bytes.
    starts: RefCell<BTreeMap<String, Vec<usize>>>,
}

impl Places {
    pub(crate) fn new(snapshot: Snapshot) -> Places {
        Places { snapshot, starts: RefCell::default() }
    }

    /// The place that is meant by one of the engine.
    pub(crate) fn exact(&self, at: Location) -> Location {
        let column = self.column(&at).unwrap_or(at.column);
        Location { column, ..at }
    }

    /// A stack as V8 prints it, from its header and the frames below.
    pub(crate) fn stack(&self, header: &str, frames: &[Frame]) -> String {
        let mut text = header.to_owned();
        for frame in frames {
            let place = frame.place.map(|_| self.exact(frame.location()));
            let place = place.map(|at| (at.line, at.column));
            text.push_str(&format!("\n    at {}", Frame { place, ..frame.clone() }));
        }
        text
    }

    /// The first place outside of packages, where the innermost one is in one.
    pub(crate) fn outside(&self, frames: &[Frame]) -> Option<Location> {
        let is_package = |frame: &Frame| frame.file.contains("/node_modules/");
        let first = frames.first().filter(|frame| is_package(frame));
        first
            .and_then(|_| frames.iter().find(|frame| !is_package(frame)))
            .map(|frame| self.exact(frame.location()))
    }

    /// The source around a place.
    pub(crate) fn frame(&self, at: &Location) -> Option<CodeFrame> {
        self.with_lines(&at.file, |text, starts| code_frame(text, starts, at))?
    }

    fn column(&self, at: &Location) -> Option<u32> {
        self.with_lines(&at.file, |text, starts| {
            let start = *starts.get(usize::try_from(at.line).ok()?.checked_sub(1)?)?;
            let before = usize::try_from(at.column).ok()?.checked_sub(1)?;
            let line = text.get(start..)?;
            let end = line.char_indices().nth(before)?.0;
            let mut shown = &line[..end];
            if line[end..].starts_with('(') {
                shown =
                    shown.trim_end_matches(|char: char| char.is_alphanumeric() || char == '_' || char == '$');
            }
            u32::try_from(shown.encode_utf16().count() + 1).ok()
        })?
    }

    /// What is asked of the text of a file, and of where its lines start.
    fn with_lines<T>(&self, file: &str, ask: impl FnOnce(&str, &[usize]) -> T) -> Option<T> {
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
