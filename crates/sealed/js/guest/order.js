/**
 * The order of a shuffled suite. It equals the interpreter's (`crates/testing/src/run/suite.rs`), so that both witnesses run the
 * same order: a SplitMix64 sequence that shuffles suites and tests separately.
 * @module
 */

import { push } from './primordials.js';

const { BigInt: bigInt, Number: number } = globalThis;
const { asUintN } = BigInt;
const to64 = (value) => asUintN(64, value);

function sequence(seed) {
  let state = to64(bigInt(seed));
  return () => {
    state = to64(state + 0x9e37_79b9_7f4a_7c15n);
    let z = state;
    z = to64((z ^ (z >> 30n)) * 0xbf58_476d_1ce4_e5b9n);
    z = to64((z ^ (z >> 27n)) * 0x94d0_49bb_1331_11ebn);
    return z ^ (z >> 31n);
  };
}

/** The Fisher–Yates shuffle. */
function shuffle(items, next) {
  for (let end = items.length - 1; end > 0; end--) {
    const place = number(next() % bigInt(end + 1));
    const item = items[end];
    items[end] = items[place];
    items[place] = item;
  }
}

/**
 * The children of a suite in execution order. `seed` is an integer.
 * @template T
 * @param {T[]} suites
 * @param {T[]} tests
 * @param {number} seed
 * @returns {T[]}
 */
export function shuffled(suites, tests, seed) {
  const next = sequence(seed);
  shuffle(suites, next);
  shuffle(tests, next);
  const [first, second] = next() % 2n === 0n ? [suites, tests] : [tests, suites];
  for (let i = 0; i < second.length; i++) push(first, second[i]);
  return first;
}
