//! The files that code may write, and the capabilities that it may use.

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

/// Expects the violations of an actor's bundle.
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
    // Earlier uses are not new, wherever the line is now.
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
    // Without denials, the gate asks the verifier nothing.
    let asked = uses(r#"{"/src/t.js":"fetch(x); eval(y)","/tools/t.md":"fetch("}"#, &[]);
    assert!(asked.iter().all(|(_, config)| config["lint"]["only"].is_null()), "{asked:?}");
    // Only these rules run, whatever the files and the project's configuration say.
    let asked = uses(r#"{"/tools/b.js":"ok"}"#, &[]);
    let (command, config) = &asked[0];
    assert_eq!(command, "lint:/tools/b.js");
    let only = json!([
        "agent/no-dynamic-access",
        "agent/no-dynamic-code",
        "agent/no-forbidden-write",
        "agent/no-network",
        "agent/no-workers",
    ]);
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

/// The gate refuses new code in files that it cannot analyse, and nothing else in them.
#[test]
fn what_cannot_be_analysed_is_refused() {
    let html = "<p>hi</p><script>a()</script>";
    let before = format!(
        "{SPEC}//- /tools/old.html\n{html}\n//- /tools/old.vue\n<p>{{{{ a }}}}</p><style>a {{}}</style>\n//- /src/s.html\n{html}\n"
    );
    let all = options(&json!({ "verifyCommand": "lint:/src/s.js" }));
    let check = |bundle: serde_json::Value, refused: &[&str]| {
        let (report, ..) = run(&before, &bundle.to_string(), &all, Kind::Works);
        assert_eq!(shown(&report.violations), refused, "{bundle} {report:#?}");
        assert_eq!(report.state == GateState::Applied, refused.is_empty(), "{bundle} {report:#?}");
        if let Some(error) = report.errors.first() {
            assert_eq!(error.rule, Some("capability-unreadable"), "{report:#?}");
        }
    };
    for code in [
        "<script>fetch(x)</script>",
        "<SCRIPT src=x></SCRIPT>",
        "<p onclick='a()'>",
        "<p/onclick = a()>",
        "<a href=\"java\nscript:a()\">",
        "<a href='java&#115;cript:a()'>",
        "<iframe srcdoc='<p>'>",
    ] {
        for path in ["/tools/n.html", "/tools/n.HTM", "/tools/n.svg", "/Tools/n.html"] {
            check(json!({ path: code }), &[&format!("/tools/ {path}:1")]);
        }
        check(json!({ "/src/n.html": code }), &[]);
    }
    for plain in [
        "<p>on = fetch(x)</p>",
        "<!-- <script>a()</script> -->",
        "<style>a { b: onclick }</style><a href='x?on=1'>",
    ] {
        check(json!({ "/tools/n.html": plain }), &[]);
    }
    check(json!({ "/tools/old.html": format!("<h1>new</h1>{html}") }), &[]);
    check(json!({ "/tools/old.html": "<script>b()</script>" }), &["/tools/ /tools/old.html:1"]);
    check(json!({ "/tools/old.vue": "<p>{{ a }}</p><style>b {}</style>" }), &[]);
    check(json!({ "/tools/old.vue": "<p>{{ b }}</p>" }), &["/tools/ /tools/old.vue:1"]);
    check(json!({ "/tools/n.svelte": "<p>{b}</p>" }), &["/tools/ /tools/n.svelte:1"]);
    check(json!({ "/tools/n.es6": "a()" }), &["/tools/ /tools/n.es6:1"]);
    check(
        json!([{ "operation": "RENAME", "file_path": "/tools/old.html", "new_path": "/tools/o.html" }]),
        &[],
    );
    check(
        json!([{ "operation": "RENAME", "file_path": "/src/s.html", "new_path": "/tools/s.html" }]),
        &["/tools/ /tools/s.html:1"],
    );
}

/// Another spelling of a prefix has the same denials, and no additional grants.
#[test]
fn prefixes_are_compared_as_protected_paths_are() {
    let all = options(&json!({ "verifyCommand": "lint:/src/s.js" }));
    let uses = |bundle: serde_json::Value, expected: &[&str]| {
        let (report, ..) = run(SPEC, &bundle.to_string(), &all, Kind::Works);
        assert_eq!(shown(&report.violations), expected, "{report:#?}");
    };
    uses(json!({ "/TOOLS/b.js": "fetch(x)" }), &["/tools/ /TOOLS/b.js:1"]);
    uses(json!({ "/tool\u{17f}/b.JS": "fetch(x)" }), &["/tools/ /tool\u{17f}/b.JS:1"]);
    uses(json!({ "/tools/NET/b.js": "fetch(x)" }), &["/tools/ /tools/NET/b.js:1"]);
    uses(json!({ "/tools/net/b.js": "fetch(x)" }), &[]);
    uses(json!({ "/toolsmith/b.js": "fetch(x)" }), &[]);
    writes("/tools/a.js", r#"{"/Data/x.json":"1"}"#, &["/tools/ /Data/x.json"]);
    writes("/Tools/a.js", r#"{"/src/x.txt":"1"}"#, &["/tools/ /src/x.txt"]);
}
