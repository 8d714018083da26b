/**
 * Many workers, with the real engine: the same bytes from one worker and from four, what is kept when one file of
 * many does not end, what a spare worker saves, and who goes first.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';

const { withPage } = browserTests('e2e/');

/**
 * Runs the body of an async function on the page, with `VerificationManager`, `idle` and `settle` in scope. `idle` waits
 * until so many workers have nothing to do; `settle` gives `{ result }` or `{ rejected }`.
 *
 * @param {import('playwright-core').Page} page
 * @param {Record<string, unknown>} given Names in scope of the body.
 * @param {string} body
 * @returns {Promise<any>}
 */
function onPage(page, given, body) {
  return page.evaluate(`(async ({ ${Object.keys(given).join(', ')} }) => {
    const { VerificationManager } = await import('/verdict/index.js');
    const settle = (promise) => promise.then(
      (result) => ({ result }),
      ({ message, code, detail, result }) => ({ rejected: { message, code, detail, result } }),
    );
    const idle = async (vm, count) => {
      const now = () => vm.getStats().slots.filter(({ state }) => state === 'idle').length;
      for (let wait = 0; wait < 1500 && now() < count; wait += 1) await new Promise((done) => setTimeout(done, 10));
      if (now() < count) throw new Error('workers do not start: ' + JSON.stringify(vm.getStats().slots));
    };
    ${body}
  })(${JSON.stringify(given)})`);
}

/** The last files are the quickest, so that they end first where they run at once. */
const file = (/** @type {number} */ n) => `
import { describe, expect, it } from 'vitest';
it('counts ${n}', () => {
  let sum = 0;
  for (let i = 0; i < ${(9 - n) * 3000}; i += 1) sum += i % 7;
  console.log('file ${n}', sum);
  globalThis.leaked = (globalThis.leaked ?? 0) + 1;
  expect(globalThis.leaked).toBe(1);
});
describe('draws', () => { it('ü ${n}', () => { console.log(Math.random(), Date.now()); expect(0.1 + 0.2).${n % 4 === 3 ? 'toBe' : 'toBeCloseTo'}(0.3); }); });
`;
const FILES = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`/tests/${n}.test.js`, file(n)]);

/** What a request gives, by its name. */
const REQUESTS = [
  ['some fail', 'test:/tests/*.test.js', {}],
  ['all pass', 'test:/tests/[12].test.js /tests/[4568].test.js', {}],
  ['in the order asked', 'test:/tests/8.test.js /tests/[1-4].test.js "/tests/6.test.js" /tests/8.test.js', {}],
  ['output is cut', 'test:/tests/*.test.js', { limits: { outputBytes: 1200 } }],
  ['console is cut', 'test:/tests/*.test.js', { limits: { consoleBytes: 10 } }],
  ['every budget runs out', 'test:/tests/*.test.js', { limits: { instructions: 5000 } }],
  ['limits that are none', 'test:/tests/*.test.js', { limits: { tests: 'many' } }],
  ['a file that is not there', 'test:/tests/*.test.js /none.test.js', {}],
  ['a configuration that is none', 'test:/tests/*.test.js', { config: { test: { testTimeout: 'long' } } }],
];

