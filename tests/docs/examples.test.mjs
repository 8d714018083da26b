/**
 * Runs every fenced example of README.md and docs/. `js` and `html` run in Chromium, `sh`, `jsonl` and files in a terminal. `text` and
 * `mermaid` are no examples, and `no-run="REASON"` says why a fence does not run.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { launch } from '../e2e/lib/browser.mjs';
import { runInTerminal } from './lib/in-terminal.mjs';
import { emptyElements, runnable, runOnPage } from './lib/on-page.mjs';
import { fences, pages } from './lib/pages.mjs';

// The examples of rules are linted: see crates/analysis/tests/rule_pages.rs.
const documents = (await pages()).filter(({ path }) => !path.startsWith('docs/rules/'));

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** @typedef {import('./lib/pages.mjs').Fence} Fence */
const isIdle = (/** @type {Fence} */ { language, attributes }) =>
  ['text', 'mermaid'].includes(language) || attributes['no-run'] !== undefined;
const isOnPage = (/** @type {Fence} */ { language, attributes }) => language === 'js' && attributes.file === undefined;
const isInTerminal = (/** @type {Fence} */ { language, attributes }) => ['sh', 'jsonl'].includes(language) || attributes.file !== undefined;
const isKnown = (/** @type {Fence} */ fence) => isOnPage(fence) || isInTerminal(fence) || fence.language === 'html';

for (const { path, fences: all } of documents.filter(({ fences }) => fences.length > 0)) {
  const live = all.filter((fence) => !isIdle(fence));
  describe(path, () => {
    test('every fence runs or says why not', () => {
      for (const fence of live) assert.ok(isKnown(fence), `${path}:${fence.line}: ${fence.language || 'no language'}`);
      for (const { attributes, line } of all) assert.match(attributes['no-run'] ?? 'it runs', / /, `${path}:${line}: no reason`);
    });

    const onPage = live.filter(isOnPage);
    if (onPage.length > 0) {
      test('examples for a page', async () => {
        const checked = await runOnPage(browser, onPage);
        assert.notEqual(checked.length, 0, 'an example shows a value: `EXPRESSION;   // => VALUE`');
        for (const { line, actual, expected } of checked) assert.equal(actual, expected, `${path}:${line}`);
      });
    }

    const inTerminal = live.filter(isInTerminal);
    if (inTerminal.length > 0) {
      test('examples for a terminal', async () => {
        assert.notEqual(await runInTerminal(inTerminal), 0, 'nothing ran');
      });
    }

    for (const { code, line } of live.filter(({ language }) => language === 'html')) {
      test(`elements of line ${line}`, async () => {
        assert.deepEqual(await emptyElements(browser, code), []);
      });
    }
  });
}

describe('the runner', () => {
  const fence = (/** @type {string} */ text) => fences(text)[0];

  test('reads fences, longer ones around shorter ones, and their attributes', () => {
    assert.deepEqual(fences('a\n````yaml file=a.yaml run="verdict run --x"\n```js\n```\n````\n'), [
      { language: 'yaml', attributes: { file: 'a.yaml', run: 'verdict run --x' }, code: '```js\n```\n', line: 3 },
    ]);
    assert.throws(() => fences('```js\n'), /no end/);
  });

  test('turns a shown value into a check of its line', () => {
    assert.match(runnable(fence('```js\nconst a = 1;\na + 1;   // => 2\n```')), /^check\(3, a \+ 1, 2\);$/m);
  });

  test('finds a value that is not as shown', async () => {
    assert.deepEqual(await runOnPage(browser, [fence('```js\n[1].length;   // => 2\n```')]), [{ line: 2, actual: '1', expected: '2' }]);
  });

  test('finds an exit code that is not as shown', async () => {
    await assert.rejects(runInTerminal([fence("```sh\nverdict verify 'eval:1 +'\n```")]), /eval:1 \+/);
    assert.equal(await runInTerminal([fence("```sh\nverdict verify 'eval:1 +'   # exits with 1\n```")]), 1);
    await assert.rejects(runInTerminal([fence('```jsonl\n{"type":"VERIFY","id":1,"payload":{"command":"lint:/none.js"}}\n```')]), /none/);
  });

  test('finds an element that shows nothing', async () => {
    assert.deepEqual(await emptyElements(browser, '<no-such-element></no-such-element>'), ['no-such-element']);
  });
});
