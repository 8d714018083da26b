/**
 * Limits as a page is told of them: which one, what it was, how far the command was, and what had ended before.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';

const { withPage } = browserTests('e2e/');

/** @param {import('playwright-core').Page} page @param {object} given @param {string} body @returns {Promise<any>} */
const onPage = (page, given, body) =>
  page.evaluate(`(async ({ files, workers }) => {
    const { VerificationManager } = await import('/verdict/index.js');
    const vm = await VerificationManager.create({ workers: workers ?? 1, spare: false });
    await vm.setSnapshot(files);
    await vm.init();
    const settle = (promise) => promise.then((result) => result, ({ message, code, detail, result }) => ({ rejected: { message, code, detail }, ...result }));
    await settle(vm.runVerification('eval:1'));
    ${body}
  })(${JSON.stringify(given)})`);

const names = (/** @type {any} */ { output }) => (output ?? []).map((/** @type {any} */ { state, path }) => `${state} ${path.join(' > ')}`);

const HANGS = "/(a+)+$/.test('a'.repeat(60) + 'b');";

describe('limits', () => {
  test(
    'a test that never ends is named when the time is over, and those that ended before it are kept',
    withPage(async (page) => {
      const files = {
        '/a.test.js': `it('passes', () => {});\ndescribe('s', () => {\n  it('fails', () => expect(1).toBe(2));\n  it('hangs', () => { ${HANGS} });\n});\n`,
        '/b.test.js': `it('is loaded', () => {});\n${HANGS}\n`,
        '/c.test.js': `it('ends', () => {});\nafterAll(() => { ${HANGS} });\n`,
      };
      const results = await onPage(
        page,
        { files },
        `const results = [];
        for (const command of ['test:/a.test.js', 'test:/b.test.js', 'test:/c.test.js', 'eval:${HANGS.replaceAll("'", "\\'")}']) results.push(await settle(vm.runVerification(command, 3000)));
        return [...results, await settle(vm.runVerification('eval:6 * 7'))];`,
      );
      const [inTest, inLoad, inHook, inEval, next] = results;
      for (const { rejected, code } of results.slice(0, 4))
        assert.deepEqual([rejected.message, code], ['Verification timeout', 'err:timeout']);
      assert.deepEqual(names(inTest), ['passed passes', 'failed s > fails']);
      assert.deepEqual(inTest.limit, {
        name: 'timeMs',
        value: 3000,
        phase: 'test',
        test: ['s', 'hangs'],
        file: '/a.test.js',
        line: 4,
        column: 3,
      });
      assert.match(inTest.rejected.detail, /while it was at s > hangs; not ended: \/a\.test\.js$/);
      assert.deepEqual(
        [names(inLoad), inLoad.limit],
        [[], { name: 'timeMs', value: 3000, phase: 'load', file: '/b.test.js', line: 1, column: 1 }],
      );
      assert.deepEqual([names(inHook), inHook.limit.phase, inHook.limit.test], [['passed ends'], 'hook', undefined]);
      assert.deepEqual(inEval.limit, { name: 'timeMs', value: 3000, phase: 'eval' });
      assert.equal(next.output, 42);
    }),
  );

  test(
    'a limit in an async generator, which ends the engine, is a limit all the same',
    withPage(
      async (page) => {
        const generator = (/** @type {string} */ body) =>
          `it('passes', () => {});\nit('t', async () => { async function* g() { ${body} } for await (const x of g()) x; });\n`;
        const files = { '/a.test.js': generator('for (;;);'), '/b.test.js': generator('(function f() { f(); })();') };
        const results = await onPage(
          page,
          { files },
          `const limits = { instructions: 100000 };
        const results = [];
        for (const command of ['test:/a.test.js', 'test:/b.test.js', 'eval:6 * 7']) results.push(await settle(vm.runVerification(command, { limits })));
        return results;`,
        );
        for (const result of results.slice(0, 2)) {
          assert.deepEqual([result.success, result.code, names(result)], [false, 'err:budget', ['passed passes']]);
          assert.match(result.error, /An async generator reached a limit/);
        }
        assert.equal(results[2].output, 42);
        // The panic hook tells the console as well.
      },
      { expected: /panicked/ },
    ),
  );

  for (const workers of [1, 2]) {
    test(
      `of several files one that reaches a limit is named, and the others have their results: ${workers} worker(s)`,
      withPage(async (page) => {
        const files = Object.fromEntries([1, 2, 3, 4, 5].map((at) => [`/${at}.test.js`, `it('t${at}', () => {});\n`]));
        files['/3.test.js'] = "it('t3', () => {});\nit('spins', () => {\n  for (;;);\n});\nit('after', () => {});\n";
        const result = await onPage(
          page,
          { files, workers },
          "return settle(vm.runVerification('test:/*.test.js', { limits: { instructions: 200000 } }));",
        );
        assert.deepEqual(names(result), ['passed t1', 'passed t2', 'passed t3', 'failed spins', 'failed after', 'passed t4', 'passed t5']);
        assert.deepEqual(
          [result.code, result.limit],
          ['err:budget', { name: 'instructions', value: 200000, phase: 'test', test: ['spins'], file: '/3.test.js', line: 2, column: 1 }],
        );
      }),
    );
  }
});
