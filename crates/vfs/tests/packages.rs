//! Packages below `node_modules`, `#imports` and aliases.

use serde_json::{Value, json};
use verdict_protocol::{Aliases, Files, ImportResolution, TestConfig};
use verdict_vfs::{Conditions, PackageType, Snapshot, VfsPath};

fn snapshot(files: &[(&str, Value)]) -> Snapshot {
    let text = |content: &Value| content.as_str().map_or_else(|| content.to_string(), str::to_owned);
    let files: Vec<(String, String)> =
        files.iter().map(|(path, content)| ((*path).to_owned(), text(content))).collect();
    Snapshot::new(Files::from_texts(files.iter().map(|(path, text)| (path.as_str(), text.as_str()))))
        .expect("a snapshot")
}

fn resolved(snapshot: &Snapshot, importer: &str, specifier: &str, conditions: Conditions) -> String {
    match snapshot.resolve_under(&VfsPath::parse(importer).expect("a path"), specifier, conditions) {
        Ok(path) => path.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

/// Resolves an import of `/src/a.js`, with some files and a `package.json` in `node_modules/p`.
fn check(manifest: &str, specifier: &str, expected: &str) {
    check_as(manifest, specifier, Conditions::Import, expected);
}

fn check_as(manifest: &str, specifier: &str, conditions: Conditions, expected: &str) {
    let mut files = vec![("/src/a.js", json!("")), ("/node_modules/p/package.json", json!(manifest))];
    for path in [
        "index.js",
        "main.cjs",
        "esm.mjs",
        "lib/one.js",
        "lib/two.js",
        "lib/deep/x.js",
        "lib/index.ts",
        "data.json",
    ] {
        files.push((Box::leak(format!("/node_modules/p/{path}").into_boxed_str()), json!("")));
    }
    assert_eq!(
        resolved(&snapshot(&files), "/src/a.js", specifier, conditions),
        expected,
        "{specifier} by {manifest}"
    );
}

#[test]
fn without_exports_a_package_is_its_main_and_its_files() {
    check("{}", "p", "/node_modules/p/index.js");
    check(r#"{"main":"main.cjs"}"#, "p", "/node_modules/p/main.cjs");
    check(r#"{"main":"./lib","module":"esm.mjs"}"#, "p", "/node_modules/p/lib/index.ts");
    check(r#"{"main":"./main","module":"esm.mjs"}"#, "p", "/node_modules/p/esm.mjs");
    check(r#"{"module":"./esm"}"#, "p", "/node_modules/p/esm.mjs");
    check(r#"{"main":"gone.js"}"#, "p", "/node_modules/p/index.js");
    check(r#"{"main":"."}"#, "p", "/node_modules/p/index.js");
    check(r#"{"main":"../../../../x.js"}"#, "p", "/node_modules/p/index.js");
    check(r#"{"main":7,"exports":null}"#, "p", "/node_modules/p/index.js");
    check("{}", "p/lib/one", "/node_modules/p/lib/one.js");
    check("{}", "p/lib", "/node_modules/p/lib/index.ts");
    check("{}", "p/lib/", "/node_modules/p/lib/index.ts");
    check("{}", "p/data.json", "/node_modules/p/data.json");
    check("{}", "p/package.json", "/node_modules/p/package.json");
    check("{}", "p/lib/tow.js", "error: no such file; did you mean 'p/lib/two.js'?");
    check(
        "not json",
        "p",
        "error: Invalid package config /node_modules/p/package.json: expected ident at line 1 column 2",
    );
}

#[test]
fn exports_are_all_that_there_is() {
    check(r#"{"exports":"./esm.mjs","main":"main.cjs"}"#, "p", "/node_modules/p/esm.mjs");
    check(r#"{"exports":{".":"./esm.mjs"}}"#, "p", "/node_modules/p/esm.mjs");
    check(r#"{"exports":{"require":"./main.cjs","import":"./esm.mjs"}}"#, "p", "/node_modules/p/esm.mjs");
    check_as(
        r#"{"exports":{"require":"./main.cjs","import":"./esm.mjs"}}"#,
        "p",
        Conditions::Require,
        "/node_modules/p/main.cjs",
    );
    // The first matching condition, in the order of the file.
    check(r#"{"exports":{"default":"./index.js","import":"./esm.mjs"}}"#, "p", "/node_modules/p/index.js");
    check(
        r#"{"exports":{"browser":"./index.js","node":{"import":"./esm.mjs"},"default":"./index.js"}}"#,
        "p",
        "/node_modules/p/esm.mjs",
    );
    check(
        r#"{"exports":{"node":{"require":"./main.cjs"},"default":"./index.js"}}"#,
        "p",
        "/node_modules/p/index.js",
    );
    check(
        r#"{"exports":{"types":"./x.d.ts","module":"./x.js","default":"./index.js"}}"#,
        "p",
        "/node_modules/p/index.js",
    );
    check(r#"{"exports":["./esm.mjs"]}"#, "p", "/node_modules/p/esm.mjs");
    check(r#"{"exports":["esm.mjs",{"browser":"./x.js"},"./index.js"]}"#, "p", "/node_modules/p/index.js");
    check(r#"{"exports":{"./x":"./lib/one.js"}}"#, "p/x", "/node_modules/p/lib/one.js");
    check(
        r#"{"exports":{"./x":"./lib/one.js"}}"#,
        "p",
        r#"error: No "exports" main defined in /node_modules/p/package.json"#,
    );
    check(
        r#"{"exports":{"./one":"./lib/one.js"}}"#,
        "p/lib/one.js",
        r#"error: Package subpath './lib/one.js' is not defined by "exports" in /node_modules/p/package.json"#,
    );
    check(
        r#"{"exports":{"./reader":"./lib/one.js"}}"#,
        "p/raeder",
        r#"error: Package subpath './raeder' is not defined by "exports" in /node_modules/p/package.json; did you mean 'p/reader'?"#,
    );
    check(
        r#"{"exports":{".":"./gone.js"}}"#,
        "p",
        r#"error: Cannot find /node_modules/p/gone.js, which "exports" in /node_modules/p/package.json names for '.'"#,
    );
    check(
        r#"{"exports":{".":"./index.js","import":"./esm.mjs"}}"#,
        "p",
        r#"error: Invalid package config /node_modules/p/package.json: "exports" cannot contain some keys starting with '.' and some not"#,
    );
    for target in ["../x.js", "index.js", "./../p/index.js", "./node_modules/x.js", "/x.js"] {
        let expected = format!(
            "error: Invalid \"exports\" target '{target}' for '.' in /node_modules/p/package.json: a target starts with './' and stays in the package"
        );
        check(&json!({ "exports": target }).to_string(), "p", &expected);
    }
}

#[test]
fn patterns_take_the_longest_start() {
    let manifest = r#"{"exports":{"./*":"./*","./lib/*":"./lib/*.js","./lib/deep/*.js":"./lib/deep/*.js","./lib/secret/*":null,"./lib/two":"./lib/one.js"}}"#;
    check(manifest, "p/data.json", "/node_modules/p/data.json");
    check(manifest, "p/lib/one", "/node_modules/p/lib/one.js");
    check(manifest, "p/lib/two", "/node_modules/p/lib/one.js");
    check(manifest, "p/lib/deep/x.js", "/node_modules/p/lib/deep/x.js");
    check(
        manifest,
        "p/lib/secret/x",
        r#"error: Package subpath './lib/secret/x' is not defined by "exports" in /node_modules/p/package.json"#,
    );
    check(
        manifest,
        "p/lib/",
        r#"error: Package subpath './lib/' is not defined by "exports" in /node_modules/p/package.json"#,
    );
    check(
        manifest,
        "p/../x",
        "error: Invalid \"exports\" target '../x' for './../x' in /node_modules/p/package.json: a target starts with './' and stays in the package",
    );
}

#[test]
fn the_nearest_folder_above_has_the_package() {
    let files = snapshot(&[
        ("/node_modules/p/index.js", json!("")),
        ("/node_modules/@s/q/package.json", json!({ "main": "q.js" })),
        ("/node_modules/@s/q/q.js", json!("")),
        ("/app/node_modules/p/index.js", json!("")),
        ("/app/src/a.js", json!("")),
        ("/node_modules/@s/q/node_modules/r/index.js", json!("")),
        ("/node_modules/p-file", json!("")),
    ]);
    for (importer, specifier, expected) in [
        ("/a.js", "p", "/node_modules/p/index.js"),
        ("/app/src/a.js", "p", "/app/node_modules/p/index.js"),
        ("/app/src/a.js", "@s/q", "/node_modules/@s/q/q.js"),
        ("/node_modules/@s/q/q.js", "r", "/node_modules/@s/q/node_modules/r/index.js"),
        ("/node_modules/@s/q/q.js", "p", "/node_modules/p/index.js"),
        ("/a.js", "r", "error: no package 'r' in node_modules"),
        ("/a.js", "p-file", "error: no package 'p-file' in node_modules"),
        ("/a.js", "@s/w", "error: no package '@s/w' in node_modules; did you mean '@s/q'?"),
        ("/a.js", "@s", "error: no package '@s' in node_modules"),
    ] {
        assert_eq!(
            resolved(&files, importer, specifier, Conditions::Import),
            expected,
            "{specifier} from {importer}"
        );
    }
}

#[test]
fn a_package_knows_itself_and_its_own_names() {
    let files = snapshot(&[
        (
            "/package.json",
            json!({
                "name": "me", "type": "module",
                "exports": { ".": "./src/main.ts", "./x": "./src/x.js" },
                "imports": { "#x": "./src/x.js", "#lib/*.js": "./src/lib/*.ts", "#dep": { "browser": "./src/x.js", "default": "dep/sub.js" }, "#up": "../x.js", "#no": null, "#self": "#x" },
            }),
        ),
        ("/src/main.ts", json!("")),
        ("/src/x.ts", json!("")),
        ("/src/lib/a.ts", json!("")),
        ("/node_modules/dep/sub.js", json!("")),
        ("/node_modules/dep/package.json", json!({ "name": "dep" })),
    ]);
    for (importer, specifier, expected) in [
        ("/test/a.test.js", "me", "/src/main.ts"),
        ("/test/a.test.js", "me/x", "/src/x.ts"),
        ("/src/main.ts", "#x", "/src/x.ts"),
        ("/src/main.ts", "#lib/a.js", "/src/lib/a.ts"),
        ("/src/main.ts", "#dep", "/node_modules/dep/sub.js"),
        (
            "/src/main.ts",
            "#up",
            r##"error: Invalid "imports" target '../x.js' for '#up' in /package.json: a target starts with './' and stays in the package"##,
        ),
        (
            "/src/main.ts",
            "#self",
            r##"error: Invalid "imports" target '#x' for '#self' in /package.json: a target starts with './' and stays in the package"##,
        ),
        (
            "/src/main.ts",
            "#no",
            r##"error: Package import specifier "#no" is not defined in package /package.json"##,
        ),
        (
            "/src/main.ts",
            "#depp",
            r##"error: Package import specifier "#depp" is not defined in package /package.json; did you mean '#dep'?"##,
        ),
        (
            "/src/main.ts",
            "#",
            r##"error: Package import specifier "#" is not defined in package /package.json"##,
        ),
        // A package does not see the names of the enclosing one.
        (
            "/node_modules/dep/sub.js",
            "#x",
            r##"error: Package import specifier "#x" is not defined in package /node_modules/dep/package.json"##,
        ),
        ("/node_modules/dep/sub.js", "me", "error: no package 'me' in node_modules"),
    ] {
        assert_eq!(
            resolved(&files, importer, specifier, Conditions::Import),
            expected,
            "{specifier} from {importer}"
        );
    }
    let kind = |path: &str| files.package_type(&VfsPath::parse(path).expect("a path"));
    assert_eq!(kind("/src/x.js"), Some(PackageType::Module));
    assert_eq!(kind("/node_modules/dep/sub.js"), None);
    assert_eq!(kind("/node_modules/other/x.js"), None);
}

#[test]
fn a_folder_is_what_its_package_json_says() {
    let files = snapshot(&[
        ("/lib/package.json", json!({ "main": "./start.js" })),
        ("/lib/start.js", json!("")),
        ("/lib/index.js", json!("")),
    ]);
    assert_eq!(resolved(&files, "/a.js", "./lib", Conditions::Import), "/lib/start.js");
    assert_eq!(resolved(&files, "/lib/sub/a.js", "..", Conditions::Require), "/lib/start.js");
}

fn check_alias(aliases: Value, specifier: &str, expected: &str) {
    let aliases: Aliases = serde_json::from_value(aliases).expect("aliases");
    let files =
        ["/src/a.js", "/src/ui/b.ts", "/packages/core/src/index.ts", "/node_modules/real/index.js", "/$1.js"];
    let files = snapshot(&files.map(|path| (path, json!(""))));
    let actual = match files.with_aliases(&aliases) {
        Ok(files) => resolved(&files, "/test/x.test.js", specifier, Conditions::Import),
        Err(error) => format!("error: {error}"),
    };
    assert_eq!(actual, expected, "{specifier} by {aliases:?}");
}

#[test]
fn an_alias_of_relative_paths_is_taken_from_the_importer() {
    let files = snapshot(&[
        ("/src/own.ts", json!("")),
        ("/src/deep/own.ts", json!("")),
        ("/own.ts", json!("")),
        ("/lib/only.ts", json!("")),
    ]);
    let mapper = json!([
        { "find": { "source": "^(\\.{1,2}/.*)\\.js$", "flags": "" }, "replacement": "$1" },
        { "find": { "source": "^\\./gone$", "flags": "" }, "replacement": "./lib/only" },
    ]);
    let aliases: Aliases = serde_json::from_value(mapper).expect("aliases");
    let files = files.with_aliases(&aliases).expect("patterns");
    for (importer, specifier, expected) in [
        ("/src/a.ts", "./own.js", "/src/own.ts"),
        ("/src/deep/a.ts", "./own.js", "/src/deep/own.ts"),
        ("/src/deep/a.ts", "../own.js", "/src/own.ts"),
        ("/a.ts", "./own.js", "/own.ts"),
        // A path from the root, as before.
        ("/src/a.ts", "./gone", "/lib/only.ts"),
    ] {
        assert_eq!(
            resolved(&files, importer, specifier, Conditions::Import),
            expected,
            "{importer} {specifier}"
        );
    }
}

#[test]
fn aliases_by_text() {
    check_alias(json!({ "@": "/src" }), "@/a.js", "/src/a.js");
    check_alias(json!({ "@": "./src" }), "@/ui/b", "/src/ui/b.ts");
    check_alias(json!({ "@": "src" }), "@/a", "/src/a.js");
    check_alias(json!({ "fake": "real" }), "fake", "/node_modules/real/index.js");
    check_alias(json!({ "@/*": "/src/*" }), "@/ui/b", "/src/ui/b.ts");
    check_alias(json!({ "@*/src": "/packages/*/src/index.ts" }), "@core/src", "/packages/core/src/index.ts");
    check_alias(
        json!([{ "find": "a", "replacement": "/src/a" }]),
        "ab",
        "error: no package 'ab' in node_modules",
    );
}

#[test]
fn an_alias_has_fallbacks() {
    let alias = |replacement: &str, fallbacks: &[&str]| json!([{ "find": { "source": "^~/(.*)$", "flags": "" }, "replacement": replacement, "fallbacks": fallbacks }]);
    check_alias(alias("/none/$1", &["/src/$1"]), "~/a.js", "/src/a.js");
    check_alias(alias("/src/$1", &["/src/ui/$1"]), "~/a.js", "/src/a.js");
    check_alias(alias("none", &["/none", "real"]), "~/x", "/node_modules/real/index.js");
    check_alias(
        alias("/none/$1", &["/nowhere/$1"]),
        "~/a.js",
        "error: no such file; did you mean '/src/a.js'?",
    );
}

#[test]
fn aliases_by_pattern() {
    let pattern = |source: &str, replacement: &str| json!([{ "find": { "source": source }, "replacement": replacement }]);
    check_alias(pattern("^~/(.*)$", "/src/$1"), "~/a.js", "/src/a.js");
    check_alias(json!({ "/^~(?<rest>.+)/": "/src$<rest>" }), "~/ui/b", "/src/ui/b.ts");
    check_alias(json!({ "/^~\\//i": "./src/" }), "~/a", "/src/a.js");
    check_alias(pattern("^@(\\w+)$", "/packages/$1/src"), "@core", "/packages/core/src/index.ts");
    check_alias(pattern("^x(y)?$", "/src/a$1$2$"), "x", "error: no such file");
    check_alias(pattern("^x$", "/$$1"), "x", "/$1.js");
    check_alias(pattern("fake$", "real"), "fake", "/node_modules/real/index.js");
    check_alias(
        pattern("(", "x"),
        "y",
        "error: invalid alias pattern /(/: found open group without closing ')'",
    );
    check_alias(
        json!([{ "find": { "source": "a", "flags": "q" }, "replacement": "b" }]),
        "y",
        "error: invalid alias pattern /a/: unknown flag 'q'",
    );
    check_alias(
        pattern("(?=a)", "x"),
        "y",
        "error: invalid alias pattern /(?=a)/: look-around is not supported",
    );
    // A backtracking engine would never finish.
    let hostile = "a".repeat(3_000);
    check_alias(
        pattern("^(a+)+$", "/src/a.js"),
        &format!("{hostile}!"),
        &format!("error: no package '{hostile}!' in node_modules"),
    );
}

#[test]
fn many_imports_of_a_large_package_are_cheap() {
    let exports: Value =
        (0..20_000).map(|at| (format!("./x{at}"), json!("./x.js"))).collect::<serde_json::Map<_, _>>().into();
    let files = snapshot(&[
        ("/node_modules/p/package.json", json!({ "exports": exports })),
        ("/node_modules/p/x.js", json!("")),
    ]);
    for at in 0..500 {
        assert_eq!(
            resolved(&files, "/a.js", &format!("p/x{at}"), Conditions::Import),
            "/node_modules/p/x.js"
        );
    }
}

/// Resolves an import of `/src/a.js` by a resolution that a configuration says.
fn check_configured(resolution: &Value, files: &[(&str, Value)], specifier: &str, expected: &str) {
    let resolution: ImportResolution = serde_json::from_value(resolution.clone()).expect("a resolution");
    let snapshot = snapshot(files).with_import_resolution(&resolution);
    let found = resolved(&snapshot, "/src/a.js", specifier, Conditions::Import);
    assert_eq!(found, expected, "{specifier} by {resolution:?}");
}

#[test]
fn conditions_may_be_added() {
    // The order of conditions counts, and a JSON value has none.
    let exports = json!(
        r#"{ "exports": {
            ".": { "source": "./src/p.ts", "default": "./built.js" },
            "./node": { "node": "./node.js", "source": "./src/p.ts" },
            "./none": { "types": "./p.d.ts" }
        } }"#
    );
    let files = [
        ("/node_modules/p/package.json", exports),
        ("/node_modules/p/src/p.ts", json!("")),
        ("/node_modules/p/built.js", json!("")),
        ("/node_modules/p/node.js", json!("")),
    ];
    let source = json!({ "conditions": ["source"] });
    check_configured(&json!({}), &files, "p", "/node_modules/p/built.js");
    check_configured(&source, &files, "p", "/node_modules/p/src/p.ts");
    // The order is that of the package.
    check_configured(&source, &files, "p/node", "/node_modules/p/node.js");
    let undefined = "error: Package subpath './none' is not defined by \"exports\" in /node_modules/p/package.json; did you mean 'p/node'?";
    check_configured(&source, &files, "p/none", undefined);
    let internal = [
        (
            "/package.json",
            json!(r##"{ "imports": { "#x": { "source": "./src/x.js", "default": "./built.js" } } }"##),
        ),
        ("/src/x.js", json!("")),
        ("/built.js", json!("")),
    ];
    check_configured(&source, &internal, "#x", "/src/x.js");
    check_configured(&json!({}), &internal, "#x", "/built.js");
}

/// Resolves an import of `importer` in a project that is written for Jest.
fn check_jest(config: &Value, importer: &str, specifier: &str, expected: &str) {
    let mut config = config.clone();
    config["writtenFor"] = json!("jest");
    let config: TestConfig = serde_json::from_value(config).expect("a configuration");
    let exports = r#"{ "exports": {
        ".": { "import": "./import.js", "require": "./require.js" },
        "./esm": { "import": "./import.js" },
        "./page": { "browser": "./page.js", "node": "./node.js", "development": "./import.js" },
        "./addons": { "development": "./import.js", "module-sync": "./import.js", "node-addons": "./node.js", "default": "./default.js" }
    } }"#;
    let names =
        ["import", "require", "page", "node", "default"].map(|name| format!("/node_modules/p/{name}.js"));
    let mut files = vec![
        ("/node_modules/p/package.json", json!(exports)),
        ("/node_modules/modern/package.json", json!({ "type": "module" })),
    ];
    files.extend(names.iter().map(|name| (name.as_str(), json!(""))));
    let snapshot = snapshot(&files).resolving_as(&config).expect("no alias");
    let found = resolved(&snapshot, importer, specifier, Conditions::Import);
    let expected = format!("/node_modules/p/{expected}.js");
    assert_eq!(found, expected, "{specifier} from {importer} by {config:?}");
}

#[test]
fn in_a_project_of_jest_an_import_is_required() {
    let node = json!({});
    for importer in ["/a.js", "/a.ts", "/a.cjs", "/node_modules/q/index.js"] {
        check_jest(&node, importer, "p", "require");
    }
    for importer in ["/a.mjs", "/a.mts", "/node_modules/modern/a.js"] {
        check_jest(&node, importer, "p", "import");
    }
    // Jest would refuse it, unless it is transformed.
    check_jest(&node, "/a.js", "p/esm", "import");
    check_jest(&node, "/a.js", "p/page", "node");
    check_jest(&node, "/a.js", "p/addons", "node");
    check_jest(&node, "/a.mjs", "p/addons", "node");
    let page = json!({ "resolve": { "conditions": ["browser"] } });
    check_jest(&page, "/a.js", "p", "require");
    check_jest(&page, "/a.js", "p/page", "page");
    check_jest(&page, "/a.js", "p/addons", "default");
}

#[test]
fn extensions_may_be_others() {
    let files = [("/src/b.ts", json!("")), ("/src/b.web.ts", json!("")), ("/src/c/index.web.ts", json!(""))];
    let web = json!({ "extensions": [".web.ts", ".ts"] });
    check_configured(&json!({}), &files, "./b", "/src/b.ts");
    check_configured(&web, &files, "./b", "/src/b.web.ts");
    check_configured(&web, &files, "./b.ts", "/src/b.ts");
    check_configured(&web, &files, "./c", "/src/c/index.web.ts");
    check_configured(
        &json!({ "extensions": [".js"] }),
        &files,
        "./b",
        "error: no such file; did you mean './b.ts'?",
    );
}

#[test]
fn main_fields_may_be_others() {
    let files = [
        ("/node_modules/p/package.json", json!({ "main": "main.js", "source": "src.ts" })),
        ("/node_modules/p/main.js", json!("")),
        ("/node_modules/p/src.ts", json!("")),
        ("/node_modules/q/package.json", json!({ "main": "main.js" })),
        ("/node_modules/q/main.js", json!("")),
    ];
    let source = json!({ "mainFields": ["source"] });
    check_configured(&json!({}), &files, "p", "/node_modules/p/main.js");
    check_configured(&source, &files, "p", "/node_modules/p/src.ts");
    check_configured(&source, &files, "q", "/node_modules/q/main.js");
}

#[test]
fn a_package_that_was_left_out_says_why() {
    let mark = |folder: &str| format!("{folder}/{}", verdict_vfs::LEFT_OUT);
    let (left, nested) = (mark("/node_modules/left"), mark("/node_modules/p/node_modules/other"));
    let snapshot = snapshot(&[
        ("/a.js", json!("")),
        ("/node_modules/p/index.js", json!("")),
        ("/node_modules/other/index.js", json!("")),
        (&left, json!("too large")),
        (&nested, json!("too large")),
    ]);
    for conditions in [Conditions::Import, Conditions::Require] {
        let why = "node_modules/left was left out of the snapshot: too large";
        assert_eq!(
            resolved(&snapshot, "/a.js", "left/sub", conditions),
            format!("error: no package 'left': {why}")
        );
        // As if it were not there, another one above is found.
        assert_eq!(
            resolved(&snapshot, "/node_modules/p/index.js", "other", conditions),
            "/node_modules/other/index.js"
        );
    }
    let importer = VfsPath::parse("/a.js").expect("a path");
    let error = snapshot.resolve(&importer, "left").expect_err("it is left out");
    assert_eq!(
        error.explained("/a.js", "left").0,
        "Cannot find package 'left' imported from /a.js: node_modules/left was left out of the snapshot: too large"
    );
}
