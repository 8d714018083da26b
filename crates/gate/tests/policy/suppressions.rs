//! Comments that suppress a check.
#![allow(clippy::disallowed_methods, reason = "the cases are files of this repository")]

use serde_json::{Value, json};
use verdict_gate::GateState;
use verdict_protocol::Code;

use crate::judge::{Kind, options, run};

/// Options under which only the policy rules decide.
fn unverified(policy: &Value) -> verdict_gate::ApplyOptions {
    let mut options = json!({ "policy": { "allowUnverified": true } });
    for (key, value) in policy.as_object().into_iter().flatten() {
        options["policy"][key] = value.clone();
    }
    self::options(&options)
}

/// Expects `path:line:column directive text` for what a bundle adds, and that the gate refuses it.
#[track_caller]
fn adds(before: &str, bundle: &Value, expected: &[&str]) {
    let (report, ..) = run(before, &bundle.to_string(), &unverified(&json!({})), Kind::Works);
    let found: Vec<String> = report
        .suppressions
        .iter()
        .map(|one| format!("{}:{}:{} {} {}", one.file, one.line, one.column, one.directive, one.text))
        .collect();
    assert_eq!(found, expected, "{bundle}");
    let state = if expected.is_empty() { GateState::Applied } else { GateState::Refused };
    assert_eq!(report.state, state, "{bundle} {report:#?}");
    assert_eq!(report.code, (!expected.is_empty()).then_some(Code::Policy));
}

/// Expects `line:column directive text` for the contents of a new file.
#[track_caller]
fn has(path: &str, text: &str, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|one| format!("{path}:{one}")).collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    adds("//- /keep.txt\n1\n", &json!({ path: text }), &expected);
}

#[test]
fn every_directive() {
    has("/a.js", "// eslint-disable-next-line\nx", &["1:4 eslint-disable-next-line *"]);
    has(
        "/a.js",
        "x // eslint-disable-line no-eval, no-var -- why",
        &["1:6 eslint-disable-line no-eval, no-var"],
    );
    has("/a.js", "/* eslint-disable */", &["1:4 eslint-disable *"]);
    has("/a.js", "/*\n eslint-disable no-eval\n*/", &["2:2 eslint-disable no-eval"]);
    has("/a.js", "/* eslint-disable no-eval,\n no-var */", &["1:4 eslint-disable no-eval, no-var"]);
    has(
        "/a.js",
        "/* eslint no-eval: off, eqeqeq: [\"error\"], no-var: 0 */",
        &["1:4 eslint no-eval: off, no-var: 0"],
    );
    has("/a.js", "/* eslint no-eval: \"warn\" */", &["1:4 eslint no-eval: \"warn\""]);
    has("/a.js", "/* eslint-env node */", &["1:4 eslint-env node"]);
    has("/a.js", "/* global x, y: writable */", &["1:4 global x, y: writable"]);
    has("/a.js", "/*globals x*/ /* exported f */", &["1:3 globals x", "1:18 exported f"]);
    has("/a.ts", "// @ts-ignore: no\n/// @TS-nocheck", &["1:4 @ts-ignore *", "2:3 @ts-nocheck *"]);
    has("/a.ts", "/*\n * @ts-expect-error (2304)\n */", &["2:2 @ts-expect-error *"]);
    has("/a.js", "/* v8 ignore next 3 */", &["1:4 v8 ignore next 3"]);
    has("/a.js", "/* c8  ignore start */ /* c8 ignore stop */", &["1:4 c8 ignore start"]);
    has("/a.js", "/* istanbul ignore else: why */", &["1:4 istanbul ignore else"]);
    has("/a.js", "/* node:coverage disable */", &["1:4 node:coverage disable"]);
    has("/a.js", "// Stryker disable all", &["1:4 Stryker disable all"]);
    has(
        "/a.js",
        "// biome-ignore lint/suspicious: x\n// biome-ignore-all lint",
        &["1:4 biome-ignore lint/suspicious", "2:4 biome-ignore-all lint"],
    );
    has(
        "/a.js",
        "// oxlint-disable-next-line\n/* oxlint-disable no-eval */",
        &["1:4 oxlint-disable-next-line *", "2:4 oxlint-disable no-eval"],
    );
    has(
        "/a.ts",
        "// deno-lint-ignore-file\n// tslint:disable",
        &["1:4 deno-lint-ignore-file *", "2:4 tslint:disable *"],
    );
}

