//! What a construct costs of the stack, and how much there is.

/// Bytes of stack that one unit of weight stands for.
const UNIT: u32 = 512;

/// Units that one source may take: 8 MiB, half of the 16 MiB stack that our wasm modules are linked
/// with, so that source can also be parsed where guest code is already some calls deep (a dynamic
/// import, `Function()`). Native hosts run the engine on a thread of 64 MiB.
///
/// That is 300 nested arrays, 150 nested callbacks or 8 000 terms of one sum. Of 5 300 published files
/// that were tried, minified bundles included, the deepest took a fifth of it.
pub const BUDGET: u32 = (8 << 20) / UNIT;

/// An open `(`, `[`, `{` of an expression or `${`: Boa's parser and compiler take 24 to 32 KiB, since
/// an expression passes through every level of precedence; oxc's parser and visitors 1 to 3 KiB.
pub(super) const BRACKET: u32 = 56;
/// An open `{` of statements: Boa 3.4 to 6.5 KiB.
pub(super) const BLOCK: u32 = 14;
/// An operator whose left operand nests: `+`, `.b`, `[0]`, `()`. Boa 0.5 to 0.8 KiB.
pub(super) const LEFT: u32 = 2;
/// An operator or statement whose right operand nests: `!`, `new`, `=`, `?:`, `=>`, `if (a)`, `else`.
/// Boa 1.2 to 4.8 KiB.
pub(super) const RIGHT: u32 = 8;
/// A comma operator, which nests to the left in Boa: 0.5 KiB.
pub(super) const COMMA: u32 = 1;
/// A type argument list or a JSX element, which only oxc sees: 0.5 to 1.2 KiB.
pub(super) const ANGLE: u32 = 8;
/// A group or class of a regular expression: oxc 0.5 to 0.7 KiB.
pub(super) const GROUP: u32 = 8;
