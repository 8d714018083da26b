/** The README's examples do what it says. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';

const { withPage } = browserTests('e2e/');

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
const PACKAGE = /^import (\{.*\}) from '@verdict\/verdict';$/m;

describe('README', () => {
  test(
    'the examples of the API run one after another on one page',
    withPage(async (page) => {
      const [verify, stats, gate] = blocks;
      assert.match(verify, PACKAGE);
      // What the reader brings along: a file system and a bundle.
      const reader = `
        const files = new Map();
        const list = () => [...files.keys()], read = (path) => files.get(path);
        const write = (path, text) => files.set(path, text), remove = (path) => files.delete(path);
        for (const [path, text] of [['/src/sum.js', 'export const sum = (a, b) => a + b;'],
          ['/tests/sum.test.js', "import { sum } from '../src/sum.js'; test('adds', () => expect(sum(1, 2)).toBe(3));"]])
          write(path, text);
        const bundleText = ['\`\`\`paws-change', 'operation: MODIFY', 'file_path: /src/sum.js', '\`\`\`', '',
          '\`\`\`js', 'export const sum = (a, b) => a - b;', '\`\`\`', ''].join('\\n');`;
      const program = `(async () => {
        ${reader}
        ${verify.replace(PACKAGE, "const $1 = await import('/verdict/index.js');")}
        ${gate}
        ${stats}
        return { result, outcome, after: read('/src/sum.js') };
      })()`;
      const { result, outcome, after } = /** @type {any} */ (await page.evaluate(program));
      assert.deepEqual([result.success, result.output[0].passed], [true, true]);
      assert.equal(outcome.success, false, JSON.stringify(outcome));
      assert.equal(outcome.phases.length, 4);
      assert.equal(after, 'export const sum = (a, b) => a + b;');
    }),
  );

  test(
    'the examples of gates and reports run on one page',
    withPage(async (page) => {
      const [, , , gate, reports] = blocks;
      assert.match(gate, PACKAGE);
      // What the reader brings along: a manager, an agent with files and a profile, and a bundle.
      const reader = `
        const vm = await VerificationManager.create();
        const { OlderStateManager } = await import('/e2e/gate/consumers.js');
        const stateManager = new OlderStateManager({
          '/src/sum.js': 'export const sum = (a, b) => a + b;',
          '/tests/sum.test.js': "import { sum } from '../src/sum.js'; test('adds', () => expect(sum(1, 2)).toBe(3));",
          '/spec/verification.yaml': 'version: 1\\nskills:\\n  unit: { tier: 1, steps: [{ name: unit, run: "test:/tests/*.test.js" }] }\\nprofiles: { pr: [unit] }\\n',
        });
        await vm.init();
        const bundleText = JSON.stringify({ '/src/more.js': 'export const more = 1;' });`;
      const program = `(async () => {
        const { VerificationManager, ReportStore } = await import('/verdict/index.js');
        const told = {};
        {
          ${reader}
          ${gate.replace(PACKAGE, "const $1 = await import('/verdict/index.js');").replace('await gate.apply', 'told.outcome = await gate.apply')}
          told.files = stateManager.files;
          globalThis.openStore = openStore;
        }
        {
          ${reports.replace(/^await reports\.(\w+)/gm, 'told.$1 = await reports.$1')}
          told.report = report;
        }
        return told;
      })()`;
      const { outcome, files, report, list, render } = /** @type {any} */ (await page.evaluate(program));
      assert.equal(outcome.success, true, outcome.message);
      assert.equal(files['/src/more.js'], 'export const more = 1;');
      assert.equal(report.overall.passed, false, 'there are no such files');
      assert.deepEqual(list.reports.map((/** @type {any} */ { iteration, passed }) => [iteration, passed]), [[1, true], [2, false]]);
      assert.match(render, /<testsuites/);
    }),
  );
});
