//! A prepared realm equals a fresh one, and requests do not affect each other.
#![cfg(feature = "sandbox")]
#![allow(missing_docs, clippy::unwrap_used)]

use serde_json::{Value, json};
use verdict_engine::{Handled, Session};

/// Requests that use every property of a realm, and some that modify theirs as much as possible.
fn requests() -> Vec<Value> {
    let files = json!([
        ["/a.js", "export const a = globalThis.leak ?? 'a';"],
        [
            "/a.test.js",
            "test('t', () => { globalThis.leak = 1; expect(typeof setTimeout(() => {})).toBe('number'); });"
        ],
    ]);
    let plain = [
        "1+1",
        "[Math.random(), Math.random(), Date.now(), performance.now(), performance.timeOrigin, new Date().getTime()]",
        "globalThis.leak = 1; Object.prototype.leak = 2; Array.prototype.push = null; delete globalThis.Map; JSON.parse = 3; 0",
        "[typeof leak, ({}).leak, typeof [].push, typeof Map, typeof JSON.parse, Object.getOwnPropertyNames(globalThis)]",
        "let top = 1; const more = 2; function late() {} class Late {} 0",
        "[typeof top, typeof more, typeof late, typeof Late]",
        "console.count(); console.count('x'); console.group(); console.log('inside'); console.time('t'); 0",
        "console.count(); console.count('x'); console.log('outside'); console.timeEnd('t'); 0",
        "const timer = setInterval(() => {}, 1); Promise.reject(new Error('nobody')); timer",
        "setTimeout(() => {}, 5)",
        "process.env.LEAK = 'leak'; process.more = 1; Object.keys(process)",
        "[process.env, Object.keys(process)]",
        "Object.keys(vfs)",
        "import('/a.js').then((module) => module.a)",
        "new Promise((resolve) => setTimeout(() => resolve(performance.now()), 1000))",
        "new Promise(() => {})",
        "throw new TypeError('no')",
        "nobody",
        "1 +",
        "Object.freeze(globalThis); Object.freeze(Object.prototype); 0",
        "new WeakRef({}).deref() === undefined",
        "(function deeper() { deeper(); })()",
        "let n = 0; for (;;) n++",
    ];
    let mut requests: Vec<Value> =
        plain.iter().map(|text| json!({ "command": format!("eval:{text}") })).collect();
    let random = "eval:[Math.random(), Math.random()]";
    let endless = "eval:let n = 0;\nfor (;;) {\n n++; }";
    for given in [
        json!({ "command": random, "seed": 1 }),
        json!({ "command": random, "seed": 2 }),
        json!({ "command": "eval:process.env", "config": { "test": { "env": { "A": "1", "__proto__x": "2" } } } }),
        json!({ "command": "eval:console.log('unheard'); 1", "config": { "test": { "console": "silent" } } }),
        json!({ "command": "eval:console.log('cut '.repeat(100)); 1", "limits": { "consoleBytes": 100 } }),
        json!({ "command": "eval:[Object.keys(vfs), vfs['/a.js']]", "snapshot": files }),
        json!({ "command": "eval:import('/a.js').then((module) => module.a)", "snapshot": files }),
        json!({ "command": "test:/a.test.js", "snapshot": files }),
        json!({ "command": endless, "limits": { "instructions": 5_000 } }),
        json!({ "command": endless, "limits": { "instructions": 100_000 } }),
        json!({ "command": endless, "limits": { "loopIterations": 1_000 } }),
        json!({ "command": "eval:(function f(n) { return n ? f(n - 1) : 0; })(60)", "limits": { "recursion": 50 } }),
        json!({ "command": "eval:'x'.repeat(2000)", "limits": { "memoryBytes": 1000 } }),
        json!({ "command": "eval:'x'.repeat(2000)", "limits": { "outputBytes": 100 } }),
        json!({ "command": "eval:'x'.repeat(2000).length" }),
    ] {
        requests.push(given);
    }
    for request in &mut requests {
        // All of them end soon, whatever the limits of the others.
        let limits = request.as_object_mut().unwrap().entry("limits").or_insert_with(|| json!({}));
        limits.as_object_mut().unwrap().entry("instructions").or_insert_with(|| json!(300_000));
    }
    requests
}

/// The answer of a session to a request, without real times.
fn ask(session: &mut Session, request: &Value) -> String {
    let message = json!({ "type": "VERIFY", "id": 1, "payload": request });
    let mut answers = Vec::new();
    let handled = session
        .handle(|| &message, &|| 0.0, &mut |answer| answers.push(serde_json::to_value(answer).unwrap()));
    assert_eq!(handled, Handled::Done);
    for answer in &mut answers {
        answer.as_object_mut().unwrap().remove("timing");
    }
    serde_json::to_string(&answers).unwrap()
}

fn in_one_session(requests: &[Value], prepare: bool) -> Vec<String> {
    let mut session = Session::default();
    let answered = requests.iter().map(|request| {
        if prepare {
            session.prepare();
        }
        ask(&mut session, request)
    });
    answered.collect()
}

#[test]
fn the_same_bytes_come_out_prepared_or_not_and_after_whatever() {
    let mut requests = requests();
    let mut alone: Vec<String> =
        requests.iter().map(|request| ask(&mut Session::default(), request)).collect();
    // Each kind of end occurs, and none is a mistake in this table.
    let all = alone.join("\n");
    for found in ["\"output\":2", "err:budget", "err:stack", "err:unsettled", "err:syntax", "TypeError: no"] {
        assert!(all.contains(found), "{found} is not in\n{all}");
    }
    assert!(!all.contains("err:protocol") && !all.contains("\"text\":\"unheard"), "{all}");
    for _ in 0..2 {
        for prepare in [false, true] {
            for ((answer, expected), request) in
                in_one_session(&requests, prepare).iter().zip(&alone).zip(&requests)
            {
                assert_eq!(answer, expected, "prepared: {prepare}; {request}");
            }
        }
        // After other requests.
        requests.reverse();
        alone.reverse();
    }
}

#[test]
fn what_is_prepared_for_other_limits_is_not_used_up() {
    let mut session = Session::default();
    let request = |instructions: u32| json!({ "command": "eval:let n = 0; for (;;) n++", "limits": { "instructions": instructions } });
    for instructions in [1_000, 2_000, 1_000, 50_000, 1_000] {
        // Prepared for the limits of the previous request.
        session.prepare();
        session.prepare();
        assert_eq!(
            ask(&mut session, &request(instructions)),
            ask(&mut Session::default(), &request(instructions))
        );
    }
}
