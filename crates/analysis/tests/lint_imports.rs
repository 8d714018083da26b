//! The rules over the module graph, where ESLint's plugin cannot be asked: what resolves in a snapshot, and graphs
//! that are built to take long. The tables of `tests/conformance/lint/cases/import/` have the rest.

use crate::common;

use std::fmt::Write as _;

use common::{first, render, snapshot};
use serde_json::{Value, json};
use verdict_analysis::Linter;
use verdict_protocol::LintConfig;
use verdict_vfs::VfsPath;

fn config(rule: &str, options: Value, settings: &Value) -> LintConfig {
    let entry = match options {
        Value::Null => json!(["error"]),
        options => json!(["error", options]),
    };
    let config = json!({ "only": [rule], "rules": { rule: entry }, "settings": settings });
    serde_json::from_value(config).expect("a configuration")
}

#[track_caller]
fn check_with(rule: &str, options: Value, settings: &Value, fixture: &str, expected: &str) {
    let found = Linter::new(&snapshot(fixture), &config(rule, options, settings)).check(&first(fixture));
    assert_eq!(render(&found), expected, "{fixture}");
}

#[track_caller]
fn check(rule: &str, fixture: &str, expected: &str) {
    check_with(rule, Value::Null, &json!({}), fixture, expected);
}

const UNRESOLVED: &str = "import/no-unresolved";

