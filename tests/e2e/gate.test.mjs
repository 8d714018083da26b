/**
 * The gate's wasm is loaded when it is first needed, and says why where it cannot be; options reach the transaction;
 * profiles and runs are carried out by the real manager.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';

const { withPage } = browserTests('e2e/');

const FILES = {
  '/src/sum.js': 'export const sum = (a, b) => a + b;\n',
  '/tests/sum.test.js':
    "import { expect, test } from 'vitest';\nimport { sum } from '../src/sum.js';\ntest('adds', () => expect(sum(1, 2)).toBe(3));\n",
  '/spec/verification.yaml': [
    'version: 1',
    'skills:',
    '  verify.test:',
    '    tier: 1',
    '    env: [MODE]',
    '    steps:',
    '      - { name: unit, run: "test:/tests/*.test.js" }',
    '  verify.env:',
    '    tier: 1',
    '    env: [MODE]',
    '    steps:',
    '      - { name: env, run: "eval:JSON.stringify(process.env) === JSON.stringify({ MODE: \'ci\' }) || nothing" }',
    '  verify.bad:',
    '    tier: 2',
    '    steps:',
    '      - { name: bad, run: "eval:nothing" }',
    'profiles:',
    '  pr: [verify.test]',
    '  env: [verify.env]',
    '  bad: [verify.test, verify.bad]',
    '',
  ].join('\n'),
  '/verdict.config.json': JSON.stringify({ test: { env: { OF_FILE: '1' } } }),
  '/changes/c1/05-status.json': JSON.stringify({ changeset_id: 'c1', state: 'executed', other: 'kept' }),
};
const GOOD = JSON.stringify({ '/src/more.js': 'export const more = 1;\n' });
const BAD = JSON.stringify({ '/src/sum.js': 'export const sum = (a, b) => a - b;\n' });
const COMMAND = 'test:/tests/*.test.js';

/** @param {import('playwright-core').Page} page @param {string} body @returns {Promise<any>} */
const onPage = (page, body) =>
  page.evaluate(`(async () => {
    const verdict = await import('/verdict/index.js');
    const files = new Map(Object.entries(${JSON.stringify(FILES)}));
    const adapter = {
      list: () => [...files.keys()], read: (path) => files.get(path),
      write: (path, text) => { files.set(path, text); }, remove: (path) => { files.delete(path); },
    };
    const settle = (promise) => promise.then((value) => ({ value }), (error) => ({ name: error.name, message: error.message, code: error.code, hint: error.hint, detail: error.detail, errors: error.errors }));
    const gateWasm = () => performance.getEntriesByType('resource').filter(({ name }) => /gate_bg[.]wasm|wasm[/]gate[.]js/.test(name)).length;
    ${body}
  })()`);

