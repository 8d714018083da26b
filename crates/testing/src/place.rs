//! Places in files as editors and V8 give them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use verdict_protocol::Location;
use verdict_vfs::{Snapshot, VfsPath};

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

    fn column(&self, at: &Location) -> Option<u32> {
        let path = VfsPath::parse(&at.file).ok()?;
        let text = std::str::from_utf8(self.snapshot.get(&path)?.bytes()).ok()?;
        let mut starts = self.starts.borrow_mut();
        let starts = starts.entry(at.file.clone()).or_insert_with(|| {
            std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1)).collect()
        });
        let start = *starts.get(usize::try_from(at.line).ok()?.checked_sub(1)?)?;
        let before = usize::try_from(at.column).ok()?.checked_sub(1)?;
        let line = text.get(start..)?;
        let end = line.char_indices().nth(before)?.0;
        let mut shown = &line[..end];
        if line[end..].starts_with('(') {
            shown = shown.trim_end_matches(|char: char| char.is_alphanumeric() || char == '_' || char == '$');
        }
        u32::try_from(shown.encode_utf16().count() + 1).ok()
    }
}
