//! From a URL to a file, and never out of the folders that are served.

use std::path::{Path, PathBuf};

/// The file for the target of a request. `None` where there is none, or where the path tries to leave.
pub(super) fn resolve(roots: &[(&'static str, PathBuf)], target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    // Nothing that we serve has a name that needs an escape; refusing `%` leaves no second spelling of `..`.
    if !path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/-_.@".contains(&byte)) {
        return None;
    }
    let (prefix, root) = roots.iter().find(|(prefix, _)| path.starts_with(prefix))?;
    let below = &path[prefix.len()..];
    if below.split('/').any(|part| part.starts_with('.')) || below.starts_with('/') {
        return None;
    }
    let mut file = if below.is_empty() && root.is_file() { root.clone() } else { root.join(below) };
    if file.is_dir() {
        file = file.join("index.html");
    }
    file.is_file().then_some(file)
}

/// The media type by the name's ending.
pub(super) fn mime(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("txt" | "md" | "ts") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{mime, resolve};

    fn check(target: &str, expected: Option<&str>) {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let roots = vec![
            ("/verdict/", here.join("src/serve")),
            ("/one.toml", here.join("Cargo.toml")),
            ("/", here.join("src")),
        ];
        let found = resolve(&roots, target);
        assert_eq!(found, expected.map(|expected| here.join(expected)), "{target}");
    }

    #[test]
    fn files_by_prefix() {
        check("/main.rs", Some("src/main.rs"));
        check("/main.rs?v=1#x", Some("src/main.rs"));
        check("/verdict/mod.rs", Some("src/serve/mod.rs"));
        check("/serve/mod.rs", Some("src/serve/mod.rs"));
        check("/one.toml", Some("Cargo.toml"));
    }

    #[test]
    fn never_out_of_the_folders() {
        for target in [
            "/../Cargo.toml",
            "/verdict/../../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/verdict//etc/passwd",
            "//etc/passwd",
            "/.gitignore",
            "/verdict/..\\..\\Cargo.toml",
            "/none",
            "",
            "main.rs",
            "/serve",
            "/one.toml/../main.rs",
        ] {
            check(target, None);
        }
    }

    #[test]
    fn types_that_a_browser_insists_on() {
        for (name, expected) in [
            ("a.wasm", "application/wasm"),
            ("a.js", "text/javascript; charset=utf-8"),
            ("a", "application/octet-stream"),
        ] {
            assert_eq!(mime(Path::new(name)), expected);
        }
    }
}
