//! File names that hide what they are.

use serde_json::{Value, json};
use verdict_gate::GateState;
use verdict_protocol::Code;

use crate::judge::{Kind, options, run};

#[track_caller]
fn check(before: &str, bundle: &Value, odd_names: Option<&str>, applied: bool) {
    let options = options(&json!({ "policy": { "allowUnverified": true, "oddNames": odd_names } }));
    let (report, ..) = run(before, &bundle.to_string(), &options, Kind::Works);
    let state = if applied { GateState::Applied } else { GateState::Refused };
    assert_eq!(report.state, state, "{bundle} {report:#?}");
    if !applied {
        assert_eq!(
            (report.code, report.errors[0].rule),
            (Some(Code::Policy), Some("odd-name")),
            "{report:#?}"
        );
        assert!(!report.message.chars().any(|c| c.is_control() || c == '\u{202e}'), "{:?}", report.message);
    }
}

#[test]
fn names_with_controls_and_turned_names_are_refused() {
    let odd = [
        "/a\nb.txt",
        "/a\u{1b}[31m.txt",
        "/a\u{7f}.txt",
        "/a\u{85}.txt",
        "/a\u{202e}txt.exe",
        "/d\u{2066}/a.txt",
        "/a\u{200f}.txt",
        "/a\u{2028}.txt",
        "/a\u{feff}.txt",
        "/a\u{200b}.txt",
        "/a\u{e0041}.txt",
        "/a\u{61c}.txt",
    ];
    for path in odd {
        check("//- /x.txt\n1", &json!({ path: "1" }), None, false);
        check("//- /x.txt\n1", &json!({ path: "1" }), Some("block"), false);
        check("//- /x.txt\n1", &json!({ path: "1" }), Some("allow"), true);
        let moved = json!([{ "operation": "RENAME", "file_path": "/x.txt", "new_path": path }]);
        check("//- /x.txt\n1", &moved, None, false);
    }
    let plain = [
        "/ä.txt",
        "/日本語.txt",
        "/שלום.txt",
        "/a b.txt",
        "/می\u{200c}خواهم.txt",
        "/👩\u{200d}💻.txt",
        "/$id.[slug].txt",
    ];
    for path in plain {
        check("//- /x.txt\n1", &json!({ path: "1" }), None, true);
    }
}

/// A change may remove existing files with suspicious names.
#[test]
fn odd_names_that_are_there_can_go() {
    let before = "//- /a\u{202e}b.txt\n1\n//- /x.txt\n1\n";
    check(before, &json!({ "/a\u{202e}b.txt": null }), None, true);
    check(
        before,
        &json!([{ "operation": "RENAME", "file_path": "/a\u{202e}b.txt", "new_path": "/ab.txt" }]),
        None,
        true,
    );
    check(before, &json!({ "/a\u{202e}b.txt": "2" }), None, false);
    check(before, &json!({ "/x.txt": "2" }), None, true);
}
