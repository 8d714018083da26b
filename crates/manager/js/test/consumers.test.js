/**
 * What agents call, with a wasm that records what it is handed. The same modules meet the real one in `tests/e2e/`.
 */

import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const MANAGER = 'export default async () => {}; export class ManagerCore {}';

/** Keeps reports as the store's texts; runs no profile, and answers as if. */
const GATE = `
export default async () => {};
const key = (run, iteration) => 'runs/' + run + '/verification-' + iteration + '.json';
export class ReportsCore {
  constructor(store) { this.store = store; }
  async save(report) {
    const at = key(report.runId, report.iteration);
    try {
      await this.store.put(at, JSON.stringify(report));
    } catch (error) {
      return { key: null, problems: [{ code: 'err:unavailable', message: error.message }], removed: [] };
    }
    return { key: at, problems: [], removed: [] };
  }
  async load(run, iteration) { return { report: JSON.parse(await this.store.get(key(run, iteration))) }; }
  async list(run) {
    const keys = await this.store.list('runs/' + run + '/');
    const reports = await Promise.all(keys.map(async (at) => JSON.parse(await this.store.get(at))));
    return { reports: reports.sort((a, b) => a.iteration - b.iteration), skipped: [] };
  }
}
export async function runProfile(options) {
  globalThis.asked = options;
  if (options.profile === 'nowhere') throw Object.assign(new Error('no such profile'), { code: 'err:not_found', errors: [{ message: 'x', line: 1, column: 1 }] });
  const passed = options.profile !== 'fails';
  return {
    profile: options.profile ?? 'pr', change_id: options.changeId, passed, toolchain: { passed: options.profile !== 'old' },
    skills: [{ skill: 'verify.test', passed }, { skill: 'verify.lint', passed: true }], written: [], problems: [{ code: 'err:unavailable', message: 'not kept' }],
  };
}
`;

const EMPTY_WASM = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

let folder;
let verdict;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verdict-manager-'));
  await cp(new URL('../', import.meta.url), folder, { recursive: true });
  await mkdir(join(folder, 'wasm'), { recursive: true });
  await writeFile(join(folder, 'wasm', 'manager.js'), MANAGER);
  await writeFile(join(folder, 'wasm', 'gate.js'), GATE);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const load = (path) => import(pathToFileURL(join(folder, path)));
  verdict = Object.assign(
    {},
    ...(await Promise.all(['gate/adapters.js', 'gate/tools.js', 'store/index.js', 'register.js', 'request.js', 'di-module.js'].map(load))),
  );
});
after(() => rm(folder, { recursive: true }));

/** A manager or VFS with these methods, which do nothing. */
const withMethods = (names, more = {}) => ({ ...Object.fromEntries(names.split(' ').map((name) => [name, () => null])), ...more });
const VFS = 'list read write delete';

test('a state manager that only gives all files at once can be read', async () => {
  const shapes = {
    object: { '/a.js': '1' },
    map: new Map([['/a.js', '1']]),
    pairs: [['/a.js', '1']],
    records: [{ path: '/a.js', content: '1' }],
  };
  for (const [name, files] of Object.entries(shapes)) {
    for (const state of [{ createVFSSnapshot: () => files }, { api: { createVFSSnapshot: async () => files } }]) {
      const adapter = verdict.stateManagerAdapter(state);
      assert.deepEqual([await adapter.list('/'), await adapter.read('/a.js'), await adapter.read('/b.js')], [['/a.js'], '1', null], name);
      // So that a gate, which writes, refuses it before it begins.
      assert.equal(adapter.write, undefined);
    }
  }
  let turn = 0;
  const adapter = verdict.stateManagerAdapter({ createVFSSnapshot: () => ({ '/a.js': String((turn += 1)) }) });
  await adapter.list('/');
  assert.deepEqual([await adapter.read('/a.js'), await adapter.read('/a.js')], ['1', '1'], 'files of one moment');
  await adapter.list('/');
  assert.equal(await adapter.read('/a.js'), '2', 'listing takes them anew');
  assert.throws(() => verdict.stateManagerAdapter({}), /^TypeError: The state manager has no method createArtifact$/);
  const whole = withMethods('createArtifact updateArtifact deleteArtifact getArtifactContent getAllArtifactMetadata createVFSSnapshot');
  assert.equal(typeof verdict.stateManagerAdapter(whole).write, 'function', 'one that has both is written');
});

