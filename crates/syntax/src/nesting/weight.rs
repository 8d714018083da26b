//! Stack costs of constructs, and the budget.
//!
//! The costs were measured as the depth at which a stack overflows: parsing and semantic analysis (oxc
//! 0.146), parsing and bytecode (Boa 0.22), both at O3. The smallest stack is that of a Web Worker in
//! Chromium. The 16 MiB in linear memory are not reached there, because V8 has a separate stack for the
//! frames. Two columns are Chromium 156's worker. The third is Node 20's main thread (984 KiB) with all code
//! optimised, whose frames are larger than those of fresh code. The last is native on 4 MiB, times four.
//!
//! | nested | oxc, worker | Boa, worker | Boa, Node | Boa, 16 MiB native |
//! |---|---|---|---|---|
//! | `[` | 469 | 191 | 114 | 640 |
//! | `f(function () {` | 171 | 79 | 55 | 300 |
//! | `if (a) {` | 644 | 547 | 469 | 2 680 |
//! | `x+` | 4 531 | 2 265 | 1 201 | 34 800 |
//! | `[0]` | 2 187 | 1 250 | 1 201 | 23 000 |
//! | `.b()` | 1 445 | 878 | 600 | 17 400 |
//! | `a=>` | 1 171 | 508 | 761 | 6 200 |
//! | `else if (a)` | 1 562 | 1 679 | 938 | 5 900 |
//! | `a?b:` | 2 343 | 1 367 | 996 | 6 800 |
//!
//! Source that passes the guard stays below the depths at which oxc overflowed, and below Boa's native depths
//! on 16 MiB and more. In a worker Boa has less room. Source in between ends in a `RangeError` of V8; the
//! instance is then lost and the worker must be replaced.

/// Maximum weight at any token of a source.
///
/// It allows 125 brackets in expressions, 4 000 terms of one sum, or 1 300 `else if`. The deepest of 19 000
/// published files (221 MB, minified bundles included) has half of it.
pub const BUDGET: u32 = 4_000;

/// An open `(`, `[`, `{` of an expression, or `${`: an expression passes every level of precedence, in the
/// parser and in the compiler.
pub(super) const BRACKET: u32 = 32;
/// An open `{` of statements.
pub(super) const BLOCK: u32 = 6;
/// An operator between operands whose left operand nests: `+`, `&&`, `,`.
pub(super) const BINARY: u32 = 1;
/// An operator after an operand: `.b`, `[0]`, `()`.
pub(super) const POSTFIX: u32 = 2;
/// An operator or statement whose right operand nests: `!`, `new`, `=`, `?:`, `=>`, `if (a)`.
pub(super) const RIGHT: u32 = 4;
/// `else`.
pub(super) const ELSE: u32 = 3;
/// A type argument list or a JSX element, which only oxc parses.
pub(super) const ANGLE: u32 = 8;
/// A group or class of a regular expression, which only oxc nests.
pub(super) const GROUP: u32 = 4;
/// A bracket in a string or comment, which counts only if the scan misjudged the text. Its weight is low,
/// because source text in strings has some thousand unclosed ones.
pub(super) const HIDDEN: u32 = 1;
