/**
 * Progress as a page gets it: once a frame and in order, nothing lost, all of it before the end; and requests that are
 * cancelled by their id.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';
import { inTabs } from './lib/tabs.mjs';

const { withPage } = browserTests('e2e/');

/** Two files, one of whose tests fails, and one that has a mistake at its top. */
const FILES = {
  '/a.test.js': 'for (let i = 0; i < 700; i += 1) test(`a ${i}`, () => expect(i === 600).toBe(false));\n',
  '/b.test.js': "for (let i = 0; i < 300; i += 1) test(`b ${i}`, () => {});\ntest.skip('not now', () => {});\n",
  '/c.test.js': "throw new Error('at the top');\n",
  '/src/x.js': 'debugger;\n',
  '/src/y.js': 'export {};\n',
};

/**
 * Runs the body of an async function on a page, with `make` in scope, which gives a manager and what it said: `reports`,
 * each with the `frame` in which it came, and `order`, the names of events.
 */
const program = (/** @type {string} */ body) => `(async () => {
  const { VerificationManager } = await import('/verdict/index.js');
  const files = ${JSON.stringify(FILES)};
  let frame = 0;
  const count = () => { frame += 1; requestAnimationFrame(count); };
  requestAnimationFrame(count);
  const make = async (options = {}) => {
    const vm = await VerificationManager.create({ workers: 1, spare: false, ...options });
    const [reports, order] = [[], []];
    for (const type of ['start', 'progress', 'complete']) {
      vm.addEventListener('verification-' + type, ({ detail }) => {
        order.push(type + ' ' + detail.id);
        if (type === 'progress') reports.push({ ...detail, frame });
      });
    }
    await vm.setSnapshot(files);
    await vm.init();
    return { vm, reports, order };
  };
  ${body}
})()`;
/** @param {import('playwright-core').Page} page @param {string} body @returns {Promise<any>} */
const onPage = (page, body) => page.evaluate(program(body));

/** What has an end of its own; a test's start and how many there are come beside these. */
const isMain = (/** @type {any} */ { kind }) => ['started', 'fileStarted', 'testFinished', 'fileFinished'].includes(kind);

/** What an event is about, in a word. */
const short = (/** @type {any} */ { kind, file, entry }) => [kind, file ?? entry?.test].filter(Boolean).join(' ');

