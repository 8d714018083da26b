/**
 * A page that is closed in the middle of an apply, and two tabs at once: the files are whole before or whole after, in a
 * real Chromium, with files and journal in IndexedDB.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { launch, withTabs } from './lib/browser.mjs';
import { PASSES } from './lib/verdicts.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

const BEFORE = { '/a.js': 'a', '/b.js': 'b', '/c.js': 'c', '/folder/d.js': 'd', '/untouched.js': 'u' };
const BUNDLE = JSON.stringify({ '/a.js': 'a2', '/b.js': null, '/c.js': 'c2', '/folder/d.js': null, '/folder/e.js': 'e', '/new.js': '' });
const AFTER = { '/a.js': 'a2', '/c.js': 'c2', '/folder/e.js': 'e', '/new.js': '', '/untouched.js': 'u' };
/** Writes and removals that the bundle needs. */
const STEPS = 6;

/** What a page of the consumer has in scope: its files, and a gate in front of them. @param {object} files Options of the files. */
const consumer = (files) => `
  const { memoryJournal, indexedDbJournal, openGate } = await import('/verdict/index.js');
  const { DurableVfs } = await import('/e2e/gate/durable-vfs.js');
  const vfs = window.vfs = new DurableVfs('files', ${JSON.stringify(files)});
  const manager = { runVerification: async (command) => ${PASSES}(command) };
  const durable = indexedDbJournal('files');
  const journal = { ...durable, write: async (text) => { await durable.write(text); window.recorded = true; } };
  const open = () => openGate({ adapter: vfs, manager, journal, verifyCommand: 'test:/a.test.js' });`;

/**
 * @param {import('playwright-core').Page} page
 * @param {string} body
 * @param {{ slow?: number, halt?: number }} [files]
 * @returns {Promise<any>}
 */
const onPage = (page, body, files = {}) => page.evaluate(`(async () => { ${consumer(files)} ${body} })()`);

/** @param {import('playwright-core').Page} page */
async function crash(page) {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => {});
  await crashed;
}

// Each test has a profile of its own. A page halts where it is to end, however busy the machine is.
describe('a page that ends in the middle of an apply', { concurrency: 3 }, () => {
  for (const [how, end] of /** @type {const} */ ([
    ['closed', (/** @type {import('playwright-core').Page} */ page) => page.close()],
    ['crashed', crash],
  ])) {
    for (let step = 0; step < STEPS; step += how === 'closed' ? 1 : 3) {
      test(`${how} after ${step} of ${STEPS} writes: as before, or as after`, () =>
        withTabs(browser, async (tab) => {
          const first = await tab();
          await onPage(first, `await vfs.fill(${JSON.stringify(BEFORE)});`);
          await onPage(first, `const gate = await open(); window.applying = gate.apply(${JSON.stringify(BUNDLE)});`, { halt: step });
          // The record stands before the first write does.
          await first.waitForFunction(
            (steps) => /** @type {any} */ (window).recorded && /** @type {any} */ (window).vfs.steps >= steps,
            step,
          );
          await end(first);

          const second = await tab();
          const left = await onPage(second, 'return vfs.all();');
          const { recovery, locked, files, again } = await onPage(
            second,
            `const gate = await open();
            const files = await vfs.all();
            const again = await gate.apply(${JSON.stringify(BUNDLE)});
            return { recovery: gate.recovery, locked: gate.locked, files, again };`,
          );
          assert.equal(locked, false, recovery.message);
          assert.ok(['none', 'cleared', 'undone'].includes(recovery.state), recovery.message);
          const whole = JSON.stringify(files) === JSON.stringify(AFTER) ? AFTER : BEFORE;
          assert.deepEqual(files, whole, `left ${JSON.stringify(left)}: ${recovery.message}`);
          if (step > 0) assert.equal(recovery.state, 'undone', `left ${JSON.stringify(left)}`);
          // The gate works on as if nothing had been.
          if (whole === BEFORE) assert.equal(again.success, true, again.message);
        }));
    }
  }

  test('closed while recovering: the next page goes on', () =>
    withTabs(browser, async (tab) => {
      const first = await tab();
      await onPage(first, `await vfs.fill(${JSON.stringify(BEFORE)});`);
      await onPage(first, `const gate = await open(); window.applying = gate.apply(${JSON.stringify(BUNDLE)});`, { halt: 4 });
      await first.waitForFunction(() => /** @type {any} */ (window).vfs.steps >= 4);
      await first.close();
      const second = await tab();
      await onPage(second, 'window.opening = open();', { halt: 2 });
      await second.waitForFunction(() => /** @type {any} */ (window).vfs.steps >= 2);
      await second.close();
      const third = await tab();
      const { state, files } = await onPage(
        third,
        'const gate = await open(); return { state: gate.recovery.state, files: await vfs.all() };',
      );
      assert.equal(state, 'undone');
      assert.deepEqual(files, BEFORE);
    }));

  test('nop: a journal that is lost with the page leaves the files between', () =>
    withTabs(browser, async (tab) => {
      const first = await tab();
      await onPage(first, `await vfs.fill(${JSON.stringify(BEFORE)});`);
      await onPage(
        first,
        `const gate = await openGate({ adapter: vfs, manager, journal: memoryJournal(), verifyCommand: 'test:/a.test.js' });
        window.applying = gate.apply(${JSON.stringify(BUNDLE)});`,
        { halt: 3 },
      );
      await first.waitForFunction(() => /** @type {any} */ (window).vfs.steps >= 3);
      await first.close();
      const files = await onPage(await tab(), 'await open(); return vfs.all();');
      assert.notDeepEqual(files, BEFORE);
      assert.notDeepEqual(files, AFTER);
    }));

  test('a record that is damaged locks the gate until a person resets it', () =>
    withTabs(browser, async (tab) => {
      const page = await tab();
      const { first, refused, reset, after, applied } = await onPage(
        page,
        `await vfs.fill(${JSON.stringify(BEFORE)});
        await indexedDbJournal('files').write('{"torn');
        const gate = await open();
        const first = [gate.locked, gate.recovery.state, gate.recovery.code];
        const refused = await gate.apply(${JSON.stringify(BUNDLE)});
        const untouched = await vfs.all();
        const without = await gate.reset('').then(() => 'reset', (error) => error.message);
        const reset = await gate.reset('looked at the files, they are whole');
        return { first, refused: [refused.state, refused.code, untouched], reset: [without, reset], after: gate.locked,
          applied: (await gate.apply(${JSON.stringify(BUNDLE)})).success };`,
      );
      assert.deepEqual(first, [true, 'locked', 'err:integrity']);
      assert.deepEqual(refused, ['refused', 'err:integrity', BEFORE]);
      assert.match(reset[0], /reason/);
      assert.equal(reset[1].text, '{"torn');
      assert.equal(after, false);
      assert.equal(applied, true);
    }));
});

