/**
 * What agents of both generations hear, and continuous validation: `agent:regression-detected` after a cycle whose check
 * does not pass.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';

const { withPage } = browserTests('e2e/');

const FILES = {
  '/smoke.test.js': "import { alive } from './alive.js';\ntest('lives', () => expect(alive).toBe(true));\n",
  '/alive.js': 'export const alive = true;\n',
  '/endless.test.js': "test('never ends', () => { /^(a+)+$/.test('a'.repeat(40) + '!'); });\n",
};

/** @param {import('playwright-core').Page} page @param {string} body @returns {Promise<any>} */
const onPage = (page, body) =>
  page.evaluate(`(async () => {
    const verdict = await import('/verdict/index.js');
    const { OlderBus, NewerBus } = await import('/e2e/consumers/agents.js');
    const files = ${JSON.stringify(FILES)};
    const until = async (holds) => { while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10)); };
    ${body}
  })()`);

const BUSES = ['OlderBus', 'NewerBus'];

describe('events', () => {
  for (const Bus of BUSES) {
    test(
      `${Bus}: one start and one end for each request, with why`,
      withPage(async (page) => {
        const heard = await onPage(
          page,
          `const bus = new ${Bus}();
          const vm = await verdict.VerificationManager.create({ eventBus: bus, timeoutMs: 5000 });
          await vm.setSnapshot(files);
          for (const command of ['test:/smoke.test.js', 'eval:nope()', 'test:/endless.test.js']) await vm.runVerification(command, 's1');
          await vm.verifyFile('/alive.js', 'export const alive = (;');
          return bus.emitted.filter(([name]) => /^verification:[a-z]+(ed|_[a-z]+|timeout|out)$/.test(name))
            .map(([name, { command, sessionId, code, file, line }]) => [name, command ?? null, sessionId ?? null, code ?? null, file ?? null, line ?? null]);`,
        );
        const [smoke, nope, endless] = ['test:/smoke.test.js', 'eval:nope()', 'test:/endless.test.js'];
        const of = (/** @type {string} */ command) => heard.filter(([, asked]) => asked === command).map(([name]) => name.slice(13));
        assert.deepEqual(of(smoke), ['started', 'completed']);
        assert.deepEqual(of(nope), ['started', 'failed']);
        assert.deepEqual(of(endless), ['started', 'timeout', 'failed']);
        assert.ok(
          heard.slice(0, 7).every(([, , session]) => session === 's1'),
          JSON.stringify(heard),
        );
        const [syntax] = heard.filter(([name]) => name === 'verification:syntax_error');
        assert.deepEqual(syntax?.slice(4), ['/alive.js', 1], JSON.stringify(heard));
      }),
    );
  }

  for (const Bus of BUSES) {
    test(
      `${Bus}: a worker that crashes is told as that and as a failure, once for each request, of proposals too`,
      withPage(
        async (page) => {
          const { heard, events, checks } = await onPage(
            page,
            `const bus = new ${Bus}();
            // It throws at every command but those that count.
            const createWorker = () => new Worker('/e2e/workers/telling-worker.js', { type: 'module' });
            const vm = await verdict.VerificationManager.create({ eventBus: bus, createWorker, workers: 1 });
            await vm.setSnapshot(files);
            await vm.runVerification('eval:crash()', 's1');
            const { passed, events, checks } = await vm.verifyFile('/alive.js', 'export const alive = false;');
            const heard = bus.emitted.filter(([name]) => /^verification:(started|completed|failed|timeout|worker_crash)$/.test(name));
            return { heard: heard.map(([name, { id }]) => [id, name.slice(13)]), events: [passed, ...events.map(({ type }) => type)], checks: checks.length };`,
          );
          const of = (/** @type {string} */ id) => heard.filter(([of]) => of === id).map(([, name]) => name);
          const ids = [...new Set(heard.map(([id]) => id))];
          assert.equal(ids.length, 1 + checks);
          for (const id of ids)
            assert.deepEqual(of(/** @type {string} */ (id)), ['started', 'worker_crash', 'failed'], JSON.stringify(heard));
          assert.deepEqual(events, [false, ...Array(checks).fill('worker_crash')]);
        },
        { expected: /at the worker/ },
      ),
    );
  }

  const BROKEN = [
    ['null', 'null'],
    ['a number', '7'],
    ['no emit', '{}'],
    ['an emit that throws', "{ emit() { throw new Error('bus down'); } }"],
    ['an emit that rejects', "{ emit: async () => { throw new Error('bus down'); } }"],
    ['a getter that throws', "{ get emit() { throw new Error('bus down'); } }"],
  ];
  for (const [name, bus] of BROKEN) {
    test(
      `a bus that is ${name} changes no verdict`,
      withPage(
        async (page) => {
          const answers = await onPage(
            page,
            `const vm = await verdict.VerificationManager.create({ eventBus: ${bus} });
            await vm.setSnapshot(files);
            const { passed } = await vm.verifyFile('/alive.js', 'export const alive = eval(1);');
            const results = [await vm.runVerification('test:/smoke.test.js'), await vm.runVerification('eval:nope()', 's')];
            verdict.watchCycles(${bus}, vm, 'eval:1')();
            return [passed, ...results.map(({ success }) => success)];`,
          );
          assert.deepEqual(answers, [false, true, false]);
        },
        { expected: /bus down/ },
      ),
    );
  }
});

