/**
 * The manager with real workers: what ends a worker blames the one request that ran on it, and nobody else; a start
 * that cannot work says why.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';

const { withPage } = browserTests('e2e/');

/**
 * Runs the body of an async function on the page, with `VerificationManager` and `settle` in scope. `settle` gives
 * what became of a promise: `{ result }` or `{ rejected: { message, code } }`.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} body
 * @returns {Promise<any>}
 */
function onPage(page, body) {
  return page.evaluate(`(async () => {
    const { VerificationManager } = await import('/verdict/index.js');
    const settle = (promise) => promise.then(
      (result) => ({ result }),
      ({ message, code }) => ({ rejected: { message, code } }),
    );
    ${body}
  })()`);
}

/** Never ends, and cannot be interrupted by a budget before the timeout. */
const SPIN = 'eval:for (;;);';

describe('a timeout', () => {
  test(
    'rejects as documented, replaces the worker, and the next request is answered',
    withPage(async (page) => {
      const { spun, next, stats } = await onPage(
        page,
        `const vm = await VerificationManager.create({ workers: 1 });
        await vm.init();
        const spun = await settle(vm.runVerification('${SPIN}', { timeout: 300 }));
        const next = await settle(vm.runVerification('eval:6 * 7'));
        return { spun, next, stats: vm.getStats() };`,
      );
      assert.deepEqual(spun, { rejected: { message: 'Verification timeout', code: 'err:timeout' } });
      assert.equal(next.result.output, 42);
      assert.equal(stats.restarts, 1);
      assert.equal(stats.active + stats.queued, 0);
    }),
  );

  test(
    'requests that waited behind it are answered, each once',
    withPage(async (page) => {
      const { spun, waited, stats, events } = await onPage(
        page,
        `const vm = await VerificationManager.create({ workers: 1 });
        const events = [];
        vm.addEventListener('verification-complete', ({ detail }) => events.push(detail.command));
        const spun = settle(vm.runVerification('${SPIN}', { timeout: 500 }));
        const waited = [1, 2, 3, 4, 5].map((n) => settle(vm.runVerification('eval:' + n + ' * 10')));
        return { spun: await spun, waited: await Promise.all(waited), stats: vm.getStats(), events };`,
      );
      assert.equal(spun.rejected?.code, 'err:timeout');
      assert.deepEqual(
        waited.map(({ result }) => result?.output),
        [10, 20, 30, 40, 50],
      );
      assert.equal(stats.restarts, 1);
      assert.equal(events.length, 6, events.join(' '));
    }),
  );

  test(
    'the page goes on meanwhile',
    withPage(async (page) => {
      const longest = await onPage(
        page,
        `const vm = await VerificationManager.create({ workers: 1 });
        await vm.init();
        let [last, longest] = [performance.now(), 0];
        const watch = setInterval(() => {
          longest = Math.max(longest, performance.now() - last);
          last = performance.now();
        }, 10);
        await settle(vm.runVerification('${SPIN}', { timeout: 2000 }));
        clearInterval(watch);
        return longest;`,
      );
      // A page that waited for the guest would have stood still for all of its two seconds.
      assert.ok(longest < 1500, `the page stood still for ${longest} ms`);
    }),
  );
});

/** What ends the engine, not the guest: each is a flaw of the interpreter's own that nothing bounds from outside. */
const CRASHES = [
  ['a panic', 'err:crashed', 'eval:const sparse = []; sparse.length = 2 ** 32 - 1; sparse.toLocaleString()', /panicked/],
  ['a stack that runs out', 'err:stack', 'eval:let p = {}; for (let i = 0; i < 200000; i++) p = new Proxy(p, {}); p.x', /stack/],
];

describe('a crash', () => {
  for (const [name, code, command, says] of CRASHES) {
    test(
      `${name} is ${code}, and the worker is replaced`,
      withPage(
        async (page) => {
          const { crashed, waited, next, stats } = await onPage(
            page,
            `const vm = await VerificationManager.create({ workers: 1 });
          await vm.init();
          const crashed = settle(vm.runVerification(${JSON.stringify(command)}));
          const waited = settle(vm.runVerification('eval:1 + 1'));
          const first = await crashed;
          return { crashed: first, waited: await waited, next: await settle(vm.runVerification('lint:/a.js', { vfsSnapshot: { '/a.js': 'debugger' } })), stats: vm.getStats() };`,
          );
          assert.equal(crashed.result?.success, false, JSON.stringify(crashed));
          assert.equal(crashed.result.code, code);
          assert.match(crashed.result.error, says);
          assert.equal(waited.result?.output, 2, 'the request that waited behind it');
          assert.equal(next.result?.output.length, 1);
          assert.equal(stats.restarts, 1);
          // The panic hook tells the console as well.
        },
        { expected: /panicked/ },
      ),
    );
  }
});

