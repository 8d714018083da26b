//! The gate in a page, with typical adapters and a scripted manager.
#![cfg(all(target_arch = "wasm32", feature = "gate"))]
#![allow(missing_docs, reason = "a test")]

use js_sys::{Function, Object, Reflect};
use verdict_manager::{apply_bundle, check_bundle, recover, reset, run_profile};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const BUNDLE: &str = r#"{"/a.js":"2","/b.js":null,"/new.js":"3"}"#;

/// Runs a script that returns an object of test helpers and a case.
fn script(body: &str) -> JsValue {
    Function::new_no_args(&format!(
        "const files = new Map([['/a.js', '1'], ['/b.js', '1'], ['/c.bin', new Uint8Array([255, 0])]]);
         const asked = [];
         const adapter = {{
           list: () => [...files.keys()],
           read: (path) => files.get(path),
           write: (path, content) => {{ files.set(path, content); }},
           remove: (path) => {{ files.delete(path); }},
         }};
         const pass = {{
           success: true, output: [], error: null, code: null, snapshotRoot: '', outputSha256: '', truncated: false,
           console: {{ entries: [], total: 0, truncated: false }}, timing: {{ totalMs: 0, files: [], tests: [] }},
         }};
         const passes = (command) => ({{ ...pass, command }});
         const manager = {{ runVerification: async (command, options) => {{ asked.push([command, options]); return passes(command); }} }};
         const options = {{ adapter, manager, verifyCommand: 'test:/a.test.js', timeoutMs: 1234 }};
         {body};
         return {{ files, asked, options }};"
    ))
    .call0(&JsValue::UNDEFINED)
    .expect("the script runs")
}

fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| Reflect::get(&value, &key.into()).expect(key))
}

/// The files as text: `path=content` by path; bytes in brackets.
fn files(case: &JsValue) -> String {
    let show = Function::new_with_args(
        "files",
        "return [...files].map(([path, content]) => path + '=' + (typeof content === 'string' ? content : `[${content}]`)).sort().join(' ')",
    );
    show.call1(&JsValue::UNDEFINED, &get(case, "files")).expect("files").as_string().expect("a text")
}

const BEFORE: &str = "/a.js=1 /b.js=1 /c.bin=[255,0]";
const AFTER: &str = "/a.js=2 /c.bin=[255,0] /new.js=3";

/// Applies [`BUNDLE`] in a modified world, and checks the state, the files and a part of the message.
async fn check(body: &str, state: &str, expected: &str, message: &str) -> JsValue {
    let case = script(body);
    let report = apply_bundle(BUNDLE.into(), get(&case, "options")).await;
    let text = |key: &str| get(&report, key).as_string().unwrap_or_default();
    assert_eq!(text("state"), state, "{body}: {}", text("message"));
    assert_eq!(files(&case), expected, "{body}");
    assert!(text("message").contains(message), "{body}: {}", text("message"));
    assert_eq!(get(&report, "success").as_bool(), Some(state == "applied"));
    Object::assign(&Object::from(case), &js_object("report", &report)).into()
}

fn js_object(key: &str, value: &JsValue) -> Object {
    let object = Object::new();
    Reflect::set(&object, &key.into(), value).expect("set");
    object
}

#[wasm_bindgen_test]
async fn a_good_change_is_applied_whole() {
    let case = check("", "applied", AFTER, "3 change(s) applied").await;
    assert_eq!(get(&case, "report.changes_applied"), 3);
    assert_eq!(get(&case, "report.phases.length"), 4);
    assert_eq!(get(&case, "asked.0.0"), "test:/a.test.js");
    assert_eq!(get(&case, "asked.0.1.timeout"), 1234);
    // The state after is judged, not the live one: entries by path, bytes as bytes.
    assert_eq!(get(&case, "asked.0.1.vfsSnapshot.0.1"), "2");
    assert_eq!(get(&case, "asked.0.1.vfsSnapshot.1.0"), "/c.bin");
    assert_eq!(get(&case, "asked.0.1.vfsSnapshot.1.1.length"), 2);
    // In between, the tests of the state before run, unless the page remembers them.
    let count = get(&case, "asked.length").as_f64().expect("a count");
    assert_eq!(get(&case, &format!("asked.{}.0", count - 2.0)), "lint:/a.js /new.js");
    assert_eq!(get(&case, &format!("asked.{}.0", count - 1.0)), "type-check:/a.js /new.js");
}

