//! Parses the engine's stack traces.

use verdict_protocol::{MAX_FRAMES, StackFrame};

/// The guest frames of `    at f (/x.js:2:9)` lines, innermost first. Natives and frames without a file are
/// omitted.
pub(crate) fn frames(trace: &str) -> Vec<StackFrame> {
    trace.lines().filter_map(frame).take(MAX_FRAMES).collect()
}

fn frame(line: &str) -> Option<StackFrame> {
    let line = line.trim_start().strip_prefix("at ")?.strip_suffix(')')?;
    let (function, file) = line.split_once(" (/")?;
    let (rest, column) = file.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    let place = line.parse().ok().zip(column.parse().ok());
    let function = if function == "<main>" { "" } else { function };
    Some(StackFrame { function: function.to_owned(), file: format!("/{file}"), place })
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