describe('a crash and whoever listens', () => {
  for (const [generation, bus] of [
    ['a newer bus', `const bus = { on: () => () => {}, emit: (name, detail) => told.push([name, detail]) };`],
    ['an older bus', `const bus = { api: { on() {}, off() {}, emit: (name, detail) => told.push([name, detail]) } };`],
  ]) {
    test(
      `${generation} hears verification:worker_crash of a worker that really crashed`,
      withPage(
        async (page) => {
          const { crashed, told } = await onPage(
            page,
            `const told = [];
          ${bus}
          const vm = await VerificationManager.create({ workers: 1, eventBus: bus });
          const crashed = await settle(vm.runVerification(${JSON.stringify(CRASHES[0][2])}, { sessionId: 's' }));
          return { crashed, told: told.filter(([name]) => /:(started|completed|failed|timeout|worker_crash)$/.test(name)).map(([name, detail]) => [name, detail.code ?? null, detail.sessionId]) };`,
          );
          assert.equal(crashed.result?.code, 'err:crashed', JSON.stringify(crashed));
          assert.deepEqual(told, [
            ['verification:started', null, 's'],
            ['verification:worker_crash', 'err:crashed', 's'],
            ['verification:failed', 'err:crashed', 's'],
          ]);
        },
        { expected: /panicked/ },
      ),
    );
  }
});

describe('a worker that ends without a word', () => {
  for (const spare of [true, false]) {
    test(
      `costs the next request nothing but a moment ${spare ? 'with a spare one' : 'and a start'}`,
      withPage(async (page) => {
        const { next, after, stats, reasons, took } = await onPage(
          page,
          `const workers = [];
          const createWorker = () => {
            const worker = new Worker('/verdict/worker.js', { type: 'module' });
            workers.push(worker);
            return worker;
          };
          const vm = await VerificationManager.create({ workers: 1, spare: ${spare}, createWorker });
          const reasons = [];
          vm.addEventListener('worker-restart', ({ detail }) => reasons.push(detail.reason));
          await vm.setSnapshot({ '/a.js': 'debugger' });
          await vm.runVerification('lint:/a.js');
          if (${spare}) while (vm.getStats().slots.filter(({ state }) => state === 'idle').length < 2) await new Promise((done) => setTimeout(done, 20));
          // As the system would, behind the manager's back.
          Worker.prototype.terminate.call(workers[0]);
          await new Promise((done) => setTimeout(done, 200));
          const start = performance.now();
          const next = await settle(vm.runVerification('lint:/a.js', { timeout: 300000 }));
          const took = performance.now() - start;
          const after = await settle(vm.runVerification('eval:6 * 7'));
          // The place of the spare one is taken a moment later.
          for (let wait = 0; wait < 1500 && reasons.length === 0; wait += 1) await new Promise((done) => setTimeout(done, 20));
          return { next, after, stats: vm.getStats(), reasons, took };`,
        );
        assert.equal(next.result?.output.length, 1, JSON.stringify(next));
        assert.equal(after.result?.output, 42);
        assert.deepEqual(reasons, ['silent']);
        assert.deepEqual([stats.completed, stats.failed, stats.restarts, stats.cancelled], [3, 2, 1, 0], 'the two that found the issue');
        assert.ok(took < 60_000, `it took ${took} ms`);
      }),
    );
  }
});

describe('many workers', () => {
  test('do not make the first answer later: the others start after it', async (t) => {
    /** @type {Record<number, number[]>} */
    const took = { 1: [], 4: [] };
    for (const workers of [1, 4, 4, 1]) {
      await withPage(async (page) => {
        const { ms, order } = await onPage(
          page,
          `const order = [];
          const createWorker = (slot) => {
            const worker = new Worker('/verdict/worker.js', { type: 'module' });
            order.push('made ' + slot);
            worker.addEventListener('message', ({ data }) => data?.type === 'READY' && order.push('ready ' + slot));
            return worker;
          };
          const start = performance.now();
          const vm = await VerificationManager.create({ workers: ${workers}, createWorker });
          const { output } = await vm.runVerification('eval:6 * 7');
          const ms = performance.now() - start;
          if (output !== 42) throw new Error('wrong');
          for (let wait = 0; wait < 1500 && vm.getStats().slots.filter(({ state }) => state === 'idle').length < ${workers}; wait += 1) await new Promise((done) => setTimeout(done, 10));
          return { ms, order };`,
        );
        took[workers].push(ms);
        assert.deepEqual(order.slice(0, 2), ['made 0', 'ready 0']);
        // One after another, where nothing waits for more.
        for (let slot = 0; slot < workers; slot += 1)
          assert.deepEqual(order.slice(2 * slot, 2 * slot + 2), [`made ${slot}`, `ready ${slot}`]);
      })();
    }
    const best = (/** @type {number[]} */ all) => Math.min(...all).toFixed(0);
    t.diagnostic(`first answer: ${best(took[1])} ms with one worker, ${best(took[4])} ms with four`);
  });
});