#[wasm_bindgen_test]
async fn adapters_as_they_are() {
    for body in [
        "for (const name of ['list', 'read', 'write', 'remove']) { const sync = adapter[name]; adapter[name] = async (...given) => { await null; return sync(...given); }; }",
        "adapter.delete = adapter.remove; delete adapter.remove",
        "const list = adapter.list; adapter.list = () => list().map((path) => ({ path }))",
        "adapter.list = () => files.keys()",
        "options.adapter = new (class { #files = files; list() { return [...this.#files.keys()] } read(path) { return this.#files.get(path) } write(path, content) { this.#files.set(path, content) } remove(path) { this.#files.delete(path) } })()",
    ] {
        check(body, "applied", AFTER, "").await;
    }
    // A page that writes paths without the leading slash also receives them so.
    let relative =
        "for (const [path, content] of [...files]) { files.delete(path); files.set(path.slice(1), content) }";
    check(relative, "applied", "a.js=2 c.bin=[255,0] new.js=3", "").await;
    // A file read as bytes stays bytes.
    let bytes = "files.set('/a.js', new TextEncoder().encode('1'))";
    check(bytes, "applied", "/a.js=[50] /c.bin=[255,0] /new.js=3", "").await;
}

#[wasm_bindgen_test]
async fn a_write_that_fails_half_way_is_taken_back() {
    for body in [
        "let n = 0; const write = adapter.write; adapter.write = (path, content) => { if (++n === 2) throw new Error('quota'); write(path, content) }",
        "let n = 0; const write = adapter.write; adapter.write = async (path, content) => { write(path, ++n === 2 ? '' : content); if (n === 2) throw new Error('quota') }",
    ] {
        let case = check(body, "restored", BEFORE, "Writing /new.js failed: quota").await;
        assert_eq!(get(&case, "report.changes_applied"), 0);
        assert_eq!(get(&case, "report.pre_root"), get(&case, "report.post_root"));
    }
    let silent = "let n = 0; adapter.remove = (path) => { if (++n > 1) files.delete(path) }";
    check(silent, "restored", BEFORE, "not the rehearsed").await;
}

#[wasm_bindgen_test]
async fn a_restore_that_fails_is_loud() {
    let body = "let n = 0; const write = adapter.write; adapter.write = (path, content) => { if (++n > 1) throw new Error('gone'); write(path, content) }";
    let case = check(body, "terminal", "/a.js=2 /c.bin=[255,0]", "RESTORING FAILED").await;
    assert_eq!(get(&case, "report.code"), "err:integrity");
}

#[wasm_bindgen_test]
async fn nothing_but_a_pass_opens_the_gate() {
    for (body, message) in [
        (
            "manager.runVerification = async () => ({ success: false, error: '1 test(s) failed' })",
            "1 test(s) failed",
        ),
        (
            "manager.runVerification = async () => { throw Object.assign(new Error('Verification timeout'), { code: 'err:timeout' }) }",
            "Verification timeout",
        ),
        ("manager.runVerification = () => { throw null }", "Verification failed"),
        ("manager.runVerification = () => undefined", "Verification failed"),
        ("manager.runVerification = async () => ({ success: 'yes' })", "Verification failed"),
        (
            "manager.runVerification = async () => ({ success: true, code: 'err:crashed' })",
            "Verification failed",
        ),
        (
            "manager.runVerification = async () => ({ success: true, code: 'err:unheard-of' })",
            "Verification failed",
        ),
        ("delete options.manager", "There is no VerificationManager"),
        ("options.manager = {}", "There is no VerificationManager"),
        ("delete options.verifyCommand", "Nothing verifies this change"),
        ("options.verifyCommand = 'rm:/'", "Unknown command type: rm:/"),
        ("options.verifyCommand = 7", "Malformed options at verifyCommand"),
        ("delete adapter.read", "The adapter has no method read"),
        ("delete options.adapter", "The adapter has no method list"),
        ("options.phaseMask = 0", "phase mask 0 is not"),
        ("options.phaseMask = 16", "phase mask 16 is not"),
        ("options.phaseMask = NaN", "phase mask NaN is not"),
        ("options.phaseMask = '15'", "Malformed options at phaseMask"),
        ("adapter.list = () => { throw new Error('locked') }", "The files cannot be read: locked"),
        ("adapter.list = () => 7", "list gave no list"),
        ("adapter.read = () => null", "read gave neither text nor bytes for /a.js"),
        ("adapter.read = () => '\\ud800'", "/a.js holds a lone surrogate"),
    ] {
        let case = check(body, "refused", BEFORE, message).await;
        assert!(get(&case, "report.code").is_string() || get(&case, "report.code").is_null(), "{body}");
    }
    let stale = "manager.runVerification = async (command) => { files.set('/c.bin', 'edited'); return passes(command) }";
    check(stale, "refused", "/a.js=1 /b.js=1 /c.bin=edited", "Stale").await;
    let case = script("");
    let report = apply_bundle(JsValue::NULL, get(&case, "options")).await;
    assert_eq!(get(&report, "code"), "err:protocol");
}

