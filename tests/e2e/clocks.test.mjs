/**
 * Clocks that lie and pages that sleep: a run that has finished is never a timeout, and one that has not is still ended.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';
import { inTabs } from './lib/tabs.mjs';

const { withPage } = browserTests('e2e/');

/**
 * An async function's body on a page, with a `vm` that is warm and `outcome` in scope: what became of a promise, and how
 * often it was told.
 */
const program = (/** @type {string} */ body) => `(async () => {
  const { VerificationManager } = await import('/verdict/index.js');
  const vm = await VerificationManager.create({ workers: 1 });
  const ended = [];
  vm.addEventListener('verification-complete', ({ detail }) => ended.push(detail));
  await vm.runVerification('eval:1');
  ended.length = 0;
  const outcome = async (promise) => {
    const { output, code } = await promise.then(({ output, code }) => ({ output, code }), ({ code }) => ({ code }));
    await new Promise((resolve) => setTimeout(resolve, 400));
    return { output: output ?? null, code, told: ended.length, restarts: vm.getStats().restarts, durationMs: ended[0]?.durationMs };
  };
  const block = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
  ${body}
})()`;

/** Some milliseconds of work on a quiet machine. */
const WORK = "'eval:let n = 0; for (let i = 0; i < 2000; i += 1) n += i; n'";
const WORKED = 1999000;
const SPIN =
  "'eval:for (;;);', { timeout: 300, limits: { instructions: Number.MAX_SAFE_INTEGER, loopIterations: Number.MAX_SAFE_INTEGER } }";

describe('a page that stands still past the time of a run', () => {
  // A little late, and far too late.
  for (const ms of [1_700, 4_000]) {
    test(
      `for ${ms} ms: the run had finished, and its result wins`,
      withPage(async (page) => {
        const { durationMs, ...rest } = /** @type {any} */ (
          await page.evaluate(program(`const asked = vm.runVerification(${WORK}, 1_500); block(${ms}); return outcome(asked);`))
        );
        assert.deepEqual(rest, { output: WORKED, code: null, told: 1, restarts: 0 });
        assert.ok(durationMs >= ms, `it took ${durationMs} ms`);
      }),
    );

    test(
      `for ${ms} ms: a run that does not end is a timeout`,
      withPage(async (page) => {
        const { durationMs, ...rest } = /** @type {any} */ (
          await page.evaluate(program(`const asked = vm.runVerification(${SPIN}); block(${ms}); return outcome(asked);`))
        );
        assert.deepEqual(rest, { output: null, code: 'err:timeout', told: 1, restarts: 1 });
        assert.ok(durationMs >= ms);
      }),
    );
  }
});

describe('a tab that is hidden', () => {
  test('its runs have their results, one that does not end its timeout, and the next one its result', async () => {
    await inTabs(async ({ open, show }) => {
      const page = await open('e2e/');
      await show(await open('e2e/'));
      const { hidden, results, spun, next } = await page.run(
        program(`const results = [];
        for (let i = 0; i < 5; i += 1) results.push((await vm.runVerification(${WORK}, 8_000)).output);
        ended.length = 0;
        const { durationMs, ...spun } = await outcome(vm.runVerification(${SPIN}));
        return { hidden: document.visibilityState, results, spun, next: (await vm.runVerification('eval:6 * 7')).output };`),
      );
      assert.equal(hidden, 'hidden');
      assert.deepEqual(results, Array(5).fill(WORKED));
      assert.deepEqual(spun, { output: null, code: 'err:timeout', told: 1, restarts: 1 });
      assert.equal(next, 42);
    });
  });

  for (const [name, timeout, asleep] of /** @type {[string, number, number][]} */ ([
    ['a little', 2_000, 2_500],
    ['long', 1_500, 4_000],
  ])) {
    test(`and frozen ${name} past the time of a run: its result wins when the tab is back`, async () => {
      await inTabs(async ({ open, show }) => {
        const page = await open('e2e/');
        await page.run(
          program(`window.seen = [];
          for (const type of ['freeze', 'resume']) document.addEventListener(type, () => seen.push(type));
          window.ask = () => { window.answer = outcome(vm.runVerification(${WORK}, ${timeout})); };`),
        );
        const other = await open('e2e/');
        await show(other);
        await page.run('ask()');
        await page.send('Page.setWebLifecycleState', { state: 'frozen' });
        await new Promise((resolve) => setTimeout(resolve, asleep));
        await page.send('Page.setWebLifecycleState', { state: 'active' });
        await show(page);
        const { durationMs, ...rest } = await page.run('answer');
        assert.deepEqual(await page.run('seen'), ['freeze', 'resume']);
        assert.deepEqual(rest, { output: WORKED, code: null, told: 1, restarts: 0 });
        assert.equal(await page.run('ask(), answer.then(({ output }) => output)'), WORKED);
      });
    });
  }
});

describe("the page's wall clock", () => {
  test(
    'jumps a year ahead, back, and stands still: no run is a timeout, none is longer, none lasts for ever',
    withPage(async (page) => {
      const { results, durations, spun, timing } = /** @type {any} */ (
        await page.evaluate(
          program(`const year = 365 * 24 * 3600 * 1000;
          const now = Date.now.bind(Date);
          const [results, durations] = [[], []];
          for (const jump of [() => now() + year, () => now() - year, () => 0, () => NaN, () => -year]) {
            const before = performance.now();
            const asked = vm.runVerification(${WORK}, 10_000);
            // In the middle of it.
            Date.now = jump;
            const { output, timing } = await asked;
            const took = performance.now() - before;
            const { durationMs, queuedMs } = ended.at(-1);
            results.push(output);
            durations.push(durationMs > 0 && durationMs <= took && queuedMs >= 0 && queuedMs <= durationMs && timing.totalMs <= durationMs);
          }
          ended.length = 0;
          const before = performance.now();
          const asked = vm.runVerification(${SPIN});
          Date.now = () => now() - year;
          const { durationMs, ...spun } = await outcome(asked);
          return { results, durations, spun, timing: durationMs >= 300 && durationMs <= performance.now() - before };`),
        )
      );
      assert.deepEqual([results, durations], [Array(5).fill(WORKED), Array(5).fill(true)]);
      assert.deepEqual([spun, timing], [{ output: null, code: 'err:timeout', told: 1, restarts: 1 }, true]);
    }),
  );
});