describe('a start that cannot work', () => {
  const failing = { expected: /Failed to load resource|404|worker|MIME|wasm/i };
  const cases = [
    ['worker script: 404', `{ workerUrl: '/e2e/none.js' }`, /worker script.*fetched/, /404/],
    ['worker script: HTML', `{ workerUrl: '/e2e/index.html' }`, /worker script/, /text\/html/],
    ['engine wasm: 404', `{ wasmUrl: { sandbox: '/e2e/none.wasm' } }`, /sandbox wasm.*HTTP 404/, /none\.wasm/],
    ['engine wasm: HTML', `{ wasmUrl: { analysis: '/e2e/index.html' } }`, /analysis wasm is not WebAssembly/, /doctype/],
    [
      'engine wasm: damaged',
      `{ wasmModule: { sandbox: new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 9, 9]) } }`,
      /sandbox wasm could not be compiled/,
      /./,
    ],
    ['manager wasm: 404', `{ wasmUrl: { manager: '/e2e/none.wasm' } }`, /manager wasm.*HTTP 404/, /none\.wasm/],
  ];
  for (const [name, options, error, detail] of cases) {
    test(
      name,
      withPage(async (page) => {
        const { result, rejected } = await onPage(
          page,
          `const vm = await VerificationManager.create(${options});
          return settle(vm.runVerification('eval:1', { timeout: 15000 }));`,
        );
        assert.equal(rejected, undefined);
        assert.equal(result.success, false);
        assert.equal(result.code, 'err:startup');
        assert.match(result.error, error);
        assert.match(String(result.detail), detail);
      }, failing),
    );
  }

  for (const [name, policy, error, hint] of [
    [
      'a policy that forbids wasm',
      "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; img-src data:",
      /could not be compiled/,
      /'wasm-unsafe-eval'/,
    ],
    [
      'a policy that forbids workers',
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'; connect-src 'self'; img-src data:",
      /worker script could not be started/,
      /worker-src 'self'/,
    ],
  ]) {
    test(
      name,
      withPage(
        async (page) => {
          const { result } = await onPage(
            page,
            `const vm = await VerificationManager.create();
            return settle(vm.runVerification('eval:1', { timeout: 15000 }));`,
          );
          assert.equal(result?.code, 'err:startup');
          assert.match(result.error, error);
          assert.match(String(result.hint), hint);
        },
        { policy, expected: /Content Security Policy|violates/ },
      ),
    );
  }

  test(
    'no Worker at all is err:unavailable',
    withPage(async (page) => {
      const { result } = await onPage(
        page,
        `delete globalThis.Worker;
        const vm = await VerificationManager.create();
        return settle(vm.runVerification('eval:1'));`,
      );
      assert.equal(result.success, false);
      assert.equal(result.code, 'err:unavailable');
    }),
  );
});

describe('the end', () => {
  test(
    'dispose settles what runs and what waits, as cancelled',
    withPage(async (page) => {
      const outcomes = await onPage(
        page,
        `const vm = await VerificationManager.create({ workers: 1 });
        await vm.init();
        const outcomes = ['${SPIN}', 'eval:1', 'eval:2'].map((command) => settle(vm.runVerification(command)));
        await new Promise((resolve) => setTimeout(resolve, 100));
        vm.dispose();
        return Promise.all([...outcomes, settle(vm.runVerification('eval:3'))]);`,
      );
      assert.deepEqual(
        outcomes.map((/** @type {any} */ { result }) => result?.code),
        Array(4).fill('err:cancelled'),
      );
    }),
  );

  test(
    'an abort cancels the one request',
    withPage(async (page) => {
      const { aborted, next } = await onPage(
        page,
        `const vm = await VerificationManager.create({ workers: 1 });
        await vm.init();
        const controller = new AbortController();
        const aborted = settle(vm.runVerification('${SPIN}', { signal: controller.signal }));
        setTimeout(() => controller.abort(), 100);
        return { aborted: await aborted, next: await settle(vm.runVerification('eval:1')) };`,
      );
      assert.equal(aborted.result?.code, 'err:cancelled', JSON.stringify(aborted));
      assert.equal(next.result?.output, 1);
    }),
  );
});

describe('a worker that has grown', () => {
  test(
    'is replaced after its request, and no request notices',
    withPage(async (page) => {
      const { outputs, keys, stats, reasons } = await onPage(
        page,
        `const vm = await VerificationManager.create({ workers: 1, recycleBytes: 1 });
        const reasons = [];
        vm.addEventListener('worker-restart', ({ detail }) => reasons.push(detail.reason));
        const results = await Promise.all([1, 2, 3].map((n) => vm.runVerification('eval:' + n + ' + 1')));
        return { outputs: results.map(({ output }) => output), keys: Object.keys(results[0]), stats: vm.getStats(), reasons };`,
      );
      assert.deepEqual(outputs, [2, 3, 4]);
      assert.deepEqual(reasons, ['memory', 'memory', 'memory'].slice(0, reasons.length));
      assert.deepEqual([stats.recycled, stats.passed, stats.failed], [3, 3, 0]);
      assert.equal(keys.includes('memory'), false, 'what a worker weighs differs between equal runs');
    }),
  );
});