#[wasm_bindgen_test]
async fn a_policy_can_open_it() {
    let case =
        check("delete options.manager; options.policy = { allowUnverified: true }", "applied", AFTER, "")
            .await;
    assert_eq!(get(&case, "report.warnings.length"), 3);
    let truthy = "delete options.manager; options.policy = { allowUnverified: 1 }";
    check(truthy, "refused", BEFORE, "").await;
}

#[wasm_bindgen_test]
async fn build_check_takes_the_change_back() {
    let body = "manager.runVerification = async (command) => command.startsWith('type-check:')
      ? { ...passes(command), success: false, error: 'Found 1 type issue(s)', output: [{ file: '/a.js', line: 1, column: 1, message: \"Cannot find name 'x'.\", code: 'TS2304', severity: 'error' }] }
      : passes(command); files.delete('/b.js'); files.set('/b.js', '1'); let first = true; const always = manager.runVerification;
      manager.runVerification = async (command, given) => command.startsWith('type-check:') && given.vfsSnapshot.some(([path]) => path === '/b.js') ? passes(command) : always(command)";
    let case = check(body, "restored", BEFORE, "1 new errors").await;
    assert_eq!(get(&case, "report.errors.0.file"), "/a.js");
}

/// A journal kept in a variable, with a log of its calls.
const JOURNAL: &str = "let record = null; const log = [];
  options.journal = { read: async () => record, write: (text) => { record = text; log.push(JSON.parse(text).body.state) }, clear: () => { record = undefined; log.push('clear') } };
  options.log = log; options.held = () => record;";

#[wasm_bindgen_test]
async fn the_journal_knows_of_every_live_write() {
    let case = check(JOURNAL, "applied", AFTER, "").await;
    assert_eq!(get(&case, "options.log.0"), "applying");
    let last = get(&case, "options.log.length").as_f64().expect("a length") - 1.0;
    assert_eq!(get(&case, &format!("options.log.{last}")), "clear");
    // A refused change has no record.
    let body = format!("{JOURNAL} manager.runVerification = async () => ({{ success: false, error: 'no' }})");
    let case = check(&body, "refused", BEFORE, "no").await;
    assert_eq!(get(&case, "options.log.length"), 0);
    // Without a durable record no live file is touched.
    for body in [
        "options.journal.write = () => { throw new Error('full') }",
        "options.journal.read = () => Promise.reject(new Error('gone'))",
        "options.journal.read = () => 7",
        "delete options.journal.clear",
    ] {
        check(&format!("{JOURNAL} {body}"), "refused", BEFORE, "").await;
    }
}

/// A check applies nothing: neither the files nor the journal are written.
#[wasm_bindgen_test]
async fn a_check_applies_nothing() {
    for (body, state, asked) in [
        ("", "checked", 3..=4),
        ("manager.runVerification = async () => ({ success: false, error: 'no' })", "refused", 0..=0),
        ("options.phaseMask = 1; delete options.verifyCommand; delete options.manager", "checked", 0..=0),
        ("delete options.verifyCommand", "refused", 0..=0),
        ("options.journal = { read: () => 'a record', write: () => {}, clear: () => {} }", "refused", 0..=0),
    ] {
        let case = script(&format!("{JOURNAL} {body}"));
        let report = check_bundle(BUNDLE.into(), get(&case, "options")).await;
        assert_eq!(get(&report, "state"), state, "{body}");
        assert_eq!(get(&report, "success").as_bool(), Some(state == "checked"), "{body}");
        assert_eq!(files(&case), BEFORE, "{body}");
        assert_eq!(get(&case, "options.log.length"), 0, "{body}");
        let count = get(&case, "asked.length").as_f64().expect("a count") as usize;
        assert!(asked.contains(&count), "{body} {count}");
        assert_eq!(get(&report, "changes_applied"), 0, "{body}");
    }
    let report = check_bundle(JsValue::NULL, get(&script(""), "options")).await;
    assert_eq!(get(&report, "code"), "err:protocol");
}

#[wasm_bindgen_test]
async fn a_locked_gate_is_opened_by_a_person_alone() {
    let body = format!(
        "{JOURNAL} let n = 0; const write = adapter.write; adapter.write = (path, content) => {{ if (++n > 1) throw new Error('gone'); write(path, content) }}"
    );
    let case = check(&body, "terminal", "/a.js=2 /c.bin=[255,0]", "RESTORING FAILED").await;
    let options = get(&case, "options");
    let again = apply_bundle(BUNDLE.into(), options.clone()).await;
    assert_eq!(get(&again, "state"), "refused");
    assert_eq!(get(&again, "code"), "err:integrity");
    let recovery = recover(options.clone()).await.expect("options");
    assert_eq!(get(&recovery, "state"), "locked");
    assert!(reset(options.clone(), String::new()).await.is_err(), "without a reason");
    let forgotten = reset(options.clone(), "looked at it".to_owned()).await.expect("a reset");
    assert!(get(&forgotten, "held.files.length").as_f64() > Some(0.0));
    assert_eq!(get(&recover(options).await.expect("options"), "state"), "none");
}

#[wasm_bindgen_test]
async fn checkpoints_are_made_before_the_first_write_and_brought_back_first() {
    const CHECKPOINTS: &str = "let kept; options.told = [];
      adapter.createCheckpoint = async (about) => { kept = new Map(files); options.told.push('create'); return { id: 'c1', about } };
      adapter.restoreCheckpoint = (id) => { options.told.push('restore ' + id); for (const [path, content] of kept) files.set(path, content) };";
    let case = check(CHECKPOINTS, "applied", AFTER, "").await;
    assert_eq!(get(&case, "report.checkpoint"), "c1");
    let failing = "let n = 0; const write = adapter.write; adapter.write = (path, content) => { if (++n === 2) throw new Error('quota'); write(path, content) };";
    let case = check(&format!("{CHECKPOINTS} {failing}"), "restored", BEFORE, "quota").await;
    assert_eq!(get(&case, "options.told.1"), "restore c1");
    assert_eq!(get(&case, "report.checkpoint_restored"), true);
    // If the checkpoint cannot be restored, the gate restores the files.
    for body in [
        "adapter.restoreCheckpoint = () => false",
        "adapter.restoreCheckpoint = () => { throw new Error('x') }",
    ] {
        check(&format!("{CHECKPOINTS} {failing} {body}"), "restored", BEFORE, "quota").await;
    }
}

#[wasm_bindgen_test]
async fn what_a_check_configures_is_laid_over_what_the_page_does() {
    let case = script(
        "files.set('/spec/verification.yaml', 'version: 1\\nskills:\\n  a: { tier: 1, env: [MODE], steps: [{ name: x, run: \"eval:1\", timeout_ms: 77 }] }\\nprofiles: { pr: [a] }\\n');
         Object.assign(options, { env: { MODE: 'ci', OTHER: 'no' }, config: { test: { testTimeout: 7 }, lint: { off: ['no-var'] } } });
         manager.getToolchain = () => options.ready ? { engine: '0.22.0', rules: '1.0.0', checker: '1.0.0', protocol: '1.0.0' } : null;
         manager.init = async () => { options.ready = true; };",
    );
    let run = run_profile(get(&case, "options")).await.expect("a profile");
    assert_eq!(get(&case, "options.ready"), true);
    assert_eq!(get(&run, "toolchain.passed"), true);
    assert_eq!(get(&case, "asked.0.0"), "eval:1");
    assert_eq!(get(&case, "asked.0.1.timeout"), 77);
    assert_eq!(get(&case, "asked.0.1.config.test.env.MODE"), "ci");
    assert!(get(&case, "asked.0.1.config.test.env.OTHER").is_undefined());
    assert_eq!(get(&case, "asked.0.1.config.test.testTimeout"), 7);
    assert_eq!(get(&case, "asked.0.1.config.lint.off.0"), "no-var");
}
