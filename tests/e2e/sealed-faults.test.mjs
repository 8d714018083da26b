/**
 * Test files that do harm under the sealed engine, in a real browser: what each comes to, that what else it declares is told,
 * and that the file after it runs as if nothing had been. How long that takes is measured by `cargo xtask bench faults`.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { FAULTS, WELL } from './lib/faults.mjs';
import { launch } from './lib/browser.mjs';
import { states, withEngines } from './lib/engines.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

describe('what does harm costs its own file at the most', () => {
  // Those that end the frame's process are the matter of sealed-memory.test.mjs.
  for (const { name, body, expected, seen } of FAULTS.filter(({ expected }) => expected !== 'failed err:memory')) {
    test(name, async () => {
      const files = { '/harm.test.js': body, '/well.test.js': WELL };
      const result = await withEngines(browser, files, "return run('test:/harm.test.js /well.test.js');");
      const shown = JSON.stringify(result).slice(0, 2000);
      const { before: first, harm, after: last, well } = states(result);
      assert.deepEqual([first, harm, well], ['passed', expected, 'passed'], shown);
      // Where the guest had to be ended, what came after it did not run.
      const [state, code] = expected.split(' ');
      assert.ok([code ? `failed ${code}` : 'passed', 'passed'].includes(last), shown);
      assert.equal(result.success, state === 'passed', shown);
      seen?.(result);
    });
  }
});
