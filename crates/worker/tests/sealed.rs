//! The host's half of the sealed engine on real structured-clone values, in a dedicated worker of a browser.
#![cfg(all(target_arch = "wasm32", feature = "sealed"))]
#![allow(missing_docs)]

use js_sys::{Function, JSON};
use serde_json::{Value, json};
use verdict_worker::SealedCore;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

fn core() -> SealedCore {
    SealedCore::new(&Function::new_no_args(""), Function::new_no_args(""))
}

fn js(value: &Value) -> JsValue {
    JSON::parse(&value.to_string()).expect("JSON")
}

/// The instructions, as JSON.
fn actions(given: &JsValue) -> Vec<Value> {
    let text = JSON::stringify(given).expect("plain data").as_string().expect("a text");
    serde_json::from_str(&text).expect("a list")
}

fn names(actions: &[Value]) -> Vec<&str> {
    actions.iter().filter_map(|action| action["do"].as_str()).collect()
}

fn request() -> Value {
    let files = [["/a.test.js", "test('one', () => {});"]];
    let payload = json!({ "command": "test:/a.test.js", "snapshot": files, "engine": "browser" });
    json!({ "type": "VERIFY", "id": 1, "payload": payload })
}

#[wasm_bindgen_test]
fn a_request_asks_for_a_frame_and_then_for_a_guest() {
    let mut core = core();
    let begun = actions(&core.handle(&js(&request())));
    assert!(names(&begun).contains(&"needFrame"), "{begun:?}");
    let up = actions(&core.on_frame(js(&json!({ "type": "up", "sealed": true }))));
    assert!(names(&up).contains(&"start") || names(&up).contains(&"lock"), "{up:?}");
}

#[wasm_bindgen_test]
fn a_frame_that_is_no_seal_is_why_there_is_no_engine() {
    let mut core = core();
    let _ = core.handle(&js(&request()));
    let why = json!({ "type": "up", "sealed": false, "why": "the header lacks sandbox" });
    let told = actions(&core.on_frame(js(&why)));
    let answer = told.iter().find(|action| action["do"] == "post").expect("an answer");
    let message = &answer["message"];
    assert_eq!((&message["type"], &message["id"]), (&json!("VERIFY_COMPLETE"), &json!(1)), "{message}");
    assert_eq!(message["code"], "err:unavailable", "{message}");
    assert!(message["error"].as_str().is_some_and(|error| error.contains("lacks sandbox")), "{message}");
}

#[wasm_bindgen_test]
fn what_is_no_message_of_a_frame_or_of_a_guest_that_runs_is_dropped() {
    let mut core = core();
    for strange in [json!(null), json!(3), json!("up"), json!({ "type": "other" }), json!([1])] {
        assert_eq!(actions(&core.on_frame(js(&strange))), Vec::<Value>::new(), "{strange}");
        assert_eq!(actions(&core.on_guest(7, &js(&strange))), Vec::<Value>::new(), "{strange}");
    }
    let pong = actions(&core.handle(&js(&json!({ "type": "PING", "id": 2 }))));
    assert_eq!(pong[0]["message"]["type"], "PONG", "{pong:?}");
}
