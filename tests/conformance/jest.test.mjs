/**
 * Ours says of the projects of `jest/`, in both engines, what Jest said when its results were recorded. `known.json` lists the
 * tests of which it does not, and nothing else. `cargo xtask conformance jest` runs Jest too.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { expected, states } from './jest/lib/expected.mjs';
import { ENGINES, verdict } from './jest/lib/verdict.mjs';
import { compare } from './lib/compare.mjs';
import { assertListed, known } from './lib/known.mjs';

describe('conformance with Jest', { concurrency: true }, async () => {
  const theirs = await expected();

  test('enough is recorded', () => assert.ok(theirs.length > 400, `only ${theirs.length} tests`));

  for (const [host, engine] of Object.entries(ENGINES)) {
    test(host, async () => {
      const { disagreements } = compare(theirs, states(await verdict(engine)));
      assertListed(disagreements, await known(host, new URL('jest/known.json', import.meta.url)), 'jest/known.json');
    });
  }
});
