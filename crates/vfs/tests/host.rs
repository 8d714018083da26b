//! Imports as the host of an application resolves them, beside what tests resolve.

use serde_json::{Value, json};
use verdict_protocol::{Files, HostResolution};
use verdict_vfs::{Conditions, Snapshot, VfsPath};

fn path(path: &str) -> VfsPath {
    VfsPath::parse(path).expect("a path")
}

/// Resolves an import of `/src/main.js` under `host`, in a project whose files are empty except the manifests.
fn check_as(
    host: &Value,
    manifests: &[(&str, String)],
    files: &[&str],
    specifier: &str,
    expected: [&str; 2],
) {
    let host: HostResolution = serde_json::from_value(host.clone()).expect("a host");
    let texts: Vec<(String, String)> = manifests
        .iter()
        .map(|(path, json)| ((*path).to_owned(), json.clone()))
        .chain(files.iter().chain(&["/src/main.js"]).map(|path| ((*path).to_owned(), String::new())))
        .collect();
    let snapshot =
        Snapshot::new(Files::from_texts(texts.iter().map(|(path, text)| (path.as_str(), text.as_str()))))
            .expect("a snapshot");
    let importer = path("/src/main.js");
    let tests =
        snapshot.resolve(&importer, specifier).map_or_else(|_| "nothing".to_owned(), |path| path.to_string());
    let on_host = match snapshot.resolve_on(&host, &importer, specifier, Conditions::Import) {
        Ok(Some(path)) => path.to_string(),
        Ok(None) => "empty".to_owned(),
        Err(_) => "nothing".to_owned(),
    };
    assert_eq!([tests.as_str(), on_host.as_str()], expected, "{specifier} with {manifests:?}");
}

fn check(manifests: &[(&str, String)], files: &[&str], specifier: &str, expected: [&str; 2]) {
    check_as(&json!({}), manifests, files, specifier, expected);
}

