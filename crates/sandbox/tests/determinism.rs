//! Equal options give equal runs.
#![allow(missing_docs)]

use crate::support;

use support::{options, small};
use verdict_sandbox::evaluate;

const SOURCE: &str = "
const log = [Math.random(), Math.random(), Date.now(), performance.now()];
const bag = {}; for (const key of 'the quick brown fox') bag[key] = Math.random();
console.log(bag, new Map(Object.entries(bag)), Object.getOwnPropertyNames(globalThis));
(async () => { for (let i = 0; i < 9; i++) { await new Promise(d => setTimeout(d, Math.random() * 100)); log.push(Date.now()) } return [log, bag] })()";

fn run(seed: u64) -> (String, String) {
    let mut options = options("", small());
    options.seed = seed;
    let evaluation = evaluate(SOURCE, options);
    (evaluation.value.expect("a value").to_string(), format!("{:?}", evaluation.console))
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let first = run(7);
    for _ in 0..3 {
        assert_eq!(run(7), first);
    }
    assert_ne!(run(8), first);
}

#[test]
fn random_numbers_are_spread() {
    let source = "let n = 0; const xs = []; for (let i = 0; i < 10000; i++) { const x = Math.random(); n += x; xs.push(x) } [xs.every(x => x >= 0 && x < 1), new Set(xs).size, Math.abs(n / 10000 - 0.5) < 0.02]";
    assert_eq!(
        evaluate(source, options("", small())).value.expect("a value").to_string(),
        "[true,10000,true]"
    );
}