test('a registered manager has the services of its page', async () => {
  const lists = [];
  const vfs = (name) => withMethods(VFS, { list: () => (lists.push(name), []) });
  const bus = { emit: () => {} };
  const services = { VFS: vfs('container'), EventBus: bus };
  const container = (resolve) => ({ register: () => {}, resolve });
  for (const [name, page, expected] of [
    ['nothing', {}, {}],
    ['modules', { app: { modules: { VFS: 'v', EventBus: 'b' } } }, { VFS: 'v', EventBus: 'b' }],
    ['container', { DIContainer: container((id) => services[id]) }, services],
    [
      'modules before the container',
      { app: { modules: { VFS: 'v' } }, DIContainer: container((id) => services[id]) },
      { VFS: 'v', EventBus: bus },
    ],
    [
      'a container that throws',
      {
        DIContainer: container(() => {
          throw new Error('not registered');
        }),
      },
      {},
    ],
    ['a container that promises', { DIContainer: container(() => Promise.reject(new Error('later'))) }, {}],
  ]) {
    const found = verdict.servicesOf(page, ['EventBus?', 'VFS?', 'StateManager?']);
    assert.deepEqual({ ...found }, { EventBus: undefined, VFS: undefined, StateManager: undefined, ...expected }, name);
  }
  const target = Object.assign(new EventTarget(), { DIContainer: container((id) => services[id]) });
  const manager = verdict.registerVerificationManager(target, {});
  assert.equal(target.app.modules.VerificationManager, manager);
  await manager.runVerification('eval:1').catch(() => {});
  assert.deepEqual(lists, ['container'], 'its files are read');
});

test('what is undefined is not sent', () => {
  const check = (options, defaults, expected) => assert.deepEqual(verdict.prepare(options, defaults), expected);
  check(
    { config: { test: { environment: undefined, provide: { a: undefined, b: [undefined, null] } }, types: undefined }, timeout: 5 },
    undefined,
    { config: { test: { provide: { b: [undefined, null] } } }, timeout: 5 },
  );
  check({ limits: { timeMs: undefined, tests: 3 } }, { timeMs: 9 }, { limits: { timeMs: 9, tests: 3 } });
  check({ confirm: { seed: undefined, required: 'all' } }, undefined, { confirm: { required: 'all' } });
  check({ timeout: 1 }, undefined, { timeout: 1 });
  const cyclic = {};
  cyclic.self = cyclic;
  assert.equal(verdict.prepare({ config: { test: { provide: cyclic } } }).refused, undefined);
  const given = { config: { test: { bail: undefined } } };
  verdict.prepare(given);
  assert.ok('bail' in given.config.test, "the caller's object stays as it is");
});

const REPORT = {
  runId: 'r1',
  iteration: 1,
  overall: { passed: false, summary: 'L0 failed' },
  levels: { L0: { level: 'L0', passed: false, checks: [], duration: 1 } },
  duration: 1,
  completedAt: new Date(0),
};

