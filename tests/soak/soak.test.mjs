/**
 * Ten seconds of the soak, and that it finds what it looks for. `cargo xtask soak` is the same for longer.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { launch } from '../e2e/lib/browser.mjs';
import { growth } from './memory.mjs';
import { EXPLAINS } from './page/faults.js';
import { judge } from './page/judge.js';
import { Ledger } from './page/ledger.js';
import { catalogue, plan } from './page/plan.js';
import { cases, soak } from './soak.mjs';

describe('the sequence', () => {
  const steps = async (/** @type {number} */ seed, count = 5000) => {
    const all = catalogue(await cases());
    return Array.from({ length: count }, (_, n) => plan(seed, n, all));
  };

  test('is the same for the same seed, and another for another', async () => {
    assert.deepEqual(await steps(7), await steps(7));
    assert.notDeepEqual(await steps(7), await steps(8));
  });

  test('has every request, every fault and everything else', async () => {
    const all = catalogue(await cases());
    const seen = await steps(1);
    for (const kind of /** @type {const} */ (['honest', 'hostile'])) {
      const asked = new Set(
        seen
          .map(({ request }) => request)
          .filter((it) => it.kind === kind)
          .map(({ name }) => name),
      );
      assert.equal(asked.size, all[kind].length, kind);
    }
    assert.deepEqual(new Set(seen.flatMap(({ fault }) => fault?.kind ?? [])), new Set(Object.keys(EXPLAINS)));
    for (const holds of [
      (/** @type {any} */ step) => step.burst,
      (/** @type {any} */ step) => step.reset,
      (/** @type {any} */ step) => step.inline,
      (/** @type {any} */ step) => step.priority === 'background',
      (/** @type {any} */ step) => step.abortAfter === -1,
      (/** @type {any} */ step) => step.abortAfter > 0,
      ...['delta', 'whole', 'noise'].map((kind) => (/** @type {any} */ step) => step.snapshot?.kind === kind),
    ]) {
      assert.ok(seen.some(holds), String(holds));
    }
  });
});

describe('the judge', () => {
  const PASS = { rejected: false, code: null, success: true, verdict: 'v', snapshotRoot: 'r' };
  const TIMEOUT = { rejected: true, code: 'err:timeout', success: false, verdict: 'Verification timeout', snapshotRoot: '' };
  const ended = (/** @type {string} */ code) => ({ ...PASS, code, success: false, verdict: code });
  const PEACE = { aborted: false, reset: false, full: false, faults: [], root: 'r' };

  /** What each is judged by: the verdict of the quiet run last, where it is not v. @type {[string, any, any, any, RegExp | null, string?][]} */
  const table = [
    ['the verdict of the quiet run', {}, PASS, {}, null],
    ['another verdict', {}, { ...PASS, verdict: 'w' }, {}, /^was v and is w$/],
    [
      'a worker with less of a stack',
      {},
      { ...ended('err:stack'), verdict: "the worker's own call stack" },
      {},
      null,
      '{"code":"err:stack"}',
    ],
    [
      'a worker with less of a stack, and before a pass',
      {},
      { ...ended('err:stack'), verdict: "the worker's own call stack" },
      {},
      /^was v/,
    ],
    ['another limit of the stack', {}, { ...ended('err:stack'), verdict: 'other' }, {}, /^was/, '{"code":"err:stack"}'],
    ['another snapshot', {}, { ...PASS, snapshotRoot: 's' }, {}, /judged on s, not on r/],
    ['a timeout with nothing done', {}, TIMEOUT, {}, /^was v/],
    ['a timeout after a kill', {}, TIMEOUT, { faults: ['garbage', 'kill'] }, null],
    ['a timeout after garbage', {}, TIMEOUT, { faults: ['garbage'] }, /^was v/],
    ['a timeout with little time', { short: true }, TIMEOUT, {}, null],
    ['a timeout that resolves', { ends: ['err:timeout'] }, ended('err:timeout'), {}, /^resolved with err:timeout$/],
    ['a rejection that is no timeout', {}, { ...TIMEOUT, code: 'err:crashed' }, { faults: ['error-event'] }, /^rejected with err:crashed$/],
    ['a timeout in other words', { ends: ['err:timeout'] }, { ...TIMEOUT, verdict: 'late' }, {}, /the message late/],
    ['a crash with nothing done', {}, ended('err:crashed'), {}, /^was v and is err:crashed$/],
    ['a crash after an error event', {}, ended('err:crashed'), { faults: ['error-event'] }, null],
    ['cancelled by nobody', {}, ended('err:cancelled'), {}, /^was v/],
    ['cancelled by its caller', {}, ended('err:cancelled'), { aborted: true }, null],
    ['cancelled by a reset', {}, ended('err:cancelled'), { reset: true }, null],
    ['busy with room', {}, ended('err:busy'), {}, /^was v/],
    ['busy without room', {}, ended('err:busy'), { full: true }, null],
    ['an end that may be', { ends: ['err:memory'] }, ended('err:memory'), {}, null],
    ['an end that may not be', { ends: ['err:memory'] }, PASS, {}, /^ended with null/],
    ['a pass with a code', { ends: ['err:memory'] }, { ...PASS, code: 'err:memory' }, {}, /a pass with the code/],
    ['a forged pass', {}, { ...PASS, verdict: 'forged' }, { faults: ['forged-results', 'late-result'] }, /^was v/],
  ];
  for (const [name, request, outcome, seen, wrong, expected = 'v'] of table) {
    test(name, () => {
      const found = judge(request, outcome, { ...PEACE, ...seen }, expected);
      if (wrong === null) assert.equal(found, null);
      else assert.match(String(found), wrong);
    });
  }
});

