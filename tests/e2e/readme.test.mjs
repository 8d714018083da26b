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
});
