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

describe('among tests that are told together, since each is over at once', () => {
  const quick = (/** @type {string} */ name) => `for (let n = 0; n < 60; n += 1) test('${name} ' + n, () => expect(n).toBe(n));\n`;
  const told =
    'const told = []; const result = await run("test:/a.test.js /b.test.js", { config: { test: { isolate: false } }, onProgress: (_, { events }) => told.push(events) }); return { result, told };';
  const run = async (/** @type {string} */ body) => {
    const files = { '/a.test.js': WELL, '/b.test.js': `${quick('early')}${body}${quick('late')}` };
    const { result, told: reports } = await withEngines(browser, files, told);
    const events = reports.flat();
    const of = (/** @type {string} */ kind) => events.filter((/** @type {any} */ event) => event.kind === kind);
    const names = of('testFinished').map((/** @type {any} */ { entry }) => entry.test);
    assert.equal(new Set(names).size, names.length, 'told twice');
    assert.equal(names.length, 122);
    return { result, found: states(result), reports, started: of('testStarted').map((/** @type {any} */ { path }) => path.at(-1)) };
  };

  for (const [what, body] of [
    ['one that spins', 'for (;;);'],
    // The timers of this file are those of the harness too.
    ['one that spins, where all timers are cleared', 'for (let id = 0; id < 10_000; id += 1) clearTimeout(id); for (;;);'],
  ]) {
    test(`${what} is blamed, and what was over counts`, async () => {
      const { result, found, started } = await run(`test('harm', () => { ${body} }, 300);\n`);
      const shown = JSON.stringify(result).slice(0, 2000);
      for (let n = 0; n < 60; n += 1) assert.deepEqual([found[`early ${n}`], found[`late ${n}`]], ['passed', 'failed err:timeout'], shown);
      assert.deepEqual([found.harm, found.well], ['failed err:timeout', 'passed'], shown);
      const { error } = result.output.find((/** @type {any} */ { test: name }) => name === 'harm');
      assert.match(error, /^Test timed out in 300ms/);
      assert.deepEqual(started, ['well', ...Array.from({ length: 60 }, (_, n) => `early ${n}`), 'harm']);
    });
  }

  test('one that waits is told of before it ends', async () => {
    const { found, reports } = await run("test('slow', () => new Promise((resolve) => setTimeout(resolve, 1500)));\n");
    assert.deepEqual(new Set(Object.values(found)), new Set(['passed']));
    const at = (/** @type {(event: any) => boolean} */ is) => reports.findIndex((/** @type {any[]} */ events) => events.some(is));
    const [begun, over] = [at(({ path }) => path?.at(-1) === 'slow'), at(({ entry }) => entry?.test === 'slow')];
    assert.ok(begun >= 0 && begun < over, `${begun} ${over}`);
  });
});
