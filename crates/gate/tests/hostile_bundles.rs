//! Bundles that attack the parser itself: deep, huge or random.
#![allow(missing_docs)]

use proptest::prelude::*;
use verdict_gate::parse_bundle;

/// Parsing must take little time and little stack, whether it succeeds or not.
#[test]
fn deep_and_huge_bundles_are_answered() {
    const MANY: usize = 100_000;
    let block = "```paws-change\noperation: CREATE\nfile_path: /a.js\n```\n\n```js\n1\n```\n";
    let many_files: String = (0..10_000)
        .map(|n| {
            format!("```paws-change\noperation: CREATE\nfile_path: /f{n}.js\n```\n\n```js\n{n}\n```\n\n")
        })
        .collect();
    let cases: [(&str, String, bool); 14] = [
        ("quotes in quotes", format!("{}{block}", ">".repeat(MANY)), false),
        ("brackets", format!("{}\n\n{block}", "[".repeat(MANY)), true),
        ("images", format!("{}\n\n{block}", "![".repeat(MANY)), true),
        ("emphasis", format!("{}\n\n{block}", "*a _b ".repeat(MANY)), true),
        (
            "ticks of every length",
            format!("{}\n\n{block}", (1..400).map(|n| "`".repeat(n) + " ").collect::<String>()),
            true,
        ),
        ("lists in lists", format!("{}\n\n{block}", "- ".repeat(MANY)), true),
        ("a list a line deeper", (0..2_000).map(|n| format!("{}- a\n", "  ".repeat(n))).collect(), false),
        ("links", format!("{}\n\n{block}", "[a](".repeat(MANY)), true),
        ("tags", format!("{}\n\n{block}", "<a ".repeat(MANY)), true),
        ("arrays", "[".repeat(MANY), false),
        ("objects", "{\"a\":".repeat(MANY), false),
        (
            "a deep value beside the changes",
            format!(r#"{{"version":2,"metadata":{}{},"changes":[]}}"#, "[".repeat(MANY), "]".repeat(MANY)),
            false,
        ),
        ("many files", many_files, true),
        ("markers that never end", "🐕 --- DOGS_START_FILE: /a.js ---\n".repeat(20_000), false),
    ];
    for (name, bundle, expected) in cases {
        assert_eq!(parse_bundle(&bundle).is_ok(), expected, "{name}");
    }
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("```paws-change\n".to_owned()),
        Just("````\n".to_owned()),
        Just("```\n".to_owned()),
        Just("~~~js\n".to_owned()),
        Just("operation: CREATE\n".to_owned()),
        Just("operation: RENAME\nnew_path: /c\n".to_owned()),
        Just("file_path: /a\n".to_owned()),
        Just("🐕 --- DOGS_START_FILE: /a ---\n".to_owned()),
        Just("🐕 --- DOGS_START_FILE: /b (Content:Base64) ---\n".to_owned()),
        Just("🐕 --- DOGS_END_FILE ---\n".to_owned()),
        Just("{\"version\":2,\"changes\":[".to_owned()),
        Just("{\"type\":\"CREATE\",\"path\":\"/a\",\"content\":\"\\ud800\"}".to_owned()),
        Just("]}".to_owned()),
        Just("> ".to_owned()),
        Just("- ".to_owned()),
        Just("\r\n".to_owned()),
        Just("\u{feff}".to_owned()),
        Just("\t".to_owned()),
        "\\PC{0,8}",
        ".{0,4}",
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every input either parses or fails. A failure has a reason with a location inside the bundle.
    #[test]
    fn anything_is_read_or_refused_with_a_place(bundle in pieces()) {
        match parse_bundle(&bundle) {
            Ok(set) => prop_assert!(!set.changes.is_empty()),
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                let lines = u32::try_from(bundle.split('\n').count()).expect("few lines");
                for error in errors {
                    prop_assert!((1..=lines).contains(&error.line), "{error:?}");
                    prop_assert!(error.column >= 1);
                }
            }
        }
    }
}
