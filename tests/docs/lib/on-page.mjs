/**
 * Examples for a page, run in Chromium.
 *
 * The `js` fences of a document run one after another in one scope. `EXPRESSION;   // => VALUE` checks a value. The scope has what a
 * reader brings along: `files` with `list`, `read`, `write` and `remove`, and an event `bus`.
 * @module
 */

import assert from 'node:assert/strict';

import { onNewPage, SELF_CHECK, serverUrl } from '../../e2e/lib/browser.mjs';

/** @typedef {import('./pages.mjs').Fence} Fence */

const READER = `
  const { NewerBus } = await import('/e2e/consumers/agents.js');
  const bus = new NewerBus();
  const files = new Map([
    ['/src/sum.js', 'export const sum = (a, b) => a + b;\\n'],
    ['/tests/sum.test.js', "import { sum } from '../src/sum.js';\\ntest('adds', () => expect(sum(1, 2)).toBe(3));\\n"],
  ]);
  const list = () => [...files.keys()], read = (path) => files.get(path);
  const write = (path, text) => void files.set(path, text), remove = (path) => void files.delete(path);
`;

/** A fence as a part of an async function: imports are dynamic, and `// => VALUE` is a check. */
export function runnable(/** @type {Fence} */ { code, line }) {
  return code
    .replace(/^import (\{[^}]*\}) from '@verdict\/verdict';$/gm, "const $1 = await import('/verdict/index.js');")
    .split('\n')
    .map((text, index) => text.replace(/^\s*(.+?);?\s*\/\/ => (.+)$/, `check(${line + index}, $1, $2);`))
    .join('\n');
}

/**
 * Runs fences on one page.
 * @param {import('playwright-core').Browser} browser
 * @param {Fence[]} fences
 * @returns {Promise<{ line: number, actual: string, expected: string }[]>} What was checked, as JSON.
 */
export async function runOnPage(browser, fences) {
  return onNewPage(browser, 'e2e/', { expected: SELF_CHECK }, (page) =>
    page.evaluate(`(async () => {
      const checked = [];
      const json = (value) => value === undefined ? 'undefined' : JSON.stringify(value);
      const check = (line, actual, expected) => checked.push({ line, actual: json(actual), expected: json(expected) });
      ${READER}
      {
        ${fences.map(runnable).join('\n')}
      }
      return checked;
    })()`),
  );
}

/**
 * Shows HTML, with the package in the folder where npm installs it.
 * @param {import('playwright-core').Browser} browser
 * @param {string} html
 * @returns {Promise<string[]>} Tags of custom elements that show nothing.
 */
export async function emptyElements(browser, html) {
  return onNewPage(browser, 'e2e/', {}, async (page) => {
    const url = new URL('e2e/example.html', serverUrl()).href;
    const head = '<!doctype html><title>Example</title><link rel="icon" href="data:,">';
    const body = head + html.replaceAll('/node_modules/@verdict/verdict/', '/verdict/');
    await page.route(url, async (route) => {
      const response = await route.fetch({ url: new URL('e2e/', serverUrl()).href });
      await route.fulfill({ response, body });
    });
    await page.goto(url);
    const tags = [...new Set([...html.matchAll(/<([a-z]+(?:-[a-z]+)+)/g)].map(([, tag]) => tag))];
    assert.notEqual(tags.length, 0, 'no custom element');
    return page.evaluate(async (tags) => {
      const defined = Promise.all(tags.map((tag) => customElements.whenDefined(tag)));
      await Promise.race([defined, new Promise((resolve) => setTimeout(resolve, 5_000))]);
      return tags.filter((tag) => !document.querySelector(tag)?.shadowRoot?.childElementCount);
    }, tags);
  });
}
