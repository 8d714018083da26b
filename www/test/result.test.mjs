/**
 * What the demo page says of a result, whatever is in it.
 */

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

import { serve } from '../../widget/test/serve.mjs';

let browser;
let server;
let page;
before(async () => {
  const folder = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
  server = await serve({ '/verdict/widget/': folder('../../widget'), '/': folder('..') });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  page = await browser.newPage();
  await page.goto(`${server.origin}/icon.svg`);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** The headline of a result, and the texts below it. */
const shown = (/** @type {any} */ given) =>
  page.evaluate(async (given) => {
    const url = new URL('/js/result.js', location.href).href;
    const { headlineOf, resultNodes } = await import(url);
    const result = {
      success: true,
      error: null,
      code: null,
      snapshotRoot: '',
      truncated: false,
      console: { entries: [], total: 0 },
      timing: {},
      ...given,
    };
    return [headlineOf(result), ...resultNodes(result, '').map((/** @type {any} */ node) => node.textContent)];
  }, given);

const passed = (/** @type {string} */ name) => ({
  suite: 's',
  test: name,
  passed: true,
  state: 'passed',
  path: ['s', name],
  file: '/a.test.js',
  line: 1,
  column: 1,
});
const warning = { file: '/a.js', line: 1, column: 1, message: 'm', severity: 'warning', rule: 'r' };

/** A result, its headline, and what stands somewhere below. */
const CASES = [
  [{ command: 'eval:[1, 2, 3].map((n) => n ** 2)', output: [1, 4, 9] }, 'Passed.', '[\n  1,\n  4,\n  9\n]'],
  [{ command: 'eval:["a"]', output: ['a'] }, 'Passed.', '"a"'],
  [{ command: 'eval:[null]', output: [null] }, 'Passed.', 'null'],
  [{ command: 'eval:[]', output: [] }, 'Passed.', '[]'],
  [{ command: ' eval :[{}]', output: [{ test: 'x', passed: true }] }, 'Passed.', '"test": "x"'],
  [{ command: 'eval:"test:"', output: 'test:' }, 'Passed.', '"test:"'],
  [{ command: 'test:/a.test.js', output: [passed('one'), passed('two')] }, 'Passed: 2 of 2 tests.', '2 passed, 0 failed'],
  [
    {
      command: 'test:/a.test.js',
      output: [passed('one')],
      truncated: true,
      omitted: 2999,
      counts: { passed: 2990, failed: 0, failedOutside: 0, skipped: 10, todo: 0 },
    },
    'Passed: 2,990 of 3,000 tests.',
    'and 2,999 more',
  ],
  [
    {
      command: 'test:/a.test.js',
      output: [],
      truncated: true,
      omitted: 2,
      counts: { passed: 2, failed: 0, failedOutside: 0, skipped: 0, todo: 0 },
    },
    'Passed: 2 of 2 tests.',
    'output cut to its limit: 2 entries are missing',
  ],
  [{ command: 'lint:/a.js', output: [] }, 'Passed: nothing found.', ''],
  [{ command: 'lint:/a.js', output: [warning] }, 'Passed, with warnings.', 'm'],
  [
    { command: 'lint:/a.js', output: [], warnings: ['config: unknown key test.<b>'] },
    'Passed: nothing found.',
    'config: unknown key test.<b>',
  ],
];

for (const [given, headline, below] of CASES) {
  test(`${given.command} ${JSON.stringify(given.output).slice(0, 40)}`, async () => {
    const [said, ...texts] = await shown(given);
    assert.equal(said, headline);
    assert.ok(texts.join('\n').includes(below), texts.join('\n'));
  });
}