#[test]
fn prose_and_what_makes_checks_stricter_is_none() {
    for honest in [
        "// eslint-disabled rules are listed below",
        "/* global-ish state */ // global x\n// globals x",
        "/** global x */ /* globalThis is used */",
        "/* eslint-enable no-eval */ /* eslint no-eval: error, eqeqeq: [2, \"always\"] */",
        "// We do not use @ts-ignore here, nor eslint-disable.",
        "/* istanbul is a city */ // Stryker restore all",
        "// @ts-check\n/* exportedNames */",
    ] {
        has("/a.js", honest, &[]);
    }
    has("/a.md", "// @ts-ignore", &[]);
}

/// Comments count and other text does not. Each line has the directive in a string, a template, a pattern or
/// text.
#[test]
fn only_comments_count() {
    for honest in [
        r#"const s = "/* eslint-disable */", t = '// @ts-ignore', u = "\"// @ts-ignore";"#,
        "const s = 'a\\\n// @ts-ignore';",
        "const s = `// @ts-ignore ${ `/* eslint-disable */ ${x}` } /* eslint-disable */`;",
        "const s = `\\${ // @ts-ignore`; const t = `\\\\${x}// @ts-ignore`;",
        "const r = /[/*]/, q = / \\/\\/ @ts-ignore/; const p = /[\"'`]/; const s = '// @ts-ignore';",
        "if (a) /`/.test(b); const s = '// @ts-ignore'; f(/`/);",
        "const x = f(a) / 2, s = '/ // @ts-ignore';",
        "const x = a[0] / 2 / '// @ts-ignore'.length;",
        "const x = { a: 1 } / 2 + '/ // @ts-ignore'.length;",
        "const x = function () {} / '/ // @ts-ignore'.length;",
        "x++ / '// @ts-ignore'.length; `${ {}.a / '// @ts-ignore'.length }`;",
        "function f() {} /'`/.test(x); const s = '// @ts-ignore';",
        "return /'/.test(x) ? '// @ts-ignore' : typeof /`/;",
        "x.return / '// @ts-ignore'.length; o = { if: 1 } / '// @ts-ignore'.length;",
        "a\n/b/'// @ts-ignore'.length",
        "label: { } /'`/.test('// @ts-ignore');",
        "class A { if() { return 1 / '// @ts-ignore'.length } static { /`/.test('// @ts-ignore') } }",
        "const e = <p title=\"it's // @ts-ignore\">don't // @ts-ignore /* eslint-disable */ {'// @ts-ignore'} </p>;",
        "const e = <><A b={<i>/* eslint-disable */</i>} c='//' /> // @ts-ignore</>;",
        "const e = a < b, f = c > '// @ts-ignore'.length;",
    ] {
        has("/a.js", honest, &[]);
    }
    has("/a.ts", "const x = <T>(y: T) => y! / '// @ts-ignore'.length;", &[]);
    has("/a.tsx", "const x = <T,>(y: T) => <p>// @ts-ignore</p>;", &[]);
}

