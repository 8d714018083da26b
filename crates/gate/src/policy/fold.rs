//! Names that some file system treats as equal.

use std::borrow::Cow;

use icu_normalizer::DecomposingNormalizerBorrowed;

/// A canonical form of a path or glob, equal for all spellings that some file system treats as equal. It
/// ignores case, Unicode composition and invisible characters. In paths it also ignores dots and spaces at
/// the end of a name.
///
/// It may equate names that no file system does. A denial based on it may cover too much, never too little.
#[must_use]
pub fn folded(path: &str) -> String {
    let names = characters(path);
    let names = names.split('/').map(|name| {
        let plain = name.trim_end_matches(['.', ' ']);
        if plain.is_empty() { name } else { plain }
    });
    names.collect::<Vec<_>>().join("/")
}

/// The canonical form of a glob, which keeps its dots.
pub(super) fn characters(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let nfd = DecomposingNormalizerBorrowed::new_nfd();
    let text: String = nfd.normalize(text).chars().filter(|c| !is_ignored(*c)).collect();
    // Mapping to upper case and back gives full case folding: `ſ` becomes `s`, `ß` and `ẞ` become `ss`.
    let text: Cow<'_, str> = text.to_lowercase().to_uppercase().to_lowercase().into();
    nfd.normalize(&text).into_owned()
}

/// Characters that HFS+ ignores in names.
const fn is_ignored(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
