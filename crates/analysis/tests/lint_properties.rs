//! Properties of `lint:` on files, comments and configurations that nobody wrote.

use crate::common;

use common::{first, render, snapshot};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use verdict_analysis::{Linter, rules};
use verdict_protocol::{Diagnostic, LintConfig};

/// All rules.
fn every_rule() -> Value {
    Value::Object(rules().map(|rule| (rule.id.to_owned(), json!("error"))).collect::<Map<_, _>>())
}

fn lint(config: &Value, fixture: &str) -> Vec<Diagnostic> {
    let config = serde_json::from_value::<LintConfig>(config.clone()).expect("a configuration");
    Linter::new(&snapshot(fixture), &config).check(&first(fixture))
}

/// Words that parsers, rules and comments know.
const WORDS: &[&str] = &[
    "a",
    "b",
    "var",
    "let",
    "const",
    "function",
    "class",
    "=>",
    "=",
    "==",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ".",
    "?.",
    "...",
    "!!",
    "!",
    "`",
    "${",
    "'x'",
    "\"",
    "/x/u",
    "/",
    "1",
    "0n",
    "if",
    "else",
    "for",
    "of",
    "in",
    "while",
    "return",
    "async",
    "await",
    "yield",
    "*",
    "new",
    "delete",
    "typeof",
    "switch",
    "case",
    "default",
    ":",
    "try",
    "catch",
    "finally",
    "throw",
    "import",
    "export",
    "from",
    "debugger",
    "eval",
    "label:",
    "break",
    "@d",
    "#p",
    "<T>",
    "as",
    "\n",
    "\u{feff}",
    "\u{2028}",
    "\u{1f600}",
    "//",
    "/*",
    "*/",
    "eslint-disable",
    "eslint-enable",
    "-- why",
    "global",
    "constructor",
    "super",
    "this",
    "arguments",
    "\\u0061",
    "use strict",
];

fn sources() -> impl Strategy<Value = String> {
    let words = prop::collection::vec(prop::sample::select(WORDS), 0..40).prop_map(|words| words.join(" "));
    prop_oneof![4 => words, 1 => any::<String>()].prop_map(|source| source.replace("//- ", ""))
}

/// Comments that switch rules off and on.
fn directives() -> impl Strategy<Value = String> {
    let rule = prop::sample::select(
        &["", "no-var", "no-debugger", "no-empty, no-var", "none", "no-var -- why", ",,"][..],
    );
    let label = prop::sample::select(
        &["eslint-disable", "eslint-enable", "eslint-disable-line", "eslint-disable-next-line"][..],
    );
    let code = prop::sample::select(&["debugger;", "var x;", "{}", "\n", "f();"][..]);
    let comment = (label, rule, any::<bool>()).prop_map(|(label, rule, is_line)| match is_line {
        true => format!("// {label} {rule}\n"),
        false => format!("/* {label} {rule} */"),
    });
    let piece = prop_oneof![comment, code.prop_map(str::to_owned)];
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

/// JSON that resembles a configuration.
fn configurations() -> impl Strategy<Value = Value> {
    const KEYS: &[&str] = &[
        "files",
        "ignores",
        "basePath",
        "extends",
        "rules",
        "languageOptions",
        "linterOptions",
        "settings",
        "plugins",
        "name",
        "globals",
        "ecmaVersion",
        "sourceType",
        "parserOptions",
        "noInlineConfig",
        "reportUnusedDisableDirectives",
        "no-var",
        "no-empty",
        "max-params",
        "no-restricted-syntax",
        "unknown",
        "",
    ];
    const TEXTS: &[&str] = &[
        "**/*.js",
        "*.js",
        "!a.js",
        "{a,b",
        "error",
        "warn",
        "off",
        "recommended",
        "all",
        "none",
        "node",
        "",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-1i64..4).prop_map(Value::from),
        prop::sample::select(TEXTS).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let key = prop::sample::select(KEYS).prop_map(str::to_owned);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..5)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

/// Whether a finding is in a text: its line exists, and its column is one of the line or the one after it.
fn is_inside(found: &Diagnostic, text: &str) -> bool {
    let lines = verdict_syntax::LineTable::new(text);
    let fits = |line: u32, column: u32| {
        let units = u32::try_from(lines.text(line).encode_utf16().count()).unwrap_or(u32::MAX);
        (1..=lines.lines()).contains(&line) && (1..=units + 2).contains(&column)
    };
    let place = &found.location;
    let end = (place.end_line.unwrap_or(place.line), place.end_column.unwrap_or(place.column));
    fits(place.line, place.column) && fits(end.0, end.1) && end >= (place.line, place.column)
}

proptest! {
    /// Every finding is in the file, and the same file has the same findings.
    #[test]
    fn findings_are_in_their_file(source in sources(), extension in prop::sample::select(&["js", "mjs", "cjs", "ts", "tsx"][..])) {
        let fixture = format!("//- /a.{extension}\n{source}");
        let config = json!({ "configs": [{ "rules": every_rule() }] });
        let found = lint(&config, &fixture);
        for one in &found {
            prop_assert!(is_inside(one, &source), "{}\n{}", source, render(std::slice::from_ref(one)));
        }
        prop_assert_eq!(&found, &lint(&config, &fixture));
    }

    /// Comments only take findings away, unless they configure. What they take away comes back without them.
    #[test]
    fn directives_only_take_away(source in directives()) {
        let rules = json!({ "no-var": 2, "no-debugger": 2, "no-empty": 1 });
        let with = |no_inline: bool| {
            let linter = json!({ "reportUnusedDisableDirectives": false, "noInlineConfig": no_inline });
            let config = json!({ "configs": [{ "linterOptions": linter, "rules": rules }] });
            let found = lint(&config, &source);
            found.into_iter().filter(|one| one.rule.is_some()).collect::<Vec<_>>()
        };
        let all = with(true);
        for one in with(false) {
            prop_assert!(all.contains(&one), "{}\n{}", source, render(&[one]));
        }
    }

    /// Whatever an `eslint.config.json` says, each error is in it and has a reason, and `only` does not read it.
    #[test]
    fn configurations_are_read_or_refused(config in configurations(), cut in 0usize..400) {
        let text = config.to_string();
        let text: String = if cut < 300 { text } else { text.chars().take(cut - 300).collect() };
        let fixture = format!("//- /a.js\nvar a;\n//- /eslint.config.json\n{text}");
        let found = lint(&json!({}), &fixture);
        for one in &found {
            match one.location.file.as_str() {
                "/a.js" => prop_assert!(is_inside(one, "var a;\n")),
                file => {
                    prop_assert_eq!(file, "/eslint.config.json");
                    prop_assert!(is_inside(one, &text) && !one.message.is_empty(), "{}\n{}", text, one.message);
                }
            }
        }
        let is_json = serde_json::from_str::<Value>(&text).is_ok_and(|value| !matches!(value, Value::Null | Value::Bool(_) | Value::Number(_)));
        prop_assert!(is_json || !found.is_empty(), "{}", text);
        let only = lint(&json!({ "only": ["no-var"] }), &fixture);
        prop_assert_eq!(render(&only), "1:1-1:7 no-var Unexpected var, use let or const instead.");
    }
}
