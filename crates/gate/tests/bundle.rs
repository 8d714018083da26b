//! How each bundle form parses.
#![allow(missing_docs, reason = "a test")]

use verdict_gate::{BundleErrorKind, Operation, parse_bundle};

/// Parses a bundle and compares it with one line for each operation, or one line for each mistake.
#[track_caller]
fn check(bundle: &str, expected: &str) {
    assert_eq!(read(bundle), expected.trim(), "\n--- bundle\n{bundle}");
}

fn read(bundle: &str) -> String {
    match parse_bundle(bundle) {
        Ok(set) => set
            .changes
            .iter()
            .map(|change| {
                let mut line = format!("{} {}", change.operation.as_str(), change.path);
                if let Operation::Rename { to, .. } = &change.operation {
                    line += &format!(" -> {to}");
                }
                if let Some(blob) = change.operation.content() {
                    line += &format!(" {:?}", String::from_utf8_lossy(blob.bytes()));
                }
                if let Some(old) = &change.old_content {
                    line += &format!(" was {:?}", String::from_utf8_lossy(old.bytes()));
                }
                if let Some(reason) = &change.reason {
                    line += &format!(" because {reason}");
                }
                line
            })
            .collect::<Vec<_>>()
            .join("\n"),
        Err(errors) => errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

const BOTH: &str = "CREATE /a.js \"one\\n\"\nMODIFY /b.js \"two\\n\"";

#[test]
fn markdown_with_prose() {
    check(
        "# Plan\n\nFirst:\n\n```paws-change\noperation: CREATE\nfile_path: /a.js\n```\n\nas follows\n\n\
         ```js\none\n```\n\nThen\n```paws-change\nfile_path: b.js\noperation: MODIFY\nrisk: low\n```\n```\ntwo\n```\nDone.\n",
        BOTH,
    );
}

#[test]
fn heads() {
    let head = |head: &str| format!("```paws-change\n{head}\n```\n\n```\nx\n```\n");
    check(&head("operation: CREATE\nfile_path: /a"), r#"CREATE /a "x\n""#);
    check(&head("  operation:   create  \nfile_path:\t/a"), r#"CREATE /a "x\n""#);
    check(&head("operation: CREATE\n\nfile_path: \"/a\\nb\""), "CREATE /a\nb \"x\\n\"");
    check(&head("operation: CREATE\nfile_path: /a:b"), r#"CREATE /a:b "x\n""#);
    check(&head("operation: UPSERT\nfile_path: /__proto__"), r#"UPSERT /__proto__ "x\n""#);
    check(
        &head("operation: CREATE\nfile_path: /a\nreason: it is\n  two lines long"),
        "CREATE /a \"x\\n\" because it is",
    );
    check(&head("operation: CREATE\nfile_path: /a\nnewline_at_end: false"), r#"CREATE /a "x""#);
    check(
        &head("operation: CREATE\nfile_path: /a\nnewline_at_end: no"),
        "4:17: newline_at_end is true or false",
    );
    check(&head("operation: MODIFY\nfile_path: /a\nold_content: \"y\\n\""), r#"MODIFY /a "x\n" was "y\n""#);
    check(&head("operation: RENAME\nfile_path: /a\nnew_path: /b"), r#"RENAME /a -> /b "x\n""#);
    check(
        &head("operation: CREATE\nfile_path: \"/a"),
        "1:1: Missing `file_path:`\n3:12: Malformed string: JSON's escapes are used inside of quotes",
    );
    check(
        &head("operation: CREATE\nfile_path: /a\noperation: DELETE"),
        "4:1: The key operation stands twice",
    );
    check(&head("operation: CREATE\nfile_path: /a\nhello"), "4:1: Expected `key: value`, not hello");
    check(&head("file_path: /a"), "1:1: Missing `operation:`");
    check(&head("operation: CREATE"), "1:1: Missing `file_path:`");
    check(&head("operation: RENAME\nfile_path: /a"), "1:1: RENAME needs `new_path:`");
    check(
        &head("operation: CREATE_OR_UPDATE\nfile_path: /a"),
        "2:12: Unknown operation CREATE_OR_UPDATE (expected CREATE, MODIFY, UPSERT, DELETE or RENAME)",
    );
    check(&head("operation: CREATE\nfile_path: ../a"), "3:12: path leaves the root: ../a");
    check(
        &head("operation: CREATE\nfile_path: C:\\a"),
        "3:12: malformed path (backslash; separate folders with /): C:\\a",
    );
    check(
        &head("operation: CREATE\nfile_path: /a\nencoding: base64"),
        "7:1: Malformed base64: Invalid input length: 1",
    );
    check(
        &head("operation: CREATE\nfile_path: /a\nencoding: latin1"),
        "4:11: Unknown encoding latin1 (expected utf8 or base64)",
    );
    check(
        "```paws-change\noperation: CREATE\nfile_path: /a\nencoding: base64\n```\n```\n aGVs\nbG8=\n```",
        r#"CREATE /a "hello""#,
    );
}

#[test]
fn content_is_kept_to_the_byte() {
    let bundle = |content: &str| {
        format!("```paws-change\noperation: CREATE\nfile_path: /a\n```\n````\n{content}````\n")
    };
    for content in [
        "",
        "\n",
        "\r\n",
        "a\n\n\n",
        "a\r\nb\r\n",
        "a\r\n\r\nb\n",
        "\ta\n \t b  \n",
        "    indented\n",
        "a\rb\n",
        "a\0b\n",
        "\u{feff}a\n",
        "a\u{2028}b\n",
        "&amp; <b> \\* [x](y)\n",
        "```js\ninner\n```\n",
        "~~~\n",
        "# heading\n\n* list\n> quote\n",
        "```paws-change\noperation: DELETE\nfile_path: /etc\n```\n",
        "🐕 --- DOGS_START_FILE: /b ---\nb\n🐕 --- DOGS_END_FILE ---\n",
        "{\"version\": 2}\n",
    ] {
        let set = parse_bundle(&bundle(content)).expect(content);
        assert_eq!(set.changes.len(), 1, "{content:?}");
        let blob = set.changes[0].operation.content().expect("content");
        assert_eq!(blob.text(), Some(content));
    }
    // CRLF line ends throughout, including heads.
    check(
        "```paws-change\r\noperation: CREATE\r\nfile_path: /a\r\n```\r\n```\r\none\r\n```\r\n",
        r#"CREATE /a "one\r\n""#,
    );
}

#[test]
fn fences_nest_as_in_commonmark() {
    // An example of a bundle within a longer fence is prose, as is one within another kind of fence.
    let inner = "```paws-change\noperation: DELETE\nfile_path: /x\n```\n";
    check(&format!("````md\n{inner}````\n"), "1:1: Empty bundle: no operation found");
    check(&format!("~~~\n{inner}~~~\n"), "1:1: Empty bundle: no operation found");
    // The prefixes of an enclosing list item or quote are removed.
    check(
        "1. Make it\n\n   ```paws-change\n   operation: CREATE\n   file_path: /a\n   ```\n\n   ```js\n   if (x) {\n     y();\n   }\n   ```\n",
        r#"CREATE /a "if (x) {\n  y();\n}\n""#,
    );
    check(
        "> ```paws-change\n> operation: CREATE\n> file_path: /../a\n> ```\n> ```\n> x\n> ```\n",
        "3:14: path leaves the root: /../a",
    );
    check("~~~paws-change\noperation: DELETE\nfile_path: /a\n~~~\n", "DELETE /a");
    check("``` paws-change extra\noperation: DELETE\nfile_path: /a\n`````\n", "DELETE /a");
}

#[test]
fn fences_that_are_not_closed() {
    let head = "```paws-change\noperation: CREATE\nfile_path: /a\n```\n";
    check("```paws-change\noperation: DELETE\nfile_path: /a\n", "1:1: This fence is never closed");
    check("```paws-change", "1:1: This fence is never closed");
    check(&format!("{head}```\nx\n"), "5:1: This fence is never closed");
    check(&format!("{head}````\nx\n```\n"), "5:1: This fence is never closed");
    check(&format!("{head}```\nx\n     ```\n"), "5:1: This fence is never closed");
    // A list item, and with it the fence, ends with its indentation.
    check(
        "- x\n\n  ```paws-change\noperation: DELETE\nfile_path: /a\n  ```\n",
        "3:3: This fence is never closed",
    );
    check(
        "```paws-change\noperation: DELETE\nfile_path: /a\n```\n\n```sh\nnpm test\n",
        "6:1: A fence is never closed",
    );
}

#[test]
fn missing_content() {
    let head = |operation| format!("```paws-change\noperation: {operation}\nfile_path: /{operation}\n```\n");
    let needs = "CREATE needs a fenced block with the whole content after it";
    check(&head("CREATE"), &format!("1:1: {needs}"));
    check(&format!("{}{}", head("CREATE"), head("DELETE")), &format!("1:1: {needs}"));
    check(&format!("{}\nprose\n{}```\nx\n```\n", head("CREATE"), head("MODIFY")), &format!("1:1: {needs}"));
    check(&format!("{}```sh\nnpm test\n```\n", head("DELETE")), "DELETE /DELETE");
    check("```paws-change\noperation: RENAME\nfile_path: /a\nnew_path: /b\n```\n", "RENAME /a -> /b");
}

#[test]
fn heads_that_markdown_does_not_show_are_no_silence() {
    let head = "```paws-change\noperation: DELETE\nfile_path: /a\n```\n";
    let hidden = "A paws-change block in HTML or indented code is not read; put a blank line before it";
    check(&format!("<details>\n{head}</details>\n"), &format!("2:1: {hidden}"));
    check("text\n\n    ```paws-change\n    operation: DELETE\n", &format!("3:5: {hidden}"));
    check(&format!("<details>\n\n{head}\n</details>\n"), "DELETE /a");
}

#[test]
fn dogs_markers() {
    let start = |path: &str| format!("🐕 --- DOGS_START_FILE: {path} ---\n");
    let end = |path: &str| format!("🐕 --- DOGS_END_FILE: {path} ---\n");
    let file = |path: &str, content: &str| format!("{}{content}{}", start(path), end(path));
    check(
        &format!("Here:\n{}\n{}", file("/a.js", "one\n"), file("b.js", "")),
        "UPSERT /a.js \"one\\n\"\nUPSERT /b.js \"\"",
    );
    check(&format!("{}x\n🐕 --- DOGS_END_FILE ---", start("/a")), r#"UPSERT /a "x\n""#);
    check(&file("/a b", "x\r\n"), r#"UPSERT /a b "x\r\n""#);
    check(&file("/a", "```\nnot closed\n"), r#"UPSERT /a "```\nnot closed\n""#);
    check(
        &file("/a", "```paws-change\noperation: DELETE\nfile_path: /b\n```\n"),
        r#"UPSERT /a "```paws-change\noperation: DELETE\nfile_path: /b\n```\n""#,
    );
    check(&file("/a (Content:Base64)", "aGVs\nbG8=\n"), r#"UPSERT /a "hello""#);
    check(
        "🐕 --- DOGS_START_FILE: /a (Content:Base64) ---\nAA==\n🐕 --- DOGS_END_FILE: /a ---\n",
        r#"UPSERT /a "\0""#,
    );
    check(&file("/a (Content:Base64)", "?\n"), "2:1: Malformed base64: Invalid symbol 63, offset 0.");
    check(&file("/a", "@@ PAWS_CMD DELETE_FILE() @@\n"), "DELETE /a");
    check(
        &file("/a", "@@ PAWS_CMD REPLACE_LINES(1, 2) @@\nx\n"),
        "2:1: Delta commands are not carried out here: give the whole content of the file",
    );
    check(&start("/a"), "1:1: DOGS_START_FILE of /a has no DOGS_END_FILE");
    check(
        &format!("{}x\n{}", start("/a"), file("/b", "y\n")),
        "1:1: DOGS_START_FILE of /a has no DOGS_END_FILE before the next marker; content that holds markers is written as (Content:Base64)",
    );
    check(
        &format!("{}x\n{}", start("/a"), end("/b")),
        "1:1: DOGS_START_FILE of /a has no DOGS_END_FILE before the next marker; content that holds markers is written as (Content:Base64)",
    );
    check(&end("/a"), "1:1: DOGS_END_FILE without a DOGS_START_FILE before it");
    check(
        "🐕 --- DOGS_START_FILE /a\nx\n",
        "1:1: Malformed marker (expected `🐕 --- DOGS_START_FILE: path ---`)",
    );
    check(&file("../a", "x\n"), "1:1: path leaves the root: ../a");
}

#[test]
fn dogs_markers_with_heads_and_fences() {
    let head = "```paws-change\noperation: CREATE\nfile_path: /a\n```\n";
    let file =
        |path: &str| format!("🐕 --- DOGS_START_FILE: {path} ---\nx\n🐕 --- DOGS_END_FILE: {path} ---\n");
    check(&format!("{head}{}", file("a")), r#"CREATE /a "x\n""#);
    check(
        &format!("{head}{}", file("/b")),
        "1:1: CREATE needs a fenced block with the whole content after it",
    );
    // Markers within fences are content or prose; those after them are not.
    check(
        &format!("{head}```\n{}```\n", file("/b")),
        "CREATE /a \"🐕 --- DOGS_START_FILE: /b ---\\nx\\n🐕 --- DOGS_END_FILE: /b ---\\n\"",
    );
    check(&format!("```\n{}```\n{}", file("/b"), file("/c")), r#"UPSERT /c "x\n""#);
    check(
        &format!("````\n{}````\n{}\n~~~\n{}~~~\n{head}{}", file("/b"), file("/c"), file("/d"), file("/a")),
        "UPSERT /c \"x\\n\"\nCREATE /a \"x\\n\"",
    );
    check(&format!("```\n{}", file("/b")), "1:1: A fence is never closed");
}

#[test]
fn patch_json() {
    let patch = |changes: &str| {
        format!(
            "{{\"version\": 2, \"timestamp\": 1, \"metadata\": {{\"reason\": \"r\"}},\n\"changes\": [{changes}]}}"
        )
    };
    check(
        &patch(
            r#"{"type":"CREATE","path":"/a.js","content":"one\n"},{"path":"b.js","type":"MODIFY","content":"two\n","oldContent":"b","x":{}},
            {"type":"DELETE","path":"/c"},{"type":"RENAME","path":"/d","newPath":"/e"},{"type":"CREATE","path":"/f","content":"AA==","encoding":"base64"}"#,
        ),
        "CREATE /a.js \"one\\n\"\nMODIFY /b.js \"two\\n\" was \"b\"\nDELETE /c\nRENAME /d -> /e\nCREATE /f \"\\0\"",
    );
    check(&patch(r#"{"type":"CREATE","path":"/a"}"#), "2:13: CREATE needs `content`");
    check(&patch(r#"{"type":"CREATE","path":"/a","content":null}"#), "2:13: CREATE needs `content`");
    check(&patch(r#"{"type":"CREATE","path":7}"#), "2:37: Expected a string for path");
    check(
        &patch(r#"{"type":"PATCH","path":"/a"}"#),
        "2:21: Unknown operation PATCH (expected CREATE, MODIFY, UPSERT, DELETE or RENAME)",
    );
    check(&patch(r#"{"type":"DELETE","path":"/é/../../a"}"#), "2:37: path leaves the root: /é/../../a");
    check(&patch(r#"{"type":"DELETE","path":"/a","path":"/b"}"#), "2:42: The key path stands twice");
    check(
        &patch(r#"{"type":"DELETE","path":"\ud800"}"#),
        "2:37: Malformed JSON: a string with a lone surrogate",
    );
    check(&patch("7"), "2:13: Expected an object: one operation");
    check(&patch(""), "1:1: Empty bundle: no operation found");
    check(r#"{"version":3,"changes":[]}"#, "1:12: Patch version 3 (expected 2)");
    check(r#"{"changes":[]}"#, "1:1: Missing `version`");
    check("{\"version\": 2,\n\"changes\": [}", "2:13: Malformed JSON: expected value");
    check("{\"/a\": \"x", "1:9: Malformed JSON: EOF while parsing a string");
    check(
        "{\"/a\": \"one\n```paws-change\noperation: DELETE\nfile_path: /b\n```\n\"}",
        "1:11: Malformed JSON: control character (\\u0000-\\u001F) found while parsing a string",
    );
}

#[test]
fn lists_and_maps() {
    check(
        r#" [{"operation":"CREATE","file_path":"/a.js","new_content":"one\n"},{"operation":"MODIFY","file_path":"/b.js","new_content":"two\n"}]"#,
        BOTH,
    );
    check("[]", "1:1: Empty bundle: no operation found");
    check("{}", "1:1: Empty bundle: no operation found");
    check(
        r#"{"/a":"x","/b":null,"/__proto__":"","changes":"y"}"#,
        "UPSERT /a \"x\"\nDELETE /b\nUPSERT /__proto__ \"\"\nUPSERT /changes \"y\"",
    );
    check("{\"/a\":\"x\",\n \"a\":\"y\"}", "2:2: Two operations on /a: the first is at line 1");
    check(
        r#"{"/a":1,"/b":{}}"#,
        "1:7: Expected the content as a string, or null\n1:14: Expected the content as a string, or null",
    );
}

#[test]
fn two_operations_on_one_path() {
    let delete = |path: &str| format!("```paws-change\noperation: DELETE\nfile_path: {path}\n```\n");
    check(&format!("{}{}", delete("/a"), delete("./a")), "5:1: Two operations on /a: the first is at line 1");
    check(
        &format!("{}```paws-change\noperation: RENAME\nfile_path: /b\nnew_path: /a\n```\n", delete("/a")),
        "5:1: Two operations on /a: the first is at line 1",
    );
    check(
        "```paws-change\noperation: RENAME\nfile_path: /b\nnew_path: /b\n```\n",
        "1:1: Two operations on /b: the first is at line 1",
    );
}

#[test]
fn nothing_is_empty() {
    for bundle in ["", "\u{feff}", "Just talk.\n", "[a link](x)\n", "```js\ncode\n```\n", "null", "7"] {
        check(bundle, "1:1: Empty bundle: no operation found");
    }
}

#[test]
fn columns_are_utf16_units_and_a_byte_order_mark_is_none() {
    check("\u{feff}{\"/😀\": 1}", "1:9: Expected the content as a string, or null");
}

#[test]
fn deep_and_long_bundles_end() {
    for bundle in [
        "[".repeat(100_000) + "{",
        "{\"a\":".repeat(100_000),
        format!("{{\"version\":2,\"changes\":[{}]}}", "[".repeat(50_000) + &"]".repeat(50_000)),
        ">".repeat(20_000) + " ```paws-change",
        "- ".repeat(5_000),
        "`".repeat(100_000),
        "```\n".repeat(20_001),
        "🐕 --- DOGS_START_FILE: /a ---\n".repeat(20_000),
    ] {
        assert!(parse_bundle(&bundle).is_err(), "{}", &bundle[..20]);
    }
    let many: String =
        (0..5_000).map(|n| format!("🐕 --- DOGS_START_FILE: /{n} ---\n🐕 --- DOGS_END_FILE ---\n")).collect();
    assert_eq!(parse_bundle(&many).expect("many").changes.len(), 5_000);
}

/// A head has one content. A second block is a mistake, unless a heading marks it as something else.
#[test]
fn a_second_block_after_one_head() {
    let head = |operation: &str, path: &str| {
        format!("```paws-change\noperation: {operation}\nfile_path: {path}\n```\n")
    };
    let block = |text: &str| format!("```\n{text}\n```\n");
    let (create, one, two) = (head("CREATE", "/a"), block("1"), block("2"));
    for text in [
        format!("{create}{one}{two}"),
        format!("{create}\n{one}\nOr rather this:\n\n~~~js\n2\n~~~\n"),
        format!("{create}{one}{two}{}{one}", head("CREATE", "/b")),
        format!("{create}🐕 --- DOGS_START_FILE: /a ---\n1\n🐕 --- DOGS_END_FILE: /a ---\n{two}"),
        format!("{create}{one}#not a heading\n\n{two}"),
    ] {
        let errors = parse_bundle(&text).expect_err(&text);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!(errors[0].kind, BundleErrorKind::Syntax, "{errors:?}");
        assert!(errors[0].message.starts_with("A second block after one head"), "{errors:?}");
    }
    for text in [
        format!("Before:\n\n{two}\n{create}{one}"),
        format!("{create}{one}\n## Try it\n\n{two}"),
        format!("{create}{one}{}{two}", head("CREATE", "/b")),
        format!("🐕 --- DOGS_START_FILE: /a ---\n1\n🐕 --- DOGS_END_FILE: /a ---\n{two}"),
        format!("{}\nGone.\n\n{two}{create}{one}", head("DELETE", "/b")),
    ] {
        assert!(parse_bundle(&text).is_ok(), "{text} {:?}", parse_bundle(&text));
    }
}
