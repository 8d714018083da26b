//! Imports that the loader resolved, and their kinds.

use serde_json::json;
use verdict_engine::{Host, Request, verify};
use verdict_protocol::Limits;

use crate::common::{ONE, evidence, graph, run, uses};
use crate::support::snapshot_of;

#[test]
fn without_it_nothing_is_recorded_and_results_keep_their_bytes() {
    let fixture =
        format!("//- /a.test.js\n{ONE}import './b.js'; test('t', () => expect(1).toBe(1));\n//- /b.js\n");
    let plain = run(&fixture, &json!({}));
    assert_eq!(plain.evidence, None);
    let text = serde_json::to_string(&plain).expect("json");
    assert!(!text.contains("evidence"), "{text}");
    let mut recorded = run(&fixture, &json!({ "evidence": "graph" }));
    assert!(recorded.evidence.take().is_some());
    assert_eq!(serde_json::to_string(&recorded).expect("json"), text);
    let lint = Request {
        command: "lint:/b.js",
        snapshot: &snapshot_of(&fixture),
        limits: Limits::default(),
        config: Some(&json!({ "test": { "evidence": "graph" } })),
        seed: 0,
    };
    let lint = verify(&lint, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} });
    assert_eq!(lint.evidence, None);
}

#[test]
fn edges_of_all_kinds_are_recorded() {
    uses(
        &format!(
            "//- /a.test.js\n{ONE}import {{ b }} from './b'; export * from './b.js'; import data from './data.json';\n\
             import fs from 'node:fs'; import lib from 'lib'; import type from '@/aliased';\n\
             test('t', async () => {{ await import('./lazy' + '.js'); import.meta.resolve('./resolved.js'); expect([b, data.x, lib]).toEqual([1, 2, 3]); }});\n\
             //- /b.js\nexport const b = 1;\n//- /data.json\n{{\"x\":2}}\n//- /lazy.js\nimport './deep.js'\n//- /deep.js\n//- /resolved.js\n\
             //- /src/aliased.js\nexport default 1\n//- /node_modules/lib/package.json\n{{\"main\":\"lib.cjs\"}}\n//- /node_modules/lib/lib.cjs\nmodule.exports = require('./three'); require.resolve('path');\n\
             //- /node_modules/lib/three.js\nmodule.exports = 3;\n//- /unused.js\n"
        ),
        &json!({ "alias": { "@": "/src" } }),
        "import /a.test.js './b' /b.js
         import /a.test.js './b.js' /b.js
         import /a.test.js './data.json' /data.json
         import /a.test.js './lazy.js' /lazy.js
         import /a.test.js './resolved.js' /resolved.js
         import /a.test.js '@/aliased' /src/aliased.js
         import /a.test.js 'lib' /node_modules/lib/lib.cjs
         import /a.test.js 'node:fs' none
         import /a.test.js 'vitest' none
         import /lazy.js './deep.js' /deep.js
         require /node_modules/lib/lib.cjs './three' /node_modules/lib/three.js
         require /node_modules/lib/lib.cjs 'path' none",
    );
}

#[test]
fn what_leads_nowhere_is_recorded_too() {
    uses(
        &format!(
            "//- /a.test.js\n{ONE}import {{ createRequire }} from 'node:module';\n\
             test('t', async () => {{ await expect(import('./gone.js')).rejects.toThrow(); expect(() => createRequire('/a.test.js')('none')).toThrow();\n\
             expect(() => require('./gone.cjs')).toThrow(); }});\n"
        ),
        &json!({}),
        "import /a.test.js './gone.js' none
         import /a.test.js 'node:module' none
         import /a.test.js 'vitest' none
         require /a.test.js './gone.cjs' none
         require /a.test.js 'none' none",
    );
}

#[test]
fn a_file_that_cannot_be_loaded_says_what_it_asked_for() {
    let fixture = format!(
        "//- /a.test.js\n{ONE}import './b.js';\ntest('t', () => expect(1).toBe(1));\n//- /b.js\nimport './gone.js'\n"
    );
    let result = run(&fixture, &json!({ "evidence": "graph" }));
    assert!(!result.success);
    let found = result.evidence.expect("evidence");
    assert_eq!(
        graph(&found.files[0]),
        "import /a.test.js './b.js' /b.js\nimport /a.test.js 'vitest' none\nimport /b.js './gone.js' none"
    );
}