describe('loading', () => {
  test(
    'the gate is fetched with the first use of gate, profile, report or store, and once',
    withPage(async (page) => {
      const fetched = await onPage(
        page,
        `const manager = await verdict.VerificationManager.create();
        await manager.runVerification('eval:1', { vfsSnapshot: {} });
        const store = await verdict.openStore('loading');
        await store.put('runs/a/b', 'text');
        const before = gateWasm();
        const reports = new verdict.ReportStore(store);
        const journal = verdict.memoryJournal();
        const still = gateWasm();
        await reports.runs();
        const after = gateWasm();
        await manager.applyBundle('{}', { adapter });
        await verdict.openGate({ adapter, manager, journal });
        return [before, still, after, gateWasm()];`,
      );
      assert.deepEqual(fetched, [0, 0, 2, 2]);
    }),
  );

  const failing = { expected: /Failed to load resource|404|MIME|wasm/i };
  for (const [name, source, message, detail] of /** @type {const} */ ([
    ['404', "{ gateUrl: '/e2e/none.wasm' }", /gate wasm.*HTTP 404/, /none\.wasm/],
    ['HTML instead', "{ gateUrl: '/e2e/index.html' }", /gate wasm is not WebAssembly/, /doctype/],
    ['damaged', '{ gateModule: new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 9, 9]) }', /gate wasm could not be compiled/, /./],
  ])) {
    test(
      `${name}: err:startup with a hint from every door, and the files untouched; the next use tries again`,
      withPage(async (page) => {
        const { told, report, untouched, saved, run, again } = await onPage(
          page,
          `const source = ${source};
          const before = JSON.stringify([...files]);
          const manager = await verdict.VerificationManager.create(source);
          const told = [
            await settle(verdict.openGate({ adapter, manager })),
            await settle(verdict.runProfile({ adapter, manager })),
            await settle(new verdict.ReportStore(verdict.memoryStore(), { ...source, onProblem: () => {} }).runs()),
            await settle(manager.verifyRun({ runId: 'r', commands: [] })),
          ];
          const report = await manager.applyBundle(${JSON.stringify(GOOD)}, { adapter, verifyCommand: '${COMMAND}' });
          const saved = await new verdict.ReportStore(verdict.memoryStore(), { ...source, onProblem: () => {} }).save({});
          const run = await manager.runVerification('eval:1', { vfsSnapshot: {} });
          const untouched = before === JSON.stringify([...files]);
          const again = await verdict.applyBundle(${JSON.stringify(GOOD)}, { adapter, manager, verifyCommand: '${COMMAND}', gateUrl: '/verdict/wasm/gate_bg.wasm', gateModule: (await fetch('/verdict/wasm/gate_bg.wasm')).arrayBuffer() });
          return { told, report, untouched, saved, run, again };`,
        );
        for (const error of [...told, report]) {
          assert.equal(error.code, 'err:startup', JSON.stringify(error));
          assert.match(error.message, message);
          assert.match(String(error.detail), detail);
          assert.ok(error.hint);
        }
        assert.deepEqual([report.state, untouched], ['refused', true]);
        assert.deepEqual([saved.key, saved.problems[0].code], [null, 'err:startup']);
        assert.equal(run.success, true, 'the manager does without');
        assert.equal(again.success, true, again.message);
      }, failing),
    );
  }

  test(
    'a policy that forbids wasm is told as such',
    withPage(
      async (page) => {
        const report = await onPage(
          page,
          `return verdict.applyBundle(${JSON.stringify(GOOD)}, { adapter, manager: { runVerification: async () => ({ success: true }) }, verifyCommand: '${COMMAND}' });`,
        );
        assert.deepEqual([report.success, report.code], [false, 'err:startup']);
        assert.match(report.hint, /'wasm-unsafe-eval'/);
      },
      {
        policy: "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; img-src data:",
        expected: /Content Security Policy|violates/,
      },
    ),
  );
});

