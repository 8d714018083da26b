//! The build that lowers, in a dedicated worker of a real browser.
#![cfg(all(target_arch = "wasm32", feature = "transformer"))]
#![allow(missing_docs)]

use serde_json::{Value, json};
use verdict_worker::lower;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

fn answer(path: &str, source: &str) -> Value {
    let job = json!({ "path": path, "source": source, "options": {} });
    serde_json::from_str(&lower(&job.to_string())).expect("JSON")
}

#[wasm_bindgen_test]
fn a_job_comes_back_as_javascript_with_its_places() {
    let lowered = &answer("/a.ts", "enum E { A = 'é' }\nf(E.A);")["Ok"];
    let text = lowered["text"].as_str().expect("a text");
    assert!(text.contains("E[\"A\"] = \"é\""), "{text}");
    let places = lowered["positions"].as_array().expect("numbers").len();
    assert!(places > 0 && places.is_multiple_of(5), "{places}");
}

#[wasm_bindgen_test]
fn what_does_not_parse_is_told_with_its_place() {
    let refused = &answer("/a.ts", "enum {")["Err"];
    assert_eq!((&refused["line"], &refused["code"]), (&json!(1), &json!("err:syntax")), "{refused}");
    assert_eq!(serde_json::from_str::<Value>(&lower("no job")).expect("JSON"), json!({ "Err": null }));
}

#[wasm_bindgen_test]
fn as_deep_as_the_guard_lets_through() {
    for (open, close) in [("<a>", "</a>"), ("[", "]"), ("(() => ", ")()"), ("{ using a = f(); ", "}")] {
        let wide = |depth: usize| {
            let inside = if open.starts_with('{') { "" } else { "1" };
            format!("enum E {{ A }}\n;{}{inside}{}", open.repeat(depth), close.repeat(depth))
        };
        let mut depth = 4096;
        // The deepest accepted source, which must be handled.
        while depth > 1 && answer("/a.tsx", &wide(depth)).get("Ok").is_none() {
            depth /= 2;
        }
        assert!(depth >= 16, "{open} {depth}");
    }
}