/// The twins: the same lines, with a comment after something that looks like the beginning of a string.
#[test]
fn comments_are_found_behind_what_looks_like_a_text() {
    for (text, place) in [
        ("#!/usr/bin/env node '\n// @ts-ignore", "2:4"),
        ("const r = /[`/]/; // @ts-ignore", "1:22"),
        ("if (a) /`/.test(b); // @ts-ignore", "1:24"),
        ("f(a) / '`'; // @ts-ignore", "1:16"),
        ("x = {} / '`'; // @ts-ignore", "1:18"),
        ("x = function () {} / '`'; // @ts-ignore", "1:30"),
        ("while (a) /'/.test(b) // @ts-ignore", "1:26"),
        ("`${ /}`/.test(x) }` // @ts-ignore", "1:24"),
        ("`\\\\${ a /* @ts-ignore */ }`", "1:12"),
        ("x = 'it\\'s' // @ts-ignore", "1:16"),
        ("const e = <p>it's {/* @ts-ignore */} don't</p>;", "1:23"),
        ("const e = <p /* @ts-ignore */ a='\\' />; `", "1:17"),
        ("const e = <p>'</p>; // @ts-ignore", "1:24"),
        ("const e = a ? <b>`</b> : /`/; // @ts-ignore", "1:34"),
        ("for (const x of /`/g) {} // @ts-ignore", "1:29"),
        ("async function f() { await /`/; } // @ts-ignore", "1:38"),
        ("var await = 1; x = await / '`'; // @ts-ignore", "1:36"),
        ("<!-- ` \n// @ts-ignore", "2:4"),
        ("x\n--> `\n// @ts-ignore", "3:4"),
        ("a.if (x) / '`'; // @ts-ignore", "1:20"),
        ("a\r// @ts-ignore", "1:6"),
    ] {
        has("/a.js", text, &[&format!("{place} @ts-ignore *")]);
    }
    has("/a.cjs", "x <!-- @ts-ignore", &["1:8 @ts-ignore *"]);
    has("/a.TS", "a! / '`'; // @ts-ignore", &["1:14 @ts-ignore *"]);
    has("/a.tsx", "const f = <T extends '`'>(a: T) => <p>`</p>; // @ts-ignore", &["1:49 @ts-ignore *"]);
}

#[test]
fn markup() {
    has("/a.html", "<p>// @ts-ignore it's</p><!-- eslint-disable -->", &["1:31 eslint-disable *"]);
    has(
        "/a.html",
        "<script>const s = '// @ts-ignore'; // eslint-disable-line\n</script>",
        &["1:39 eslint-disable-line *"],
    );
    has("/a.html", "<style>/* eslint-disable */</style><script type=module src=a.js></script>", &[]);
    has(
        "/a.vue",
        "<template><p>it's // @ts-ignore</p></template>\n<SCRIPT lang=\"ts\">\nlet a = b! / '`' // @ts-ignore\n</SCRIPT>",
        &["3:21 @ts-ignore *"],
    );
    has("/a.vue", "<!-- @vue-ignore -->", &["1:6 @vue-ignore *"]);
    has("/a.svelte", "<p>don't {/* @ts-ignore */ x}</p> // @ts-ignore", &["1:14 @ts-ignore *"]);
    has(
        "/a.astro",
        "---\nconst a = '`'; // @ts-ignore\n---\n<p>// @ts-ignore {a}</p>",
        &["2:19 @ts-ignore *"],
    );
    has(
        "/a.HTM",
        "<a title='<!--'>// @ts-ignore</a><script>`</script ><script>/* eslint-disable */</script>",
        &["1:64 eslint-disable *"],
    );
}

const OLD: &str = "//- /a.js\n// @ts-ignore\nf(x);\n/* eslint-disable no-eval, no-var */\n//- /b.js\n1;\n";

#[test]
fn what_was_there_is_no_news() {
    let old = "// @ts-ignore\nf(x);\n/* eslint-disable no-eval, no-var */\n";
    // Moved lines, fewer lines, and different explanations.
    adds(OLD, &json!({ "/a.js": format!("one();\n{old}") }), &[]);
    adds(OLD, &json!({ "/a.js": "/* eslint-disable no-var -- soon */\n// @ts-ignore: later\ng(x);\n" }), &[]);
    adds(OLD, &json!({ "/a.js": format!("{old}// @ts-ignore\ng();") }), &["/a.js:4:4 @ts-ignore *"]);
    adds(
        OLD,
        &json!({ "/a.js": "/* eslint-disable no-var, eqeqeq */" }),
        &["/a.js:1:4 eslint-disable eqeqeq"],
    );
    // A suppression of all rules may shrink to one rule.
    adds("//- /a.js\n/* eslint-disable */\n", &json!({ "/a.js": "/* eslint-disable no-eval */" }), &[]);
    adds(
        "//- /a.js\n/* eslint-disable no-eval */\n",
        &json!({ "/a.js": "/* eslint-disable */" }),
        &["/a.js:1:4 eslint-disable *"],
    );
    // An unchanged file keeps its suppressions.
    adds(OLD, &json!({ "/b.js": "2;" }), &[]);
}

