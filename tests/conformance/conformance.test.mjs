/**
 * Vitest and ours, natively, in Chromium and by Chromium's own engine, say the same of the same test files, test by test: its state and, where it
 * fails, what was thrown. `known.json` lists the tests of which they do not, and nothing else.
 */

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';

import { compare } from './lib/compare.mjs';
import { assertListed, known } from './lib/known.mjs';
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
      assertListed(disagreements, await known(host), 'known.json');
    });
  }
});
