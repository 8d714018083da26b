//! Names that some file system takes for one.

use std::borrow::Cow;

use icu_normalizer::DecomposingNormalizerBorrowed;

/// A path or glob in the form that all of its spellings share which some file system takes for the same: without case,
/// composition, and characters that are not seen; for paths also without dots and spaces at the end of a name.
///
/// It may take two names for one that no file system does. Who denies something by it denies too much, never too little.
#[must_use]
pub fn folded(path: &str) -> String {
    let names = characters(path);
    let names = names.split('/').map(|name| {
        let plain = name.trim_end_matches(['.', ' ']);
        if plain.is_empty() { name } else { plain }
    });
    names.collect::<Vec<_>>().join("/")
}

/// The same of a glob, whose dots mean what they say.
pub(super) fn characters(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let nfd = DecomposingNormalizerBorrowed::new_nfd();
    let text: String = nfd.normalize(text).chars().filter(|c| !is_ignored(*c)).collect();
    // The full mappings to upper case and back are those of case folding: `ſ` becomes `s`, `ß` and `ẞ` become `ss`.
    let text: Cow<'_, str> = text.to_lowercase().to_uppercase().to_lowercase().into();
    nfd.normalize(&text).into_owned()
}

/// What Apple's older file system leaves out of names.
const fn is_ignored(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
