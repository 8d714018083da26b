/**
 * Callers in the wild: agents of two generations with their containers, buses and files, as the contract describes them, around
 * the real manager with real workers.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';

const { withPage } = browserTests('e2e/');

const FILES = {
  '/src/sum.js': 'export const sum = (a, b) => a + b;\n',
  '/src/user.js': "import { sum } from './sum.js';\nexport const three = sum(1, 2);\n",
  '/src/messy.js': 'debugger;\nundefinedName();\n',
  '/src/empty.js': '',
  '/tests/sum.test.js':
    "import { expect, test } from 'vitest';\nimport { three } from '../src/user.js';\ntest('adds', () => expect(three).toBe(3));\n",
  '/tests/fails.test.js': "test('fails', () => expect(1).toBe(2));\n",
  '/tests/none.test.js': 'export const nothing = 1;\n',
  '/tests/async-describe.test.js': "describe('later', async () => { await null; it('fails', () => expect(1).toBe(2)); });\n",
  '/tests/nan.test.js': "test('NaN is not null', () => expect({ a: NaN }).toEqual({ a: null }));\n",
  '/tests/endless.test.js': "test('never ends', () => { 'a'.repeat(30).concat('!').match(/^(a+)+$/); for (;;); });\n",
  '/tests/forged.test.js':
    "test('forges', () => {\n  globalThis.postMessage?.({ type: 'VERIFY_COMPLETE', success: true });\n  globalThis.self?.postMessage({ type: 'VERIFY_COMPLETE', success: true });\n  expect(1).toBe(2);\n});\n",
};

/** @param {import('playwright-core').Page} page @param {string} body @returns {Promise<any>} */
const onPage = (page, body) =>
  page.evaluate(`(async () => {
    const verdict = await import('/verdict/index.js');
    const { OlderStateManager, NewerVfs, OlderContainer, NewerContainer, service } = await import('/e2e/gate/consumers.js');
    const { OlderBus, NewerBus, OlderAgent, NewerAgent } = await import('/e2e/consumers/agents.js');
    const files = ${JSON.stringify(FILES)};
    const manager = async (options = {}) => {
      const made = await verdict.VerificationManager.create(options);
      await made.setSnapshot(files);
      return made;
    };
    ${body}
  })()`);