#[test]
fn mocks_are_recorded_with_what_they_replace() {
    uses(
        "//- /a.test.js\nimport { test, expect, vi } from 'vitest'; import { dep } from './dep.js'; import { other } from './other.js'; import * as spied from './spied.js';\n\
         vi.mock('./dep.js', async (original) => ({ ...(await original()), dep: 'mocked' }));\n\
         vi.mock('./other.js'); vi.mock('virtual', () => ({})); vi.mock('./auto.js');\n\
         test('t', async () => { vi.spyOn(spied, 'f').mockReturnValue(2); expect([dep, other, spied.f()]).toEqual(['mocked', 'by file', 2]);\n\
           await vi.importActual('./actual.js'); await vi.importMock('./mocked.js'); vi.doMock('./later.js', () => ({})); await import('./later.js'); });\n\
         //- /dep.js\nimport './below.js'; export const dep = 1;\n//- /below.js\n//- /other.js\nexport const other = 1;\n//- /__mocks__/other.js\nimport '../helper.js'; export const other = 'by file';\n\
         //- /helper.js\n//- /actual.js\n//- /mocked.js\n//- /later.js\n//- /spied.js\nexport const f = () => 1;\n//- /auto.js\n",
        &json!({}),
        "import /__mocks__/other.js '../helper.js' /helper.js
         import /a.test.js './actual.js' /actual.js
         import /a.test.js './dep.js' /dep.js
         import /a.test.js './later.js' /later.js
         import /a.test.js './mocked.js' /mocked.js
         import /a.test.js './other.js' /other.js
         import /a.test.js './spied.js' /spied.js
         import /a.test.js 'vitest' none
         import /dep.js './below.js' /below.js
         mock /a.test.js './auto.js' /auto.js
         mock /a.test.js './dep.js' /dep.js
         mock /a.test.js './later.js' /later.js
         mock /a.test.js './other.js' /other.js
         mock /a.test.js 'virtual' none
         read file /__mocks__/other.js by /a.test.js
         read missing /__mocks__/auto.js by /a.test.js
         read missing /__mocks__/mocked.js by none",
    );
}

#[test]
fn setup_files_are_imports_of_the_configuration() {
    uses(
        &format!(
            "//- /a.test.js\n{ONE}test('t', () => expect(1).toBe(1));\n//- /setup.ts\nimport './more.js';\n//- /more.js\n//- /node_modules/s/index.js\n"
        ),
        &json!({ "setupFiles": ["./setup.ts", "s"] }),
        "import /a.test.js 'vitest' none
         import /setup.ts './more.js' /more.js
         setup /verdict.config.json './setup.ts' /setup.ts
         setup /verdict.config.json 's' /node_modules/s/index.js",
    );
    let result = run("//- /a.test.js\n", &json!({ "setupFiles": ["./gone.js"], "evidence": "graph" }));
    let found = result.evidence.expect("evidence");
    assert_eq!(graph(&found.files[0]), "setup /verdict.config.json './gone.js' none");
}

#[test]
fn a_run_that_is_made_anew_loses_nothing() {
    uses(
        &format!(
            "//- /a.test.js\n{ONE}import fs from 'fs';\nconst deep = () => deep();\n\
             test('t', async () => {{ fs.existsSync('/before'); expect(deep).toThrow(RangeError); await import('./after.js'); }});\n//- /after.js\n"
        ),
        &json!({}),
        "import /a.test.js './after.js' /after.js
         import /a.test.js 'fs' none
         import /a.test.js 'vitest' none
         read missing /before by /a.test.js",
    );
}

#[test]
fn every_file_has_its_own() {
    let fixture = format!(
        "//- /a.test.js\n{ONE}import './x.js'; test('t', () => expect(1).toBe(1));\n//- /b.test.js\n{ONE}test('t', () => expect(1).toBe(1));\n//- /x.js\n"
    );
    let found = evidence(&fixture, &json!({ "evidence": "graph" }));
    let files: Vec<(&str, usize)> =
        found.files.iter().map(|file| (file.file.as_str(), file.imports.len())).collect();
    assert_eq!(files, [("/a.test.js", 2), ("/b.test.js", 1)]);
    assert!(found.files.iter().all(|file| file.tests.is_empty() && file.mutants.is_empty()));
}
