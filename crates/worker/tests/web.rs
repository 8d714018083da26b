//! The worker's core on real structured-clone values, in a dedicated worker of a real browser.
#![cfg(all(target_arch = "wasm32", any(feature = "analysis", feature = "sandbox")))]
#![allow(missing_docs)]

use js_sys::{Array, Function, JSON};
use serde_json::{Value, json};
use verdict_protocol::Toolchain;
use verdict_worker::{WorkerCore, protocol_version};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// A core whose answers are recorded as JSON.
struct Probe {
    core: WorkerCore,
    answers: Array,
}

impl Probe {
    fn new() -> Probe {
        let answers = Array::new();
        let post = Function::new_with_args("message", "this.push(JSON.stringify(message))");
        Probe { core: WorkerCore::new(3.0, post.bind0(&answers)), answers }
    }

    /// The answers to one message, without `PROGRESS`. The message is a JavaScript expression, because JSON
    /// has no typed arrays, Blobs or own `__proto__`.
    fn ask(&mut self, message: &str) -> Vec<Value> {
        self.answers.set_length(0);
        let message = Function::new_no_args(&format!("return ({message})")).call0(&JsValue::NULL);
        self.core.handle(&message.expect("the message is an expression"));
        let text = |answer: JsValue| answer.as_string().expect("JSON text");
        let parse = |text: String| serde_json::from_str::<Value>(&text).expect("JSON");
        self.answers.iter().map(text).map(parse).filter(|answer| answer["type"] != "PROGRESS").collect()
    }

    fn one(&mut self, message: &str) -> Value {
        let mut answers = self.ask(message);
        assert_eq!(answers.len(), 1, "one answer to {message}: {answers:?}");
        answers.remove(0)
    }
}

#[wasm_bindgen_test]
fn ready_states_protocol_and_generation() {
    let probe = Probe::new();
    probe.core.ready();
    let ready = JSON::parse(&probe.answers.get(0).as_string().expect("JSON")).expect("JSON");
    let ready: Value = serde_wasm_bindgen::from_value(ready).expect("an object");
    assert_eq!(
        ready,
        json!({ "type": "READY", "protocol": protocol_version(), "generation": 3, "toolchain": Toolchain::current() })
    );
}

#[wasm_bindgen_test]
fn what_is_no_message_is_answered_with_a_pointer() {
    let mut probe = Probe::new();
    for (message, pointer) in [
        ("null", "(root)"),
        ("42", "(root)"),
        ("'VERIFY'", "(root)"),
        ("new Blob(['x'])", "/type"),
        ("{}", "/type"),
        ("{ type: 'FLY' }", "/type"),
        ("{ type: 'VERIFY', id: '' }", "/id"),
        ("{ type: 'VERIFY', id: 'x', payload: { command: 5 } }", "/payload/command"),
        (
            "{ type: 'VERIFY', id: 'x', payload: { command: 'lint:/a', snapshot: [['/a', 5]] } }",
            "/payload/snapshot/0/1",
        ),
    ] {
        let answer = probe.one(message);
        assert_eq!(answer["type"], "ERROR", "{message}");
        assert_eq!(answer["error"]["code"], "err:protocol", "{message}");
        let text = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(text.contains(&format!("at {pointer}:")), "{message}: {text}");
    }
    let mut pong = probe.one("{ type: 'PING' }");
    let memory = pong.as_object_mut().and_then(|pong| pong.remove("memory")).expect("memory");
    assert!(memory["heapBytes"].as_u64() > Some(1 << 20), "{memory}");
    assert_eq!(pong, json!({ "type": "PONG", "success": true, "toolchain": Toolchain::current() }));
}

