//! Style sheets, as Vitest treats them by default: none is processed.

use super::asset::quoted;

/// The module of a style sheet.
pub(super) const EMPTY: &str = "export default \"\";";

/// Digits of the hash in a class name.
const DIGITS: usize = 6;

/// The module of a CSS module, whose class names Vitest derives from each requested name and from the module's
/// path.
pub(super) fn class_names(module: &str) -> String {
    use sha1::{Digest, Sha1};
    let hash = hex::encode(Sha1::digest(module.trim_start_matches('/')));
    let suffix = quoted(&format!("_{}", &hash[..DIGITS]));
    format!(
        "export default new Proxy(Object.create(null), {{ get(_, style) {{ return `_${{style}}` + {suffix}; }} }});"
    )
}
