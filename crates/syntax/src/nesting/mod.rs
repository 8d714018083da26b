//! The nesting guard in front of every parser.
//!
//! Parsers, visitors and compilers of syntax trees recurse, so deeply nested source overflows their stack.
//! This is an abort natively, and a trap that poisons the instance in wasm. Neither `oxc_parser` nor
//! `boa_parser` guards against it. The guard reads the source once, in linear time and without recursion, and
//! estimates the stack that parsing would take.

mod first;
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

/// The source nests too deeply to be parsed safely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("source nests too deep ({depth} levels) to be parsed safely")]
pub struct TooDeep {
    /// Line of the token that exceeds the limit, 1-based.
    pub line: u32,
    /// Column of that token in UTF-16 units, 1-based.
    pub column: u32,
    /// Number of open constructs there: brackets, and operators and statements without brackets.
    pub depth: u32,
}

/// What affects the scan, because `<` and `{` are ambiguous.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dialect {
    /// Whether `<` can open type arguments, and words such as `keyof` are operators.
    pub typescript: bool,
    /// Whether `<` at the start of an operand opens a JSX element.
    pub jsx: bool,
    /// Whether the source is JSON: one value in place of statements.
    pub json: bool,
}

impl Dialect {
    /// The dialect of a file extension; plain JavaScript for unknown ones.
    #[must_use]
    pub fn of_path(path: &str) -> Dialect {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
        let extension = extension.as_str();
        Dialect {
            typescript: matches!(extension, "ts" | "mts" | "cts" | "tsx"),
            jsx: matches!(extension, "jsx" | "tsx"),
            json: extension == "json",
        }
    }
}

/// Checks JavaScript source before a parser sees it: a module, a script, or text for `eval` and `Function()`.
///
/// The scan is linear in the length of the source and has no recursion. It bounds nested brackets and
/// templates, and chains without brackets: `a.b.b.b`, `x+x+x`, `!!!!`, `a=>a=>`, `if(a)if(a)`, chains of
/// `else if`, `new new`, labels, `a?b:a?b:`. Long lists are not deep.
///
/// # Errors
/// [`TooDeep`] at the first token that exceeds [`BUDGET`].
pub fn check_nesting(source: &str) -> Result<(), TooDeep> {
    check_nesting_in(source, Dialect::default())
}

/// Checks source of any dialect like [`check_nesting`].
///
/// # Errors
/// [`TooDeep`] at the first token that exceeds [`BUDGET`].
pub fn check_nesting_in(source: &str, dialect: Dialect) -> Result<(), TooDeep> {
    signs_of(source, dialect).map(|_| ())
}

/// The largest weight at any token of a source, to compare with [`BUDGET`].
///
/// # Errors
/// [`TooDeep`] if it exceeds [`BUDGET`].
pub fn nesting_weight(source: &str, dialect: Dialect) -> Result<u32, TooDeep> {
    signs_of(source, dialect).map(|signs| signs.peak)
}

/// Checks the pattern of a regular expression for `RegExp()`.
///
/// # Errors
/// [`TooDeep`] if its groups or classes nest too deeply.
pub fn check_regular_expression(pattern: &str) -> Result<(), TooDeep> {
    opaque::check_pattern(pattern.as_bytes()).map_err(|deep| deep.at(pattern))
}

/// Signs of modules and scripts that a scan finds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Signs {
    /// `import` or `export` at the start of a statement, or `import.meta`.
    pub(crate) module: bool,
    /// `require(`, `module.exports`, or `exports` used as a value.
    pub(crate) commonjs: bool,
    /// Syntax that strict code forbids: a `with` statement, a number like `010`.
    pub(crate) sloppy: bool,
    /// The largest weight at any token.
    pub(crate) peak: u32,
}

pub(crate) fn signs_of(source: &str, dialect: Dialect) -> Result<Signs, TooDeep> {
    scan::Scanner::new(source, dialect).run().map_err(|deep| deep.at(source))
}

/// [`TooDeep`] with an offset instead of a line and column.
#[derive(Debug, Clone, Copy, Default)]
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