describe('a test: of several files', () => {
  test(
    'gives the same bytes from one worker and from four',
    withPage(async (page) => {
      const [one, four] = await onPage(
        page,
        { FILES, REQUESTS },
        `const all = [];
        for (const workers of [1, 4]) {
          const vm = await VerificationManager.create({ workers, spare: false });
          await vm.setSnapshot(FILES);
          const seen = { results: [], busy: [] };
          for (const [name, command, options] of REQUESTS) {
            await idle(vm, workers);
            let busy = 0;
            vm.addEventListener('stats', ({ detail }) => { busy = Math.max(busy, detail.slots.filter(({ state }) => state === 'busy').length); });
            const { timing, ...result } = await vm.runVerification(command, { seed: 3, ...options });
            seen.results.push([name, JSON.stringify(result), timing.files.map((it) => it.file), timing.tests.length]);
            seen.busy.push(busy);
          }
          seen.stats = vm.getStats();
          vm.dispose();
          all.push(seen);
        }
        return all;`,
      );
      for (const [at, expected] of one.results.entries()) assert.deepEqual(four.results[at], expected);
      assert.deepEqual(one.busy, Array(REQUESTS.length).fill(1));
      assert.deepEqual(four.busy.slice(0, 6), Array(6).fill(4), 'they ran at once');
      const parsed = one.results.map((/** @type {string[]} */ [name, text]) => [name, JSON.parse(text)]);
      assert.deepEqual(
        parsed
          .map((/** @type {any[]} */ [name, { success, error, code, truncated }]) => [
            name,
            success,
            error?.replace(/\n[^]*/, ''),
            code,
            truncated,
          ])
          .slice(0, 5),
        [
          ['some fail', false, '2 test(s) failed', null, false],
          ['all pass', true, undefined, null, false],
          ['in the order asked', false, '1 test(s) failed', null, false],
          ['output is cut', false, '2 test(s) failed', null, true],
          ['console is cut', false, '2 test(s) failed', null, true],
        ],
      );
      assert.deepEqual(parsed[2][1].output.map((/** @type {any} */ entry) => entry.file[7]).join(''), '881122334466');
      for (const [, result] of parsed.slice(5)) assert.equal(result.success, false);
      const { passed, failed, completed, restarts } = four.stats;
      assert.deepEqual([passed, failed, completed, restarts], [1, REQUESTS.length - 1, REQUESTS.length, 0]);
    }),
  );

  for (const workers of [1, 2, 4]) {
    test(
      `one file of five that does not end leaves the results of the others: ${workers} worker(s)`,
      withPage(async (page) => {
        const files = FILES.slice(0, 5);
        files[4] = ['/tests/5.test.js', `it('ends', () => {}); it('does not', () => { for (;;); });`];
        const { spun, next, stats } = await onPage(
          page,
          { files, workers },
          `const vm = await VerificationManager.create({ workers, spare: false });
          await vm.setSnapshot(files);
          await idle(vm, workers);
          const limits = { instructions: Number.MAX_SAFE_INTEGER, loopIterations: Number.MAX_SAFE_INTEGER };
          const spun = await settle(vm.runVerification('test:/tests/*.test.js', { timeout: 4000, limits }));
          const next = await settle(vm.runVerification('test:/tests/[1-4].test.js'));
          return { spun, next, stats: vm.getStats() };`,
        );
        assert.equal(spun.rejected?.code, 'err:timeout', JSON.stringify(spun));
        assert.match(spun.rejected.detail, /not ended: \/tests\/5\.test\.js$/);
        const { output, success, code, outputSha256 } = spun.rejected.result;
        assert.deepEqual([success, code, outputSha256.length], [false, 'err:timeout', 64]);
        assert.deepEqual(
          output.map((/** @type {any} */ entry) => `${entry.file[7]} ${entry.state}`),
          ['1 passed', '1 passed', '2 passed', '2 passed', '3 passed', '3 failed', '4 passed', '4 passed', '5 passed'],
        );
        assert.equal(next.result?.output.length, 8);
        assert.equal(stats.restarts, 1, 'only the worker that hung was replaced');
        assert.equal(stats.completed, 2);
      }),
    );
  }
});

/** Files that import one another, some with issues of either verb, one that does not parse. */
const MODULES = Array.from({ length: 70 }, (_, n) => [
  `/src/${String(n).padStart(2, '0')} ü.js`,
  [
    `import { f${(n + 1) % 70} } from './${String((n + 1) % 70).padStart(2, '0')} ü.js';`,
    n % 5 === 0 ? `import { none } from './00 ü.js';` : '',
    `/** @param {number} a */`,
    `export function f${n}(a) { ${n % 7 === 0 ? 'debugger;' : ''} ${n % 11 === 0 ? 'var x = 1;' : ''} return f${(n + 1) % 70}(a) + ${n % 13 === 0 ? 'missing' : n}; }`,
    n === 41 ? 'export const = ;' : '',
  ].join('\n'),
]);

const READS = [
  ['every file', 'lint:/src/*.js', {}],
  ['every file', 'type-check:/src/*.js', {}],
  ['the other spelling of type-check:', 'typecheck:/src/*.js', {}],
  ['files that parse', 'lint:/src/[0-3]*.js', {}],
  ['output is cut', 'lint:/src/*.js', { limits: { outputBytes: 700 } }],
  ['output is cut', 'type-check:/src/*.js', { limits: { outputBytes: 700 } }],
  ['other rules', 'lint:/src/*.js', { config: { lint: { off: ['no-debugger'] } } }],
  ['a configuration that is none', 'lint:/src/*.js', { config: { lint: { off: 7 } } }],
  ['a file that is not there', 'lint:/src/*.js /none.js', {}],
];

