//! Maps URLs to files, and never to files outside the served folders.

use std::path::{Path, PathBuf};

/// The file for a request target: below the folder of the first matching prefix, or the file itself. `None`
/// if it does not exist, or if the path leaves the folder, even by a link.
#[must_use]
pub fn resolve(roots: &[(&'static str, PathBuf)], target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    // No served file needs an escape in its name; refusing `%` allows no second spelling of `..`.
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
    let is_inside = file.canonicalize().ok()?.starts_with(root.canonicalize().ok()?);
    (is_inside && file.is_file()).then_some(file)
}

/// The media type of a file, by its extension.
#[must_use]
pub fn mime(path: &Path) -> &'static str {
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
    use std::fs;
    use std::path::Path;

    use super::{mime, resolve};

    /// A folder with served files, and files next to it that are not served.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for file in [
            "dist/index.js",
            "dist/wasm/a_bg.wasm",
            "dist/.hidden",
            "www/index.html",
            "www/js/a.js",
            "secret",
        ] {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            fs::write(&file, "x").expect("written");
        }
        folder
    }

    fn check(folder: &Path, target: &str, expected: Option<&str>) {
        let roots = vec![
            ("/verdict/", folder.join("dist")),
            ("/one.js", folder.join("www/js/a.js")),
            ("/", folder.join("www")),
        ];
        let found = resolve(&roots, target);
        assert_eq!(found, expected.map(|expected| folder.join(expected)), "{target}");
    }

    #[test]
    fn files_by_prefix() {
        let folder = folder();
        check(folder.path(), "/", Some("www/index.html"));
        check(folder.path(), "/js/a.js?v=1#x", Some("www/js/a.js"));
        check(folder.path(), "/verdict/index.js", Some("dist/index.js"));
        check(folder.path(), "/verdict/wasm/a_bg.wasm", Some("dist/wasm/a_bg.wasm"));
        check(folder.path(), "/one.js", Some("www/js/a.js"));
    }

    #[test]
    fn never_out_of_the_folders() {
        let folder = folder();
        for target in [
            "/../secret",
            "/verdict/../secret",
            "/verdict/wasm/../../secret",
            "/%2e%2e/secret",
            "/..%2fsecret",
            "/verdict//etc/passwd",
            "//etc/passwd",
            "/verdict/.hidden",
            "/verdict/..\\secret",
            "/verdict/index.js\0",
            "/verdict/index.js/",
            "/none",
            "",
            "index.html",
            "/js",
            "/one.js/../index.html",
        ] {
            check(folder.path(), target, None);
        }
    }

    #[cfg(unix)]
    #[test]
    fn nor_by_a_link() {
        let folder = folder();
        let link = |from: &str, to: &str| {
            std::os::unix::fs::symlink(folder.path().join(from), folder.path().join(to)).expect("a link");
        };
        link("secret", "dist/link");
        link("", "dist/up");
        check(folder.path(), "/verdict/link", None);
        check(folder.path(), "/verdict/up/secret", None);
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
