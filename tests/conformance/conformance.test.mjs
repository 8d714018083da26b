/**
 * Vitest and ours, natively, in Chromium and by Chromium's own engine, say the same of the same test files, test by test: its state and, where it
 * fails, what was thrown. `known.json` lists the tests of which they do not, and nothing else.
 */

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';

import { compare } from './lib/compare.mjs';
import { known } from './lib/known.mjs';
import { native, page, sealed } from './lib/verdict.mjs';
import { vitest } from './lib/vitest.mjs';

describe('conformance with Vitest', () => {
  /** @type {import('./lib/entries.mjs').Entry[]} */
  let theirs;
  before(async () => {
    theirs = await vitest();
    assert.ok(theirs.length > 800, `Vitest found only ${theirs.length} tests`);
  });

  for (const [host, run] of Object.entries({ native, chromium: page, sealed })) {
    test(host, async () => {
      const { disagreements } = compare(theirs, await run());
      const reasons = await known(host);
      assert.deepEqual(
        disagreements.filter(({ key }) => !reasons.has(key)),
        [],
        'differs',
      );
      const differing = new Set(disagreements.map(({ key }) => key));
      assert.deepEqual(
        [...reasons.keys()].filter((key) => !differing.has(key)),
        [],
        'agrees by now: take it out of known.json',
      );
    });
  }
});
