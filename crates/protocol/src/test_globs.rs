//! The globs by which Vitest finds test files where a configuration has none.

/// Vitest's default of `test.include`.
pub const TESTS: &str = "**/*.{test,spec}.?(c|m)[jt]s?(x)";
/// Vitest's default of `test.typecheck.include`.
pub const TYPE_TESTS: &str = "**/*.{test,spec}-d.?(c|m)[jt]s?(x)";
/// Vitest's default of `test.exclude` and of `test.typecheck.exclude`.
pub const NO_TESTS: [&str; 2] = ["**/node_modules/**", "**/.git/**"];
