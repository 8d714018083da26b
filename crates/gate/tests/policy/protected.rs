//! Protected files.

use serde_json::json;
use verdict_gate::GateState;
use verdict_gate::policy::{Protected, ProtectedPaths};
use verdict_protocol::Code;
use verdict_vfs::VfsPath;

use crate::judge::{Kind, options, run};

#[test]
fn defaults() {
    let protected = ProtectedPaths::new(&Default::default()).expect("globs");
    let kind = |path: &str| protected.kind(&VfsPath::parse(path).expect("a path"));
    for (path, expected) in [
        ("/upgrades/verification-manager.js", Some(Protected::Verifier)),
        ("/verification-worker.js", Some(Protected::Verifier)),
        ("/dist/wasm/sandbox_bg.wasm", Some(Protected::Verifier)),
        ("/dist/wasm/sealed_bg.wasm", Some(Protected::Verifier)),
        ("/dist/sealed/harness.js", Some(Protected::Verifier)),
        ("/node_modules/@verdict/verdict/index.js", Some(Protected::Verifier)),
        ("/upgrades/tool-runner.js", Some(Protected::Gate)),
        ("/upgrades/sentinel-tools.js", Some(Protected::Gate)),
        ("/wasm/gate_bg.wasm", Some(Protected::Gate)),
        ("/.verdict/journal.json", Some(Protected::Gate)),
        ("/changes/7/verify/test.json", Some(Protected::Gate)),
        ("/changes/7/05-status.json", Some(Protected::Gate)),
        ("/runs/r1/verification-1.json", Some(Protected::Gate)),
        ("/spec/constitution.yml", Some(Protected::Constitution)),
        ("/spec/verification.yaml", Some(Protected::Profiles)),
        ("/verdict.config.json", Some(Protected::Config)),
        ("/eslint.config.json", Some(Protected::Config)),
        ("/packages/app/eslint.config.json", Some(Protected::Config)),
        // Names that some file systems treat as equal.
        ("/Spec/Constitution.YAML", Some(Protected::Constitution)),
        ("/upgrades/verification-manager.md", None),
        ("/src/my-verification-manager.js", None),
        ("/changes/7/01-plan.md", None),
        ("/spec/readme.md", None),
        ("/src/verdict.config.json", None),
        ("/eslint.config.js", None),
        ("/my-eslint.config.json", None),
    ] {
        assert_eq!(kind(path), expected, "{path}");
    }
}

const BEFORE: &str =
    "//- /a.test.js\nit('a', () => { has('/a.js', 'one') })\n//- /a.js\none\n//- /verdict.config.json\n{}\n";

#[test]
fn each_kind_needs_its_own_allowance() {
    for (path, kind, other) in [
        ("/lib/verification-worker.js", "verifier", "gate"),
        ("/.verdict/journal.json", "gate", "verifier"),
        ("/spec/constitution.yaml", "constitution", "profiles"),
        ("/spec/verification.yaml", "profiles", "config"),
        ("/verdict.config.json", "config", "constitution"),
        ("/src/eslint.config.json", "config", "gate"),
        ("/mine/rules.txt", "config", "gate"),
    ] {
        let bundle = json!({ path: "version: 1" }).to_string();
        let with = |allow: serde_json::Value| {
            options(&json!({
                "verifyCommand": "test:/a.test.js",
                "policy": { "allow": allow, "protected": { "config": ["/mine/**"] } },
            }))
        };
        for refused in [json!([]), json!([other])] {
            let (report, ..) = run(BEFORE, &bundle, &with(refused), Kind::Works);
            assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Policy)), "{path}");
            let message =
                format!("{path} is protected ({kind}): a change of it needs policy.allow: [\"{kind}\"]");
            assert_eq!(report.message, message);
            assert!(report.errors[0].line.is_some() && report.checks.is_empty());
        }
        let (report, ..) = run(BEFORE, &bundle, &with(json!([kind])), Kind::Works);
        assert_eq!(report.state, GateState::Applied, "{report:#?}");
        assert!(report.warnings[0].contains("the policy allows to change it"), "{:?}", report.warnings);
    }
    // Both ends of a RENAME, and removals.
    let plain = options(&json!({ "verifyCommand": "test:/a.test.js" }));
    for bundle in [
        json!([{ "operation": "RENAME", "file_path": "/verdict.config.json", "new_path": "/x.json" }]),
        json!([{ "operation": "RENAME", "file_path": "/a.js", "new_path": "/spec/constitution.yaml" }]),
        json!({ "/verdict.config.json": null }),
    ] {
        let (report, ..) = run(BEFORE, &bundle.to_string(), &plain, Kind::Works);
        assert_eq!(report.code, Some(Code::Policy), "{bundle}");
    }
    let bad = options(
        &json!({ "verifyCommand": "test:/a.test.js", "policy": { "protected": { "gate": ["[a"] } } }),
    );
    let (report, ..) = run(BEFORE, r#"{"/x":"1"}"#, &bad, Kind::Works);
    assert!(report.message.starts_with("policy.protected: Bad glob"), "{}", report.message);
    for unknown in [json!({ "allow": ["everything"] }), json!({ "protected": { "all": [] } })] {
        let read = serde_json::from_value::<verdict_gate::ApplyOptions>(json!({ "policy": unknown }));
        assert!(read.is_err());
    }
}

