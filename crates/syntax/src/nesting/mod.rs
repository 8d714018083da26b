//! The guard that stands before every parser.
//!
//! Parsers, visitors and compilers of syntax trees recurse, so source that nests deep enough overflows
//! their stack: an abort natively, a trap that poisons the instance in wasm. Neither `oxc_parser` nor
//! `boa_parser` guards against it. The guard reads the source once, in linear time and without
//! recursion, and estimates the stack that it would take.

mod jsx;
mod level;
mod opaque;
mod operators;
mod punctuation;
mod scan;
mod weight;
mod word;
mod words;

use crate::LineTable;

pub use weight::BUDGET;

/// The source nests too deep to be parsed safely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("source nests too deep ({depth} levels) to be parsed safely")]
pub struct TooDeep {
    /// Line of the token that is too deep, 1-based.
    pub line: u32,
    /// Column of that token in UTF-16 units, 1-based.
    pub column: u32,
    /// How many constructs are open there: brackets, and operators and statements without brackets.
    pub depth: u32,
}

/// What a scan must know of the language, since `<` means different things.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dialect {
    /// `<` can open type arguments, and words such as `keyof` are operators.
    pub typescript: bool,
    /// `<` where an expression is expected opens a JSX element.
    pub jsx: bool,
}

impl Dialect {
    /// The dialect that the extension of a path stands for; plain JavaScript for unknown ones.
    #[must_use]
    pub fn of_path(path: &str) -> Dialect {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
        let extension = extension.as_str();
        Dialect {
            typescript: matches!(extension, "ts" | "mts" | "cts" | "tsx"),
            jsx: matches!(extension, "jsx" | "tsx"),
        }
    }
}

/// Checks JavaScript source, a module, a script or the text given to `eval` and `Function()`, before
/// any parser sees it.
///
/// The scan is linear in the length of the source and has no recursion. It bounds what is nested in
/// brackets and templates, and what is chained without any: `a.b.b.b`, `x+x+x`, `!!!!`, `a=>a=>`,
/// `if(a)if(a)`, ladders of `else if`, `new new`, labels, `a?b:a?b:`. Long lists are not deep.
///
/// # Errors
/// [`TooDeep`] at the first token that passes [`BUDGET`].
pub fn check_nesting(source: &str) -> Result<(), TooDeep> {
    check_nesting_in(source, Dialect::default())
}

/// [`check_nesting`] for source of another dialect.
///
/// # Errors
/// [`TooDeep`].
pub fn check_nesting_in(source: &str, dialect: Dialect) -> Result<(), TooDeep> {
    signs_of(source, dialect).map(|_| ())
}

/// How near source comes to [`BUDGET`]: the largest weight at any of its tokens.
///
/// # Errors
/// [`TooDeep`] if it passes [`BUDGET`].
pub fn nesting_weight(source: &str, dialect: Dialect) -> Result<u32, TooDeep> {
    signs_of(source, dialect).map(|signs| signs.peak)
}

/// Checks the pattern of a regular expression, as given to `RegExp()`.
///
/// # Errors
/// [`TooDeep`] where its groups or classes nest too deep.
pub fn check_regular_expression(pattern: &str) -> Result<(), TooDeep> {
    opaque::check_pattern(pattern.as_bytes()).map_err(|deep| deep.at(pattern))
}

/// What a scan sees on its way that tells modules from scripts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Signs {
    /// `import` or `export` at the start of a statement, or `import.meta`.
    pub(crate) module: bool,
    /// `require(`, `module.exports`, or `exports` used as a value.
    pub(crate) commonjs: bool,
    /// What strict code must not have: a `with` statement, a number like `010`.
    pub(crate) sloppy: bool,
    /// The largest weight at any token.
    pub(crate) peak: u32,
}

pub(crate) fn signs_of(source: &str, dialect: Dialect) -> Result<Signs, TooDeep> {
    scan::Scanner::new(source, dialect).run().map_err(|deep| deep.at(source))
}

/// [`TooDeep`] before its offset is turned into a line and a column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deep {
    offset: usize,
    depth: u32,
}

impl Deep {
    fn at(self, source: &str) -> TooDeep {
        let offset = source.floor_char_boundary(self.offset);
        let (line, column) = LineTable::new(source).position(u32::try_from(offset).unwrap_or(u32::MAX));
        TooDeep { line, column, depth: self.depth }
    }
}