#[test]
fn conditions_of_exports_and_imports() {
    let builds = ["/node_modules/p/a.js", "/node_modules/p/b.js"];
    let exports =
        |exports: &str| [("/node_modules/p/package.json", format!(r#"{{ "exports": {exports} }}"#))];
    let [a, b] = builds;
    check(&exports(r#"{ "browser": "./b.js", "default": "./a.js" }"#), &builds, "p", [a, b]);
    check(&exports(r#"{ "node": "./a.js", "default": "./b.js" }"#), &builds, "p", [a, b]);
    check(&exports(r#"{ "module-sync": "./a.js", "default": "./b.js" }"#), &builds, "p", [a, b]);
    check(&exports(r#"{ "development": "./a.js", "default": "./b.js" }"#), &builds, "p", [a, b]);
    check(&exports(r#"{ ".": { "module": "./b.js", "import": "./a.js" } }"#), &builds, "p", [a, b]);
    check(&exports(r#"{ "import": "./a.js", "require": "./b.js" }"#), &builds, "p", [a, a]);
    check(&exports(r#"{ "types": "./p.d.ts", "default": "./a.js" }"#), &builds, "p", [a, a]);
    check(&exports(r#"{ "browser": "./a.js", "node": "./a.js" }"#), &builds, "p", [a, a]);
    check(&exports(r#"{ "node": "./a.js" }"#), &builds, "p", [a, "nothing"]);
    let imports = [(
        "/package.json",
        r##"{ "imports": { "#impl": { "node": "./a.js", "default": "./b.js" } } }"##.to_owned(),
    )];
    check(&imports, &["/a.js", "/b.js"], "#impl", ["/a.js", "/b.js"]);
}

#[test]
fn fields_of_packages() {
    let files = ["/node_modules/p/a.js", "/node_modules/p/b.js", "/node_modules/p/c.js"];
    let [a, b, c] = files;
    let manifest = |json: &str| [("/node_modules/p/package.json", json.to_owned())];
    check(&manifest(r#"{ "main": "a.js", "browser": "b.js" }"#), &files, "p", [a, b]);
    check(&manifest(r#"{ "main": "a.js", "module": "b.js" }"#), &files, "p", [a, b]);
    check(&manifest(r#"{ "main": "a", "module": "b", "browser": "c" }"#), &files, "p", [a, c]);
    check(&manifest(r#"{ "main": "a.js", "module": "a.js" }"#), &files, "p", [a, a]);
    check(&manifest(r#"{ "main": "a.js", "browser": "" }"#), &files, "p", [a, a]);
    check(&manifest(r#"{ "exports": "./a.js", "browser": "b.js" }"#), &files, "p", [a, a]);
    let folder = [("/src/lib/package.json", r#"{ "main": "a.js", "browser": "b.js" }"#.to_owned())];
    check(&folder, &["/src/lib/a.js", "/src/lib/b.js"], "./lib", ["/src/lib/a.js", "/src/lib/b.js"]);
}

#[test]
fn maps_of_browser() {
    let files = ["/src/a.js", "/src/b.js", "/src/lib/index.js", "/node_modules/p/index.js"];
    let [a, b, lib, p] = files;
    let root = |map: &str| [("/package.json", format!(r#"{{ "browser": {map} }}"#))];
    check(&root(r#"{ "./src/a.js": "./src/b.js" }"#), &files, "./a.js", [a, b]);
    check(&root(r#"{ "./src/a": "./src/b" }"#), &files, "./a", [a, b]);
    check(&root(r#"{ "./src/lib": "./src/b.js" }"#), &files, "./lib", [lib, b]);
    check(&root(r#"{ "./src/a.js": false }"#), &files, "./a.js", [a, "empty"]);
    check(&root(r#"{ "p": "./src/b.js" }"#), &files, "p", [p, b]);
    check(&root(r#"{ "p": false }"#), &files, "p", [p, "empty"]);
    check(&root(r#"{ "./src/b.js": "./src/a.js" }"#), &files, "./a.js", [a, a]);
    check(&root(r#"{ "fs": "./src/b.js" }"#), &files, "fs", ["nothing", b]);
    check(&root(r#"{ "./rc/a.js": "./src/b.js", ".src/a.js": "./src/b.js" }"#), &files, "./a.js", [a, a]);
    check(
        &[("/src/package.json", r#"{ "browser": { "./a.js": "./b.js" } }"#.to_owned())],
        &files,
        "./a.js",
        [a, b],
    );
    // The map of the nearest package that has one.
    let nested = [
        ("/package.json", r#"{ "browser": { "./src/a.js": "./src/b.js" } }"#.to_owned()),
        ("/src/package.json", r#"{ "type": "module" }"#.to_owned()),
    ];
    check(&nested, &files, "./a.js", [a, b]);
    // Bundlers differ in whose map they read: either may be the one.
    let of_package =
        [("/node_modules/p/package.json", r#"{ "browser": { "./index.js": "./x.js" } }"#.to_owned())];
    check(
        &of_package,
        &["/node_modules/p/index.js", "/node_modules/p/x.js"],
        "p",
        [p, "/node_modules/p/x.js"],
    );
    check(&root(r#"{ "./node_modules/p/index.js": "./src/b.js" }"#), &files, "p", [p, b]);
}

#[test]
fn extensions() {
    check(&[], &["/src/a.js", "/src/a.mjs"], "./a", ["/src/a.js", "/src/a.mjs"]);
    check(&[], &["/src/a.ts", "/src/a.mts"], "./a", ["/src/a.ts", "/src/a.mts"]);
    check(&[], &["/src/a/index.js", "/src/a/index.mjs"], "./a", ["/src/a/index.js", "/src/a/index.mjs"]);
    check(&[], &["/src/a.js", "/src/a/index.mjs"], "./a", ["/src/a.js", "/src/a.js"]);
    check(&[], &["/src/a.js", "/src/a.mjs"], "./a.js", ["/src/a.js", "/src/a.js"]);
}

#[test]
fn hosts_that_are_no_page() {
    let imports = [(
        "/package.json",
        r##"{ "imports": { "#impl": { "node": "./a.js", "default": "./b.js" } }, "browser": { "./a.js": "./b.js" } }"##.to_owned())];
    let files = ["/a.js", "/b.js"];
    let node = json!({ "conditions": ["node", "module-sync"], "fields": ["main"] });
    check_as(&node, &imports, &files, "#impl", ["/a.js", "/a.js"]);
    check_as(&json!({ "conditions": ["node"] }), &imports, &files, "#impl", ["/a.js", "/b.js"]);
    check_as(
        &json!({ "conditions": ["deno"], "fields": ["main"] }),
        &imports,
        &files,
        "#impl",
        ["/a.js", "/b.js"],
    );
    check_as(
        &json!({ "extensions": [".ts", ".js"] }),
        &[],
        &["/src/x.js", "/src/x.ts"],
        "./x",
        ["/src/x.js", "/src/x.ts"],
    );
    assert!(serde_json::from_value::<HostResolution>(json!({ "condition": ["node"] })).is_err());
}
