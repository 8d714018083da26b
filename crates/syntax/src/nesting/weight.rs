//! What a construct costs of the stack, and how much there is.
//!
//! Measured as the depth at which a stack overflows. The smallest stack is that of a Web Worker in
//! Chromium: the 16 MiB in linear memory are not reached there, since V8 gives a worker about 500 KiB
//! for the frames themselves. Parse, semantic analysis and visit (oxc 0.146), parse and bytecode
//! (Boa 0.22, O3); natively on 16 MiB:
//!
//! | nested | oxc in a worker | Boa in a worker | Boa natively |
//! |---|---|---|---|
//! | `[` | 469 | 110 to 190 | 630 |
//! | `f(function () {` | 171 | 55 to 80 | 300 |
//! | `if (a) {` | 644 | 550 | 2 680 |
//! | `x+` | 4 531 | 1 200 to 2 200 | 34 000 |
//! | `[0]` | 2 187 | 1 250 | 23 000 |
//! | `.b()` | 1 445 | 600 to 880 | 17 000 |
//! | `a=>` | 1 171 | 510 | 6 100 |
//! | `else if (a)` | 1 562 | 940 to 1 680 | 5 800 |
//! | `a?b:` | 2 343 | 1 000 to 1 370 | 6 800 |
//!
//! The range is that between code that V8 has optimised and code that it has not. What passes the guard
//! is safe for oxc everywhere and for Boa natively on 16 MiB and more. In a worker Boa has less room
//! than oxc: what lies between ends in a trap, which the worker reports and is replaced after.

/// Weight that one source may have at any of its tokens.
///
/// That is 125 brackets in expressions, 4 000 terms of one sum, 1 300 `else if`. Of the published files
/// that were tried (19 000, 221 MB, minified bundles included) the deepest has half of it.
pub const BUDGET: u32 = 4_000;

/// An open `(`, `[`, `{` of an expression, or `${`: an expression passes through every level of
/// precedence, in the parser and in the compiler.
pub(super) const BRACKET: u32 = 32;
/// An open `{` of statements.
pub(super) const BLOCK: u32 = 6;
/// An operator between operands, whose left operand nests: `+`, `&&`, `,`.
pub(super) const BINARY: u32 = 1;
/// An operator after an operand: `.b`, `[0]`, `()`.
pub(super) const POSTFIX: u32 = 2;
/// An operator or statement whose right operand nests: `!`, `new`, `=`, `?:`, `=>`, `if (a)`.
pub(super) const RIGHT: u32 = 4;
/// `else`.
pub(super) const ELSE: u32 = 3;
/// A type argument list or a JSX element, which only oxc sees.
pub(super) const ANGLE: u32 = 8;
/// A group or class of a regular expression, which only oxc nests.
pub(super) const GROUP: u32 = 4;
/// A bracket in a string or comment, where it is one only if the scan was led astray: light, since
/// source text in strings has some thousand that are never closed.
pub(super) const HIDDEN: u32 = 1;
