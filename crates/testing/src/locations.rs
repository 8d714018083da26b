//! Converts the engine's source locations to those of editors and V8.

use verdict_judge::SourceLocations;
use verdict_protocol::{Location, StackFrame};

/// Converts a location. The engine counts characters and points at the parenthesis of a call. Editors count
/// UTF-16 units, and V8 points at the called name.
pub(crate) fn exact(places: &SourceLocations, at: Location) -> Location {
    let column = column(places, &at).unwrap_or(at.column);
    Location { column, ..at }
}

/// Converts the locations of stack frames.
pub(crate) fn exact_frames(places: &SourceLocations, frames: &[StackFrame]) -> Vec<StackFrame> {
    let exact = |frame: &StackFrame| {
        let place = frame.place.map(|_| exact(places, frame.location()));
        StackFrame { place: place.map(|at| (at.line, at.column)), ..frame.clone() }
    };
    frames.iter().map(exact).collect()
}

fn column(places: &SourceLocations, at: &Location) -> Option<u32> {
    places.with_lines(&at.file, |text, starts| {
        let start = *starts.get(usize::try_from(at.line).ok()?.checked_sub(1)?)?;
        let before = usize::try_from(at.column).ok()?.checked_sub(1)?;
        let line = text.get(start..)?;
        let end = line.char_indices().nth(before)?.0;
        let mut shown = &line[..end];
        if line[end..].starts_with('(') {
            shown = shown.trim_end_matches(|char: char| char.is_alphanumeric() || char == '_' || char == '$');
        }
        u32::try_from(shown.encode_utf16().count() + 1).ok()
    })?
}
