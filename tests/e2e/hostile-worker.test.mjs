/**
 * Every case of `tests/hostile/worker/`: what only an end put to the worker ends. Each is one request to a manager with
 * one worker, and after each an honest request must pass. The native host, whose child process is killed, gets the
 * same.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';
import { groups, snapshotOf } from './lib/hostile.mjs';
import { nativeHost } from './lib/native.mjs';
import { outcomeOf, tell } from './lib/outcomes.mjs';

const { withPage } = browserTests('e2e/');
const native = nativeHost();

/** What must pass after each case. */
const HONEST = {
  command: 'test:/honest.test.js',
  snapshot: [['/honest.test.js', "test('honest', () => { expect(6 * 7).toBe(42); });"]],
};

/** Longest time past its timeout that a case may take to be answered, in milliseconds. */
const GRACE = 5_000;

/** What became of a request: `{ success, code, entries }`. */
const outcome = (/** @type {any} */ { success, code, output }) => ({
  success,
  code: code ?? null,
  entries: Array.isArray(output) ? output.map(({ state, test }) => `${state}: ${test}`) : [],
});

/** What of a case does not hold; empty where all does. */
function judge(/** @type {any} */ { expect, timeoutMs }, /** @type {any} */ { found, honest, ms }) {
  const wrong = [];
  if (found.success !== expect.success) wrong.push(`success is ${found.success}`);
  if ('code' in expect && found.code !== expect.code) wrong.push(`code is ${found.code}`);
  if (expect.entries && found.entries.join() !== expect.entries.join()) wrong.push(`entries are ${found.entries}`);
  if (!honest.success) wrong.push(`the honest request after it: ${honest.code}`);
  if (ms > timeoutMs + GRACE) wrong.push(`answered after ${Math.round(ms)} ms`);
  return wrong;
}

/** Tells what became of a case. */
function told(
  /** @type {'native' | 'chromium'} */ host,
  /** @type {string} */ file,
  /** @type {any} */ { name },
  /** @type {any} */ { found, honest },
  /** @type {string[]} */ problems,
) {
  const group = file.replace('.json', '');
  tell({ part: 'worker', group, name, host, outcome: outcomeOf(found), holds: problems.length === 0, next: honest.success });
}

for (const [group, cases] of await groups('worker')) {
  describe(`hostile to a worker: ${group}`, () => {
    test(
      `${cases.length} cases in Chromium`,
      withPage(
        async (page) => {
          /** @type {string[]} */
          const wrong = [];
          let expired = 0;
          for (const one of cases) {
            const sent = { ...one, snapshot: snapshotOf(one.files), honest: HONEST };
            const seen = await page.evaluate(async ({ command, snapshot, limits, timeoutMs, honest }) => {
              const page = /** @type {any} */ (window);
              const { VerificationManager } = await import(/** @type {any} */ ('/verdict/index.js'));
              page.manager ??= await VerificationManager.create({ workers: 1 });
              await page.manager.init();
              const run = (/** @type {any} */ one) =>
                page.manager
                  .runVerification(one.command, {
                    timeout: one.timeoutMs,
                    limits: one.limits,
                    vfsSnapshot: Object.fromEntries(one.snapshot),
                  })
                  .then(
                    (/** @type {any} */ { success, code, output }) => ({
                      success,
                      code,
                      entries: Array.isArray(output) ? output.map(({ state, test }) => `${state}: ${test}`) : [],
                    }),
                    (/** @type {any} */ { code }) => ({ success: false, code }),
                  );
              const start = performance.now();
              const found = await run({ command, snapshot, limits, timeoutMs });
              return { found, ms: performance.now() - start, honest: await run(honest) };
            }, sent);
            if (seen.found.code === 'err:timeout') expired += 1;
            const problems = judge(one, seen);
            wrong.push(...problems.map((text) => `${one.name}: ${text}`));
            told('chromium', group, one, seen, problems);
          }
          assert.deepEqual(wrong, []);
          const stats = await page.evaluate(() => /** @type {any} */ (window).manager.getStats());
          assert.ok(stats.restarts >= expired, 'each timeout replaced a worker');
          assert.equal(stats.active + stats.queued, 0);
          // A panic of the engine is told to the console as well.
        },
        { expected: /panicked|RuntimeError/ },
      ),
    );

    test(`${cases.length} cases in the native host`, async () => {
      /** @type {string[]} */
      const wrong = [];
      for (const one of cases) {
        const limits = { ...one.limits, timeMs: one.timeoutMs };
        const payload = { command: one.command, snapshot: snapshotOf(one.files), limits };
        const start = performance.now();
        const found = outcome(await native({ type: 'VERIFY', id: one.name, payload }));
        const ms = performance.now() - start;
        const honest = outcome(await native({ type: 'VERIFY', id: 'honest', payload: HONEST }));
        const problems = judge(one, { found, honest, ms });
        wrong.push(...problems.map((text) => `${one.name}: ${text}`));
        told('native', group, one, { found, honest }, problems);
      }
      assert.deepEqual(wrong, []);
    });
  });
}
