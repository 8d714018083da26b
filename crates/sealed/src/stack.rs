//! Parses V8's stack traces.

use verdict_protocol::{MAX_FRAMES, StackFrame};
use verdict_transform::runner::path_of;

/// Maximum length of a stack that is read, in bytes. A guest may substitute any text.
const MAX_BYTES: usize = 64 << 10;

/// Maps a line and column in a module's code to the snapshot; `None` if there is no such module.
pub type Place<'a> = &'a dyn Fn(&str, (u32, u32)) -> Option<(u32, u32)>;

/// The stack frames inside modules, innermost first, with locations in the snapshot. `place` maps a module
/// and a location in its code. Frames that it does not know (harness, natives, `eval`) are left out.
///
/// `header` is the text before the frames, if present: a message may contain lines that look like frames.
pub fn frames(stack: &str, header: &str, place: Place<'_>) -> Vec<StackFrame> {
    let stack = stack.strip_prefix(header).unwrap_or(stack);
    let end = (0..=MAX_BYTES.min(stack.len())).rev().find(|end| stack.is_char_boundary(*end)).unwrap_or(0);
    let frame = |line: &str| {
        let (function, file, at) = split(line)?;
        let file = path_of(file);
        let place = Some(place(&file, at)?);
        Some(StackFrame { function, file, place })
    };
    stack[..end].lines().filter_map(frame).take(MAX_FRAMES).collect()
}

/// Function, file and location of `    at f (/x.js:2:9)` and `    at /x.js:2:9`.
fn split(line: &str) -> Option<(String, &str, (u32, u32))> {
    let line = line.trim_start().strip_prefix("at ")?;
    let (function, at) = match line.strip_suffix(')') {
        Some(inner) => {
            let open = inner.find(" (/")?;
            (&inner[..open], &inner[open + 2..])
        }
        None => ("", line.strip_prefix("async ").unwrap_or(line)),
    };
    let (rest, column) = at.rsplit_once(':')?;
    let (file, row) = rest.rsplit_once(':')?;
    let at = (row.parse().ok()?, column.parse().ok()?);
    file.starts_with('/').then(|| (name(function).to_owned(), file, at))
}

/// The function's bare name, as other engines report it: without receiver and modifiers.
fn name(function: &str) -> &str {
    let function = function.split(" [as ").next().unwrap_or_default();
    let function =
        ["async ", "new "].iter().fold(function, |name, how| name.strip_prefix(how).unwrap_or(name));
    match function.rsplit('.').next() {
        Some("<anonymous>" | "eval") | None => "",
        Some(name) => name,
    }
}
