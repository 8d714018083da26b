//! What code may write and use.

use serde_json::json;
use verdict_gate::GateState;
use verdict_gate::policy::Constitution;
use verdict_protocol::Code;
use verdict_vfs::VfsPath;

use crate::judge::{Kind, options, run, shown};

const SPEC: &str = "//- /spec/constitution.yaml
version: 1
capabilities:
  - { prefix: /tools/, write: ['/data/**', '/log.txt'], network: false, eval: false }
  - { prefix: /tools/net/, write: [], network: true, eval: false }
//- /tools/a.js
fetch(old);
//- /data/d.json
{}
//- /src/s.js
fetch(x);
";

fn path(path: &str) -> VfsPath {
    VfsPath::parse(path).expect("a path")
}

#[test]
fn the_longest_prefix_says() {
    let text = SPEC.split("//- ").nth(1).and_then(|file| file.split_once('\n')).expect("a file").1;
    let constitution = Constitution::parse(text, "c").expect("a constitution");
    let of = |of: &str| serde_json::to_value(constitution.capabilities_for(&path(of))).expect("JSON");
    let tools = json!({ "canWrite": ["/data/**", "/log.txt"], "canNetwork": false, "canEval": false });
    assert_eq!(of("/tools/a.js"), tools);
    assert_eq!(of("/tools/x/y.js"), tools);
    assert_eq!(of("/tools/net/n.js"), json!({ "canWrite": [], "canNetwork": true, "canEval": false }));
    let free = json!({ "canWrite": ["/**"], "canNetwork": true, "canEval": true });
    assert_eq!(of("/toolsmith.js"), free);
    assert_eq!(of("/src/s.js"), free);
}

/// Expects violations of a bundle that an actor makes.
#[track_caller]
fn writes(actor: &str, bundle: &str, expected: &[&str]) {
    let all = options(&json!({ "verifyCommand": "lint:/src/s.js", "actor": actor }));
    let (report, ..) = run(SPEC, bundle, &all, Kind::Works);
    assert_eq!(shown(&report.violations), expected, "{report:#?}");
    let state = if expected.is_empty() { GateState::Applied } else { GateState::Refused };
    assert_eq!(report.state, state, "{report:#?}");
    assert_eq!(report.code, (!expected.is_empty()).then_some(Code::Policy));
}

#[test]
fn an_actor_writes_where_it_may() {
    writes("/tools/a.js", r#"{"/data/x/y.json":"1","/log.txt":"1"}"#, &[]);
    writes("/tools/a.js", r#"{"/data/d.json":null,"/src/s.js":"1"}"#, &["/tools/ /src/s.js"]);
    writes("/tools/a.js", r#"{"/src/s.js":null}"#, &["/tools/ /src/s.js"]);
    let moved = |from: &str, to: &str| {
        json!([{ "operation": "RENAME", "file_path": from, "new_path": to }]).to_string()
    };
    writes("/tools/a.js", &moved("/src/s.js", "/data/s.js"), &["/tools/ /src/s.js"]);
    writes("/tools/a.js", &moved("/data/d.json", "/d.json"), &["/tools/ /d.json"]);
    writes("/tools/net/n.js", r#"{"/data/d.json":"1"}"#, &["/tools/net/ /data/d.json"]);
    writes("/src/s.js", r#"{"/src/s.js":"1"}"#, &[]);
    let bad = options(&json!({ "verifyCommand": "lint:/src/s.js", "actor": "../x" }));
    let (report, ..) = run(SPEC, r#"{"/x":"1"}"#, &bad, Kind::Works);
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Path)));
}

#[test]
fn code_uses_what_it_may() {
    let all = options(&json!({ "verifyCommand": "lint:/src/s.js" }));
    let uses = |bundle: &str, expected: &[&str]| {
        let (report, _, asked) = run(SPEC, bundle, &all, Kind::Works);
        assert_eq!(shown(&report.violations), expected, "{report:#?}");
        assert_eq!(report.state == GateState::Applied, expected.is_empty(), "{report:#?}");
        asked
    };
    // What it did before is no news, wherever the line is now.
    uses(r#"{"/tools/a.js":"more();\nfetch(old);"}"#, &[]);
    uses(r#"{"/tools/a.js":"fetch(old);\nfetch(new);"}"#, &["/tools/ /tools/a.js:2"]);
    uses(r#"{"/tools/b.js":"fetch(x)"}"#, &["/tools/ /tools/b.js:1"]);
    uses(r#"{"/tools/b.js":"eval(x)"}"#, &["/tools/ /tools/b.js:1"]);
    uses(r#"{"/tools/net/n.js":"fetch(x)"}"#, &[]);
    uses(r#"{"/tools/net/n.js":"eval(x)"}"#, &["/tools/net/ /tools/net/n.js:1"]);
    let moved = |from: &str, to: &str| {
        json!([{ "operation": "RENAME", "file_path": from, "new_path": to }]).to_string()
    };
    uses(&moved("/tools/a.js", "/tools/c.js"), &[]);
    uses(&moved("/src/s.js", "/tools/s.js"), &["/tools/ /tools/s.js:1"]);
    // Nothing is asked where nothing is denied.
    let asked = uses(r#"{"/src/t.js":"fetch(x); eval(y)","/tools/t.md":"fetch("}"#, &[]);
    assert!(asked.iter().all(|(_, config)| config.is_null()), "{asked:?}");
    // Only these rules run, whatever the files and the project say.
    let asked = uses(r#"{"/tools/b.js":"ok"}"#, &[]);
    let (command, config) = &asked[0];
    assert_eq!(command, "lint:/tools/b.js");
    let only = json!(["no-eval", "no-implied-eval", "no-new-func", "no-restricted-globals"]);
    assert_eq!((&config["lint"]["only"], &config["lint"]["noInlineConfig"]), (&only, &json!(true)));
}

#[test]
fn what_cannot_be_told_is_not_granted() {
    let bundle = r#"{"/tools/b.js":"ok"}"#;
    let all = options(&json!({ "verifyCommand": "test:/x.test.js" }));
    let (report, ..) = run(SPEC, bundle, &all, Kind::Missing);
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Unavailable)));
    assert!(report.message.starts_with("Capabilities could not be checked: "), "{}", report.message);
    let open = options(&json!({ "policy": { "allowUnverified": true } }));
    let (report, ..) = run(SPEC, bundle, &open, Kind::Missing);
    assert_eq!(report.state, GateState::Applied, "{report:#?}");
    assert!(report.warnings.iter().any(|warning| warning.starts_with("Capabilities were not checked")));
    // A rule that the verifier does not know would find nothing, before and after.
    let (report, ..) = run(SPEC, r#"{"/tools/a.js":"fetch(new);"}"#, &all, Kind::Old);
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Unavailable)), "{report:#?}");
}
