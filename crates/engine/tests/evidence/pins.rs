//! `config.test.pinnedImports`: imports that lead to the files of another state.

use serde_json::{Value, json};
use verdict_engine::{Host, Request, verify};
use verdict_protocol::Limits;

use crate::common::{run, uses};
use crate::support::snapshot_of;

#[test]
fn pinned_imports_hold_for_modules_mocks_and_setup_files() {
    let files = "//- /a.test.js\nimport { test, expect, vi } from 'vitest'; import { sum } from './sum'; import { dep } from './dep';\nimport { createRequire } from 'module';\n\
         vi.mock('./dep', () => ({ dep: 'mocked' }));\n\
         test('t', async () => { expect([sum, dep, (await import('./user.js')).default, (await import('./sum')).sum, globalThis.ready, createRequire('/a.test.js')('./sum').sum]).toEqual(['old', 'mocked', 'mocked', 'old', 'old', 'old']); });\n\
         //- /user.js\nimport { dep } from './dep'; export default dep;\n\
         //- /sum.js\nexport const sum = 'new';\n//- /sum.ts\nexport const sum: string = 'old';\n//- /dep.js\nexport const dep = 'new';\n//- /dep.ts\nexport const dep = 'old';\n\
         //- /setup.js\nglobalThis.ready = 'new';\n//- /setup.ts\nglobalThis.ready = 'old';\n";
    let pin = |importer: &str, specifier: &str, path: &str| json!({ "importer": importer, "specifier": specifier, "path": path });
    let pins = json!([
        pin("/a.test.js", "./sum", "/sum.ts"),
        pin("/a.test.js", "./dep", "/dep.ts"),
        pin("/user.js", "./dep", "/dep.ts"),
        pin("/verdict.config.json", "./setup", "/setup.ts"),
        pin("/a.test.js", "./gone", "/gone.ts"),
    ]);
    assert!(!run(files, &json!({ "setupFiles": ["./setup"] })).success);
    uses(
        files,
        &json!({ "setupFiles": ["./setup"], "pinnedImports": pins }),
        "import /a.test.js './dep' /dep.ts
         import /a.test.js './sum' /sum.ts
         import /a.test.js './user.js' /user.js
         import /a.test.js 'module' none
         import /a.test.js 'vitest' none
         import /user.js './dep' /dep.ts
         mock /a.test.js './dep' /dep.ts
         require /a.test.js './sum' /sum.ts
         setup /verdict.config.json './setup' /setup.ts",
    );
}

#[test]
fn a_type_check_reads_specifiers_by_the_pins_too() {
    let fixture = "//- /a.ts\nimport { sum } from './sum';\nexport const two = sum;\n//- /sum.js\n//- /sum.ts\nexport const sum = 1;\n";
    let check = |pins: Value| {
        let config = json!({ "test": { "pinnedImports": pins } });
        let request = Request {
            command: "type-check:/a.ts",
            snapshot: &snapshot_of(fixture),
            limits: Limits::default(),
            config: Some(&config),
            seed: 0,
        };
        verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} }).success
    };
    assert!(!check(json!([])));
    assert!(check(json!([{ "importer": "/a.ts", "specifier": "./sum", "path": "/sum.ts" }])));
}