describe('continuous validation', () => {
  for (const Bus of BUSES) {
    test(
      `${Bus}: a regression is told with its result, a pass is not, and after the end nothing is`,
      withPage(async (page) => {
        const { quiet, told, ended, listening, owner } = await onPage(
          page,
          `const bus = new ${Bus}();
          const { emit } = bus.api ?? bus;
          const cycle = () => emit.call(bus, 'cycle:completed', { cycle: 1 });
          const regressions = () => bus.emitted.filter(([name]) => name === 'agent:regression-detected').map(([, detail]) => detail);
          const vm = await verdict.VerificationManager.create();
          await vm.setSnapshot(files);
          const end = verdict.watchCycles(bus, vm, 'test:/smoke.test.js', { ownerId: 'validation' });
          cycle();
          await until(() => vm.getStats().completed === 1);
          await vm.ping();
          const quiet = regressions().length;
          await vm.setSnapshot({ entries: [['/alive.js', 'export const alive = false;']] });
          cycle();
          await until(() => regressions().length === 1);
          const told = regressions()[0];
          end();
          const listening = bus.listening('cycle:completed');
          cycle();
          await vm.runVerification('eval:1');
          return { quiet, told, ended: regressions().length, listening, owner: bus.owners?.[0] };`,
        );
        assert.equal(quiet, 0);
        assert.deepEqual([told.success, told.error, told.output[0].test], [false, '1 test(s) failed', 'lives']);
        assert.deepEqual([ended, listening], [1, 0]);
        if (Bus === 'NewerBus') assert.equal(owner, 'validation');
      }),
    );
  }

  test(
    'a manager that is missing, throws, rejects, times out or says no more than truthy is a regression',
    withPage(async (page) => {
      const told = await onPage(
        page,
        `const vm = await verdict.VerificationManager.create();
        await vm.setSnapshot(files);
        const managers = {
          missing: undefined, none: () => null, throws: () => { throw new Error('gone'); },
          rejects: { runVerification: async () => { throw new Error('rejected'); } },
          truthy: { runVerification: async () => ({ success: 1 }) }, nothing: { api: { runVerification: () => undefined } },
          slow: { runVerification: (command) => vm.runVerification('test:/endless.test.js', 500) },
        };
        const told = {};
        for (const [name, manager] of Object.entries(managers)) {
          const bus = new NewerBus();
          verdict.watchCycles(bus, manager, 'test:/smoke.test.js');
          bus.emit('cycle:completed');
          await until(() => bus.emitted.length === 2);
          told[name] = [bus.emitted[1][0], bus.emitted[1][1].success, bus.emitted[1][1].code ?? null];
        }
        return told;`,
      );
      for (const [name, [event, success]] of Object.entries(told))
        assert.deepEqual([event, success], ['agent:regression-detected', false], name);
      assert.deepEqual(
        [told.missing[2], told.none[2], told.rejects[2], told.slow[2]],
        ['err:unavailable', 'err:unavailable', 'err:crashed', 'err:timeout'],
      );
    }),
  );

  test(
    'cycles that end while a check runs are followed by one more check, never by two at a time',
    withPage(async (page) => {
      const { most, calls } = await onPage(
        page,
        `const bus = new NewerBus();
        let running = 0, most = 0, calls = 0;
        const slow = { runVerification: async () => {
          calls += 1; running += 1; most = Math.max(most, running);
          await new Promise((resolve) => setTimeout(resolve, 30));
          running -= 1;
          return { success: true };
        } };
        verdict.watchCycles(bus, slow, 'eval:1');
        for (let i = 0; i < 10; i += 1) bus.emit('cycle:completed');
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { most, calls };`,
      );
      assert.deepEqual({ most, calls }, { most: 1, calls: 2 });
    }),
  );
});