#[test]
fn packages_that_a_manifest_names_resolve() {
    let file = "//- /src/a.js\nimport \"x\"; import \"@s/y/z.js\"; import \"w\";\n";
    let missing = |at: &str, name: &str| {
        format!("{at} import/no-unresolved Unable to resolve path to module '{name}'.")
    };
    let all = [missing("1:8-1:11", "x"), missing("1:20-1:31", "@s/y/z.js"), missing("1:40-1:43", "w")];
    check(UNRESOLVED, file, &all.join("\n"));
    check(UNRESOLVED, &format!("{file}//- /package.json\nnot JSON"), &all.join("\n"));
    let manifest = |fields: &str| format!("{file}//- /package.json\n{{ {fields} }}");
    check(UNRESOLVED, &manifest(r#""dependencies": { "x": "1", "@s/y": "2" }"#), &all[2]);
    let fields = r#""devDependencies": { "x": "1" }, "peerDependencies": { "@types/s__y": "1" }, "optionalDependencies": { "w": "1" }"#;
    check(UNRESOLVED, &manifest(fields), "");
    let nested = r#"//- /src/package.json
{ "dependencies": { "w": "workspace:*" } }"#;
    check(UNRESOLVED, &format!("{}\n{nested}", manifest(r#""dependencies": { "x": "1", "@s/y": "2" }"#)), "");
}

#[test]
fn what_the_loader_does_not_load_resolves() {
    check(
        UNRESOLVED,
        "import 'node:sqlite'; import 'sqlite3'",
        "1:30-1:39 import/no-unresolved Unable to resolve path to module 'sqlite3'.",
    );
    check(UNRESOLVED, "import 'domain'; import 'node:inspector/promises'; import 'node:test/reporters'", "");
    check(
        UNRESOLVED,
        "//- /a/b.js\nimport '/c.js'; import './d.svg?raw'; import x from './d.svg'\n//- /c.js\n//- /a/d.svg\n<svg/>",
        "",
    );
    check(
        UNRESOLVED,
        "//- /a.ts\nimport { T } from './t'; import { U } from './u.js'; import './v'\n//- /t.d.ts\n//- /u.d.ts\n//- /v/index.d.ts\n",
        "",
    );
    check(
        UNRESOLVED,
        "//- /a.js\nimport { T } from './t'\n//- /t.d.ts\n",
        "1:19-1:24 import/no-unresolved Unable to resolve path to module './t'.",
    );
    let unbuilt = "import 'p'; import 'q/missing'\n//- /node_modules/p/package.json\n{ \"main\": \"dist/index.js\" }\n//- /node_modules/q/package.json\n{ \"exports\": \"./q.js\" }\n//- /node_modules/q/q.js\n";
    check(
        UNRESOLVED,
        &format!("//- /a.js\n{unbuilt}"),
        "1:20-1:31 import/no-unresolved Unable to resolve path to module 'q/missing'.",
    );
    check(UNRESOLVED, "//- /a.js\nimport 'p'\n//- /node_modules/p/.verdict-left-out\ntoo large\n", "");
    let required = "const a = require('p'), b = require('p/x')\n//- /node_modules/p/package.json\n{ \"exports\": { \"require\": \"./p.cjs\" } }\n//- /node_modules/p/p.cjs\n";
    check_with(
        UNRESOLVED,
        json!({ "commonjs": true }),
        &json!({}),
        &format!("//- /a.cjs\n{required}"),
        "1:37-1:42 import/no-unresolved Unable to resolve path to module 'p/x'.",
    );
}

#[test]
fn settings_have_the_names_of_both_plugins() {
    let file = "//- /a.js\nimport 'electron'; import { x } from './b.js'; import { y } from './c.mjs'\n//- /b.js\nexport {}\n//- /c.mjs\nexport {}\n";
    let none = json!({});
    check_with(UNRESOLVED, Value::Null, &json!({ "import/core-modules": ["electron"] }), file, "");
    check_with(
        "import-x/no-unresolved",
        Value::Null,
        &none,
        file,
        "1:8-1:18 import-x/no-unresolved Unable to resolve path to module 'electron'.",
    );
    let (b, c) =
        ("1:29-1:30 import/named x not found in './b.js'", "1:57-1:58 import/named y not found in './c.mjs'");
    check("import/named", file, &format!("{b}\n{c}"));
    check_with("import/named", Value::Null, &json!({ "import/extensions": [".js"] }), file, b);
    check_with("import/named", Value::Null, &json!({ "import-x/ignore": ["b\\.js$"] }), file, c);
}

#[test]
fn typescript_reads_declarations() {
    let files = "//- /b.js\nexport const b = 1\n//- /b.d.ts\nexport const b: 1; export type B = 1\n//- /c.js\nexport const c = 1\n//- /node_modules/p/index.js\nexport const p = 1\n";
    let imports = "import { b, B, C } from './b.js'; import { c, D } from './c'; import { T } from 'p'";
    let missing =
        "1:16-1:17 import/named C not found in './b.js'\n1:47-1:48 import/named D not found in './c'";
    check("import/named", &format!("//- /a.ts\n{imports}\n{files}"), missing);
    check(
        "import/named",
        &format!(
            "//- /a.ts\nimport {{ B, T, D }} from './all'\n//- /all.ts\nexport * from './b'; export * from 'p'; export {{ D }} from './c'\n{files}"
        ),
        "1:16-1:17 import/named D not found via all.ts -> c.js",
    );
    let javascript =
        "1:13-1:14 import/named B not found in './b.js'\n1:69-1:70 import/named T not found in 'p'";
    check(
        "import/named",
        &format!("//- /a.js\n{}\n{files}", imports.replace(", C", "").replace(", D", "   ")),
        javascript,
    );
}

#[test]
fn declaration_files_export_what_they_declare() {
    let import = |name: &str| format!("//- /a.ts\nimport {{ {name} }} from './b.js'\n//- /b.d.ts\n");
    let missing = "1:10-1:11 import/named X not found in './b.js'";
    check("import/named", &format!("{}export const a: 1; type X = 1;", import("X")), "");
    check("import/named", &format!("{}export const a: 1; type X = 1; export {{}}", import("X")), missing);
    check(
        "import/named",
        &format!("{}declare namespace b {{ export {{ X }} }} type X = 1;\nexport = b;", import("X")),
        "",
    );
    let synthetic = "//- /a.ts\nimport b from './b.js'\n//- /b.d.ts\nexport const a: 1;\n//- /b.js\n";
    check("import/default", &format!("{synthetic}exports.a = 1"), "");
    let expected = "1:8-1:9 import/default No default export found in imported module \"./b.js\".";
    check("import/default", &format!("{synthetic}export const a = 1"), expected);
    let package = |importer: &str| {
        let manifest = r#"{ "exports": { ".": { "types": "./t.d.ts" } } }"#;
        format!(
            "//- /{importer}\nimport {{ T, U }} from 'p'; import 'p/x'\n//- /node_modules/p/package.json\n{manifest}\n//- /node_modules/p/t.d.ts\nexport type T = 1\n"
        )
    };
    let sub = "1:34-1:39 import/no-unresolved Unable to resolve path to module 'p/x'.";
    let main = "1:22-1:25 import/no-unresolved Unable to resolve path to module 'p'.";
    check(UNRESOLVED, &package("a.ts"), sub);
    check(UNRESOLVED, &package("a.js"), &format!("{main}\n{sub}"));
    check("import/named", &package("a.ts"), "1:13-1:14 import/named U not found in 'p'");
    let typed = "//- /a.d.cts\nimport { T } from './b.cts'; import { U } from './a.cjs'\n//- /b.d.cts\nexport type T = 1\n";
    check(UNRESOLVED, typed, "");
}

#[test]
fn invalid_options_are_named() {
    for (rule, options, expected) in [
        ("import/no-unresolved", json!({ "ignore": [] }), "should NOT have fewer than 1 items"),
        ("import/no-unresolved", json!({ "ignore": ["("] }), "is not supported"),
        ("import/no-unresolved", json!({ "caseSensitive": 1 }), "should be boolean"),
        ("import/no-cycle", json!({ "maxDepth": 0 }), "should be an integer of at least 1"),
        ("import/no-cycle", json!({ "depth": 1 }), "Unexpected property \"depth\""),
        ("import/no-duplicates", json!({ "whitelist": "a" }), "should be array"),
        ("import/named", json!({ "commonjs": "yes" }), "should be boolean"),
        ("import/namespace", json!({ "allowComputed": 0 }), "should be boolean"),
        ("import/default", json!({}), "should NOT have more than 0 items"),
    ] {
        let fixture = "//- /a.js\n;";
        let found =
            Linter::new(&snapshot(fixture), &config(rule, options, &json!({}))).check(&first(fixture));
        assert!(found.len() == 1 && found[0].message.contains(expected), "{rule}: {}", render(&found));
    }
    check_with(
        "import/no-cycle",
        json!({ "maxDepth": "∞", "disableScc": true }),
        &json!({}),
        "//- /a.js\nimport './a.js'",
        "",
    );
}

/// The findings of a rule in the first file of a graph, and how many there are in all files together.
fn lint_all(rule: &str, fixture: &str) -> (String, usize) {
    let snapshot = snapshot(fixture);
    let config = config(rule, Value::Null, &json!({}));
    let linter = Linter::new(&snapshot, &config);
    let paths: Vec<VfsPath> = snapshot.iter().map(|(path, _)| path.clone()).collect();
    let all = paths.iter().map(|path| linter.check(path).len()).sum();
    (render(&linter.check(&first(fixture))), all)
}

/// Files `/0.js` to `/N.js`, each with a text that names the next one.
fn chain(count: usize, text: impl Fn(usize, usize) -> String) -> String {
    (0..count).fold(String::new(), |mut fixture, at| {
        let _ = writeln!(fixture, "//- /{at}.js\n{}", text(at, (at + 1) % count));
        fixture
    })
}

#[test]
fn a_cycle_of_thousands() {
    let ring =
        chain(3_000, |at, next| format!("import {{ x{next} }} from './{next}.js'; export const x{at} = 1;"));
    let (found, all) = lint_all("import/no-cycle", &ring);
    assert!(
        found.starts_with("1:1-1:29 import/no-cycle Dependency cycle via \"./2.js:1=>./3.js:1=>"),
        "{found}"
    );
    assert!(found.ends_with("=>… 2898 more\"") && found.len() < 3_000, "{found}");
    assert_eq!(all, 3_000);
    let line = ring.replace("from './0.js'", "from './nowhere.js'");
    assert_eq!(lint_all("import/no-cycle", &line), (String::new(), 0));
    for rule in
        ["import/named", "import/default", "import/namespace", "import/export", "import/no-duplicates"]
    {
        assert_eq!(lint_all(rule, &ring), (String::new(), 0), "{rule}");
    }
}

#[test]
fn many_cycles_through_one_module() {
    let spokes: String = (1..3_000).map(|at| format!("import './{at}.js';\n")).collect();
    let hub = chain(3_000, |at, _| if at == 0 { spokes.clone() } else { "import './0.js';".to_owned() });
    let (found, all) = lint_all("import/no-cycle", &hub);
    assert_eq!(found.lines().count(), 2_999);
    assert_eq!(all, 2 * 2_999);
}

#[test]
fn stars_of_thousands() {
    let stars = chain(1_000, |at, next| format!("export * from './{next}.js'; export const x{at} = 1;"));
    let main = "import { x999, missing, default as none } from './0.js'; import * as ns from './0.js'; ns.x500; ns.gone;";
    let fixture = format!("//- /main.js\n{main}\n{stars}");
    let named = "1:16-1:23 import/named missing not found in './0.js'\n1:25-1:32 import/named default not found in './0.js'";
    assert_eq!(lint_all("import/named", &fixture), (named.to_owned(), 2));
    let gone = "1:100-1:104 import/namespace 'gone' not found in imported namespace 'ns'.";
    assert_eq!(lint_all("import/namespace", &fixture), (gone.to_owned(), 1));
    let (_, all) = lint_all("import/export", &fixture);
    // Each module gets its own name back through the circle, as in the plugin.
    assert_eq!(all, 2 * 1_000);
}

#[test]
fn re_exports_in_a_circle() {
    let circle = chain(5_000, |_, next| {
        format!("export {{ x, default }} from './{next}.js'; export * as ns from './{next}.js';")
    });
    let fixture = format!(
        "//- /main.js\nimport def, {{ ns }} from './0.js'; ns.ns.ns.y; export * from './0.js';\n{circle}"
    );
    check(
        "import/default",
        &fixture,
        "1:8-1:11 import/default No default export found in imported module \"./0.js\".",
    );
    check(
        "import/namespace",
        &fixture,
        "1:44-1:45 import/namespace 'y' not found in deeply imported namespace 'ns.ns.ns'.",
    );
    check("import/export", &fixture, "");
    let own = "//- /a.js\nexport * from './a.js'; import { c as a, b } from './a.js'; export const c = 1; export * from './b.js';\n//- /b.js\nexport * from './a.js';";
    check("import/named", own, "1:42-1:43 import/named b not found in './a.js'");
    check("import/no-cycle", own, "1:81-1:104 import/no-cycle Dependency cycle detected");
}

#[test]
fn deep_modules() {
    let deep = |count: usize| format!("export namespace {}a {{ export const x = 1 }}", "a.".repeat(count));
    let patterns = |count: usize| format!("const {}x{} = ns;", "{ a: ".repeat(count), " }".repeat(count));
    for count in [50, 100_000] {
        let imports =
            "import * as ns from './b'; export * from './b'; import { a } from './b'; import d from './b';";
        let fixture = format!("//- /a.ts\n{imports} {}\n//- /b.ts\n{}", patterns(count), deep(count));
        for rule in ["namespace", "export", "named", "default", "no-cycle"] {
            lint_all(&format!("import/{rule}"), &fixture);
        }
    }
    let chain = format!(
        "//- /a.js\nimport * as ns from './a.js'; ns{};\nexport * as ns from './a.js'",
        ".ns".repeat(20_000)
    );
    lint_all("import/namespace", &chain);
}

#[test]
fn ten_thousand_exports() {
    let names: Vec<String> = (0..10_000).map(|at| format!("x{at}")).collect();
    let one: String = names.iter().map(|name| format!("export const {name} = 1;\n")).collect();
    let list = names.join(", ");
    let fixture = format!(
        "//- /main.js\nimport {{ {list}, y }} from './all.js'; export * from './all.js'; export * from './other.js';\n//- /all.js\nexport * from './one.js';\n//- /other.js\nexport {{ {list} }} from './one.js';\n//- /one.js\n{one}"
    );
    let (found, all) = lint_all("import/named", &fixture);
    assert!(found.ends_with("y not found in './all.js'") && all == 1, "{found}");
    assert_eq!(lint_all("import/export", &fixture).1, 20_000);
    let wide: String = (0..10_000).fold(String::new(), |mut files, at| {
        let _ = writeln!(files, "//- /w{at}.js\nexport const x{at} = 1;");
        files
    });
    let stars: String = (0..10_000).map(|at| format!("export * from './w{at}.js';\n")).collect();
    let fixture =
        format!("//- /main.js\nimport {{ {list}, y }} from './all.js';\n//- /all.js\n{stars}{wide}");
    assert_eq!(lint_all("import/named", &fixture).1, 1);
    assert_eq!(lint_all("import/export", &fixture).1, 0);
    let twice: String =
        (0..10_000).map(|at| format!("import {{ x{at} }} from './w{}.js';\n", at / 2)).collect();
    assert_eq!(lint_all("import/no-duplicates", &format!("//- /main.js\n{twice}")).1, 10_000);
    let same: String = (0..3_000).map(|at| format!("import {{ x{at} }} from './w.js';\n")).collect();
    assert_eq!(lint_all("import/no-duplicates", &format!("//- /main.js\n{same}")).1, 3_000);
}