describe('options', () => {
  test(
    'those of a gate and those of a call reach the transaction; a report and a snapshot are kept',
    withPage(async (page) => {
      const { outcomes, runs, list, loaded, names, diff, text } = await onPage(
        page,
        `const store = verdict.memoryStore();
        const manager = await verdict.VerificationManager.create();
        const gate = await verdict.openGate({ adapter, manager, store, verifyCommand: '${COMMAND}', runId: 'run-1' });
        const outcomes = [
          await gate.apply(${JSON.stringify(BAD)}),
          await gate.apply(${JSON.stringify(GOOD)}, { iteration: 2, name: 'add_more', phaseMask: 7 }),
        ];
        const reports = new verdict.ReportStore(store);
        const { names } = await reports.snapshots('run-1');
        const [one, two] = await Promise.all([names.find((n) => n.startsWith('apply')), names.find((n) => n.startsWith('add_more'))].map((name) => reports.loadSnapshot('run-1', name)));
        return {
          outcomes, runs: await reports.runs(), list: await reports.list('run-1'), loaded: await reports.load('run-1', 1), names,
          diff: await reports.diffSnapshots({ ...one, files: one.files.slice(1), file_count: one.file_count - 1 }, two),
          text: await reports.render('run-1', 2, 'junit'),
        };`,
      );
      assert.deepEqual(
        outcomes.map((/** @type {any} */ { success }) => success),
        [false, true],
        outcomes[1].message,
      );
      assert.deepEqual(
        outcomes.map((/** @type {any} */ { kept }) => kept.report.key),
        ['runs/run-1/verification-1.json', 'runs/run-1/verification-2.json'],
      );
      assert.equal(outcomes[1].phases[3].skipped, true, 'phase mask 7');
      assert.deepEqual(runs.runs, ['run-1']);
      assert.deepEqual(
        list.reports.map((/** @type {any} */ { iteration, passed }) => [iteration, passed]),
        [
          [1, false],
          [2, true],
        ],
      );
      assert.equal(loaded.levels.L1.passed, false);
      assert.equal(names.length, 2);
      assert.deepEqual(diff.created.length, 1);
      assert.match(text, /<testsuites/);
    }),
  );

  test(
    'what is malformed is refused and names its place',
    withPage(async (page) => {
      const messages = await onPage(
        page,
        `const bad = [{ policy: { oldTests: 'maybe' } }, { policy: { allow: ['everything'] } }, { env: { A: 1 } }, { iteration: -1 }, { verifyCommand: {} }, { journal: {} }, { constitution: 7 }];
        const manager = { runVerification: async () => ({ success: true, code: null }) };
        return Promise.all(bad.map(async (options) => { const { success, code, message } = await verdict.applyBundle(${JSON.stringify(GOOD)}, { adapter, manager, verifyCommand: '${COMMAND}', ...options }); return [success, code, message]; }));`,
      );
      for (const [success, code, message] of messages) assert.deepEqual([success, code], [false, 'err:protocol'], message);
      for (const [index, place] of [
        'policy.oldTests',
        'policy.allow',
        'env.A',
        'iteration',
        'verifyCommand',
        'journal',
        'constitution',
      ].entries()) {
        assert.ok(messages[index][2].includes(place), messages[index][2]);
      }
    }),
  );
});

describe('profiles', () => {
  test(
    'a run is carried out, written below changes/, and equal runs write equal bytes',
    withPage(async (page) => {
      const { run, equal, status, failed, failedStatus, env, kept } = await onPage(
        page,
        `const manager = await verdict.VerificationManager.create();
        await manager.init();
        const store = verdict.memoryStore();
        const run = await verdict.runProfile({ adapter, manager, changeId: 'c1', store, runId: 'p1' });
        const bytes = () => JSON.stringify([...files].filter(([path]) => path.startsWith('/changes/c1/verify/') && !path.endsWith('/_timing.json')));
        const first = bytes();
        await verdict.runProfile({ adapter, manager, changeId: 'c1' });
        const equal = first === bytes() && first.length > 100;
        const status = JSON.parse(files.get('/changes/c1/05-status.json'));
        const env = [await verdict.runProfile({ adapter, manager, profile: 'env', env: { MODE: 'ci' } }), await verdict.runProfile({ adapter, manager, profile: 'env', env: { OTHER: 'ci' } })].map(({ passed }) => passed);
        const failed = await verdict.runProfile({ adapter, manager, profile: 'bad', changeId: 'c1' });
        return { run, equal, status, failed, env, failedStatus: JSON.parse(files.get('/changes/c1/05-status.json')), kept: await store.list('runs/') };`,
      );
      assert.equal(run.passed, true, JSON.stringify(run));
      assert.deepEqual(run.problems, []);
      assert.ok(
        run.written.includes('/changes/c1/verify/_toolchain.json') && run.written.includes('/changes/c1/05-status.json'),
        run.written.join(' '),
      );
      assert.equal(equal, true);
      assert.deepEqual([status.state, status.other], ['executed', 'kept']);
      assert.ok(status.verification.last_run);
      assert.deepEqual(env, [true, false]);
      assert.equal(failed.passed, false);
      assert.equal(failedStatus.state, 'executed');
      assert.deepEqual(kept, ['runs/p1/verification-1.json']);
    }),
  );

  test(
    'what cannot be run rejects with its place',
    withPage(async (page) => {
      const [unknown, id, broken, none] = await onPage(
        page,
        `const manager = await verdict.VerificationManager.create();
        const run = (options) => settle(verdict.runProfile({ adapter, manager, ...options }));
        const answers = [await run({ profile: 'none' }), await run({ changeId: '../c1' })];
        files.set('/spec/verification.yaml', 'version: 1\\nskills:\\n  a: { tier: 3, steps: [{ name: x, run: "eval:1" }] }\\nprofiles: { pr: [a] }\\n');
        answers.push(await run({}));
        files.delete('/spec/verification.yaml');
        return [...answers, await run({})];`,
      );
      assert.deepEqual([unknown.code, id.code, broken.code, none.code], ['err:not_found', 'err:path', 'err:syntax', 'err:not_found']);
      assert.equal(broken.errors[0].line, 3, JSON.stringify(broken));
    }),
  );

  test(
    'the gate judges by a profile',
    withPage(async (page) => {
      const [bad, good] = await onPage(
        page,
        `const manager = await verdict.VerificationManager.create();
        await manager.init();
        const gate = await verdict.openGate({ adapter, manager, profile: 'pr' });
        return [await gate.apply(${JSON.stringify(BAD)}), await gate.apply(${JSON.stringify(GOOD)})];`,
      );
      assert.deepEqual([bad.state, good.state], ['refused', 'applied'], `${bad.message} / ${good.message}`);
    }),
  );
});

