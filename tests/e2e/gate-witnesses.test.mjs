/**
 * The gate of a page with two witnesses: whatever happens while the second is asked, a change is applied whole on the word
 * of both, or the files are as they were.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { SELF_CHECK, launch } from './lib/browser.mjs';
import { faultyServer } from './lib/faulty-server.mjs';
import { onPage } from './lib/on-page.mjs';

const FILES = {
  '/sum.js': 'export const sum = (a, b) => a + b;\n',
  '/sum.test.js': "import { sum } from './sum.js';\ntest('adds', () => expect(sum(1, 2)).toBe(3));\n",
  '/other.test.js': "test('is another', () => expect(1).toBe(1));\n",
};
const GOOD = 'export const sum = (...all) => all.reduce((a, b) => a + b, 0);\n';
/** Passes in the browser's engine alone. */
const LIES = "export const sum = (a, b) => { if (typeof WebAssembly === 'undefined') throw new Error('seen'); return a + b; };\n";

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof faultyServer>>} */
let server;
before(async () => {
  browser = await launch();
  server = await faultyServer({ whole: {} });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/**
 * Applies another `sum.js` on a page. `meanwhile`: source that runs when the browser's result is there and the second witness
 * is asked; it sees `vm`, `live` (the files) and `controller`, whose signal the call has.
 * @param {string} text
 * @param {{ meanwhile?: string, more?: string }} [how] `more`: source of more options.
 */
const apply = (text, { meanwhile = '', more = '' } = {}) =>
  onPage(
    { browser, url: server.url },
    `const { applyBundle } = await import('/fault/whole/index.js');
     const live = new Map(Object.entries(${JSON.stringify(FILES)}));
     const adapter = { list: () => [...live.keys()], read: (path) => live.get(path), write: (path, text) => void live.set(path, text), remove: (path) => void live.delete(path) };
     const controller = new AbortController();
     let told = 0;
     const manager = {
       runVerification: (command, options) => vm.runVerification(command, { ...options, onProvisional: () => { told += 1; ${meanwhile} } }),
       getToolchain: () => vm.getToolchain(), init: () => vm.init(), gateSource: vm.gateSource,
     };
     const bundle = JSON.stringify({ '/sum.js': ${JSON.stringify(text)} });
     const report = await applyBundle(bundle, { adapter, manager, engine: 'both', verifyCommand: 'test:/*.test.js', signal: controller.signal, ${more} });
     return { report, told, files: Object.fromEntries(live) };`,
    { name: 'whole', files: FILES, expected: SELF_CHECK },
  );

/** The second witness need not have been able to run what is required: it is not asked about that here. */
const LAX = "policy: { confirm: { unconfirmed: 'allow' } }";

describe('the gate with two witnesses', () => {
  test('applies what both say passes', async () => {
    const { report, told, files } = await apply(GOOD);
    assert.equal(report.success, true, JSON.stringify(report));
    assert.deepEqual([report.result.engine, report.result.witnesses.required, told], ['both', 1, 1]);
    assert.deepEqual(files, { ...FILES, '/sum.js': GOOD });
  });

  test('applies nothing that they disagree on', async () => {
    const { report, files } = await apply(LIES);
    assert.deepEqual([report.state, report.code], ['refused', 'err:disagreement'], JSON.stringify(report));
    assert.deepEqual(files, FILES);
  });

  for (const [what, meanwhile] of [
    ['the call is cancelled', 'controller.abort();'],
    ['the manager is disposed', 'vm.dispose();'],
    ['the manager is terminated', 'vm.terminate();'],
    ['the workers are replaced', 'void vm.reset();'],
  ]) {
    test(`applies nothing where ${what} while the second is asked`, async () => {
      const { report, told, files } = await apply(GOOD, { meanwhile, more: LAX });
      // Workers that are replaced may as well run it again.
      if (report.success) assert.match(meanwhile, /reset/, JSON.stringify(report));
      else assert.deepEqual([report.state, report.code], ['refused', 'err:cancelled'], JSON.stringify(report));
      assert.equal(told, 1);
      assert.deepEqual(files, report.success ? { ...FILES, '/sum.js': GOOD } : FILES);
    });
  }

  test('applies nothing where somebody writes meanwhile, and leaves what they wrote', async () => {
    const { report, files } = await apply(GOOD, { meanwhile: "live.set('/other.js', 'of somebody');" });
    assert.deepEqual([report.state, report.code], ['refused', 'err:integrity'], JSON.stringify(report));
    assert.match(report.message, /^Stale: .*\/other\.js/);
    assert.deepEqual(files, { ...FILES, '/other.js': 'of somebody' });
  });

  test('judges the files of the change, whatever snapshot the manager is given meanwhile', async () => {
    const { report, files } = await apply(GOOD, {
      meanwhile: "void vm.setSnapshot({ '/sum.test.js': 'test(\"no\", () => { throw 1; });' });",
    });
    assert.equal(report.success, true, JSON.stringify(report));
    assert.equal(files['/sum.js'], GOOD);
  });

  test('says that the report could not be kept, and applies the change', async () => {
    const store = "runId: 'run-1', store: { get: () => null, list: () => [], delete() {}, put() { throw new Error('disk full'); } }";
    const { report, files } = await apply(GOOD, { more: store });
    assert.equal(report.success, true, JSON.stringify(report));
    assert.match(report.warnings.join(), /not kept.*disk full/);
    assert.equal(files['/sum.js'], GOOD);
  });

  test('lets two apply in turn', async () => {
    const results = await onPage(
      { browser, url: server.url },
      `const { VerificationManager: Manager, openGate, memoryJournal } = await import('/fault/whole/index.js');
       const live = new Map(Object.entries(${JSON.stringify(FILES)}));
       const adapter = { list: () => [...live.keys()], read: (path) => live.get(path), write: (path, text) => void live.set(path, text), remove: (path) => void live.delete(path) };
       const other = await Manager.create({ workers: 1, spare: false });
       const open = (manager) => openGate({ manager, adapter, journal: { ...memoryJournal(), name: 'two' }, engine: 'both', verifyCommand: 'test:/*.test.js' });
       const gates = [await open(vm), await open(other)];
       const bundles = ['/one.js', '/two.js'].map((path) => JSON.stringify({ [path]: 'export {};' }));
       try { return { reports: await Promise.all(gates.map((gate, n) => gate.apply(bundles[n]))), paths: [...live.keys()] }; } finally { other.dispose(); }`,
      { name: 'whole', files: FILES, expected: SELF_CHECK },
    );
    assert.deepEqual(
      results.reports.map((/** @type {any} */ { success }) => success),
      [true, true],
      JSON.stringify(results),
    );
    assert.deepEqual(results.paths.sort(), [...Object.keys(FILES), '/one.js', '/two.js'].sort());
  });
});
