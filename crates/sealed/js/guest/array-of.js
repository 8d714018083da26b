/**
 * `expect.arrayOf`, which only Jest has: matches a list if every item matches.
 * @module
 */

import { AsymmetricMatcher, chai, equals } from '@vitest/expect';
import { stringify } from '@vitest/utils/display';

import { isArray } from './primordials.js';

class ArrayOf extends AsymmetricMatcher {
  asymmetricMatch(other, testers) {
    let isOf = isArray(other);
    for (let i = 0; isOf && i < other.length; i++) isOf = equals(this.sample, other[i], testers);
    return this.inverse ? !isOf : isOf;
  }
  toString() {
    return `${this.inverse ? 'Not' : ''}ArrayOf`;
  }
  getExpectedType() {
    return 'array';
  }
  toAsymmetricMatcher() {
    return `${this.toString()} ${stringify(this.sample)}`;
  }
}

/** Adds it to `expect` and to each `expect` that `createExpect` returns. */
export function addArrayOf(expect) {
  for (const one of [chai.expect, expect]) {
    one.arrayOf = { arrayOf: (sample) => new ArrayOf(sample) }.arrayOf;
    one.not.arrayOf = { arrayOf: (sample) => new ArrayOf(sample, true) }.arrayOf;
  }
}