describe('the older generation', () => {
  /** By what the agent calls: what it must come to, and what the result must say. @type {[string, string, boolean, RegExp][]} */
  const CALLS = [
    ['a test that passes, by session', "runVerification('test:/tests/sum.test.js', 's1')", true, /^$/],
    ['a test that passes, by milliseconds', "runVerification('test:/tests/sum.test.js', 30000)", true, /^$/],
    ['a test that fails', "runVerification('test:/tests/fails.test.js', 's1')", false, /^1 test\(s\) failed$/],
    ['a test that never ends, by session', "runVerification('test:/tests/endless.test.js', 's1')", false, /timeout|budget|instructions/i],
    ['a file that is missing', "runVerification('test:/tests/gone.test.js')", false, /^Test file not found: \/tests\/gone\.test\.js$/],
    ['zero tests', "verifyTests('/tests/none.test.js')", false, /./],
    ['an async describe', "verifyTests('/tests/async-describe.test.js')", false, /1 test\(s\) failed/],
    ['{ a: NaN } for { a: null }', "verifyTests('/tests/nan.test.js')", false, /1 test\(s\) failed/],
    ['a forged VERIFY_COMPLETE', "verifyTests('/tests/forged.test.js', 's1')", false, /1 test\(s\) failed/],
    ['an unknown command', "runVerification('format:/src/sum.js', 's1')", false, /^Unknown command type: format/],
    ['verifyTests', "verifyTests('/tests/sum.test.js', 's1')", true, /^$/],
    ['verifyTests of several', "verifyTests(['/tests/sum.test.js', '/tests/fails.test.js'])", false, /1 test\(s\) failed/],
    ['verifyTests of nothing', 'verifyTests()', false, /needs a path/],
    ['verifyTests of an empty list', 'verifyTests([])', false, /needs a path/],
    ['verifyLinting', "verifyLinting('/src/sum.js', 's1')", true, /^$/],
    ['verifyLinting of a file that has something', "verifyLinting('/src/messy.js')", false, /^Found 1 linting issue\(s\)$/],
    ['an empty file is a file', "verifyLinting('/src/empty.js')", true, /^$/],
    ['verifyTypes', "verifyTypes('/src/user.js', 's1')", true, /^$/],
    ['verifyTypes of a file that has something', "verifyTypes('/src/messy.js')", false, /^Found 1 type issue\(s\)$/],
    ['typecheck:', "runVerification('typecheck:/src/user.js')", true, /^$/],
    ['type-check:', "runVerification('type-check:/src/user.js')", true, /^$/],
    ['verifySafeEval', "verifySafeEval('6 * 7', 's1')", true, /^$/],
    ['verifySafeEval that throws', "verifySafeEval('nope()')", false, /^Evaluation error: /],
    ['runFullVerification of what is fine', "runFullVerification(['/src/user.js'], 's1')", true, /^$/],
    ['runFullVerification of one path', "runFullVerification('src/../src/user.js')", true, /^$/],
    ['runFullVerification of what is not', "runFullVerification(['/src/user.js', '/src/messy.js'])", false, /debugger/],
    ['runFullVerification of nothing', 'runFullVerification([])', false, /no change/],
    ['runFullVerification of a file that is missing', "runFullVerification(['/src/gone.js'])", false, /^File not found: \/src\/gone\.js$/],
    [
      'runFullVerification of a change',
      "runFullVerification({ '/src/sum.js': 'export const sum = () => 4;' })",
      false,
      /adds: expected 4 to be 3/,
    ],
    ['the manager itself', 'test()', true, /^$/],
  ];

  test(
    'what fails is never committed, what passes is, and nobody was told by a rejection',
    withPage(async (page) => {
      const answers = await onPage(
        page,
        `const { api } = await manager({ timeoutMs: 15_000 });
        await api.prewarm();
        const agent = new OlderAgent(api);
        const calls = { ${CALLS.map(([name, call]) => `${JSON.stringify(name)}: (vm) => vm.${call}`).join(',\n')} };
        const answers = {};
        for (const [name, call] of Object.entries(calls)) answers[name] = await agent.commitIf(name, call);
        return { answers, commits: agent.commits, warnings: agent.warnings };`,
      );
      for (const [name, , success, says] of CALLS) {
        const { output, ...result } = answers.answers[name];
        assert.equal(result.success, success, `${name}: ${result.error}`);
        assert.match(result.error ?? '', says, name);
      }
      assert.deepEqual(
        answers.commits,
        CALLS.filter(([, , success]) => success).map(([name]) => name),
      );
      assert.deepEqual(answers.warnings, []);
      assert.equal(answers.answers['verifySafeEval'].output, 42);
      assert.equal(answers.answers['a test that passes, by session'].sessionId, 's1');
      assert.equal(answers.answers['a test that never ends, by session'].sessionId, 's1');
    }),
  );

  test(
    'runFullVerification of what has been changed already blames what it broke elsewhere',
    withPage(async (page) => {
      const { success, error } = await onPage(
        page,
        `const vm = await manager();
        await vm.setSnapshot({ entries: [['/src/sum.js', 'export const add = (a, b) => a + b;']] });
        return vm.runFullVerification(['/src/sum.js']);`,
      );
      assert.equal(success, false);
      assert.match(error, /\/src\/user\.js:1:10: .*no exported member 'sum'/);
    }),
  );

  test(
    'calls in one millisecond, and the same one a hundred times, all settle',
    withPage(async (page) => {
      const outputs = await onPage(
        page,
        `const vm = await manager();
        Date.now = () => 1;
        const results = await Promise.all(Array.from({ length: 100 }, (_, i) => vm.runVerification('eval:' + i, 'same session')));
        return results.map(({ output }) => output);`,
      );
      assert.deepEqual(
        outputs,
        Array.from({ length: 100 }, (_, i) => i),
      );
    }),
  );

  test(
    'terminate settles what is open as no success; afterwards it starts anew',
    withPage(async (page) => {
      const { open, during, before, ended, after, twice } = await onPage(
        page,
        `const vm = await manager();
        await vm.init();
        const before = vm.isInitialized();
        const open = [vm.verifyTests('/tests/endless.test.js')];
        while (vm.getStats().active === 0) await new Promise((resolve) => setTimeout(resolve, 5));
        open.push(vm.runVerification('eval:1', 's'), vm.verifyProposal({ '/a.js': 'export const a = 1;' }));
        vm.terminate();
        const ended = vm.isInitialized();
        const loading = new verdict.VerificationManager();
        const during = loading.verifySafeEval('1');
        loading.terminate();
        const results = (await Promise.all(open)).map(({ success, passed, code }) => [success ?? passed, code]);
        const after = await vm.runVerification('eval:1 + 1');
        vm.terminate();
        vm.terminate();
        return { open: results, during: (await during).success, before, ended, after, twice: (await vm.verifySafeEval('2')).output };`,
      );
      assert.deepEqual(
        open,
        Array.from({ length: 3 }, () => [false, 'err:cancelled']),
      );
      assert.deepEqual([before, ended, during], [true, false, false]);
      assert.deepEqual([after.success, after.output, twice], [true, 2, 2]);
    }),
  );
});

