//! What specifiers of modules say.

/// The name of a Node module, without `node:` and any subpath.
pub(super) fn built_in(specifier: &str) -> &str {
    let name = specifier.strip_prefix("node:").unwrap_or(specifier);
    name.split('/').next().unwrap_or(name)
}

/// The scheme of a URL in lower case, ignoring white space as URLs do; `//` for a scheme-relative URL.
pub(super) fn scheme(specifier: &str) -> Option<String> {
    let plain: String = specifier.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let plain = plain.trim_matches(|c: char| c <= ' ');
    if plain.starts_with("//") {
        return Some("//".to_owned());
    }
    let (scheme, _) = plain.split_once(':')?;
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    (!scheme.is_empty() && scheme.chars().all(is_scheme)).then(|| scheme.to_ascii_lowercase())
}