describe('two tabs at once', () => {
  test('a tab that opens the gate while another applies waits, and undoes nothing', () =>
    withTabs(browser, async (tab) => {
      const [one, two] = [await tab(), await tab()];
      await onPage(one, `await vfs.fill(${JSON.stringify(BEFORE)});`);
      await onPage(one, `const gate = await open(); window.applying = gate.apply(${JSON.stringify(BUNDLE)});`, { slow: 60 });
      await one.waitForFunction(() => /** @type {any} */ (window).vfs.steps >= 2);
      const { recovery, files } = await onPage(
        two,
        'const gate = await open(); return { recovery: gate.recovery, files: await vfs.all() };',
      );
      assert.equal(recovery.state, 'none', recovery.message);
      assert.deepEqual(files, AFTER);
      const report = await one.evaluate(() => /** @type {any} */ (window).applying);
      assert.equal(report.state, 'applied', report.message);
    }));

  test('both apply: one after the other, each on what the other left', () =>
    withTabs(browser, async (tab) => {
      const tabs = [await tab(), await tab()];
      await onPage(tabs[0], `await vfs.fill(${JSON.stringify(BEFORE)});`);
      const change = (/** @type {string} */ mark) =>
        JSON.stringify(JSON.stringify({ '/a.js': mark, '/c.js': mark, [`/${mark}.js`]: mark }));
      const reports = await Promise.all(
        tabs.map((page, index) => onPage(page, `const gate = await open(); return gate.apply(${change(`tab${index}`)});`, { slow: 40 })),
      );
      assert.deepEqual(
        reports.map(({ state }) => state),
        ['applied', 'applied'],
        JSON.stringify(reports.map(({ message }) => message)),
      );
      const [last, first] = reports[0].pre_root === reports[1].post_root ? [0, 1] : [1, 0];
      assert.equal(reports[last].pre_root, reports[first].post_root);
      const files = await onPage(tabs[0], 'return vfs.all();');
      assert.deepEqual(files, { ...BEFORE, '/a.js': `tab${last}`, '/c.js': `tab${last}`, '/tab0.js': 'tab0', '/tab1.js': 'tab1' });
    }));
});
