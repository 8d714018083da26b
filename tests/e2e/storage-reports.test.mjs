/**
 * Reports of real runs in each store of a browser: kept, found, rendered, let go, exported; by two tabs at once, and by a
 * page that is closed in the middle of a put.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { browserTests, launch, withTabs } from './lib/browser.mjs';

const { withPage } = browserTests('e2e/');

const FILES = {
  '/passes.test.js': "import { expect, test } from 'vitest';\ntest('adds', () => expect(1 + 1).toBe(2));\n",
  '/fails.test.js': "import { expect, test } from 'vitest';\ntest('<img onerror=x> ]]>', () => expect(1 + 1).toBe(3));\n",
};

/** @param {import('playwright-core').Page} page @param {string} body @returns {Promise<any>} */
const onPage = (page, body) =>
  page.evaluate(`(async () => {
    const verdict = await import('/verdict/index.js');
    const files = ${JSON.stringify(FILES)};
    ${body}
  })()`);

const STORES = ['opfsStore', 'indexedDbStore', 'memoryStore'];

for (const store of STORES) {
  describe(`reports in ${store}`, () => {
    test(
      'a run is saved, loaded, listed, rendered and exported',
      withPage(async (page) => {
        const found = await onPage(
          page,
          `const store = verdict.${store}('reports');
          const manager = await verdict.VerificationManager.create({ store });
          await manager.setSnapshot(files);
          const reports = new verdict.ReportStore(store);
          const commands = ['test:/passes.test.js', 'lint:/passes.test.js', 'eval:1 + 1', 'type-check:/passes.test.js'];
          const first = await manager.verifyRun({ runId: 'r', commands, skipLevels: ['L2'], config: { lint: { off: ['strict'] } } });
          const second = await manager.verifyRun({ runId: 'r', iteration: 2, commands: ['test:/fails.test.js'] });
          const missing = await manager.verifyRun({ runId: 'other', commands: ['test:/none.test.js', 'rm:/'] });
          const formats = ['text', 'json', 'junit', 'tap', 'sarif', 'github'];
          const rendered = await Promise.all(formats.map((format) => reports.render('r', 2, format)));
          const zip = await reports.export('r');
          return {
            first, second, missing, rendered, same: JSON.stringify(await reports.load('r', 1)) === JSON.stringify(first),
            none: await reports.load('r', 9), list: await reports.list('r'), runs: (await reports.runs()).runs,
            wrong: await reports.render('r', 2, 'pdf').catch((error) => [error.code, error.message]),
            noRun: await reports.export('none').catch((error) => error.code), badId: await reports.list('../r').catch((error) => error.code),
            zip: [zip instanceof Uint8Array, String.fromCharCode(...zip.slice(0, 2)), new TextDecoder('latin1').decode(zip).includes('verification-2.json')],
          };`,
        );
        const { first, second, missing } = found;
        assert.deepEqual(
          [first.overall.passed, second.overall.passed, missing.overall.passed],
          [true, false, false],
          first.overall.summary,
        );
        assert.deepEqual([first.skippedLevels, first.levels.L2, first.levels.L3], [['L2'], null, null]);
        assert.equal(first.levels.L0.checks.length, 2);
        assert.equal(found.same, true);
        assert.equal(found.none, null);
        assert.deepEqual(
          found.list.reports.map((/** @type {any} */ { iteration, passed }) => [iteration, passed]),
          [
            [1, true],
            [2, false],
          ],
        );
        assert.deepEqual(found.runs, ['other', 'r']);
        assert.deepEqual(found.zip, [true, 'PK', true]);
        assert.match(found.rendered[2], /&lt;img onerror=x> \]\]&gt;|&lt;img onerror=x&gt; \]\]&gt;/);
        for (const text of found.rendered) assert.ok(text.length > 20);
        assert.equal(found.wrong[0], 'err:protocol');
        assert.match(found.wrong[1], /pdf/);
        assert.deepEqual([found.noRun, found.badId], ['err:not_found', 'err:path']);
      }),
    );

    test(
      'the oldest are let go; any text is given back as it was',
      withPage(async (page) => {
        const { kept, removed, texts, gone, keys } = await onPage(
          page,
          `const store = verdict.${store}('retention');
          const manager = await verdict.VerificationManager.create({ store, retention: { reports: 2 } });
          await manager.setSnapshot(files);
          for (const iteration of [1, 2, 3, 4]) await manager.verifyRun({ runId: 'r', iteration, commands: ['eval:1'] });
          const kept = await store.list('runs/');
          const report = await new verdict.ReportStore(store).load('r', 4);
          const { removed } = await new verdict.ReportStore(store, { retention: { reports: 1 } }).save({ ...report, iteration: 5 });
          const texts = ['', 'a', '\\n', 'é€🐕', 'x'.repeat(100_000)];
          const same = [];
          for (const [index, text] of texts.entries()) { await store.put('any/Key-' + index, text); same.push((await store.get('any/Key-' + index)) === text); }
          await store.put('any/Key-0', 'again');
          await store.delete('any/Key-1');
          await store.delete('any/Key-1');
          return { kept, removed, texts: same, gone: [await store.get('any/Key-1'), await store.get('nothing')], keys: await store.list('any/') };`,
        );
        assert.deepEqual(kept, ['runs/r/verification-3.json', 'runs/r/verification-4.json']);
        assert.deepEqual(removed, ['runs/r/verification-3.json', 'runs/r/verification-4.json']);
        assert.deepEqual(texts, Array(5).fill(true));
        assert.deepEqual(gone, [null, null]);
        assert.deepEqual(keys, ['any/Key-0', 'any/Key-2', 'any/Key-3', 'any/Key-4']);
      }),
    );
  });
}