describe('the ledger', () => {
  /** @type {[string, (ledger: Ledger) => void, RegExp | null][]} */
  const table = [
    ['one outcome', (it) => (it.complete(1), it.settle(1, 'passed', null)), null],
    ['an event too many', (it) => (it.complete(1), it.complete(1), it.settle(1, 'passed', null)), /2 events/],
    ['no event', (it) => it.settle(1, 'passed', null), /0 events/],
    ['an event afterwards', (it) => (it.complete(1), it.settle(1, 'passed', null), it.complete(1)), /a second outcome/],
    ['settled twice', (it) => (it.complete(1), it.settle(1, 'passed', null), it.settle(1, 'passed', null)), /settled twice/],
    ['what the judge says', (it) => (it.complete(1), it.settle(1, 'failed', 'is wrong')), /what: is wrong/],
  ];
  for (const [name, act, wrong] of table) {
    test(name, () => {
      const ledger = new Ledger();
      ledger.ask(1, 'honest', 'what');
      act(ledger);
      assert.equal(ledger.violated, wrong === null ? 0 : 1);
      if (wrong) assert.match(ledger.violations[0], wrong);
      assert.equal(ledger.open, 0);
    });
  }
});

describe('memory', () => {
  const allowed = { factor: 1.5, slack: 8 };
  const line = (/** @type {(n: number) => number} */ at) =>
    growth(
      Array.from({ length: 20 }, (_, n) => at(n)),
      allowed,
    ).grows;
  test('that stays, swings or has a peak does not grow', () => {
    assert.ok(!line(() => 20));
    assert.ok(!line((n) => 20 + 10 * (n % 2)));
    assert.ok(!line((n) => (n === 19 ? 900 : 20)));
  });
  test('that rises grows', () => {
    assert.ok(line((n) => 20 + 2 * n));
  });
});

describe('in Chromium', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  test('ten seconds, and nothing is found', async () => {
    const isEnough = (/** @type {any} */ { kinds, faults }) => kinds.honest > 50 && kinds.hostile > 10 && Object.keys(faults).length > 3;
    const found = await soak(browser, { seconds: 10, seed: 1, until: isEnough });
    assert.deepEqual(found.violations, []);
    assert.equal(found.violated, 0);
    assert.ok(isEnough(found), JSON.stringify([found.kinds, found.faults]));
    assert.ok(found.memory.heap.last > 0);
  });

  /** Puts something between the manager and its caller. */
  const between = (/** @type {string} */ body) => `(async () => {
    const { VerificationManager: { prototype } } = await import('/verdict/index.js');
    const { runVerification, getStats } = prototype;
    let count = 0;
    ${body}
  })()`;

  // The last number is how long each wait for the last outcome may take: what is never over waits that long each time.
  /** @type {[string, string, RegExp, number][]} */
  const sabotages = [
    [
      'a verdict that changes',
      between(`prototype.runVerification = async function (...given) {
        const result = await runVerification.apply(this, given);
        return (count += 1) % 10 === 0 && !result.code ? { ...result, success: !result.success } : result;
      };`),
      /^honest .*: was .* and is /s,
      2000,
    ],
    [
      'what is left over',
      between(`prototype.getStats = function () { return { ...getStats.call(this), active: 1 }; };`),
      /1 active and 0 queued are left/,
      400,
    ],
  ];
  for (const [name, sabotage, says, drainMs] of sabotages) {
    test(`finds ${name}`, async () => {
      const { violations } = await soak(browser, { seconds: 2, seed: 1, sabotage, requests: (await cases()).slice(0, 3), drainMs });
      assert.ok(
        violations.some((/** @type {string} */ text) => says.test(text)),
        violations.join('\n'),
      );
    });
  }
});
