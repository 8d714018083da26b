//! The modules that specifiers name, and their sources.
#![allow(missing_docs, clippy::expect_used)]

use verdict_protocol::Files;
use verdict_vfs::{Conditions, Snapshot, VfsPath};

fn snapshot(paths: &[&str]) -> Snapshot {
    Snapshot::new(Files::from_texts(paths.iter().map(|path| (*path, "text")))).expect("a snapshot")
}

/// Checks the module that a specifier in `/src/a.js` names, and its kind.
#[track_caller]
fn check(paths: &[&str], specifier: &str, expected: &str) {
    let snapshot = snapshot(paths);
    let importer = VfsPath::parse("/src/a.js").expect("a path");
    let found = match snapshot.resolve_module(&importer, specifier, Conditions::Import) {
        Ok(module) => format!("{module} {:?}", snapshot.module_kind(&module)),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{specifier}");
}

#[test]
fn a_query_is_part_of_the_name_only() {
    check(&["/src/b.js"], "./b.js?v=1", "/src/b.js?v=1 Script");
    check(&["/src/b.ts"], "./b?v=1#x", "/src/b.ts?v=1#x Script");
    check(&["/src/b.js"], "./b.js?raw", "/src/b.js?raw Raw");
    check(&["/src/b.js"], "./b.js?a&raw", "/src/b.js?a&raw Raw");
    check(&["/src/b.js"], "./b.js?raw=1", "/src/b.js?raw=1 Script");
    check(&["/src/b.js"], "./b.js?x=/../../c", "/src/b.js?x=%2F..%2F..%2Fc Script");
    check(&["/src/b.json"], "./b.json", "/src/b.json Json");
    check(&["/src/b.PNG"], "./b.PNG", "/src/b.PNG Asset");
    check(&["/src/b.css"], "./b.css?raw", "/src/b.css?raw Style");
    check(&["/src/b.module.css"], "./b.module.css", "/src/b.module.css StyleModule");
    check(&["/public/b.svg"], "/b.svg?url", "/public/b.svg?url Asset");
    check(&["/public/b.js"], "/b.js", "no such file; did you mean '/public/b.js'?");
    check(&["/src/b.js"], "?raw", "no package '?raw' in node_modules");
}

#[test]
fn a_name_with_the_characters_of_a_query_is_found_first() {
    check(&["/src/b.js?raw", "/src/b.js"], "./b.js?raw", "/src/b.js?raw Script");
    check(&["/src/#b.js"], "./#b.js", "/src/#b.js Script");
}
