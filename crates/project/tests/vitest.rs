//! What configurations of Vite and Vitest come to.

use crate::common;

use common::first;
use verdict_project::{Place, Settings, vitest};

fn settings(files: &str) -> Result<Settings, String> {
    let (snapshot, file, value) = first(files);
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    vitest::settings(&value?, Place { snapshot: &snapshot, file: &file, folder })
}

/// Checks `test` of a configuration, and its warnings without the name of the file.
fn check(config: &str, expected: &str, warnings: &[&str]) {
    check_files(
        &format!("//- /vite.config.ts\nexport default {{ {config} }};\n//- /src/a.ts\n"),
        expected,
        warnings,
    );
}

fn check_files(files: &str, expected: &str, warnings: &[&str]) {
    let found = settings(files).unwrap_or_else(|error| panic!("{files}: {error}"));
    assert_eq!(found.config["test"].to_string(), expected, "{files}");
    let name =
        |warning: &String| warning.split_once(": ").map_or(warning.clone(), |(_, rest)| rest.to_owned());
    assert_eq!(found.warnings.iter().map(name).collect::<Vec<_>>(), warnings, "{files}");
}

fn refused(config: &str, expected: &str) {
    let files = format!("//- /vite.config.ts\nexport default {{ {config} }};\n");
    assert_eq!(settings(&files).expect_err("a refusal"), expected, "{config}");
}

