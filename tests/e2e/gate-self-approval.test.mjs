/**
 * Changes that would approve themselves: every case of `tests/hostile/gate/self-approval/` by the gate of a page, with the
 * interpreter and with both engines. `crates/gate/tests/self_approval/` runs the same natively.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { SELF_CHECK, launch, newPage } from './lib/browser.mjs';
import { applied, selfApproval } from './lib/self-approval.mjs';

/** Changes that are judged at once: as many as there are workers, and some more that wait for them. */
const AT_ONCE = 4;

const groups = await selfApproval();

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof newPage>>} */
let page;
before(async () => {
  browser = await launch();
  page = await newPage(browser, 'e2e/', { expected: SELF_CHECK });
  await page.evaluate(`(async () => {
    const { VerificationManager, applyBundle } = await import('/verdict/index.js');
    const vm = await VerificationManager.create({ workers: 2, spare: false });
    // One after the other is per manager: each change has its own, of the same workers. Tests that pass at random do so by the
    // seed, which is the one of the native driver.
    const manager = () => ({
      runVerification: (command, options) => vm.runVerification(command, { ...options, seed: 1 }),
      getToolchain: () => vm.getToolchain(), init: () => vm.init(), gateSource: vm.gateSource,
    });
    window.judge = async (before, operations, options) => {
      const files = new Map(Object.entries(before));
      const adapter = { list: () => [...files.keys()], read: (path) => files.get(path), write: (path, text) => void files.set(path, text), remove: (path) => void files.delete(path) };
      const { success, state, message, errors, tests } = await applyBundle(JSON.stringify(operations), { adapter, manager: manager(), ...options });
      return { success, state, message, errors, tests, files: Object.fromEntries(files) };
    };
  })()`);
});
after(() => browser?.close());

/** What is wrong with how a case was judged; none if it holds. */
async function judged(
  /** @type {import('./lib/self-approval.mjs').Case} */ { rule, verify, profile, env, policy, before, cheat, honest },
  /** @type {string} */ engine,
) {
  const options = { verifyCommand: verify, profile, env, policy, engine };
  const judge = (/** @type {object[]} */ operations) =>
    page.evaluate((given) => /** @type {any} */ (window).judge(...given), [before, operations, options]);
  const [cheated, applies] = await Promise.all([judge(cheat), judge(honest)]);
  const problems = [];
  const rules = cheated.errors.map((/** @type {any} */ error) => error.rule);
  // What a run under the gate's conditions fails on is no rule of the comparison.
  const byVerification = rule === 'verification' && /^(Verification|Profile pr) failed/.test(cheated.message);
  const told = (/** @type {any} */ { message, errors, tests }) => `${message}\n${JSON.stringify({ errors, tests })}`;
  if (cheated.success) problems.push(`the cheat was applied: ${told(cheated)}`);
  else if (!byVerification && !rules.includes(rule))
    problems.push(`the cheat is refused by ${JSON.stringify(rules)} and not by ${rule}: ${told(cheated)}`);
  if (!same(cheated.files, before)) problems.push('the cheat left other files');
  if (!applies.success) problems.push(`the honest twin is ${applies.state}: ${told(applies)}`);
  else if (!same(applies.files, applied(before, honest))) problems.push('the honest twin was not applied whole');
  return problems;
}

const same = (/** @type {object} */ a, /** @type {object} */ b) => {
  try {
    assert.deepEqual(a, b);
  } catch {
    return false;
  }
  return true;
};

for (const engine of ['boa', 'both']) {
  describe(`no change approves itself: engine '${engine}'`, () => {
    for (const [group, cases] of groups) {
      test(`${group}: ${cases.length} cases`, async () => {
        const wrong = [];
        const waiting = [...cases];
        const work = async () => {
          for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
            const problems = await judged(one, engine);
            wrong.push(...problems.map((problem) => `${one.name}: ${problem}`));
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, work));
        assert.equal(wrong.length, 0, wrong.join('\n'));
        assert.deepEqual(page.problems, []);
      });
    }
  });
}
