/**
 * Every case of `tests/hostile/storage/` in Chromium: real commands on real workers, kept in storage that is missing,
 * throws, hangs, is full or blocked, or holds what somebody else put there. A store never changes a verdict.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';

import { browserTests, serverUrl } from './lib/browser.mjs';
import { tell } from './lib/outcomes.mjs';

const { withPage } = browserTests('e2e/');

const cases = JSON.parse(await readFile(new URL('../hostile/storage/storage.json', import.meta.url), 'utf8'));

const FILES = {
  '/passes.test.js': "import { expect, test } from 'vitest';\ntest('adds', () => expect(1 + 1).toBe(2));\n",
  '/fails.test.js': "import { expect, test } from 'vitest';\ntest('adds', () => expect(1 + 1).toBe(3));\n",
};

/** Leaves no room for anything. @param {import('playwright-core').Page} page */
async function fill(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(serverUrl()).origin, quotaSize: 1 });
}

/** Plays a case on the page. Nothing of this file is in scope there. @param {any} sent */
async function play({ name, faults, use, entries, run, files }) {
  const at = (/** @type {string} */ path) => import(path);
  const { OF_THE_PAGE, OF_THE_STORE } = await at('/e2e/gate/storage-faults.js');
  /** @type {typeof import('../../crates/manager/js/index.js')} */
  const verdict = await at('/verdict/index.js');
  const warnings = /** @type {string[]} */ ([]);
  for (const fault of faults.filter((/** @type {string} */ fault) => fault in OF_THE_PAGE)) await OF_THE_PAGE[fault](name);
  const makers = { opfs: verdict.opfsStore, indexeddb: verdict.indexedDbStore };
  const whole = use
    ? makers[/** @type {'opfs'} */ (use)](name)
    : await verdict.openStore(name, { onWarning: (message) => warnings.push(message) });
  const fault = faults.find((/** @type {string} */ fault) => fault in OF_THE_STORE);
  const store = fault ? OF_THE_STORE[fault](whole) : whole;
  for (const [key, text] of Object.entries(entries)) if (typeof text === 'string') await whole.put(key, text);

  const manager = await verdict.VerificationManager.create({ store });
  /** @type {string[]} */
  const problems = [];
  manager.addEventListener('report-problem', ({ detail }) => problems.push(...detail.problems.map(({ code }) => code)));
  const report = await manager.verifyRun({
    runId: run.runId,
    commands: [`test:/${run.test}.test.js`, 'lint:/*.js'],
    vfsSnapshot: files,
    config: { lint: { off: ['strict'] } },
  });
  for (const [key, made] of Object.entries(entries)) {
    if (typeof made === 'string') continue;
    const copy = String(await whole.get(`runs/${run.runId}/verification-${made.copyOf}.json`));
    const edited = made.replace ? copy.replace(made.replace[0], made.replace[1]) : copy;
    await whole.put(key, made.iteration ? edited.replace('"iteration": 1', `"iteration": ${made.iteration}`) : edited);
  }
  const told = /** @type {string[]} */ ([]);
  const listing = await new verdict.ReportStore(whole, { onProblem: (message) => told.push(message) }).list(run.runId).catch(() => null);
  const again = await manager.runVerification('eval:1 + 1', { vfsSnapshot: {} });
  return {
    kind: whole.kind,
    warnings: [...warnings],
    passed: report.overall.passed,
    levels: [report.levels.L1?.passed, report.levels.L1?.checks.length],
    problems: [...new Set(problems)],
    kept: (await whole.list('runs/').catch(() => [])).filter((key) => !(key in entries) || typeof entries[key] === 'string'),
    listed: listing?.reports.map(({ iteration, passed }) => [iteration, passed]),
    skipped: Object.fromEntries((listing?.skipped ?? []).map(({ key, kind }) => [key, kind])),
    reasons: (listing?.skipped ?? []).every(({ reason }) => reason.length > 0),
    goesOn: again.output,
  };
}

// Some cases wait for what gives up only after many seconds: the others go on meanwhile, each on a profile of its own.
describe('hostile: storage', { concurrency: 4 }, () => {
  for (const [index, { name, kind, faults = [], use, entries = {}, run, expect }] of cases.entries()) {
    test(
      `${kind}: ${name}`,
      withPage(
        async (page) => {
          const told = {
            part: 'storage',
            group: 'storage',
            name,
            host: /** @type {const} */ ('chromium'),
            outcome: 'none',
            holds: false,
            next: false,
          };
          try {
            await judge(page, told);
            told.holds = true;
          } finally {
            tell(told);
          }
        },
        { expected: /quota|Failed to load resource/i },
      ),
    );

    async function judge(/** @type {import('playwright-core').Page} */ page, /** @type {{ outcome: string, next: boolean }} */ told) {
      assert.ok(['cheat', 'oracle', 'nop'].includes(kind));
      if (faults.includes('quota')) await fill(page);
      const { runId = 'r1', test: which } = run;
      const id = typeof runId === 'string' ? runId : runId.repeat.repeat(runId.times);
      const found = await page.evaluate(play, {
        name: `case-${index}`,
        faults,
        use,
        entries,
        run: { test: which, runId: id },
        files: FILES,
      });
      told.outcome = [found.passed ? 'passed' : 'failed', ...found.problems].join(' + ');
      told.next = found.goesOn === 2;
      const { store, warnings, passed, problems, kept, listed, skipped } = expect;
      // The verdict is that of the files, whatever storage did.
      assert.equal(passed, which === 'passes', 'the case itself');
      assert.deepEqual([found.passed, found.levels], [passed, [passed, 1]]);
      if (store !== undefined) assert.equal(found.kind, store, found.warnings.join('\n'));
      if (warnings?.length === 0) assert.deepEqual(found.warnings, []);
      for (const part of warnings ?? [])
        assert.ok(
          found.warnings.some((text) => text.includes(part)),
          found.warnings.join('\n'),
        );
      if (problems !== undefined) assert.deepEqual(found.problems, problems);
      if (kept !== undefined) assert.deepEqual(found.kept, kept);
      if (listed !== undefined) assert.deepEqual(found.listed, listed);
      if (skipped !== undefined) assert.deepEqual(found.skipped, skipped);
      assert.equal(found.reasons, true);
      assert.equal(found.goesOn, 2);
    }
  }
});
