//! Marks functions, so that they report to the host when they run.

use oxc_allocator::Allocator;
use oxc_span::Span;

use crate::functions::{Entry, functions};
use crate::mocks::{Pieces, Turned};

/// The function that each function of a marked module calls first, with its number. A module that already
/// contains the name is not marked.
pub const MARK: &str = "__verdict_mark__";

/// The text after a marked expression body, which starts with `(__verdict_mark__(1),`.
pub const MARK_END: &str = "/*__verdict_mark__*/)";

/// The text before a mark if the preceding directive has no semicolon.
pub const MARK_AFTER_DIRECTIVE: &str = ";void ";

/// A function of a marked module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    /// 1-based line and column of its start in the unmarked text, in UTF-16 units.
    pub at: (u32, u32),
    /// Name of the function; empty if it has none.
    pub name: String,
    /// 1-based line and column of its call of [`MARK`] in the marked text, in code points.
    pub call: (u32, u32),
}

/// Rewrites a module of plain JavaScript. Every function first calls [`MARK`] with its number, from 0.
/// If `is_wrapped`, the outermost function is a wrapper and gets no number. `before` and `after` are inserted
/// at the ends. Returns `None` if the module has no function or contains the name. The same if it does not parse
/// or would nest too deeply.
#[must_use]
pub fn marked(
    source: &str,
    is_wrapped: bool,
    (before, after): (&str, &str),
) -> Option<(Turned, Vec<Marked>)> {
    if source.contains(MARK) {
        return None;
    }
    let allocator = Allocator::default();
    let parsed = verdict_syntax::parse(&allocator, "/module.js", source).ok()?;
    let mut found = functions(&parsed.program, source);
    if is_wrapped {
        found.retain(|function| function.span.start > 1);
    }
    if found.is_empty() {
        return None;
    }
    let mut pieces = Pieces::new(source);
    pieces.put_on_top(before, 0);
    let mut marks = Vec::new();
    for (number, function) in found.into_iter().enumerate() {
        let call = format!("{MARK}({number})");
        match function.entry {
            Entry::Block { at, after_open_directive } => {
                let start = if after_open_directive { MARK_AFTER_DIRECTIVE } else { "" };
                pieces.replace(at, at, format!("{start}{call};"));
            }
            Entry::Expression(body) => {
                pieces.replace(body.start, body.start, format!("({call},"));
                pieces.replace(body.end, body.end, MARK_END);
            }
        }
        let at = parsed.location(Span::empty(function.start));
        marks.push(Marked { at: (at.line, at.column), name: function.name, call: (0, 0) });
    }
    pieces.put_at_end(after);
    let turned = pieces.finish();
    for (number, call) in calls(&turned.text) {
        marks.get_mut(number)?.call = call;
    }
    // Marks increase nesting, which the guest's engine does not check.
    verdict_syntax::check_nesting(&turned.text).ok()?;
    Some((turned, marks))
}

/// The calls of [`MARK`] in a marked text: the number of the function, and the line and column in code points.
fn calls(marked: &str) -> impl Iterator<Item = (usize, (u32, u32))> + '_ {
    let (mut from, mut at) = (0, (1, 1));
    marked.match_indices(MARK).filter_map(move |(offset, _)| {
        let number = marked[offset + MARK.len()..].strip_prefix('(')?.split(')').next()?.parse().ok()?;
        at = after(&marked[from..offset], at);
        from = offset;
        Some((number, at))
    })
}

/// The line and column after a text that starts at `at`. The four line terminators of ECMAScript end a line,
/// and CR LF is one.
fn after(text: &str, (mut line, mut column): (u32, u32)) -> (u32, u32) {
    let mut previous = ' ';
    for character in text.chars() {
        match character {
            '\n' if previous == '\r' => {}
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => (line, column) = (line + 1, 1),
            _ => column += 1,
        }
        previous = character;
    }
    (line, column)
}
