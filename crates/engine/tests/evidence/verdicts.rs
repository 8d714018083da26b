//! Recording changes neither a verdict nor other evidence.

use serde_json::json;
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{Evidence, Files, Limits, Output, Scope};
use verdict_vfs::Snapshot;

use crate::common::{evidence, run};

/// The files below a folder of this repository, as `/path` and text.
fn below(folder: &std::path::Path) -> Vec<(String, String)> {
    let (mut folders, mut found) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let (Ok(name), Ok(text)) = (path.strip_prefix(folder), std::fs::read_to_string(&path)) {
                found.push((format!("/{}", name.display()), text));
            }
        }
    }
    found.sort();
    found
}

/// The conformance test files have the same results whether or not evidence is recorded, and each test has
/// the recorded number of assertions.
#[test]
fn recording_changes_no_verdict() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/cases");
    let files = below(&root);
    let snapshot =
        Snapshot::new(Files::from_texts(files.iter().map(|(path, text)| (path.as_str(), text.as_str()))));
    let snapshot = snapshot.expect("a snapshot");
    let run = |command: &str, level: &str| {
        let config = json!({ "test": { "evidence": level } });
        let request = Request {
            command,
            snapshot: &snapshot,
            limits: Limits::default(),
            config: Some(&config),
            seed: 0,
        };
        verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} })
    };
    let mut tests = 0;
    // Chai's words and modules have the most to record.
    for (path, _) in files.iter().filter(|(path, _)| path.contains(".test.")) {
        let command = format!("test:{path}");
        let (plain, mut full) = (run(&command, "off"), run(&command, "full"));
        let evidence = full.evidence.take().expect("evidence");
        assert_eq!(plain.output, full.output, "{path}");
        let Output::Tests(entries) = &full.output else { panic!("{full:#?}") };
        let told = entries.iter().filter(|entry| entry.scope == Scope::Test);
        let told: Vec<(&[String], usize)> =
            told.map(|entry| (entry.path.as_slice(), entry.assertions as usize)).collect();
        let recorded: Vec<(&[String], usize)> = evidence.files[0]
            .tests
            .iter()
            .map(|test| (test.path.as_slice(), test.assertions.len()))
            .collect();
        assert_eq!(told, recorded, "{path}");
        let unnamed = evidence.files[0].tests.iter().flat_map(|test| &test.assertions);
        let unnamed = unnamed.filter(|made| made.matcher.is_empty()).count();
        assert_eq!(unnamed, 0, "{path}");
        tests += told.len();
    }
    assert!(tests > 500, "{tests}");
}

/// With a sealed test API, bindings move no location, and natives that identify callers agree.
#[test]
fn the_sealed_test_api_changes_no_evidence() {
    let fixture = "//- /a.test.js\nimport { f } from './src/lib.js'; import old from './src/old.cjs'; import { only } from './src/only.js';\n\
         vi.mock('./src/mocked.js', () => ({ m: () => 3 }));\n\
         describe('s', () => { it('t', async () => { expect(f(1)).toBe(4); expect([old.g(), only()]).toEqual([2, 5]); expect((await import('./src/lib.js')).f).toBe(f); }); });\n\
         //- /b.test.cjs\nconst { g } = require('./src/old.cjs');\ntest('u', () => { assert.equal(g(), 2); expect(() => g(1)).toThrow('x'); });\n\
         //- /src/index.js\nimport './lib.js'; import './old.cjs';\n\
         //- /src/lib.js\nimport { m } from './mocked.js'; export const f = (n) => n + m();\n//- /src/mocked.js\nexport const m = () => 0;\n\
         //- /src/old.cjs\nexports.g = function (fails) { if (fails) throw new Error('x'); return 2; };\n\
         //- /src/only.js\nexport function only() { return 5; }\n";
    for level in ["graph", "full"] {
        let [plain, sealed] =
            [false, true].map(|sealed| evidence(fixture, &json!({ "evidence": level, "sealedApi": sealed })));
        assert_eq!(plain, sealed, "{level}");
        let called =
            |evidence: &Evidence| evidence.files[0].tests.iter().any(|test| !test.functions.is_empty());
        assert_eq!(called(&sealed), level == "full");
    }
}

#[test]
fn another_seed_is_another_run_that_repeats_itself() {
    let fixture =
        "//- /a.test.js\ntest('draws', () => { console.log(Math.random(), crypto.randomUUID()); });\n";
    let drawn = |reseed: u32| {
        let result = run(fixture, &json!({ "reseed": reseed }));
        assert!(result.success, "{result:#?}");
        serde_json::to_string(&result.console).expect("json")
    };
    let all: Vec<String> = (0..4).map(drawn).collect();
    assert_eq!(all, (0..4).map(drawn).collect::<Vec<_>>());
    assert_eq!(all[0], serde_json::to_string(&run(fixture, &json!({})).console).expect("json"));
    let different: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(different.len(), 4, "{all:#?}");
}
