//! The names that TypeScript's library declares, as `@typescript-eslint/scope-manager` (MIT) lists them for
//! `esnext`.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The types that are not values of ECMAScript, too.
static TYPES: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("../../globals/typescript.txt").lines().collect());

/// Whether the library declares a type, or a value that ECMAScript's list does not have.
pub(crate) fn is_library_name(name: &str, is_type: bool) -> bool {
    let is_value = matches!(name, "AsyncDisposableStack" | "DisposableStack" | "SuppressedError" | "Temporal");
    is_value || (is_type && TYPES.contains(name))
}