#[wasm_bindgen_test]
fn an_unknown_verb_is_answered_in_every_envelope() {
    let mut probe = Probe::new();
    let answer = probe.one("{ type: 'VERIFY', id: 7, payload: { command: 'fly:x', sessionId: { a: [1] } } }");
    assert_eq!((&answer["type"], &answer["id"]), (&json!("VERIFY_COMPLETE"), &json!(7)));
    assert_eq!(answer["sessionId"], json!({ "a": [1] }));
    assert_eq!((&answer["success"], &answer["code"]), (&json!(false), &json!("err:command")));
    let plain = probe.one("{ requestId: '__proto__', command: 'fly:x', vfsSnapshot: {} }");
    assert_eq!(plain["requestId"], "__proto__");
    assert_eq!(plain["result"]["code"], "err:command");
}

#[cfg(feature = "analysis")]
#[wasm_bindgen_test]
fn files_come_as_text_bytes_and_under_any_name() {
    let mut probe = Probe::new();
    for snapshot in [
        "{ '/a.js': 'debugger;' }",
        "[['/a.js', new TextEncoder().encode('debugger;')]]",
        "[['/a.js', { base64: btoa('debugger;') }], ['__proto__', '']]",
        "[{ path: '/a.js', content: 'debugger;' }]",
        "JSON.parse('{ \"/a.js\": \"debugger;\", \"__proto__\": \"\" }')",
    ] {
        let answer = probe.one(&format!(
            "{{ type: 'VERIFY', id: 'r', payload: {{ command: 'lint:/a.js', snapshot: {snapshot} }} }}"
        ));
        assert_eq!(answer["error"], "Found 1 linting issue(s)", "{snapshot}: {answer}");
        assert_eq!(answer["output"][0]["message"], "Remove debugger statements");
    }
}

#[cfg(feature = "analysis")]
#[wasm_bindgen_test]
fn a_reference_to_a_snapshot_that_is_not_here_asks_for_it() {
    let mut probe = Probe::new();
    let answer =
        probe.one("{ type: 'VERIFY', id: 'r', payload: { command: 'lint:/a.js', snapshotRef: 'ab' } }");
    assert_eq!(answer, json!({ "type": "NEED_SNAPSHOT", "id": "r", "root": "ab", "blobs": [] }));
    let answer =
        probe.one("{ type: 'SNAPSHOT', payload: { base: 'ab', entries: [], removed: [], root: 'cd' } }");
    assert_eq!(answer["type"], "NEED_SNAPSHOT");
    let answer = probe.one(
        "{ type: 'SNAPSHOT', payload: { entries: [{ path: '/a', hash: '00', content: 'x' }], root: 'cd' } }",
    );
    assert_eq!(answer["error"]["code"], "err:integrity");
}

#[cfg(feature = "sandbox")]
#[wasm_bindgen_test]
fn tests_and_expressions_run() {
    let mut probe = Probe::new();
    let answer = probe.one("{ type: 'VERIFY', id: 'r', payload: { command: 'eval:[1 + 1, typeof self]' } }");
    assert_eq!((&answer["success"], &answer["output"]), (&json!(true), &json!([2, "undefined"])), "{answer}");
    let answer = probe.one(
        "{ type: 'VERIFY', id: 'r', payload: { command: 'test:/a.test.js', snapshot: { '/a.test.js':
            \"test('good', () => expect([1]).toEqual([1])); test('bad', () => expect(1).toBe(2))\" } } }",
    );
    assert_eq!(answer["error"], "1 test(s) failed", "{answer}");
    assert_eq!(
        (&answer["output"][0]["passed"], &answer["output"][1]["passed"]),
        (&json!(true), &json!(false))
    );
}

#[cfg(feature = "sandbox")]
#[wasm_bindgen_test]
fn nesting_that_would_overflow_is_refused() {
    let mut probe = Probe::new();
    for (open, close) in [("[", "]"), ("(", ")"), ("{a:", "}"), ("!", ""), ("- ", "")] {
        let source = format!("({}1{})", open.repeat(100_000), close.repeat(100_000));
        let command = serde_json::to_string(&format!("eval:{source}")).unwrap_or_default();
        let answer = probe.one(&format!("{{ type: 'VERIFY', id: 'r', payload: {{ command: {command} }} }}"));
        assert_eq!(answer["code"], "err:syntax", "{open} nested");
    }
}