test('reports are saved, loaded and listed by run and iteration', async () => {
  const reports = new verdict.ReportStore(verdict.memoryStore(), { gateModule: EMPTY_WASM });
  assert.deepEqual(await reports.listVerificationReports('r1'), []);
  const key = await reports.saveVerificationReport('r1', 1, REPORT, { waitForCI: false, skipLevels: ['L2', 'L3'] });
  assert.ok(key.endsWith('verification-1.json'));
  await reports.saveVerificationReport('r1', 10, { ...REPORT, runId: 'another' });
  await reports.saveVerificationReport('r1', 2, REPORT);
  const loaded = await reports.loadVerificationReport('r1', 1);
  assert.deepEqual(
    [loaded.overall.passed, loaded.skippedLevels, loaded.harnessConfig],
    [false, ['L2', 'L3'], { waitForCI: false, skipLevels: ['L2', 'L3'] }],
  );
  assert.ok(loaded.capturedAt);
  assert.equal((await reports.loadVerificationReport('r1', 10)).runId, 'r1');
  assert.equal(await reports.loadVerificationReport('r1', 3), null);
  assert.deepEqual(await reports.listVerificationReports('r1'), [1, 2, 10]);
});

test('a report that is not kept is a rejection, and told', async () => {
  const told = [];
  const full = {
    ...verdict.memoryStore(),
    put: async () => {
      throw new Error('full');
    },
  };
  const reports = new verdict.ReportStore(full, { gateModule: EMPTY_WASM, onProblem: (message) => told.push(message) });
  await assert.rejects(reports.saveVerificationReport('r1', 1, REPORT), { message: 'full', code: 'err:unavailable' });
  assert.deepEqual(told, ['The report r1/1: full']);
});

test('antigravity.verify runs a profile for a changeset', async () => {
  const adapter = withMethods('list read write remove');
  const manager = { runVerification: async () => ({}) };
  const run = (given, options = {}) =>
    verdict
      .createToolRunner({ adapter, manager, gateModule: EMPTY_WASM, config: { test: {} }, verifyCommand: 'test:/x', ...options })
      .runTool('antigravity.verify', given);
  const check = async (given, expected, options) => {
    const { run: ran, ...answer } = await run(given, options);
    const { success, message, code } = answer;
    assert.deepEqual([success, message, code], expected, JSON.stringify(given));
    return ran;
  };
  const ran = await check({ changeset_id: 'c1' }, [true, 'Profile pr passed', null]);
  assert.equal(ran.change_id, 'c1');
  const { adapter: files, manager: verifier, gateModule: _, ...rest } = globalThis.asked;
  assert.deepEqual(
    [files, verifier, rest],
    [adapter, manager, { config: { test: {} }, changeId: 'c1' }],
    'and is handed no more than a profile needs',
  );
  await check({ changeset_id: 'c1', profile: 'fails' }, [false, 'Profile fails failed: verify.test', null]);
  await check({ changeset_id: 'c1', profile: null }, [true, 'Profile pr passed', null]);
  await check({ changeset_id: 'c1', profile: 'nowhere' }, [false, 'The profile was not run: no such profile', 'err:not_found']);
  await check({ changeset_id: 'c1', profile: 5 }, [false, 'profile is no text', 'err:protocol']);
  for (const given of [undefined, {}, { changeset_id: 5 }, { changeset_id: '' }]) {
    await check(given, [false, 'antigravity.verify needs changeset_id', 'err:path']);
  }
  await check({ changeset_id: 'c1' }, [false, 'There are no files to verify', 'err:unavailable'], { adapter: undefined });
  const opened = { options: { adapter, manager, config: { test: { bail: 1 } } } };
  await check({ changeset_id: 'c2' }, [true, 'Profile pr passed', null], {
    adapter: undefined,
    manager: undefined,
    config: undefined,
    gate: opened,
  });
  assert.deepEqual(globalThis.asked.config, { test: { bail: 1 } }, 'options of the gate hold');
  const { warnings } = await run({ changeset_id: 'c1' });
  assert.deepEqual(warnings, ['not kept']);
  const unknown = await verdict.createToolRunner({ adapter, manager }).runTool('antigravity.execute', {});
  assert.deepEqual([unknown.success, unknown.code], [false, 'err:command']);
});