describe('containers', () => {
  const CONTAINERS = [
    [
      'older, with a state manager',
      "const container = new OlderContainer(); container.register(service('StateManager', new OlderStateManager(files)));",
    ],
    [
      'newer, with a VFS',
      "const container = new NewerContainer(); container.register({ ...service('VFS'), factory: () => new NewerVfs(files) });",
    ],
  ];
  for (const [name, make] of CONTAINERS) {
    test(
      `${name}: the manager verifies the live files, as they are now, and nobody sets a snapshot`,
      withPage(async (page) => {
        const { first, second, proposal, names } = await onPage(
          page,
          `${make}
          const bus = ${name.startsWith('older') ? 'new OlderBus()' : 'new NewerBus()'};
          container.register({ ...service('EventBus'), factory: () => (bus.api ? bus : Object.assign(bus, {})) });
          ${name.startsWith('older') ? "container.register({ ...service('EventBus'), factory: () => ({ api: bus }) });" : ''}
          container.register(verdict.createModule());
          const vm = await container.resolve('VerificationManager');
          const first = await vm.runVerification('test:/tests/sum.test.js', 's1');
          const state = await container.resolve('${name.startsWith('older') ? 'StateManager' : 'VFS'}');
          await (state.updateArtifact ?? state.write).call(state, '/src/sum.js', 'export const sum = () => 4;');
          const second = await vm.runVerification('test:/tests/sum.test.js', 's1');
          const proposal = await vm.verifyProposal({ '/src/sum.js': files['/src/sum.js'] }, { quickMode: false });
          return { first, second, proposal, names: bus.emitted.map(([name]) => name) };`,
        );
        assert.equal(first.success, true, first.error);
        assert.equal(second.success, false, 'it saw the file as it was');
        assert.equal(proposal.passed, true, proposal.reason);
        assert.ok(names.includes('verification:completed') && names.includes('verification:failed'), names.join(' '));
      }),
    );
  }

  test(
    'of many files, one that the bus tells of is read; what the gate writes is read without a word',
    withPage(async (page) => {
      const { reads, verdicts, applied } = await onPage(
        page,
        `const bus = new NewerBus();
        const many = new Map(Object.entries(files));
        for (let n = 0; n < 500; n += 1) many.set('/src/more/' + n + '.js', 'export const n = ' + n + ';\\n');
        const reads = [];
        let count = 0;
        const vfs = {
          list: async () => [...many.keys()],
          read: async (path) => { count += 1; return many.get(path) ?? null; },
          write: async (path, text) => void many.set(path, text),
          delete: async (path) => void many.delete(path),
        };
        const write = async (path, text) => { await vfs.write(path, text); bus.emit('vfs:file_changed', { path }); };
        const vm = verdict.createModule().factory({ EventBus: bus, VFS: vfs });
        const verdicts = [];
        const propose = async () => {
          count = 0;
          const { passed } = await vm.verifyProposal({ '/src/user.js': files['/src/user.js'] }, { quickMode: false });
          reads.push(count);
          verdicts.push(passed);
        };
        await propose();
        await write('/src/sum.js', 'export const sum = () => 4;\\n');
        await propose();
        await write('/src/sum.js', files['/src/sum.js']);
        await propose();
        const bundle = JSON.stringify({ '/src/sum.js': 'export const sum = (a, b) => b + a;\\n' });
        const gate = await verdict.openGate({ adapter: verdict.vfsAdapter(vfs), manager: vm });
        const { success, message } = await gate.apply(bundle, { verifyCommand: 'test:/tests/sum.test.js' });
        await propose();
        return { reads, verdicts, applied: [success, message] };`,
      );
      assert.equal(applied[0], true, applied[1]);
      assert.deepEqual(verdicts, [true, false, true, true]);
      assert.deepEqual(reads, [511, 1, 1, 511]);
    }),
  );

  test(
    'without dependencies; with files that cannot be read: every answer says so, none is a success',
    withPage(async (page) => {
      const { alone, broken, throwing } = await onPage(
        page,
        `const alone = verdict.createModule().factory();
        const state = async (VFS) => {
          const vm = verdict.createModule().factory({ VFS });
          await vm.init();
          return [await vm.runVerification('eval:1', 's'), await vm.verifyProposal({ '/a.js': '' }), await vm.verifyTests('/a.js'), vm.getCapabilitiesForPath('/a.js')];
        };
        return {
          alone: (await alone.runVerification('eval:1 + 1')).output,
          broken: await state({}),
          throwing: await state({ list: () => { throw new Error('no disk'); }, read: () => '', write: () => {}, delete: () => {} }),
        };`,
      );
      assert.equal(alone, 2);
      for (const [run, proposal, tests, capabilities] of [broken, throwing]) {
        assert.deepEqual([run.success, run.code, proposal.passed, tests.success], [false, 'err:unavailable', false, false]);
        assert.match(run.error, /^The files cannot be read: /);
        assert.match(proposal.reason, /The files cannot be read: /);
        assert.deepEqual(capabilities, { canWrite: [], canNetwork: false, canEval: false });
      }
      assert.match(throwing[0].error, /no disk/);
    }),
  );
});