describe('progress', () => {
  test(
    'of a test: is every event in order, once a frame, before the end, with counts',
    withPage(async (page) => {
      const { reports, called, order, output, settled, bus } = await onPage(
        page,
        `const bus = [];
        const { vm, reports, order } = await make({ eventBus: { emit: (name, { events }) => { if (name === 'verification:progress') bus.push(events.length); } } });
        const called = [];
        const onProgress = (event, report) => { called.push([event === report.event && Object.isFrozen(report) && Object.isFrozen(report.events), report.events.length]); order.push('onProgress ' + report.id); };
        const asked = vm.runVerification('test:/*.test.js', { onProgress });
        const { output } = await asked.then((result) => (order.push('settled'), result));
        const settled = order.length;
        await new Promise((resolve) => setTimeout(resolve, 300));
        return { reports, called, order, output, settled: settled === order.length, bus };`,
      );
      const all = reports.flatMap((/** @type {any} */ report) => report.events);
      const events = all.filter(isMain);
      const names = [
        'started',
        'fileStarted /a.test.js',
        ...Array.from({ length: 700 }, (_, i) => `testFinished a ${i}`),
        'fileFinished /a.test.js',
        'fileStarted /b.test.js',
        ...Array.from({ length: 300 }, (_, i) => `testFinished b ${i}`),
        'testFinished not now',
        'fileFinished /b.test.js',
        'fileStarted /c.test.js',
        'fileFinished /c.test.js',
      ];
      const told = events.map(short).filter((/** @type {string} */ name) => !/^testFinished c/.test(name));
      assert.deepEqual(told, names);
      const begun = all.filter((/** @type {any} */ { kind }) => kind === 'testStarted');
      assert.deepEqual([begun.length, begun[0].path, begun[0].file, begun[0].line], [1000, ['a 0'], '/a.test.js', 1]);
      const last = reports.at(-1);
      assert.deepEqual(last.files, { total: 3, finished: 3, failed: 2 });
      const tests = events.filter((/** @type {any} */ { kind }) => kind === 'testFinished').map((/** @type {any} */ { entry }) => entry);
      const collected = all.filter((/** @type {any} */ { kind }) => kind === 'fileCollected');
      assert.deepEqual(
        collected.map((/** @type {any} */ event) => [event.file, event.tests]),
        [
          ['/a.test.js', 700],
          ['/b.test.js', 301],
        ],
      );
      assert.deepEqual(last.tests, {
        total: 1001,
        finished: tests.length,
        failed: tests.filter((/** @type {any} */ { state }) => state === 'failed').length,
      });
      assert.ok(tests.length >= 1001 && output.length >= 1001);
      // Far fewer than the events, and no two in one frame; what is given out at the end may be a second one of its frame.
      assert.ok(reports.length >= 2 && reports.length < 300, `${reports.length} reports`);
      const frames = reports.slice(0, -1).map((/** @type {any} */ report) => report.frame);
      assert.equal(new Set(frames).size, frames.length, 'two in one frame');
      for (const { event, events: some } of reports) assert.deepEqual(event, some.at(-1));
      assert.deepEqual(
        called,
        reports.map((/** @type {any} */ { events: some }) => [true, some.length]),
      );
      assert.deepEqual(
        bus,
        reports.map((/** @type {any} */ { events: some }) => some.length),
      );
      // One call and one event each time; the end after all of them, and nothing after the end.
      assert.deepEqual(order, ['start 1', ...reports.flatMap(() => ['onProgress 1', 'progress 1']), 'complete 1', 'settled']);
      assert.ok(settled, 'something came after the end');
    }),
  );

  test(
    'of lint: and type-check: is each file, of eval: nothing',
    withPage(async (page) => {
      const seen = await onPage(
        page,
        `const { vm, reports } = await make();
        const seen = [];
        for (const command of ['lint:/src/*.js', 'type-check:/src/*.js', 'eval:1 + 1']) {
          reports.length = 0;
          await vm.runVerification(command);
          seen.push([reports.flatMap(({ events }) => events), reports.at(-1)?.files, reports.at(-1)?.tests]);
        }
        return seen;`,
      );
      const files = ['/src/x.js', '/src/y.js'].flatMap((file) => [`fileStarted ${file}`, `fileFinished ${file}`]);
      const none = { total: null, finished: 0, failed: 0 };
      assert.deepEqual(
        seen.map((/** @type {any} */ [events, ...counts]) => [events.map(short), ...counts]),
        [
          [['started', ...files], { total: 2, finished: 2, failed: 1 }, none],
          [['started', ...files], { total: 2, finished: 2, failed: 0 }, none],
          [[], undefined, undefined],
        ],
      );
    }),
  );

  test(
    'of requests that run at once is told apart; spread files are one request',
    withPage(async (page) => {
      const { apart, spread } = await onPage(
        page,
        `const { vm, reports } = await make({ workers: 2 });
        while (vm.getStats().slots.filter(({ state }) => state === 'idle').length < 2) await new Promise((done) => setTimeout(done, 10));
        const mine = { a: [], b: [] };
        const ask = (name) => vm.runVerification('test:/' + name + '.test.js', { onProgress: (event, { events }) => mine[name].push(...events.filter(({ kind }) => !['testStarted', 'fileCollected'].includes(kind))) });
        await Promise.all([ask('a'), ask('b')]);
        const apart = Object.entries(mine).map(([name, events]) => [name, events.filter(({ kind }) => kind === 'testFinished').every(({ entry }) => entry.test.startsWith(name) || entry.test === 'not now'), events.length]);
        reports.length = 0;
        const vfsSnapshot = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => ['/' + n + '.test.js', 'for (let i = 0; i < 20; i += 1) test("t" + i, () => {});']));
        await vm.runVerification('test:/*.test.js', { vfsSnapshot });
        const events = reports.flatMap((report) => report.events);
        return { apart, spread: [events.filter(({ kind }) => kind === 'started'), reports.at(-1).files, reports.at(-1).tests.finished, new Set(reports.map(({ id }) => id)).size] };`,
      );
      assert.deepEqual(apart, [
        ['a', true, 703],
        ['b', true, 304],
      ]);
      assert.deepEqual(spread, [[{ kind: 'started', verb: 'test', files: 6 }], { total: 6, finished: 6, failed: 0 }, 120, 1]);
    }),
  );

  test(
    'a listener that throws, cancels or disposes loses nothing for the others and changes no verdict',
    withPage(
      async (page) => {
        const { thrown, cancelled, disposed } = await onPage(
          page,
          `const { vm, reports } = await make();
          const thrown = await vm.runVerification('test:/b.test.js', { onProgress: () => { throw new Error('of the page'); } });
          const told = reports.at(-1).tests.finished;
          const endless = { vfsSnapshot: { '/endless.test.js': 'test("ends never", () => { for (;;); });' } };
          const run = (onProgress) => vm.runVerification('test:/endless.test.js', { ...endless, onProgress });
          const cancelled = await run((event, { id }) => vm.cancel(id));
          const disposed = await run(() => vm.dispose());
          return { thrown: [thrown.success, told], cancelled: cancelled.code, disposed: disposed.code };`,
        );
        assert.deepEqual({ thrown, cancelled, disposed }, { thrown: [true, 301], cancelled: 'err:cancelled', disposed: 'err:cancelled' });
      },
      { expected: /of the page/ },
    ),
  );

  test(
    'what came before a timeout is told before it',
    withPage(async (page) => {
      const { code, order, tests } = await onPage(
        page,
        `const { vm, reports, order } = await make({ workerUrl: '/e2e/workers/telling-worker.js' });
        const { code } = await vm.runVerification('eval:50 silent', 400).catch((error) => error);
        return { code, order: order.slice(-2), tests: reports.at(-1).tests };`,
      );
      assert.deepEqual(
        { code, order, tests },
        { code: 'err:timeout', order: ['progress 1', 'complete 1'], tests: { total: 50, finished: 50, failed: 5 } },
      );
    }),
  );
});