test(
  'reports as a harness has them: a date, levels left out, the configuration beside',
  withPage(async (page) => {
    const { saved, loaded, list } = await onPage(
      page,
      `const reports = new verdict.ReportStore(verdict.memoryStore(), { onProblem: (text) => { throw new Error(text); } });
      const runId = 'ac31daa7-620a-451e-86e0-4269fe15b824';
      const check = { name: 'typecheck', passed: false, output: 'Error...', duration: 5000 };
      const saved = await reports.save({
        runId, iteration: 1, overall: { passed: false, summary: 'L0 failed' }, duration: 5100, completedAt: new Date(0),
        levels: { L0: { level: 'L0', passed: false, checks: [check], duration: 5000 } },
      }, { waitForCI: false, skipLevels: ['L2', 'L3'] });
      for (const iteration of [10, 2]) {
        await reports.save({ runId, iteration, overall: { passed: true, summary: 'OK' }, levels: {}, duration: 1, completedAt: new Date() });
      }
      return { saved, loaded: await reports.load(runId, 1), list: await reports.list(runId) };`,
    );
    assert.match(saved.key, /\/verification-1\.json$/);
    assert.deepEqual([loaded.overall.passed, loaded.completedAt], [false, '1970-01-01T00:00:00.000Z']);
    assert.deepEqual([loaded.skippedLevels, loaded.harnessConfig], [['L2', 'L3'], { waitForCI: false, skipLevels: ['L2', 'L3'] }]);
    assert.deepEqual([loaded.levels.L0.checks.length, loaded.levels.L1], [1, null]);
    assert.ok(!Number.isNaN(Date.parse(loaded.capturedAt)));
    // Without a check nothing has passed, whatever it says of itself.
    assert.deepEqual(
      list.reports.map((/** @type {any} */ { iteration, passed }) => [iteration, passed]),
      [
        [1, false],
        [2, false],
        [10, false],
      ],
    );
  }),
);

describe('a store of several pages', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  for (const store of STORES.slice(0, 2)) {
    test(`${store}: two tabs never mix two reports`, () =>
      withTabs(browser, async (tab) => {
        const tabs = [await tab(), await tab()];
        const results = await Promise.all(
          tabs.map((page, mark) =>
            onPage(
              page,
              `const store = verdict.${store}('shared');
              const reports = new verdict.ReportStore(store);
              const manager = await verdict.VerificationManager.create();
              const report = await manager.verifyRun({ runId: 'r', commands: ['eval:' + JSON.stringify('${mark}'.repeat(3000))] });
              const seen = new Set();
              const problems = [];
              for (let turn = 0; turn < 25; turn++) {
                const saved = await reports.save({ ...report, iteration: 1 + (turn % 2) });
                problems.push(...saved.problems);
                const loaded = await reports.load('r', 1);
                if (loaded) seen.add(JSON.stringify(loaded.levels.L2.checks[0].output) + loaded.completedAt);
              }
              const { skipped } = await reports.list('r');
              return { seen: [...seen].map((text) => [text.includes('000'), text.includes('111')]), problems, skipped };`,
            ),
          ),
        );
        for (const { seen, problems, skipped } of results) {
          assert.deepEqual([problems, skipped], [[], []]);
          assert.ok(seen.length >= 1 && seen.every(([zero, one]) => zero !== one), JSON.stringify(seen));
        }
      }));

    test(`${store}: a page that is closed in the middle of a put leaves the old text, the new one or none`, () =>
      withTabs(browser, async (tab) => {
        for (const wait of [0, 15, 40, 90]) {
          const first = await tab();
          await onPage(
            first,
            `const store = verdict.${store}('killed');
            window.putting = (async () => {
              for (let turn = 0; ; turn++) await Promise.all(['old', 'new-' + turn].map((key) => store.put(key, String(turn % 10).repeat(400_000))));
            })();`,
          );
          await new Promise((resolve) => setTimeout(resolve, wait));
          await first.close();
          const found = await onPage(
            await tab(),
            `const store = verdict.${store}('killed');
            const texts = await Promise.all((await store.list('')).map((key) => store.get(key)));
            return texts.map((text) => text !== null && text.length === 400_000 && text === text[0].repeat(400_000));`,
          );
          assert.ok(found.every(Boolean), JSON.stringify(found));
        }
      }));
  }
});
