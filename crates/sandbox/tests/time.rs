//! Virtual time.
#![allow(missing_docs)]

use crate::support;

use support::{load, printed};
use verdict_sandbox::Stop;

fn check(source: &str, expected: &str) {
    let fixture = format!("//- /main.js\n{source}");
    assert_eq!(printed(&fixture).replace('\n', " "), expected, "{source}");
}

#[test]
fn jobs_run_in_the_order_of_real_time() {
    check(
        "
const log = [];
setTimeout(() => log.push('t10'), 10); setTimeout(() => log.push('t0'), 0); setTimeout(() => log.push('t5'), 5);
setImmediate(() => log.push('immediate'));
queueMicrotask(() => log.push('micro'));
Promise.resolve().then(() => log.push('then'));
log.push('sync');
await new Promise(done => setTimeout(done, 20));
console.log(log.join(' '));",
        "sync micro then immediate t0 t5 t10",
    );
    check(
        "
const log = [];
for (const i of [1, 2, 3]) setTimeout(() => { log.push('t' + i); Promise.resolve().then(() => log.push('m' + i)) }, 1);
await new Promise(done => setTimeout(done, 2));
console.log(log.join(' '));",
        "t1 m1 t2 m2 t3 m3",
    );
}

#[test]
fn time_moves_at_once_and_only_then() {
    check(
        "const t = Date.now(); await new Promise(d => setTimeout(d, 1e9)); console.log(Date.now() - t)",
        "1000000000",
    );
    check(
        "console.log(new Date().toISOString(), new Date().getTimezoneOffset())",
        "2024-01-01T00:00:00.000Z 0",
    );
    check("const t = Date.now(); while (Date.now() - t < 20); console.log('waited')", "waited");
    check("console.log(performance.now() < performance.now(), performance.timeOrigin)", "true 1704067200000");
}

#[test]
fn timers_can_be_cleared_and_given_arguments() {
    check(
        "
let n = 0; const id = setInterval((step) => { n += step; if (n === 6) clearInterval(id) }, 10, 2);
const never = setTimeout(() => { n = -1 }, 5); clearTimeout(never); clearTimeout(undefined); clearTimeout('x');
await new Promise(done => setTimeout(done, 1000));
console.log(n, typeof id, Number(id) > 0);",
        "6 object true",
    );
    check("try { setTimeout('x()') } catch (error) { console.log(error.name) }", "TypeError");
}

#[test]
fn what_stays_open_is_known() {
    let (mut guest, result) = load("//- /main.js\nsetInterval(() => {}, 50); setTimeout(() => {}, 7);");
    result.expect("runs");
    let open: Vec<String> =
        guest.open_handles().iter().map(|handle| format!("{} {}", handle.kind, handle.due_in_ms)).collect();
    assert_eq!(open, ["setTimeout 7", "setInterval 50"]);
    guest.clear_timers();
    assert!(guest.open_handles().is_empty());
}

#[test]
fn a_wait_has_a_deadline_in_virtual_time() {
    let (mut guest, result) = load(
        "//- /main.js\nglobalThis.never = new Promise(() => {}); globalThis.slow = new Promise(d => setTimeout(d, 30, 'done')); setInterval(() => {}, 9);",
    );
    result.expect("runs");
    let value = |guest: &mut verdict_sandbox::Guest, name: &str| {
        let global = guest.context().global_object();
        global.get(boa_engine::JsString::from(name), guest.context()).expect("a value")
    };
    let never = value(&mut guest, "never");
    assert!(matches!(guest.settle(&never, Some(20.0)), Err(Stop::Deadline(ms)) if ms == 20.0));
    assert_eq!(guest.virtual_now(), 20.0);
    let slow = value(&mut guest, "slow");
    let done = guest.settle(&slow, Some(20.0)).expect("in time");
    assert_eq!(guest.inspect(&done), "'done'");
    guest.clear_timers();
    assert!(matches!(guest.settle(&never, Some(20.0)), Err(Stop::Unsettled)));
}

#[test]
fn a_wait_does_not_trust_patched_promises() {
    let (mut guest, result) = load(
        "//- /main.js\nglobalThis.p = Promise.reject(new Error('real'));\nPromise.prototype.then = Promise.prototype.catch = () => 'forged';\nObject.defineProperty(Promise, Symbol.species, { get() { throw 1 } });",
    );
    result.expect("runs");
    let global = guest.context().global_object();
    let promise = global.get(boa_engine::JsString::from("p"), guest.context()).expect("a value");
    let Err(Stop::Thrown(thrown)) = guest.settle(&promise, None) else { panic!("settled") };
    assert_eq!(thrown.header(), "Error: real");
    assert!(guest.take_unhandled().is_empty(), "somebody waited for it");
}

#[test]
fn what_nobody_handles_is_reported() {
    let (mut guest, result) = load(
        "//- /main.js\nPromise.reject(new Error('lost')); Promise.reject('handled').catch(() => {}); const late = Promise.reject(1); await null; late.catch(() => {});\nsetTimeout(() => { throw new TypeError('timer') }); queueMicrotask(() => { throw 'micro' }); await new Promise(d => setTimeout(d, 9));",
    );
    result.expect("runs");
    let found: Vec<String> =
        guest.take_unhandled().iter().map(|one| format!("{:?} {}", one.kind, one.thrown.header())).collect();
    assert_eq!(found, ["Exception micro", "Exception TypeError: timer", "Rejection Error: lost"]);
    assert!(guest.take_unhandled().is_empty());
}
