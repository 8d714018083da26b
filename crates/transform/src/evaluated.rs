//! Checks evaluated text: `eval:`, and arguments of `eval` and `Function`.

use oxc_allocator::Allocator;
use verdict_protocol::{Diagnostic, Location};
use verdict_syntax::LineTable;

use crate::refuse::{self, Construct};

/// Refuses `using` and `await using` in evaluated text, whether it is a script or the body or a parameter of
/// a function. The caller must have checked its nesting depth.
///
/// # Errors
/// A diagnostic with the code `err:syntax` at the declaration.
pub fn check_evaluated(path: &str, source: &str) -> Result<(), Diagnostic> {
    if !source.contains("using") {
        return Ok(());
    }
    let allocator = Allocator::default();
    if let Ok(parsed) = verdict_syntax::parse(&allocator, path, source) {
        return refuse::using(&parsed, source);
    }
    // The text may contain a `return`, or an `await` of its own.
    let body = format!("async function* body() {{\n{source}\n}}");
    if let Ok(parsed) = verdict_syntax::parse(&allocator, path, &body) {
        return refuse::using(&parsed, source).map_err(|mut refused| {
            let Location { line, end_line, .. } = &mut refused.location;
            *line = line.saturating_sub(1);
            *end_line = end_line.map(|line| line.saturating_sub(1));
            refused
        });
    }
    // The engine may accept text that this parser does not.
    match await_using(source) {
        Some(at) => {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            let location = LineTable::new(source).location(path, oxc_span::Span::new(at, at));
            Err(refuse::refusal(location, Construct::Using))
        }
        None => Ok(()),
    }
}

/// The position of the words `await using` next to each other.
fn await_using(source: &str) -> Option<usize> {
    source.match_indices("await").map(|(at, _)| at).find(|at| {
        let after = &source[at + "await".len()..];
        let next = after.trim_start();
        next.len() < after.len() && next.starts_with("using")
    })
}
