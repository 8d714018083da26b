//! Documents: one reader for YAML and JSON, locations of all mistakes, and bounded time for hostile
//! documents.
#![allow(missing_docs, reason = "a test")]

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Deserialize;
use verdict_gate::{DocumentError, Mistakes, Spanned, read_document};

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Doc {
    version: u32,
    #[serde(default)]
    on: bool,
    #[serde(default)]
    rules: Vec<Rule>,
    #[serde(default)]
    names: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Rule {
    id: Spanned<String>,
    #[serde(default)]
    paths: Vec<Spanned<String>>,
}

fn read(text: &str) -> Result<Doc, Vec<DocumentError>> {
    read_document(text, "/spec/d.yaml")
}

/// Expects `line:column: message` (with a part of the message), or `ok`.
#[track_caller]
fn check(text: &str, expected: &str) {
    let shown: String = text.chars().take(80).collect();
    match (read(text), expected) {
        (Ok(_), "ok") => {}
        (Ok(doc), _) => panic!("{shown:?} is {doc:?}"),
        (Err(errors), _) => {
            let error = errors.first().expect("an error").to_string();
            let (place, message) = expected.split_once(": ").unwrap_or_else(|| panic!("{shown:?}: {error}"));
            let found = error.strip_prefix("/spec/d.yaml:").expect("the name");
            assert!(
                found.starts_with(&format!("{place}: ")) && found.contains(message),
                "{shown:?}: {found}"
            );
        }
    }
}

#[test]
fn yaml_and_json_are_read_alike() {
    let yaml = "# head\nversion: 1\non: true\nrules:\n  - id: A\n    paths: ['/a/**', \"/b\"]\nnames: {x: no, y: \"\"}\n";
    let json = "{\"version\": 1,\n\t\"on\": true,\n\t\"rules\": [{\"id\": \"A\", \"paths\": [\"\\/a/**\", \"/b\"]}],\r\n\"names\":{\"x\":\"no\",\"y\":\"\"}}";
    assert_eq!(read(yaml).expect("yaml"), read(json).expect("json"));
    for text in [
        "version: 1",
        "\u{feff}version: 1\r\n",
        "---\nversion: 1\n...\n",
        "{\"version\":1}",
        "version: !!int 1",
    ] {
        check(text, "ok");
    }
    let emoji = read("{\"version\": 1, \"names\": {\"a\": \"\\ud83d\\ude00\"}}").expect("a surrogate pair");
    assert_eq!(emoji.names["a"], "😀");
}

#[test]
fn mistakes_have_places() {
    check("", "1:1: unexpected end of file");
    check("version: x", "1:10: u32");
    check("rules: []", "1:1: version");
    check("version: 1\nrulez: []", "2:1: rulez");
    check("version: 1\nversion: 2", "2:1: duplicate");
    check("version: 1\nnames:\n  a: 1\n  'a': 2", "4:3: duplicate");
    check("{\"version\": 1,\n \"rules\": [{\"id\": \"a\", \"id\": \"b\"}]}", "2:24: duplicate");
    check("version: 1\nrules:\n - paths: []\n - id: x", "3:4: id");
    check("version: 1\nrules:\n - id: [", "3:8: ");
    check("version: 1\non: yes", "2:5: ");
    check("version: 1\nnames: {😀: *x}", "2:13: unknown");
    check("---\nversion: 1\n---\nversion: 2", "4:1: ");
    check("version: 1\n\tx: 1", "1:10: tab");
    check("version: 1\n\u{0}", "2:1: ");
}

#[test]
fn values_have_places() {
    let text = "version: 1\nnames: {}\nrules:\n  - id: &id a\n    paths: ['😀', x]\n  - id: *id\n";
    let doc = read(text).expect("a document");
    let mut mistakes = Mistakes::new(text, "d");
    for rule in doc.rules.iter().rev() {
        mistakes.at(rule.id.offset, &rule.id);
        rule.paths.iter().for_each(|path| mistakes.at(path.offset, path));
    }
    let places: Vec<String> =
        mistakes.finish().expect_err("mistakes").iter().map(ToString::to_string).collect();
    assert_eq!(places, ["d:4:13: a", "d:5:13: 😀", "d:5:19: x", "d:6:9: a"]);
}

#[test]
fn hostile_documents_end_soon() {
    let bomb = |levels: usize| {
        let aliases = |level: usize| vec![format!("*a{}", level - 1); 9].join(",");
        let levels: String = (1..levels).map(|at| format!("  a{at}: &a{at} [{}]\n", aliases(at))).collect();
        format!("version: 1\nnames:\n  a0: &a0 [x]\n{levels}")
    };
    for text in [
        "[".repeat(100_000),
        "{".repeat(100_000),
        "{a: ".repeat(100_000),
        format!("version:\n{}1", "- ".repeat(100_000)),
        "? ".repeat(100_000),
        format!("version: {}", "!a ".repeat(100_000)),
        format!("version: &a {}", "&a ".repeat(100_000)),
        "a: &a [*a]\nversion: 1".to_owned(),
        "version: 1\nnames: &a\n  <<: *a".to_owned(),
        bomb(30),
        format!("version: {}", "1".repeat(2_000_000)),
        "---\n".repeat(100_000),
        (0..50_000).map(|at| format!("a{at}: &a{at} 1\n")).collect(),
        "\"\\".repeat(200_000),
        " ".repeat(500_000),
    ] {
        let error = read(&text).expect_err("refused");
        assert!(error.iter().all(|error| error.message.len() < 1_000 && !error.message.contains('\n')));
    }
    // The same bomb where any value is allowed.
    read_document::<serde_json::Value>(&bomb(30), "d").expect_err("a bomb");
    read_document::<serde::de::IgnoredAny>(&bomb(30), "d").expect_err("a bomb");
    let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read_document::<serde_json::Value>(&deep(60), "d").is_ok());
    assert!(read_document::<serde_json::Value>(&deep(65), "d").is_err());
}

