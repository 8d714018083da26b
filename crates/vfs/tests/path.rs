//! Paths: one spelling per file, and none for other texts.

use proptest::prelude::*;
use verdict_vfs::VfsPath;

fn check(input: &str, expected: &str) {
    let actual = VfsPath::parse(input).map_or_else(|error| error.to_string(), |path| path.to_string());
    assert_eq!(actual, expected, "for {input:?}");
}

#[test]
fn spellings() {
    check("/a.js", "/a.js");
    check("a.js", "/a.js");
    check("./a.js", "/a.js");
    check("//src///a.js", "/src/a.js");
    check("/src/./b/../a.js/", "/src/a.js");
    check("/__proto__", "/__proto__");
    check("/constructor/prototype", "/constructor/prototype");
    check("/%2e%2e/a b#c?d:e.js", "/%2e%2e/a b#c?d:e.js");
    check("/e\u{301}.js", "/e\u{301}.js");
    check("/\u{e9}.js", "/\u{e9}.js");
    check("/\u{202e}gnp.js", "/\u{202e}gnp.js");
    check("/...", "/...");
}

#[test]
fn no_paths() {
    check("", "empty path");
    check("/", "empty path");
    check("a/..", "empty path");
    check("../a.js", "path leaves the root: ../a.js");
    check("/a/../../b.js", "path leaves the root: /a/../../b.js");
    check(r"C:\a.js", r"malformed path (backslash; separate folders with /): C:\a.js");
    check("/a\0.js", "malformed path (NUL): /a\0.js");
    check("file:///a.js", "malformed path (URL; name the path itself): file:///a.js");
    check(&"x".repeat(1 << 20), "path of 1048576 bytes is longer than 4096");
}

#[test]
fn siblings() {
    let from = VfsPath::parse("/src/deep/a.js").unwrap();
    let sibling =
        |text: &str| from.sibling(text).map_or_else(|error| error.to_string(), |path| path.to_string());
    assert_eq!(sibling("./b.js"), "/src/deep/b.js");
    assert_eq!(sibling("../b.js"), "/src/b.js");
    assert_eq!(sibling("/b.js"), "/b.js");
    assert_eq!(sibling("../../../b.js"), "path leaves the root: ../../../b.js");
}

proptest! {
    #[test]
    fn parsing_is_idempotent(text in "[a-c./\\\\\0]{0,12}") {
        if let Ok(path) = VfsPath::parse(&text) {
            prop_assert_eq!(VfsPath::parse(path.as_str()), Ok(path.clone()));
            prop_assert!(path.as_str().starts_with('/') && !path.as_str().contains("//"));
            prop_assert!(path.as_str().split('/').skip(1).all(|segment| !matches!(segment, "" | "." | "..")));
        }
    }
}
