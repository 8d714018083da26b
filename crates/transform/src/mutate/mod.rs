//! Small changes of functions that a good test notices.

mod change;
mod pick;
mod scan;

use oxc_allocator::Allocator;
use oxc_span::Span;
use verdict_protocol::Mutant;

pub use self::pick::{MOST_OF_FILE, MOST_OF_FUNCTION, pick};
use self::scan::Scan;
use crate::functions::functions;

/// The possible mutants of one function, without those of nested functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionMutants {
    /// 1-based line and column of the function's start, in UTF-16 units.
    pub at: (u32, u32),
    /// Name of the function; empty if it has none.
    pub name: String,
    /// The mutants, in text order.
    pub mutants: Vec<Mutant>,
}

/// The functions of a file with their mutants, in text order. Empty if the file does not parse.
#[must_use]
pub fn mutants(path: &str, source: &str) -> Vec<FunctionMutants> {
    let allocator = Allocator::default();
    let Ok(parsed) = verdict_syntax::parse(&allocator, path, source) else { return Vec::new() };
    let functions = functions(&parsed.program, source);
    let place = |offset: u32| {
        let at = parsed.location(Span::empty(offset));
        (at.line, at.column)
    };
    let mut found: Vec<FunctionMutants> = functions
        .iter()
        .map(|function| FunctionMutants {
            at: place(function.start),
            name: function.name.clone(),
            mutants: Vec::new(),
        })
        .collect();
    for change in Scan::of(&parsed.program, source) {
        // The returned value may itself be a function.
        let is_around = |span: Span| {
            span.start <= change.span.start && change.span.end <= span.end && span != change.span
        };
        let around = functions.iter().enumerate().filter(|(_, function)| is_around(function.span));
        // Of nested functions, the innermost starts last.
        if let Some((index, _)) = around.max_by_key(|(_, function)| function.span.start) {
            found[index].mutants.push(Mutant {
                file: path.to_owned(),
                offset: change.offset,
                line: place(change.offset).0,
                kind: change.kind,
            });
        }
    }
    found
}

/// A file with a mutant applied. `None` if the file has no such mutant.
#[must_use]
pub fn mutated(path: &str, source: &str, mutant: &Mutant) -> Option<String> {
    let allocator = Allocator::default();
    let parsed = verdict_syntax::parse(&allocator, path, source).ok()?;
    let changes = Scan::of(&parsed.program, source);
    let change = changes.iter().find(|one| one.offset == mutant.offset && one.kind == mutant.kind)?;
    change.made(source)
}
