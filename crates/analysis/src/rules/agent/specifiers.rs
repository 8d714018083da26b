//! What specifiers of modules say.

/// The name of a Node module, without `node:` and any subpath.
pub(super) fn built_in(specifier: &str) -> &str {
    let name = specifier.strip_prefix("node:").unwrap_or(specifier);
    // `_http_client` and the like are parts of `http`.
    let name = name.strip_prefix('_').and_then(|inner| inner.split('_').next()).unwrap_or(name);
    name.split('/').next().unwrap_or(name)
}

/// The specifier of a package, without what names the registry or the folder that it is from, and without its version.
pub(super) fn package(specifier: &str) -> &str {
    let name = specifier.rsplit_once("node_modules/").map_or(specifier, |(_, name)| name);
    let Some((_, name)) = name.split_once(':').filter(|(scheme, _)| matches!(*scheme, "npm" | "jsr")) else {
        return name;
    };
    let name = name.trim_start_matches('/');
    let version = name.char_indices().skip(1).find(|(_, char)| *char == '@');
    version.map_or(name, |(at, _)| &name[..at])
}

/// The scheme of a URL in lower case, ignoring white space as URLs do; `//` for a scheme-relative URL.
pub(super) fn scheme(specifier: &str) -> Option<String> {
    let plain: String = specifier.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let plain = plain.trim_matches(|c: char| c <= ' ');
    if plain.starts_with(['/', '\\']) && plain[1..].starts_with(['/', '\\']) {
        return Some("//".to_owned());
    }
    let (scheme, _) = plain.split_once(':')?;
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    (!scheme.is_empty() && scheme.chars().all(is_scheme)).then(|| scheme.to_ascii_lowercase())
}
