//! The names that TypeScript's library declares, as `@typescript-eslint/scope-manager` (MIT) lists them for
//! `esnext`.

use std::sync::LazyLock;

use crate::hash::HashSet;

/// The types that are not values of ECMAScript, too.
static TYPES: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("../../globals/typescript.txt").lines().collect());

/// Whether the library declares a type, or TypeScript itself does: the `const` of `as const`.
pub(crate) fn is_library_type(name: &str) -> bool {
    name == "const" || TYPES.contains(name)
}
