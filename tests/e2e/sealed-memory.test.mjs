/**
 * Memory under the sealed engine, in a real browser: a file that takes all there is ends the process that the sealed frames
 * share, without a word. It alone is blamed, whatever ran beside it is run again, and the page goes on.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { inTabs } from './lib/tabs.mjs';

/**
 * What each script of these browsers may have on its heap, so that a bomb goes off long before the machine has no memory left.
 */
const SMALL = { more: ['--js-flags=--max-old-space-size=64'] };

/** Buffers are not on the heap: here each process is bounded as a whole. */
const NARROW = { memory: 1024 };

/** Real time passes in them, so that some run when the bomb goes off. */
const WELL =
  "for (const name of ['one', 'two', 'three']) test(name, async () => { await new Promise((resolve) => setTimeout(resolve, 100)); expect(name).toBe(name); });\n";

const WELLS = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`/well-${name}.test.js`, WELL]));

const bomb = (/** @type {string} */ body) =>
  `test('before', () => expect(1).toBe(1));\ntest('bomb', async () => {\n  const kept = [];\n  ${body}\n}, 60_000);\ntest('after', () => {});\n`;

const RUNS_OUT = {
  arrays: 'for (;;) kept.push(new Array(100_000).fill(kept.length));',
  texts: "for (;;) kept.push(JSON.stringify({ text: 'x'.repeat(1 << 20), n: kept.length }));",
  'a worker of its own': `const source = 'const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length));';
  new Worker(URL.createObjectURL(new Blob([source])));
  await new Promise(() => {});`,
};

/** The guest is told by an error that there is no memory, and asks for ever less until the engine has none for itself. */
const BUFFERS = `for (let size = 1 << 27; ;) {
    try { kept.push(new Uint8Array(size).fill(1)); } catch { size = Math.max(16, size >> 4); }
  }`;

/**
 * Runs source on a page of a browser with small heaps, with a manager `vm` of two workers and these files.
 * @param {Record<string, string>} files
 * @param {string} body
 * @param {object} [browser] How the browser is bounded.
 * @returns {Promise<any>}
 */
async function onPage(files, body, browser = SMALL) {
  let found;
  await inTabs(async ({ open }) => {
    const tab = await open('e2e/');
    found = await tab.run(`(async () => {
      const { VerificationManager } = await import('/verdict/verification-manager.js');
      const vm = await VerificationManager.create({ workers: 2 });
      await vm.setSnapshot(${JSON.stringify(files)});
      const run = (command, more) => vm.runVerification(command, { engine: 'browser', timeout: 300_000, ...more }).catch(({ message, code, result }) => ({ rejected: message, code, result }));
      try { return await (async () => { ${body} })(); } finally { vm.dispose(); }
    })()`);
  }, browser);
  return found;
}

/** State and code of each test, by file and name. */
const states = (/** @type {any} */ { output }) =>
  Object.fromEntries(
    (output ?? []).map((/** @type {any} */ { file, test, state, code }) => [`${file} ${test}`, code ? `${state} ${code}` : state]),
  );

const WELL_STATES = Object.fromEntries(
  Object.keys(WELLS).flatMap((file) => ['one', 'two', 'three'].map((name) => [`${file} ${name}`, 'passed'])),
);

/** The bomb's file is blamed, no other is, the page goes on. */
async function costsItsFile(/** @type {string} */ body, browser = SMALL) {
  const { result, next, stats } = await onPage(
    { ...WELLS, '/bomb.test.js': bomb(body) },
    "return { result: await run('test:/*.test.js'), next: await run('test:/well-a.test.js'), stats: vm.getStats() };",
    browser,
  );
  assert.deepEqual(
    states(result),
    {
      ...WELL_STATES,
      '/bomb.test.js before': 'passed',
      '/bomb.test.js bomb': 'failed err:memory',
      '/bomb.test.js after': 'failed err:memory',
    },
    JSON.stringify(result).slice(0, 3000),
  );
  assert.deepEqual([result.success, result.code], [false, 'err:memory']);
  assert.deepEqual([next.success, next.output?.length], [true, 3], JSON.stringify(next).slice(0, 3000));
  assert.equal(stats.active + stats.queued, 0);
}

describe('a heap bomb under the sealed engine: its file is blamed, no other is, and the page goes on', () => {
  for (const [title, body] of Object.entries(RUNS_OUT)) test(title, () => costsItsFile(body));
  test('buffers', () => costsItsFile(BUFFERS, NARROW));

  test('two at the top of their files, before these have said a word', async () => {
    const body = `const kept = [];\n${RUNS_OUT.arrays}\ntest('never', () => {});\n`;
    const { result, next } = await onPage(
      { ...WELLS, '/bomb.test.js': body, '/bomb-too.test.js': body },
      "return { result: await run('test:/*.test.js'), next: await run('test:/well-a.test.js') };",
    );
    // What is not known to have tests has no entry: the request says it.
    assert.deepEqual(states(result), WELL_STATES, JSON.stringify(result).slice(0, 3000));
    assert.match(result.error, /^The browser ended the process of the sealed frame twice/);
    assert.deepEqual([result.success, result.code, next.success], [false, 'err:memory', true]);
  });
});