test(
  'a widget moves with a long test:, and rests after it',
  withPage(async (page) => {
    // How long is long depends on how many frames a machine has to spare beside its workers: each round is four times the last.
    const { values, words, after } = await onPage(
      page,
      `await import('/verdict/widget/index.js');
      const { vm } = await make();
      const widget = document.body.appendChild(document.createElement('verification-worker-widget'));
      widget.manager = vm;
      const bar = () => widget.shadowRoot.querySelector('.running progress');
      const round = async (work) => {
        const [values, words] = [[], []];
        let ended = false;
        const watch = () => {
          if (bar()?.hasAttribute('value')) values.push(bar().value);
          words.push(bar()?.parentElement.querySelector('.count').textContent);
          if (!ended) requestAnimationFrame(watch);
        };
        watch();
        const vfsSnapshot = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => ['/' + n + '.test.js', 'for (let i = 0; i < 300; i += 1) test("t" + i, () => { let n = 0; for (let j = 0; j < ' + work + '; j += 1) n += j; });']));
        await vm.runVerification('test:/*.test.js', { vfsSnapshot, timeout: 60_000 });
        ended = true;
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { values, words: words.filter(Boolean), after: [bar(), widget.getStatus().state] };
      };
      let shown;
      for (let work = 500; work <= 32_000; work *= 4) {
        shown = await round(work);
        if (new Set(shown.values).size >= 4 && new Set(shown.words).size >= 10) break;
      }
      return shown;`,
    );
    assert.ok(new Set(values).size >= 4, `the bar stood at ${[...new Set(values)]}`);
    assert.deepEqual(
      values,
      [...values].sort((a, b) => a - b),
      'it went back',
    );
    assert.ok(new Set(words).size >= 10, `it said ${[...new Set(words)]}`);
    assert.ok(
      words.some((/** @type {string} */ text) => /^[1-7] of 8 files, [\d,]+ tests$/.test(text)),
      `it said ${[...new Set(words)]}`,
    );
    assert.deepEqual(after, [null, 'idle']);
  }),
);