#[test]
fn moved_files_and_moved_code_are_no_news() {
    let rename = |content: Value| json!([{ "operation": "RENAME", "file_path": "/a.js", "new_path": "/c.ts", "new_content": content }]);
    adds(OLD, &json!([{ "operation": "RENAME", "file_path": "/a.js", "new_path": "/c.js" }]), &[]);
    adds(OLD, &rename(json!("/* eslint-disable no-eval */ // more\n")), &[]);
    adds(OLD, &rename(json!("/* eslint-disable eqeqeq */\n")), &["/c.ts:1:4 eslint-disable eqeqeq"]);
    let old = "// @ts-ignore\nf(x);\n/* eslint-disable no-eval, no-var */\n";
    adds(OLD, &json!({ "/a.js": null, "/d.js": old }), &[]);
    // Code moves to another file with its comment. A comment on other code, or on a whole file, is new.
    adds(OLD, &json!({ "/a.js": "1;", "/b.js": "2;\n// @ts-ignore\nf(x);\n" }), &[]);
    adds(OLD, &json!({ "/a.js": "1;", "/b.js": "// @ts-ignore\ng(x);\n" }), &["/b.js:1:4 @ts-ignore *"]);
    adds(
        OLD,
        &json!({ "/a.js": "1;", "/b.js": "/* eslint-disable no-var */" }),
        &["/b.js:1:4 eslint-disable no-var"],
    );
    // One old suppression excuses only one new one.
    let twice = json!({ "/a.js": "1;", "/b.js": "// @ts-ignore\nf(x);\n// @ts-ignore\nf(x);\n" });
    adds(OLD, &twice, &["/b.js:3:4 @ts-ignore *"]);
}

#[test]
fn the_policy_lets_it_through_and_still_lists_it() {
    let bundle = json!({ "/a.js": "f(); // @ts-ignore" }).to_string();
    for word in ["warn", "allow"] {
        let (report, ..) = run(OLD, &bundle, &unverified(&json!({ "suppressions": word })), Kind::Works);
        assert_eq!((report.state, report.suppressions.len()), (GateState::Applied, 0), "{report:#?}");
    }
    let bundle = json!({ "/b.js": "f(); // @ts-ignore" }).to_string();
    let (report, ..) = run(OLD, &bundle, &unverified(&json!({ "suppressions": "warn" })), Kind::Works);
    assert_eq!((report.state, report.suppressions.len()), (GateState::Applied, 1), "{report:#?}");
    assert!(
        report.warnings.iter().any(|warning| warning.starts_with("/b.js:1: @ts-ignore")),
        "{:?}",
        report.warnings
    );
    let (report, ..) = run(OLD, &bundle, &unverified(&json!({})), Kind::Works);
    assert_eq!(
        (report.errors[0].rule, report.errors[0].file.as_deref()),
        (Some("suppression"), Some("/b.js"))
    );
    assert!(report.checks.is_empty() && report.message.contains("policy.suppressions"), "{report:#?}");
}

/// Paranoid strictness does not rely on telling strings from comments.
#[test]
fn paranoid_strictness_looks_at_strings_too() {
    let bundle = json!({ "/b.js": "f('// @ts-ignore')" }).to_string();
    for (strictness, count) in [("standard", 0), ("paranoid", 1)] {
        let policy = unverified(&json!({ "strictness": strictness }));
        let (report, ..) = run(OLD, &bundle, &policy, Kind::Works);
        assert_eq!(report.suppressions.len(), count, "{strictness} {report:#?}");
    }
}

