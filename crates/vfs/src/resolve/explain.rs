//! Explains why an import fails to resolve.

use verdict_protocol::{Code, shorten};

use super::ResolveError;
use crate::PathError;

/// Maximum length of a displayed specifier, in bytes.
const SHOWN: usize = 200;

impl ResolveError {
    /// The message for an unresolved import of `specifier` in `importer`, and its code: [`Code::NotFound`],
    /// [`Code::Policy`] or [`Code::Path`].
    #[must_use]
    pub fn explained(&self, importer: &str, specifier: &str) -> (String, Code) {
        let shown = shorten(specifier, SHOWN);
        match self {
            ResolveError::NotFound { .. } => {
                let hint = self.to_string();
                let hint = hint.strip_prefix("no such file").unwrap_or_default();
                (format!("Cannot find module '{shown}' imported from {importer}{hint}"), Code::NotFound)
            }
            ResolveError::Bare { package, left_out: Some(why), .. } => {
                let package = shorten(package, SHOWN);
                (format!("Cannot find package '{package}' imported from {importer}: {why}"), Code::NotFound)
            }
            ResolveError::Bare { package, .. } => {
                let hint = self.to_string();
                let hint = hint.split_once("; did you mean").map(|(_, near)| format!("; did you mean{near}"));
                let package = shorten(package, SHOWN);
                let message = format!(
                    "Cannot find package '{package}' imported from {importer}: no node_modules/{package} above it in the snapshot{}",
                    hint.unwrap_or_default()
                );
                (message, Code::NotFound)
            }
            ResolveError::Package(why) | ResolveError::Unbuilt(why) => {
                (format!("{}, imported from {importer}", shorten(why, 1_000)), Code::NotFound)
            }
            ResolveError::Url => {
                let message = format!(
                    "Cannot import '{shown}' from {importer}: URLs are not imported, only files of the snapshot"
                );
                (message, Code::Policy)
            }
            ResolveError::Path(PathError::Empty) => {
                (format!("Cannot import an empty specifier from {importer}"), Code::NotFound)
            }
            ResolveError::Path(error) => {
                (format!("Cannot import '{shown}' from {importer}: {error}"), Code::Path)
            }
        }
    }
}
