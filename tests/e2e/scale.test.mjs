/**
 * Sizes and numbers in a real browser: many files, a large one, many requests at once. Each has its answer, and the next
 * request has one too.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';
import { workerWithMemories } from './lib/memories.mjs';

const { withPage } = browserTests('e2e/');

/**
 * Runs the body of an async function on the page, with a manager `vm` of one worker and `settle` in scope, and with
 * `sent`, the weight of each SNAPSHOT that was posted: `{ files, removed, bytes, contents, transferred }`, bytes being those
 * of all texts and contents, and the last two contents alone and buffers that were handed over.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} body
 * @returns {Promise<any>}
 */
function onPage(page, body) {
  return page.evaluate(`(async () => {
    const { VerificationManager } = await import('/verdict/index.js');
    const settle = (promise) => promise.then(
      ({ success, code, output }) => ({ success, code, output }),
      ({ code }) => ({ success: false, code }),
    );
    const sent = [];
    const weight = (value) => {
      if (typeof value === 'string') return value.length;
      if (ArrayBuffer.isView(value)) return value.byteLength;
      return value === null ? 0 : Object.values(value).reduce((sum, part) => sum + weight(part), 0);
    };
    const sum = (sizes) => sizes.reduce((sum, size) => sum + size, 0);
    const createWorker = () => {
      const worker = new Worker('/verdict/worker.js', { type: 'module' });
      worker.postMessage = (message, transfer = []) => {
        if (message.type === 'SNAPSHOT') {
          const { entries, removed } = message.payload;
          sent.push({
            files: entries.length,
            removed: removed.length,
            bytes: weight(message.payload),
            contents: sum(entries.map(({ content }) => content?.byteLength ?? 0)),
            transferred: sum(transfer.map(({ byteLength }) => byteLength)),
          });
        }
        Worker.prototype.postMessage.call(worker, message, transfer);
      };
      return worker;
    };
    const vm = await VerificationManager.create({ workers: 1, spare: false, createWorker });
    await vm.init();
    try {
      ${body}
    } finally {
      vm.dispose();
    }
  })()`);
}

