//! The engine's stack traces, read back.

use std::fmt;

use verdict_protocol::Location;

/// Frames of a trace that are kept.
const MAX_FRAMES: usize = 30;

/// One guest frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Name of the function; empty at the top level of a file and for one that has none.
    pub function: String,
    /// Absolute path.
    pub file: String,
    /// Line and column, where the engine knows them.
    pub place: Option<(u32, u32)>,
}

impl Frame {
    /// The place; the start of the file where the engine does not know it.
    #[must_use]
    pub fn location(&self) -> Location {
        let (line, column) = self.place.unwrap_or((1, 1));
        Location { file: self.file.clone(), line, column, ..Location::default() }
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Frame { function, file, place } = self;
        let place = place.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default();
        if function.is_empty() { write!(f, "{file}{place}") } else { write!(f, "{function} ({file}{place})") }
    }
}

/// The guest frames of `    at f (/x.js:2:9)` lines, innermost first. Natives and frames without a
/// file are left out.
pub(crate) fn frames(trace: &str) -> Vec<Frame> {
    trace.lines().filter_map(frame).take(MAX_FRAMES).collect()
}

fn frame(line: &str) -> Option<Frame> {
    let line = line.trim_start().strip_prefix("at ")?.strip_suffix(')')?;
    let (function, file) = line.split_once(" (/")?;
    let (rest, column) = file.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    let place = line.parse().ok().zip(column.parse().ok());
    let function = if function == "<main>" { "" } else { function };
    Some(Frame { function: function.to_owned(), file: format!("/{file}"), place })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_guest_frames_only() {
        let trace = "    at f (/a (1).js:2:9)\n    at map (native)\n    at <main> (/b.js:1:1)\n    at x (unknown at :?:?)\n    at <main> (/c.js:?:?)";
        let texts: Vec<String> = frames(trace).iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["f (/a (1).js:2:9)", "/b.js:1:1", "/c.js"]);
    }
}
