/**
 * Seeded random numbers: mulberry32 by Tommy Ettinger (public domain), a Weyl sequence of 2³² steps through a mixing
 * function. Good enough to choose what comes next, and the same on every machine.
 * @module
 */

/** Fractional part of the golden ratio × 2³², odd: seeds that lie side by side start far apart. */
const GOLDEN = 0x9e3779b1;

export class Random {
  #state;

  /** @param {number} seed @param {number} [stream] Streams of one seed have nothing to do with each other. */
  constructor(seed, stream = 0) {
    this.#state = (Math.imul(seed, GOLDEN) ^ Math.imul(stream + 1, 0x85ebca6b)) >>> 0;
    // The first number of neighbouring states is alike in no bit, but costs nothing to throw away.
    this.next();
  }

  /** A number of [0, 1). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer of [0, below). */
  below(/** @type {number} */ below) {
    return Math.floor(this.next() * below);
  }

  /** Whether something that has this share of all cases is the case. */
  chance(/** @type {number} */ share) {
    return this.next() < share;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[this.below(list.length)];
  }
}
