//! Text that is evaluated: of `eval:`, and what guest code gives to `eval` and `Function`.

use oxc_allocator::Allocator;
use verdict_protocol::{Diagnostic, Location};
use verdict_syntax::LineTable;

use crate::refuse::{self, Construct};

/// Refuses a `using` or `await using` in text that is evaluated, whether as a script or as the body or a parameter of a
/// function. That it nests no deeper than parsers bear has to be known.
///
/// # Errors
/// The declaration, as a diagnostic with the code `err:syntax` at its place in `source`.
pub fn check_evaluated(path: &str, source: &str) -> Result<(), Diagnostic> {
    if !source.contains("using") {
        return Ok(());
    }
    let allocator = Allocator::default();
    if let Ok(parsed) = verdict_syntax::parse(&allocator, path, source) {
        return refuse::using(&parsed, source);
    }
    // It may have a `return`, or an `await` of its own.
    let body = format!("async function* body() {{\n{source}\n}}");
    if let Ok(parsed) = verdict_syntax::parse(&allocator, path, &body) {
        return refuse::using(&parsed, source).map_err(|mut refused| {
            let Location { line, end_line, .. } = &mut refused.location;
            *line = line.saturating_sub(1);
            *end_line = end_line.map(|line| line.saturating_sub(1));
            refused
        });
    }
    // The engine may read what this parser does not.
    match await_using(source) {
        Some(at) => {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            let location = LineTable::new(source).location(path, oxc_span::Span::new(at, at));
            Err(refuse::refusal(location, Construct::Using))
        }
        None => Ok(()),
    }
}

/// Where the two words stand beside each other.
fn await_using(source: &str) -> Option<usize> {
    source.match_indices("await").map(|(at, _)| at).find(|at| {
        let after = &source[at + "await".len()..];
        let next = after.trim_start();
        next.len() < after.len() && next.starts_with("using")
    })
}