/// Texts designed to be slow to scan. Each ends with a comment, which must be found.
#[test]
fn texts_that_are_made_to_be_slow() {
    let many = |part: &str| part.repeat(20_000 / part.len());
    let warn = unverified(&json!({ "suppressions": "warn", "strictness": "paranoid" }));
    for part in [
        "/[",
        "/*",
        "//",
        "`${",
        "<a ",
        "{",
        "(",
        "\\",
        "<!--",
        "function ",
        "/*@ts-ignore*/",
        "// @ts-ignore\n",
        "on",
        "é",
    ] {
        for extension in ["js", "tsx", "svelte", "html"] {
            let text = format!("{}\n*/-->`\n// @ts-nocheck\n", many(part));
            let bundle = json!({ format!("/n.{extension}"): text }).to_string();
            let (report, ..) = run("//- /keep.txt\n1\n", &bundle, &warn, Kind::Works);
            assert!(
                report.suppressions.iter().any(|one| one.directive == "@ts-nocheck"),
                "{part:?} {extension}"
            );
        }
    }
}

/// Scripts and markup files of this repository.
fn real_files(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_symlink() || matches!(name, "node_modules" | "target" | "dist" | ".git") {
            continue;
        }
        if path.is_dir() {
            real_files(&path, found);
        } else if [".js", ".mjs", ".cjs", ".ts", ".jsx", ".tsx", ".html"]
            .iter()
            .any(|end| name.ends_with(end))
        {
            found.push(path);
        }
    }
}

/// At the end of a real file nothing is open. A comment there is found, and is the only new one.
#[test]
fn real_files_are_read_to_their_end() {
    let mut paths = Vec::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["crates", "tests", "www", "widget"] {
        real_files(&root.join(folder), &mut paths);
    }
    assert!(paths.len() > 100, "{}", paths.len());
    let (mut before, mut after) = (String::new(), serde_json::Map::new());
    let mut expected = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        // Skip binary files, and files with the separator of fixtures.
        let Some(text) = std::fs::read_to_string(path).ok().filter(|text| !text.contains("//- ")) else {
            continue;
        };
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let name = format!("/f{number}.{extension}");
        let text = text.trim_end();
        let mark = if extension == "html" { "<!-- @ts-nocheck -->" } else { "/* @ts-nocheck */" };
        before.push_str(&format!("//- {name}\n{text}\n"));
        after.insert(name.clone(), json!(format!("{text}\n{mark}\n")));
        expected.push((name, path));
    }
    let warn = unverified(&json!({ "suppressions": "warn" }));
    let (report, ..) = run(&before, &Value::Object(after).to_string(), &warn, Kind::Works);
    for (name, path) in &expected {
        let found = report.suppressions.iter().filter(|one| one.file == *name);
        let found: Vec<&str> = found.map(|one| one.directive.as_str()).collect();
        assert_eq!(found, ["@ts-nocheck"], "{}", path.display());
    }
    assert_eq!(report.suppressions.len(), expected.len());
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 400, ..Default::default() })]

    /// No code prevents the gate from answering.
    #[test]
    fn any_text_is_read(
        parts in proptest::collection::vec(proptest::sample::select(vec![
            "`", "${", "}", "{", "(", ")", "[", "]", "/", "//", "/*", "*/", "<", ">", "</", "/>", "<!--", "-->", "'", "\"", "\\",
            "\n", "\r\n", "\u{2028}", "ä", "\u{202e}", "a", "if", "return", "function", "class", "=>", "=", ":", ";", "+", "++",
            "@ts-ignore", " eslint-disable ", "<script>", "</script>", "<style", "---\n", "1.", ".", "async", "case", "\u{0}",
        ]), 0..60),
        extension in proptest::sample::select(vec!["js", "ts", "tsx", "html", "vue", "svelte", "astro"]),
        strictness in proptest::sample::select(vec!["standard", "paranoid"]),
    ) {
        let text = parts.concat();
        let policy = unverified(&json!({ "suppressions": "warn", "strictness": strictness }));
        let bundle = json!({ format!("/n.{extension}"): text }).to_string();
        let (report, ..) = run("//- /keep.txt\n1\n", &bundle, &policy, Kind::Works);
        proptest::prop_assert_eq!(report.state, GateState::Applied);
        for one in &report.suppressions {
            proptest::prop_assert!(one.line >= 1 && one.column >= 1 && text.contains(one.directive.split(' ').next().unwrap_or_default()));
        }
    }
}