describe('scale', () => {
  test(
    'a hundred thousand files, then a change of one',
    withPage(async (page) => {
      const { first, second, tests } = await onPage(
        page,
        `const files = {};
        for (let n = 0; n < 100000; n++) files['/src/' + (n % 100) + '/' + n + '.js'] = 'export const n = ' + n + ';';
        files['/a.test.js'] = "import { n } from './src/7/7.js'; test('t', () => { expect(n).toBe(7); });";
        await vm.setSnapshot(files);
        const first = await settle(vm.runVerification('lint:/src/7/7.js', { timeout: 60000 }));
        files['/src/7/7.js'] = 'debugger; export const n = 8;';
        await vm.setSnapshot(files);
        const second = await settle(vm.runVerification('lint:/src/7/7.js', { timeout: 60000 }));
        return { first, second, tests: await settle(vm.runVerification('test:/a.test.js', { timeout: 60000 })) };`,
      );
      assert.deepEqual(first, { success: true, code: null, output: [] });
      assert.equal(second.success, false);
      assert.equal(second.output[0].rule, 'no-debugger');
      assert.match(tests.output[0].error, /expected 8 to be 7/);
    }),
  );

  for (const [form, set] of [
    ['a delta', `{ entries: { [path]: text } }`],
    ['all files again', `{ ...files, [path]: text }`],
  ]) {
    test(
      `a change of one file, set by ${form}, is posted in as many bytes in ten files as in a hundred thousand`,
      withPage(async (page) => {
        const weights = await onPage(
          page,
          `const weights = [];
          const path = '/src/00007.js';
          for (const count of [10, 1000, 100000]) {
            // The worker has none of these bytes from a snapshot before.
            const text = 'debugger; export const n = ' + weights.length + ';';
            const files = {};
            for (let n = 0; n < count; n++) files['/src/' + String(n).padStart(5, '0') + '.js'] = 'export const n = ' + n + ';';
            await vm.setSnapshot(files);
            const before = await settle(vm.runVerification('lint:' + path, { timeout: 60000 }));
            sent.length = 0;
            await vm.setSnapshot(${set});
            const after = await settle(vm.runVerification('lint:' + path, { timeout: 60000 }));
            weights.push({ before: before.success, rule: after.output[0].rule, sent: [...sent] });
          }
          return weights;`,
        );
        assert.equal(weights.length, 3);
        for (const { before, rule, sent } of weights) {
          assert.deepEqual([before, rule], [true, 'no-debugger']);
          assert.deepEqual(sent, weights[0].sent, 'whatever the snapshot');
          assert.equal(sent.length, 1);
          const [{ files, removed, bytes, contents, transferred }] = sent;
          assert.deepEqual([files, removed, contents, transferred], [1, 0, 29, 29]);
          // Two roots, a hash, a path and a content.
          assert.equal(bytes, 3 * 64 + 13 + 29);
        }
      }),
    );
  }

  test(
    'what a worker has is not posted again: copies, renames, bytes of a snapshot before, the same bytes twice',
    withPage(async (page) => {
      const sent = await onPage(
        page,
        `const step = async (files) => {
          await vm.setSnapshot(files);
          const { success } = await settle(vm.runVerification('lint:/z.js'));
          if (!success) throw new Error('not passed');
        };
        await step({ '/a.js': 'a', '/b.js': 'bb', '/c.js': 'a', '/z.js': 'export {};' });
        await step({ entries: { '/copy.js': 'bb' } });
        await step({ entries: new Map([['/renamed.js', 'bb']]), removed: ['/copy.js'] });
        await step({ entries: [{ path: '/a.js', content: 'new' }, { path: '/c.js', content: 'new' }] });
        await step({ entries: [['/c.js', 'a']] });
        return sent.map(({ files, removed, contents }) => [files, removed, contents]);`,
      );
      assert.deepEqual(sent, [
        [4, 0, 13],
        [1, 0, 0],
        [1, 1, 0],
        [2, 0, 3],
        [1, 0, 0],
      ]);
    }),
  );

  test(
    'a file of fifty megabytes beside the one that is asked for',
    withPage(async (page) => {
      const { one, next, sent } = await onPage(
        page,
        `const files = { '/big.txt': 'x'.repeat(50 << 20), '/a.test.js': "test('t', () => { expect(1).toBe(1); });" };
        await vm.setSnapshot(files);
        const one = await settle(vm.runVerification('test:/a.test.js', { timeout: 60000 }));
        files['/a.test.js'] = "test('t', () => { expect(1).toBe(2); });";
        await vm.setSnapshot(files);
        return { one, next: await settle(vm.runVerification('test:/a.test.js', { timeout: 60000 })), sent };`,
      );
      assert.equal(one.success, true, JSON.stringify(one));
      assert.equal(next.success, false);
      assert.match(next.output[0].error, /expected 1 to be 2/);
      const [whole, change] = sent;
      assert.ok(whole.transferred > 50 << 20 && whole.transferred === whole.contents, JSON.stringify(whole));
      assert.ok(change.bytes < 500, JSON.stringify(change));
    }),
  );

  test(
    'a hundred thousand requests at once: each has one outcome, and past the queue it is err:busy',
    withPage(async (page) => {
      const { counts, stats, next } = await onPage(
        page,
        `const counts = {};
        let settled = 0;
        const asked = Array.from({ length: 100000 }, () =>
          settle(vm.runVerification('eval:6 * 7')).then(({ success, code, output }) => {
            settled += 1;
            const key = success ? 'output ' + output : code;
            counts[key] = (counts[key] ?? 0) + 1;
          }),
        );
        await Promise.all(asked);
        const stats = vm.getStats();
        return { counts, stats, next: await settle(vm.runVerification('eval:1 + 1')) };`,
      );
      assert.deepEqual(Object.keys(counts).sort(), ['err:busy', 'output 42']);
      assert.equal(counts['err:busy'] + counts['output 42'], 100_000);
      assert.equal(stats.active + stats.queued, 0);
      assert.equal(stats.restarts, 0);
      assert.equal(next.output, 2);
    }),
  );

  test(
    'five hundred files on one worker do not grow it',
    withPage(async (page) => {
      await page.waitForFunction('window.loaded');
      const worker = await workerWithMemories(page);
      const bytes = () =>
        worker.evaluate(() =>
          /** @type {any} */ (globalThis).memories.reduce(
            (/** @type {number} */ sum, /** @type {WebAssembly.Memory} */ memory) => sum + memory.buffer.byteLength,
            0,
          ),
        );
      const run = async (/** @type {number} */ count) => {
        const wrong = await page.evaluate(async (count) => {
          const source = `globalThis.kept = Array.from({ length: 1000 }, (_, n) => ({ n }));
            Array.prototype.leak = globalThis.kept;
            setInterval(() => globalThis.kept, 1);
            test('t', () => { expect(globalThis.kept.length).toBe(1000); });`;
          let wrong = 0;
          for (let n = 0; n < count; n += 1) {
            const payload = { command: 'test:/a.test.js', snapshot: [['/a.test.js', `${source}//${n}`]] };
            const answer = await /** @type {any} */ (window).client.ask({ type: 'VERIFY', id: n, payload });
            if (!answer.success) wrong += 1;
          }
          return wrong;
        }, count);
        assert.equal(wrong, 0);
        return bytes();
      };
      const early = await run(50);
      assert.ok(early > 1 << 20, `the memory was found: ${early} bytes`);
      const late = await run(450);
      assert.ok(late <= early * 1.1, `${early} bytes after 50 files, ${late} after 500`);
    }),
  );

  test(
    'a warm worker touches little memory, whatever its stacks reserve',
    withPage(async (page) => {
      await page.waitForFunction('window.loaded');
      const worker = await workerWithMemories(page);
      const snapshot = [
        ['/sum.ts', 'export enum Sign { Plus = 1 }\nexport const sum = (a: number, b: number) => Sign.Plus * (a + b);\n'],
        ['/sum.test.ts', "import { sum } from './sum';\ntest('adds', () => expect({ of: [sum(1, 2)] }).toEqual({ of: [3] }));\n"],
      ];
      for (const command of ['test:/sum.test.ts', 'lint:/*.ts', 'type-check:/*.ts', 'eval:1 + 1']) {
        const { success, error } = await page.evaluate(
          (payload) => /** @type {any} */ (window).client.ask({ type: 'VERIFY', id: payload.command, payload }),
          { command, snapshot },
        );
        assert.ok(success, `${command}: ${error}`);
      }
      // A page of memory that was never written to holds zeros alone, and the system gives it no room.
      const touched = await worker.evaluate(() =>
        /** @type {any} */ (globalThis).memories.map((/** @type {WebAssembly.Memory} */ { buffer }) => {
          const words = new BigUint64Array(buffer);
          const PAGE = 4096 / 8;
          let pages = 0;
          for (let at = 0; at < words.length; at += PAGE) if (words.subarray(at, at + PAGE).some((word) => word !== 0n)) pages += 1;
          return pages * 4096;
        }),
      );
      assert.equal(touched.length, 3, 'the sandbox, the analysis and the transformer');
      const sum = touched.reduce((/** @type {number} */ sum, /** @type {number} */ bytes) => sum + bytes, 0);
      // The data of a build for development is 9 MB of that, in three copies. A release has written to 3 MB, of 10 MB that are allowed.
      assert.ok(sum > 1e6 && sum < 11e6, `touched ${touched} bytes`);
    }),
  );
});
