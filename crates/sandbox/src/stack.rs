//! The engine's stack traces, read back.

use std::fmt;

use verdict_protocol::Location;

/// Frames of a trace that are kept.
const MAX_FRAMES: usize = 30;

/// One guest frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) function: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Frame {
    pub(crate) fn location(&self) -> Option<Location> {
        Some(Location {
            file: self.file.clone(),
            line: self.line,
            column: self.column,
            ..Location::default()
        })
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Frame { function, file, line, column } = self;
        if function.is_empty() {
            write!(f, "{file}:{line}:{column}")
        } else {
            write!(f, "{function} ({file}:{line}:{column})")
        }
    }
}

/// The guest frames of `    at f (/x.js:2:9)` lines, innermost first. Natives and frames without a
/// place are left out.
pub(crate) fn frames(trace: &str) -> Vec<Frame> {
    trace.lines().filter_map(frame).take(MAX_FRAMES).collect()
}

fn frame(line: &str) -> Option<Frame> {
    let (function, place) = line.trim_start().strip_prefix("at ")?.strip_suffix(')')?.rsplit_once(" (")?;
    let (rest, column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    if !(file.starts_with('/') || file == crate::EVAL_FILE) {
        return None;
    }
    let function = if function == "<main>" { "" } else { function };
    Some(Frame {
        function: function.to_owned(),
        file: file.to_owned(),
        line: line.parse().ok()?,
        column: column.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_guest_frames_only() {
        let trace = "    at f (/a (1).js:2:9)\n    at map (native)\n    at <main> (/b.js:1:1)\n    at x (unknown at :?:?)";
        let texts: Vec<String> = frames(trace).iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["f (/a (1).js:2:9)", "/b.js:1:1"]);
    }
}
