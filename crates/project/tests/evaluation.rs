//! What configurations that are code come to.

use crate::common;

use common::first;

fn check(files: &str, expected: &str) {
    let value = first(files).2;
    let shown = value.map_or_else(|error| error, |value| value.to_string());
    assert_eq!(shown, expected, "{files}");
}

#[test]
fn values() {
    check("//- /vite.config.js\nexport default { a: 1 }\n", r#"{"a":1}"#);
    check("//- /vite.config.cjs\nmodule.exports = { a: 1 }\n", r#"{"a":1}"#);
    check(
        "//- /vite.config.ts\nimport { defineConfig, type UserConfig } from 'vitest/config';\nexport default defineConfig({ a: 1 } satisfies UserConfig);\n",
        r#"{"a":1}"#,
    );
    check(
        "//- /vite.config.js\nexport default async ({ mode, command }) => ({ mode, command })\n",
        r#"{"command":"serve","mode":"test"}"#,
    );
    check(
        "//- /vite.config.js\nexport default Promise.resolve({ a: [undefined, null, NaN, 1n, () => {}, /x/g] })\n",
        r#"{"a":[null,null,{"$number":"NaN"},{"$text":"1"},{"$function":""},{"$pattern":{"flags":"g","source":"x"}}]}"#,
    );
    check(
        "//- /app/vite.config.mjs\nimport path from 'node:path';\nimport { fileURLToPath } from 'node:url';\nexport default { a: path.resolve('x'), b: import.meta.dirname, c: fileURLToPath(new URL('./src', import.meta.url)), d: new URL('./x', import.meta.url), e: process.cwd() };\n",
        r#"{"a":"/app/x","b":"/app","c":"/app/src","d":"file:///app/x","e":"/app"}"#,
    );
    check(
        "//- /vite.config.ts\nimport { a } from './shared';\nimport own from './package.json';\nexport default { a, name: own.name };\n//- /shared.ts\nexport const a: number = 1;\n//- /package.json\n{ \"name\": \"p\" }\n",
        r#"{"a":1,"name":"p"}"#,
    );
    check(
        "//- /vite.config.js\nimport { mergeConfig, defineConfig } from 'vite';\nexport default mergeConfig({ a: [1], b: { c: 1 } }, defineConfig({ a: [2], b: { d: 2 } }));\n",
        r#"{"a":[1,2],"b":{"c":1,"d":2}}"#,
    );
    check(
        "//- /vite.config.js\nexport default { env: [process.env.NODE_ENV, process.env.VITEST, process.env.HOME] }\n",
        r#"{"env":["test","true",null]}"#,
    );
    check(
        "//- /vite.config.js\nimport fs from 'node:fs';\nexport default { a: fs.readdirSync('packages') }\n//- /packages/a/x.js\n//- /packages/b/x.js\n",
        r#"{"a":["a","b"]}"#,
    );
}

#[test]
fn variables_of_files() {
    let of_vite = |given: &str, expected: &str| {
        check(
            &format!(
                "//- /vite.config.js\nimport {{ loadEnv }} from 'vite';\nexport default ({{ mode }}) => {given};\n\
                 //- /.env\nAPI=https://example.test\nVITE_URL=${{API}}/v1\nVITE_B=${{NONE:-b}}$VITE_B\nVITE_C=1\n\
                 //- /.env.local\nVITE_C=local\nVITE_D=\\$API\n//- /.env.staging\nVITE_C='2'\n"
            ),
            expected,
        );
    };
    of_vite(
        "loadEnv('staging', process.cwd())",
        r#"{"VITE_B":"b","VITE_C":"2","VITE_D":"$API","VITE_URL":"https://example.test/v1"}"#,
    );
    of_vite("loadEnv(mode, '/', ['API', 'VITEST'])", r#"{"API":"https://example.test","VITEST":"true"}"#);
    of_vite("({ a: loadEnv(mode, '/', '').NODE_ENV, b: loadEnv(mode, '/none') })", r#"{"a":"test","b":{}}"#);
}

#[test]
fn packages_that_do_not_run() {
    check(
        "//- /vite.config.js\nimport react, { other } from '@vitejs/plugin-react';\nimport * as all from 'x/y';\nexport default { plugins: [react({ a: 1 }), other.b, all.c()] }\n",
        r#"{"plugins":[{"$foreign":{"called":true,"options":[{"a":1}],"package":"@vitejs/plugin-react","path":""}},{"$foreign":{"called":false,"options":[],"package":"@vitejs/plugin-react","path":"other.b"}},{"$foreign":{"called":true,"options":[],"package":"x/y","path":"c"}}]}"#,
    );
    check(
        "//- /vite.config.cjs\nconst { a } = require('x');\nmodule.exports = { ...a.b, c: [...a.d] };\n",
        r#"{"$foreign:x.a.b":true,"c":[{"$foreign":{"called":false,"options":[],"package":"x","path":"a.d"}}]}"#,
    );
    check(
        "//- /vite.config.js\nimport { Compat } from 'x';\nexport default [new Compat(1).of('y')].map((one) => ({ one }));\n",
        r#"[{"one":{"$foreign":{"called":true,"options":["y"],"package":"x","path":"Compat.of"}}}]"#,
    );
    // A member of the workspace runs.
    check(
        "//- /app/vite.config.js\nimport shared from '@company/shared';\nexport default shared;\n//- /shared/package.json\n{ \"name\": \"@company/shared\", \"exports\": \"./index.js\" }\n//- /shared/index.js\nimport { a } from './a.js';\nexport default { a };\n//- /shared/a.js\nexport const a = 1;\n",
        r#"{"a":1}"#,
    );
}

#[test]
fn bad_configurations() {
    let load = "the configuration does not load: ";
    let refused = |text: &str, expected: &str| {
        check(&format!("//- /vite.config.js\n{text}\n"), &format!("vite.config.js: {expected}"));
    };
    refused("throw new Error('no database');", &format!("{load}Error: no database (at vite.config.js:1:7)"));
    refused("export default {", &format!("{load}Expected `}}` but found `EOF` (/vite.config.js:2:1)"));
    refused(
        "import './missing.js'; export default {};",
        &format!(
            "{load}Cannot find module './missing.js' imported from /vite.config.js (/vite.config.js:1:8)"
        ),
    );
    refused("export const a = 1;", &format!("{load}TypeError: it has no default export"));
    refused(
        "const a = {}; a.b = { a }; export default a;",
        &format!("{load}TypeError: b.a refers to itself"),
    );
    refused(
        "export default new Promise(() => {});",
        &format!("{load}The promise can never settle: nothing is left to run"),
    );
    refused("for (;;);", "the configuration does not end: it runs for too long");
    refused(
        "export default { a: Array.from({ length: 200_000 }, () => 1) };",
        &format!("{load}RangeError: the configuration has more than 100000 values"),
    );
    refused(
        "let a = {}; for (let i = 0; i < 1000; i++) a = { a }; export default a;",
        &format!("{load}RangeError: the configuration is nested deeper than 100 levels"),
    );
    refused("export default 'text';", "the configuration is neither an object nor a list");
    refused(
        "JSON.stringify = () => 'x'; export default {};",
        "the configuration gives no data: expected value at line 1 column 1",
    );
}
