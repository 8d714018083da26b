//! Type names that TypeScript modules re-export like values.
#![cfg(feature = "sandbox")]
#![allow(missing_docs)]

use crate::support;

use support::snapshot_of;
use verdict_engine::{Host, Request, verify};
use verdict_protocol::Limits;

/// Runs `/a.test.ts` among the files of a fixture; it ends with the expected output.
fn check(fixture: &str, expected: &str) {
    let snapshot = snapshot_of(fixture);
    let request = Request {
        command: "test:/a.test.ts",
        snapshot: &snapshot,
        limits: Limits::default(),
        config: None,
        seed: 0,
    };
    let result = verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} });
    let output = serde_json::to_value(&result.output).expect("JSON");
    let shown: Vec<String> = output
        .as_array()
        .into_iter()
        .flatten()
        .map(|entry| format!("{} {}", entry["test"], entry["error"]).replace('"', ""))
        .collect();
    assert_eq!(shown.join("\n"), expected, "{fixture}\n{:?}", result.error);
}

const TEST: &str = "//- /a.test.ts
import { expect, test } from 'vitest';
import * as all from './index';
test('t', () => { expect(Object.keys(all).sort()).toEqual(['value']); });
";

#[test]
fn of_another_module() {
    for (index, module) in [
        ("export { value, Type } from './m';", "export const value = 1; export interface Type {}"),
        ("export { value, Type } from './m.js';", "export const value = 1; export type Type = 1;"),
        ("export { value, type Type } from './m';", "export const value = 1; export type Type = 1;"),
        (
            "import { value, Type } from './m'; export { value, Type };",
            "export const value = 1; export interface Type {}",
        ),
        (
            "export { default as Type, value } from './m';",
            "export default interface A {} export const value = 1;",
        ),
        ("export { Type, value } from './m';", "interface Type {} const value = 1; export { Type, value };"),
        ("export { Type, value } from './m';", "export declare class Type {} export const value = 1;"),
        ("export { Type, value } from './m';", "export { Type } from './n'; export const value = 1;"),
        ("export { Type, value } from './m';", "export * from './n'; export const value = 1;"),
        ("export { Type, value } from './m';", "export type { Type } from './n'; export const value = 1;"),
        (
            "export { A as Type, value } from './m';",
            "import { Type as A } from './n'; export { A }; export const value = 1;",
        ),
        (
            "export { Type, value } from './m';",
            "import type { A as Type } from './n'; export { Type }; export const value = 1;",
        ),
    ] {
        let n = "//- /n.ts\nexport type Type = string; export type A = Type;\nexport * from './m';\n";
        check(&format!("{TEST}//- /index.ts\n{index}\n//- /m.ts\n{module}\n{n}"), "t null");
    }
}

#[test]
fn a_value_of_the_same_name_stays() {
    for module in [
        "export interface value {} export const value = 1;",
        "export * from './n'; export const other = 1;",
        "import { value } from './n'; export { value };",
    ] {
        let n = "//- /n.ts\nexport const value = 1; export type value = number;\n";
        check(
            &format!("{TEST}//- /index.ts\nexport {{ value }} from './m';\n//- /m.ts\n{module}\n{n}"),
            "t null",
        );
    }
}

#[test]
fn what_is_nowhere_is_told() {
    check(
        &format!(
            "{TEST}//- /index.ts\nexport {{ value, Typo }} from './m';\n//- /m.ts\nexport const value = 1; export type Type = 1;"
        ),
        "/a.test.ts The requested module './m' does not provide an export named 'Typo' (/index.ts:1:17)",
    );
    // A cycle of re-exports ends.
    check(
        &format!(
            "{TEST}//- /index.ts\nexport {{ value }} from './m';\n//- /m.ts\nexport {{ value }} from './n';\n//- /n.ts\nexport {{ value }} from './m';"
        ),
        "/a.test.ts The requested module './n' does not provide an export named 'value' (/m.ts:1:10)",
    );
}