/// YAML-like text: meaningful tokens in any order.
fn tokens() -> impl Strategy<Value = String> {
    const TOKENS: [&str; 36] = [
        "version",
        "rules",
        "id",
        "names",
        ": ",
        ":",
        "- ",
        "\n",
        "\n  ",
        "\n    ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "&a ",
        "*a",
        "<<: ",
        "!!str ",
        "!x ",
        "'",
        "\"",
        "\\u00",
        "|",
        ">-\n",
        "---\n",
        "...\n",
        "# c",
        "? ",
        "1",
        "~",
        "%YAML 1.2\n",
        "😀",
        "\u{0}",
        "\t",
        "@`",
    ];
    proptest::collection::vec(proptest::sample::select(&TOKENS[..]), 0..60).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics(text in prop_oneof![
        tokens(),
        any::<String>(),
        proptest::collection::vec(any::<u8>(), 0..200).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ]) {
        let lines = u32::try_from(text.split(['\n', '\r']).count()).expect("few");
        for errors in [read(&text).err(), read_document::<serde_json::Value>(&text, "d").err()].into_iter().flatten() {
            prop_assert!(!errors.is_empty());
            for error in errors {
                prop_assert!(error.line >= 1 && error.column >= 1 && error.line <= lines, "{error}");
            }
        }
    }

    /// The YAML reader reads whatever a JSON writer writes.
    #[test]
    fn json_is_yaml(value in proptest::collection::btree_map(
        any::<String>(),
        (proptest::collection::vec(any::<String>(), 0..3), any::<Option<bool>>(), any::<i32>()),
        0..4,
    )) {
        let value = serde_json::to_value(value).expect("JSON");
        for text in [value.to_string(), format!("{value:#}")] {
            prop_assert_eq!(&read_document::<serde_json::Value>(&text, "d").expect("a document"), &value);
        }
    }
}