describe('a hundred thousand tests', () => {
  test(
    'told as fast as a worker can: nothing is lost, and the page has its frames',
    withPage(async (page) => {
      const { output, reports, frames, lines, last } = await onPage(
        page,
        `const { vm, reports } = await make({ workerUrl: '/e2e/workers/telling-worker.js' });
        const before = frame;
        const { output } = await vm.runVerification('eval:100000', 120_000);
        const lines = reports.flatMap(({ events }) => events).filter(({ entry }) => entry).every(({ entry }, at) => entry.line === at + 1);
        return { output, reports: reports.length, frames: frame - before, lines, last: reports.at(-1) };`,
      );
      assert.equal(output, 100_000);
      assert.ok(lines, 'out of order');
      assert.deepEqual(
        [last.files, last.tests],
        [
          { total: 1, finished: 1, failed: 1 },
          { total: 100_000, finished: 100_000, failed: 10_000 },
        ],
      );
      // Once a frame, and what did not fit into one; the page's own frames came in between.
      assert.ok(frames >= 5, `${frames} frames`);
      assert.ok(reports <= frames + 100_004 / 10_000 + 1, `${reports} reports in ${frames} frames`);
    }),
  );

  test('a page that is hidden is told by a timer, and keeps no more than it must', async () => {
    await inTabs(async ({ open, show }) => {
      const page = await open('e2e/');
      const other = await open('e2e/');
      await show(other);
      const { hidden, frames, most, events, reports, tests } = await page.run(
        program(`const { vm, reports } = await make({ workerUrl: '/e2e/workers/telling-worker.js' });
        const before = frame;
        await vm.runVerification('eval:30000', 120_000);
        const lengths = reports.map(({ events }) => events.length);
        // Told in one report or in several, as the timer goes.
        const few = await new Promise((resolve) => {
          vm.addEventListener('verification-progress', ({ detail: { tests } }) => {
            if (tests.finished === 3) resolve(tests);
          });
          vm.runVerification('eval:3 silent', 20_000).catch(() => {});
        });
        return {
          hidden: document.visibilityState, frames: frame - before, most: Math.max(...lengths), events: lengths.reduce((a, b) => a + b, 0),
          reports: lengths.length, tests: few,
        };`),
      );
      assert.deepEqual([hidden, frames], ['hidden', 0]);
      assert.deepEqual([events, tests], [30_004, { total: 3, finished: 3, failed: 0 }]);
      assert.ok(most <= 10_000 && reports >= 4, `${reports} reports, the longest of ${most}`);
    });
  });
});

describe('cancel(id)', () => {
  test(
    'cancels the one request, whether it runs or waits, and says whether it was open',
    withPage(
      async (page) => {
        const { codes, was, ids, next, strange } = await onPage(
          page,
          `const { vm } = await make();
        const ids = [];
        const started = [];
        vm.addEventListener('verification-start', ({ detail }) => started.push(detail.id));
        const ask = (command) => vm.runVerification(command, { onStart: (id) => ids.push(id) }).then(({ code }) => code);
        const all = [ask('eval:for (;;);'), ask('eval:2'), ask('eval:3')];
        while (vm.getStats().active === 0) await new Promise((done) => setTimeout(done, 5));
        const was = [vm.cancel(ids[1]), vm.cancel(ids[0])];
        const codes = await Promise.all(all);
        was.push(vm.cancel(ids[0]), vm.cancel(ids[2]));
        const strange = ['', 'x', '999', undefined, null, NaN, {}, '-1', Symbol.iterator.toString()].map((id) => vm.cancel(id));
        const next = await vm.runVerification('eval:4', { onStart: () => { throw new Error('of the page'); } });
        const { cancelled, restarts } = vm.getStats();
        vm.dispose();
        return { codes, was, ids: [ids, started.slice(0, 3), cancelled, restarts], next: next.output, strange };`,
        );
        assert.deepEqual(codes, ['err:cancelled', 'err:cancelled', null]);
        assert.deepEqual(was, [true, true, false, false]);
        assert.deepEqual(ids[0], ids[1]);
        assert.deepEqual([new Set(ids[0]).size, ...ids.slice(2)], [3, 2, 1]);
        assert.deepEqual(strange, Array(9).fill(false));
        assert.equal(next, 4);
      },
      { expected: /of the page/ },
    ),
  );

  test(
    'of a request in parts ends all of them; a part has no id of its own',
    withPage(async (page) => {
      const { code, others } = await onPage(
        page,
        `const { vm } = await make({ workers: 2 });
        while (vm.getStats().slots.filter(({ state }) => state === 'idle').length < 2) await new Promise((done) => setTimeout(done, 10));
        const vfsSnapshot = Object.fromEntries([1, 2, 3, 4].map((n) => ['/' + n + '.test.js', 'for (;;);']));
        let id;
        const limits = { instructions: Number.MAX_SAFE_INTEGER, loopIterations: Number.MAX_SAFE_INTEGER };
        const asked = vm.runVerification('test:/*.test.js', { vfsSnapshot, limits, onStart: (it) => { id = it; } });
        while (vm.getStats().slots.filter(({ state }) => state === 'busy').length < 2) await new Promise((done) => setTimeout(done, 10));
        const others = [1, 2, 3, 4].map((n) => vm.cancel(String(Number(id) + n)));
        vm.cancel(id);
        return { code: (await asked).code, others };`,
      );
      assert.deepEqual({ code, others }, { code: 'err:cancelled', others: [false, false, false, false] });
    }),
  );
});