/// The previous state's files judge the change, even if the policy permits changing them.
#[test]
fn a_change_is_judged_by_what_stood_before() {
    let allowed = options(
        &json!({ "verifyCommand": "test:/probe.test.js", "policy": { "allow": ["config", "constitution", "profiles"] } }),
    );
    let probe = |has: &str| {
        format!(
            "//- /probe.test.js\nit('sees', () => {{ {has} }})\n//- /verdict.config.json\n{{\"old\":1}}\n"
        )
    };
    let old = probe("has('/verdict.config.json', 'old')");
    let new = probe("has('/verdict.config.json', 'new')");
    let edit = r#"{"/verdict.config.json":"{\"new\":1}"}"#;
    let (report, world, _) = run(&old, edit, &allowed, Kind::Works);
    assert_eq!(report.state, GateState::Applied, "{report:#?}");
    assert_eq!(world.disk["/verdict.config.json"], br#"{"new":1}"#, "what is applied is the change");
    let (report, ..) = run(&new, edit, &allowed, Kind::Works);
    assert_eq!(report.state, GateState::Refused, "{report:#?}");
    // A file that the previous state lacks stays absent.
    let created = "//- /probe.test.js\nit('sees', () => { has('/spec/verification.yaml', 'x') })\n";
    let (report, ..) = run(created, r#"{"/spec/verification.yaml":"x"}"#, &allowed, Kind::Works);
    assert_eq!(report.state, GateState::Refused, "{report:#?}");
    // It cannot be restored if its folder became a file.
    let folder = json!([
        { "operation": "DELETE", "file_path": "/spec/constitution.yaml" },
        { "operation": "CREATE", "file_path": "/spec", "new_content": "1" },
    ]);
    let with_rules = format!("{old}//- /spec/constitution.yaml\nversion: 1\n");
    let (report, ..) = run(&with_rules, &folder.to_string(), &allowed, Kind::Works);
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Policy)), "{report:#?}");
}

/// Other spellings that some file system treats as equal.
#[test]
fn spellings() {
    let mut more = verdict_gate::policy::ProtectedGlobs::new();
    more.insert(Protected::Config, vec!["/r\u{e8}gles/straße.json".to_owned(), "/any/*".to_owned()]);
    let protected = ProtectedPaths::new(&more).expect("globs");
    let kind = |path: &str| protected.kind(&VfsPath::parse(path).expect("a path"));
    for (path, expected) in [
        ("/\u{17f}pec/constitution.yaml", Some(Protected::Constitution)),
        ("/spec/verification.YAML", Some(Protected::Profiles)),
        ("/verdict.config.json. .", Some(Protected::Config)),
        ("/src/ESLint.config.json", Some(Protected::Config)),
        ("/spec./constitution.yaml ", Some(Protected::Constitution)),
        ("/.verd\u{200d}ict/x", Some(Protected::Gate)),
        ("/\u{feff}verdict.config.json", Some(Protected::Config)),
        ("/upgrades/tool-runner.j\u{17f}", Some(Protected::Gate)),
        ("/node_modules/@verdict/wor\u{212a}er.js", Some(Protected::Verifier)),
        ("/verification-wor\u{212a}er.mjs", Some(Protected::Verifier)),
        ("/re\u{300}gles/STRASSE.json", Some(Protected::Config)),
        ("/R\u{c8}gles/stra\u{1e9e}e.json", Some(Protected::Config)),
        ("/any/one.js", Some(Protected::Config)),
        ("/regles/strasse.json", None),
        ("/spec/constitution.yaml.bak", None),
        ("/specs/constitution.yaml", None),
        ("/any/deep/er.js", None),
    ] {
        assert_eq!(kind(path), expected, "{path:?}");
    }
}

/// Paths that block a protected file or a folder on the way to it, and paths that only look similar.
#[test]
fn what_is_in_the_way_of_a_protected_file() {
    let before = "//- /a.txt\n1\n//- /changes/1/plan.md\n1\n//- /runs.txt\n1\n";
    let plain = options(&json!({ "policy": { "allowUnverified": true } }));
    for (path, kinds) in [
        ("/spec", "constitution profiles"),
        ("/SPEC", "constitution profiles"),
        ("/runs", "gate"),
        ("/.verdict", "gate"),
        ("/changes/1/verify", "gate"),
        ("/verdict.config.json/x", "config"),
        ("/src/eslint.config.json/x", "config"),
        ("/spec/verification.yaml/x", "profiles"),
        ("/sp\u{17f}ec", ""),
        ("/spec/readme.md", ""),
        ("/changes/1", ""),
        ("/changes/readme.md", ""),
        ("/runs.md", ""),
        ("/src/spec", ""),
        ("/spec/verification/x", ""),
    ] {
        let before = if path == "/changes/1" { "//- /a.txt\n1\n" } else { before };
        let create = json!([{ "operation": "CREATE", "file_path": path, "new_content": "1" }]);
        let moved = json!([{ "operation": "RENAME", "file_path": "/a.txt", "new_path": path }]);
        for bundle in [create, moved] {
            let (report, ..) = run(before, &bundle.to_string(), &plain, Kind::Works);
            let found: Vec<&str> = report
                .errors
                .iter()
                .filter_map(|error| {
                    error.message.split_once("is protected (")?.1.split_once(')').map(|(kind, _)| kind)
                })
                .collect();
            assert_eq!(found.join(" "), kinds, "{path} {report:#?}");
            assert_eq!(report.state == GateState::Applied, kinds.is_empty(), "{path} {report:#?}");
        }
    }
    // A file in the way may be removed.
    let (report, ..) = run("//- /spec\n1\n//- /a.txt\n1\n", r#"{"/spec":null}"#, &plain, Kind::Works);
    assert_eq!(report.state, GateState::Applied, "{report:#?}");
}