describe('checking', () => {
  test(
    'a change is judged by all phases of the mask, and not applied',
    withPage(async (page) => {
      const { reports, untouched, kept, journal } = await onPage(
        page,
        `const manager = await verdict.VerificationManager.create();
        const before = JSON.stringify([...files]);
        const store = verdict.memoryStore();
        const journal = verdict.memoryJournal();
        const gate = await verdict.openGate({ adapter, manager, journal, store, verifyCommand: '${COMMAND}' });
        const good = ${JSON.stringify(GOOD)}, bad = ${JSON.stringify(BAD)};
        const hidden = JSON.stringify({ '/src/more.js': '/* eslint-disable */ debugger;' });
        const reports = [
          await verdict.checkBundle(good, { adapter, manager, store, runId: 'r', verifyCommand: '${COMMAND}' }),
          await manager.checkBundle(bad, { adapter, verifyCommand: '${COMMAND}' }),
          await gate.check(good),
          await gate.check(bad, { phaseMask: 1 }),
          await gate.check(hidden),
          await gate.check(hidden, { policy: { suppressions: 'warn' } }),
          await verdict.checkBundle(good),
        ].map(({ success, state, code, message, suppressions, errors }) => ({ success, state, code, message, suppressions, rule: errors[0]?.rule }));
        const untouched = before === JSON.stringify([...files]);
        return { reports, untouched, kept: await store.list('runs/'), journal: await journal.read() };`,
      );
      assert.deepEqual(
        reports.map((/** @type {any} */ { success, state, rule }) => [success, state, rule]),
        [
          [true, 'checked', undefined],
          [false, 'refused', undefined],
          [true, 'checked', undefined],
          [true, 'checked', undefined],
          [false, 'refused', 'suppression'],
          [false, 'refused', 'lint-error'],
          [false, 'refused', undefined],
        ],
        JSON.stringify(reports),
      );
      assert.match(reports[0].message, /nothing was applied/);
      assert.match(reports[3].message, /checked by PreFlight; nothing/);
      assert.deepEqual(reports[4].suppressions, [{ file: '/src/more.js', line: 1, column: 4, directive: 'eslint-disable', text: '*' }]);
      assert.equal(untouched, true);
      assert.deepEqual([kept, journal ?? null], [[], null]);
    }),
  );
});