test(
  'a lint: and a type-check: of many files give the same bytes from one worker and from four',
  withPage(async (page) => {
    const [one, four] = await onPage(
      page,
      { MODULES, READS },
      `const all = [];
      for (const workers of [1, 4]) {
        const vm = await VerificationManager.create({ workers, spare: false });
        await vm.setSnapshot(MODULES);
        const seen = { results: [], busy: [] };
        let busy = 0;
        vm.addEventListener('stats', ({ detail }) => { busy = Math.max(busy, detail.slots.filter(({ state }) => state === 'busy').length); });
        for (const [name, command, options] of READS) {
          await idle(vm, workers);
          busy = 0;
          const { timing, ...result } = await vm.runVerification(command, options);
          seen.results.push([name, JSON.stringify(result), timing.files.map((it) => it.file)]);
          seen.busy.push(busy);
        }
        vm.dispose();
        all.push(seen);
      }
      return all;`,
    );
    for (const [at, expected] of one.results.entries()) assert.deepEqual(four.results[at], expected);
    assert.deepEqual(one.busy, Array(READS.length).fill(1));
    for (const busy of four.busy.slice(0, 7)) assert.ok(busy > 2, `they ran at once: ${four.busy}`);
    const found = one.results.map((/** @type {string[]} */ [, text]) => JSON.parse(text));
    assert.deepEqual(found.map((/** @type {any} */ { code }) => code).slice(0, 4), ['err:syntax', 'err:syntax', 'err:syntax', null]);
    for (const { error } of found.slice(0, 7)) assert.match(error, /^Found [1-9]\d* (linting|type) issue\(s\)$/);
    assert.deepEqual(found.map((/** @type {any} */ { truncated }) => truncated).slice(3, 6), [false, true, true]);
    assert.deepEqual(
      found.slice(7).map((/** @type {any} */ { code }) => code),
      ['err:protocol', 'err:not_found'],
    );
  }),
);

describe('a spare worker', () => {
  for (const spare of [true, false]) {
    test(`a restart after a timeout ${spare ? 'waits for no start' : 'waits for one without it'}`, async (t) => {
      await withPage(async (page) => {
        const { made, took, stats, first } = await onPage(
          page,
          { spare },
          `let made = 0;
            let answeredBy;
            const createWorker = () => {
              const number = made += 1;
              const worker = new Worker('/verdict/worker.js', { type: 'module' });
              worker.postMessage = (message) => {
                if (message.payload?.command === 'eval:6 * 7') answeredBy = number;
                Worker.prototype.postMessage.call(worker, message);
              };
              return worker;
            };
            const vm = await VerificationManager.create({ workers: 1, spare, createWorker });
            await vm.init();
            const first = made;
            await idle(vm, spare ? 2 : 1);
            const seen = { made: [], took: [] };
            for (let turn = 0; turn < 5; turn += 1) {
              const before = made;
              const spun = settle(vm.runVerification('eval:for (;;);', { timeout: 200, limits: { instructions: Number.MAX_SAFE_INTEGER, loopIterations: Number.MAX_SAFE_INTEGER } }));
              const next = vm.runVerification('eval:6 * 7');
              if ((await spun).rejected?.code !== 'err:timeout') throw new Error('it ended');
              const start = performance.now();
              const { output } = await next;
              seen.took.push(performance.now() - start);
              seen.made.push([output, answeredBy > before ? 'a new one' : 'the spare one']);
              await idle(vm, spare ? 2 : 1);
            }
            return { ...seen, first, stats: vm.getStats() };`,
        );
        t.diagnostic(`timeout to the next answer: ${took.map((/** @type {number} */ ms) => ms.toFixed(1)).join(' ')} ms`);
        assert.deepEqual(made, Array(5).fill([42, spare ? 'the spare one' : 'a new one']));
        assert.equal(first, 1, 'the spare one started before the first was ready');
        assert.deepEqual([stats.workers, stats.spare, stats.restarts], [1, spare ? 1 : 0, 5]);
      })();
    });
  }
});

test(
  'interactive requests go before background ones, which have their turn',
  withPage(async (page) => {
    const order = await onPage(
      page,
      {},
      `const vm = await VerificationManager.create({ workers: 1 });
      const order = [];
      vm.addEventListener('verification-complete', ({ detail }) => order.push(detail.sessionId));
      const ask = (sessionId, priority) => vm.runVerification('eval:1', { sessionId, priority });
      await Promise.all([ask('b1', 'background'), ask('b2', 'background'), ...[1, 2, 3, 4, 5, 6].map((n) => ask('i' + n))]);
      return order;`,
    );
    assert.deepEqual(order, ['i1', 'i2', 'i3', 'i4', 'b1', 'i5', 'i6', 'b2']);
  }),
);