#[test]
fn which_files_of_variables_are_read() {
    check("envPrefix: 'A_'", r#"{"envPrefix":"A_"}"#, &[]);
    check("envPrefix: ['A_', 'B_'], envDir: './env'", r#"{"envDir":"/env","envPrefix":["A_","B_"]}"#, &[]);
    check("envDir: false", r#"{"envDir":""}"#, &[]);
    refused("envPrefix: 1", "envPrefix is neither a text nor a list");
    refused("envDir: true", "envDir is neither a text nor false");
}

#[test]
fn which_files_are_tests() {
    check(
        "test: { include: ['src/**/*.t.ts', './a', '/src/b'] }",
        r#"{"include":["src/**/*.t.ts","a","src/b"]}"#,
        &[],
    );
    check("test: { includeSource: ['src/**/*.ts'] }", r#"{"includeSource":["src/**/*.ts"]}"#, &[]);
    check("test: { exclude: ['**/x/**'], dir: './src' }", r#"{"dir":"src","exclude":["**/x/**"]}"#, &[]);
    check("root: 'src'", r#"{"envDir":"/src","include":["src/**/*.{test,spec}.?(c|m)[jt]s?(x)"]}"#, &[]);
    check(
        "root: './src', test: { include: ['*.t.ts'] }",
        r#"{"envDir":"/src","include":["src/*.t.ts"]}"#,
        &[],
    );
    check_files(
        "//- /app/vite.config.ts\nexport default { test: { include: ['/app/x/*.ts', 'y/*.ts'], setupFiles: './s.ts' } };\n//- /app/s.ts\n",
        r#"{"envDir":"/app","include":["x/*.ts","y/*.ts"],"setupFiles":["/app/s.ts"]}"#,
        &[],
    );
    refused("test: { include: 3 }", "test.include is no list of globs");
    refused("test: []", "test is no object");
}

#[test]
fn tests_of_types() {
    check(
        "test: { typecheck: { enabled: true, only: false, include: ['types/*.ts', './a'], exclude: '**/x/**', checker: 'tsc', allowJs: true, ignoreSourceErrors: true, tsconfig: './tsconfig.types.json', spawnTimeout: 5000 } }",
        r#"{"typecheck":{"allowJs":true,"checker":"tsc","enabled":true,"exclude":["**/x/**"],"ignoreSourceErrors":true,"include":["types/*.ts","a"],"only":false,"spawnTimeout":5000,"tsconfig":"/tsconfig.types.json"}}"#,
        &[],
    );
    check(
        "root: 'src', test: { include: ['*.t.ts'], typecheck: { enabled: true } }",
        r#"{"envDir":"/src","include":["src/*.t.ts"],"typecheck":{"enabled":true,"include":["src/**/*.{test,spec}-d.?(c|m)[jt]s?(x)"]}}"#,
        &[],
    );
    check(
        "test: { typecheck: { enabeld: true } }",
        "{}",
        &["unknown key test.typecheck.enabeld; the nearest known one is test.typecheck.enabled"],
    );
    refused("test: { typecheck: true }", "test.typecheck is no object");
    refused("test: { typecheck: { enabled: 1 } }", "test.typecheck.enabled is neither true nor false");
    refused("test: { typecheck: { include: 3 } }", "test.typecheck.include is no list of globs");
    refused("test: { typecheck: { tsconfig: {} } }", "test.typecheck.tsconfig is no text");
    refused(
        "test: { typecheck: { spawnTimeout: 'x' } }",
        "test.typecheck.spawnTimeout is no number of milliseconds",
    );
}

#[test]
fn aliases() {
    check(
        "resolve: { alias: { '@': '/src', '~': './src/' } }",
        r#"{"alias":[{"find":"@","replacement":"/src"},{"find":"~","replacement":"/src/"}]}"#,
        &[],
    );
    check(
        "resolve: { alias: [{ find: /^x\\/(.*)$/i, replacement: '/src/$1' }, { find: 'vue', replacement: 'vue/dist' }] }",
        r#"{"alias":[{"find":{"flags":"i","source":"^x\\/(.*)$"},"replacement":"/src/$1"},{"find":"vue","replacement":"vue/dist"}]}"#,
        &[],
    );
    check(
        "resolve: { alias: [{ find: 'a', replacement: '/b', customResolver: () => null }] }",
        "{}",
        &["resolve.alias: the replacement of 'a', which has a customResolver, is no text, so it is left out"],
    );
    check(
        "resolve: { alias: { b: '/b' } }, test: { alias: { a: '/a' } }",
        r#"{"alias":[{"find":"a","replacement":"/a"},{"find":"b","replacement":"/b"}]}"#,
        &[],
    );
    check(
        "resolve: { alias: [{ find: /^(?!x)y/, replacement: '/z' }, { find: 'a', replacement: '/a' }] }",
        r#"{"alias":[{"find":"a","replacement":"/a"}]}"#,
        &["resolve.alias: /^(?!x)y/ is left out: look-around is not supported"],
    );
    refused("resolve: { alias: 3 }", "resolve.alias is neither an object nor a list");
}

#[test]
fn paths_of_a_tsconfig() {
    let files = "//- /vite.config.ts
import tsconfigPaths from 'vite-tsconfig-paths';
export default { plugins: [tsconfigPaths()] };
//- /tsconfig.json
{ // Comments are fine.
  \"compilerOptions\": { \"baseUrl\": \"src\", \"paths\": { \"@/*\": [\"./*\"], \"one\": [\"gone\", \"a\"] } } }
//- /src/a/index.ts
";
    let expected = r#"{"alias":[{"find":{"flags":"","source":"^@/(.*)$"},"replacement":"/src/$1"},{"find":{"flags":"","source":"^one$"},"replacement":"/src/a"}]}"#;
    check_files(files, expected, &[]);
    let option = "plugins: [tsconfigPaths()]";
    check_files(&files.replace(option, "resolve: { tsconfigPaths: true }"), expected, &[]);
    check_files(&files.replace(option, ""), "{}", &[]);
}

#[test]
fn how_tests_run() {
    check(
        "test: { testTimeout: 1, hookTimeout: 0, retry: 2, bail: 1, globals: true, isolate: false, clearMocks: true }",
        r#"{"bail":1,"clearMocks":true,"hookTimeout":4294967295,"isolate":false,"retry":2,"testTimeout":1}"#,
        &[],
    );
    check(
        "test: { env: { A: 'x', B: 1 }, environment: 'jsdom', testNamePattern: /a b/ }",
        r#"{"env":{"A":"x","B":"1"},"environment":"jsdom","testNamePattern":"a b"}"#,
        &[],
    );
    check(
        "test: { environmentOptions: { jsdom: { url: 'http://a.example/' } } }",
        r#"{"environmentOptions":{"jsdom":{"url":"http://a.example/"}}}"#,
        &[],
    );
    check(
        "test: { sequence: { shuffle: { tests: true }, seed: 3, hooks: 'list' } }",
        r#"{"sequence":{"hooks":"list","seed":3,"shuffle":true}}"#,
        &[],
    );
    check(
        "test: { environment: 'edge' }",
        "{}",
        &[
            "test.environment 'edge' is unknown here, where node, dom, happy-dom, jsdom are known, so it is left out",
        ],
    );
    refused("test: { testTimeout: 'long' }", "test.testTimeout is no number of milliseconds");
    refused("test: { clearMocks: 1 }", "test.clearMocks is neither true nor false");
}

#[test]
fn keys_without_a_meaning() {
    check(
        "test: { coverage: {}, reporters: ['dot'], onConsoleLog() {} }",
        "{}",
        &[
            "test.coverage has no meaning here: Verdict measures no coverage",
            "test.onConsoleLog has no meaning here: a function is not data",
            "test.reporters has no meaning here: verdict --reporter says how to report",
        ],
    );
    check(
        "tset: {}, test: { inclde: [] }",
        "{}",
        &[
            "unknown key tset; the nearest known one is test",
            "unknown key test.inclde; the nearest known one is test.include",
        ],
    );
    check("build: {}, server: {}, esbuild: {}", "{}", &[]);
}

#[test]
fn resolution() {
    // Vitest loads modules as a server does, unless the environment is a page.
    check("resolve: { conditions: ['x'], mainFields: ['y'] }", "{}", &[]);
    check(
        "ssr: { resolve: { conditions: ['x'], mainFields: ['y'] } }, environments: { ssr: { resolve: { conditions: ['x', 'z'] } } }",
        r#"{"resolve":{"conditions":["x","z"],"mainFields":["y"]}}"#,
        &[],
    );
    check(
        "resolve: { conditions: ['browser', 'development|production'], mainFields: ['module'] }, ssr: { resolve: { conditions: ['x'] } }, test: { environment: 'jsdom' }",
        r#"{"environment":"jsdom","resolve":{"conditions":["browser","development"],"mainFields":["module"]}}"#,
        &[],
    );
    check(
        "resolve: { extensions: ['.web.ts', '.ts'] }",
        r#"{"resolve":{"extensions":[".web.ts",".ts"]}}"#,
        &[],
    );
    refused("resolve: { extensions: '.ts' }", "resolve.extensions is no list of texts");
    refused("ssr: { resolve: { conditions: [1] } }", "ssr.resolve.conditions is no list of texts");
}

#[test]
fn plugins() {
    let with = |text: &str, warnings: &[&str]| {
        let files = format!(
            "//- /vite.config.ts\nimport react from '@vitejs/plugin-react';\nimport vue from '@vitejs/plugin-vue';\nimport other from 'other';\nexport default {{ plugins: {text} }};\n"
        );
        check_files(&files, "{}", warnings);
    };
    with("[react(), false, null]", &[]);
    with(
        "[[react(), [vue()]], vue()]",
        &["the plugin @vitejs/plugin-vue does not run here: it would have compiled .vue files"],
    );
    with("[other({})]", &["the plugin other does not run here: it would have changed how files load"]);
    with(
        "[{ name: 'mine', load() {}, transform() {} }, { name: 'quiet', buildStart() {} }]",
        &["the plugin mine does not run here: it would have provided modules and changed files"],
    );
}

#[test]
fn define() {
    let files = "//- /vite.config.ts
export default { define: { __DEV__: true, 'globalThis.V': JSON.stringify('1'), 'process.env.A': '\"x\"', 'import.meta.env.B': 2, 'a.b': '1', f: 'call()' } };
";
    let found = settings(files).expect("settings");
    assert_eq!(found.config["test"].to_string(), r#"{"env":{"A":"x","B":"2"}}"#);
    assert_eq!(found.setup.as_deref(), Some("globalThis.__DEV__ = true;\nglobalThis.V = \"1\";\n"));
    assert_eq!(found.warnings.len(), 2, "{:?}", found.warnings);
}

#[test]
fn serializers_of_snapshots() {
    let files = "//- /vitest.config.ts
export default { define: { A: 1 }, test: { snapshotSerializers: ['./lib/own.ts', 'of-a-package'] } };
//- /lib/own.ts
";
    let found = settings(files).expect("settings");
    assert_eq!(
        found.setup.as_deref(),
        Some(
            "globalThis.A = 1;\n\
             import __serializer_0__ from \"/lib/own.ts\";\n\
             import __serializer_1__ from \"of-a-package\";\n\
             import { expect as __expect__ } from \"vitest\";\n\
             __expect__.addSnapshotSerializer(__serializer_0__);\n\
             __expect__.addSnapshotSerializer(__serializer_1__);\n"
        )
    );
    assert!(found.warnings.is_empty(), "{:?}", found.warnings);
}

#[test]
fn values_of_packages_that_do_not_run() {
    let left_out = "values of the package @company/x are left out: it does not run here";
    let with = |text: &str, expected: &str| {
        let imports = "import x from '@company/x';\nimport { mergeConfig } from 'vitest/config';";
        check_files(&format!("//- /vite.config.ts\n{imports}\n{text};\n"), expected, &[left_out]);
    };
    with("export default x({ a: 1 })", "{}");
    with(
        "export default { ...x.base, test: { bail: 1, setupFiles: [x.setup], env: x.env } }",
        r#"{"bail":1,"setupFiles":[]}"#,
    );
    with("export default mergeConfig(x, { test: { bail: 1 } })", r#"{"bail":1}"#);
    with("export default mergeConfig({ test: { bail: 1 } }, x.more)", r#"{"bail":1}"#);
}
