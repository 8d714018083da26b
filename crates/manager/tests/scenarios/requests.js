/** What a page asks for, and with what. @module */

import { VerificationManager } from '../../js/verification-manager.js';
import { fakeWorker } from '../fake-worker.js';
import { MODULES, sleep, equal, ok, manager, outcome, TIMEOUT, PASS } from './lib.js';

export const requests = {
  async verify_resolves_with_the_workers_answer() {
    const { vm, seen } = await manager();
    equal(await vm.init(), true);
    equal(await vm.init(), true);
    const result = await vm.runVerification('eval:pass', { sessionId: 's1' });
    equal([result.success, result.sessionId, result.type, result.id], [true, 's1', undefined, undefined]);
    equal(await outcome(vm.runVerification('eval:fail', 's2')), [false, '1 test(s) failed', null]);
    // Nothing but true is a pass.
    const { passed } = vm.getStats();
    await vm.runVerification('eval:truthy');
    equal(vm.getStats().passed, passed);
    equal(
      seen('verification-complete').map(({ id, command, sessionId, success }) => [id, command, sessionId, success]),
      [
        ['1', 'eval:pass', 's1', true],
        ['2', 'eval:fail', 's2', false],
        ['3', 'eval:truthy', null, false],
      ],
    );
    vm.dispose();
  },

  async verifying_before_init_starts_by_itself() {
    const vm = new VerificationManager({ createWorker: () => fakeWorker(), wasmModule: MODULES });
    equal([vm.isInitialized(), vm.getStats().totalRuns, vm.getHistory()], [false, 0, []]);
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    equal(vm.isInitialized(), true);
    vm.dispose();
    equal(vm.isInitialized(), false);
    const never = new VerificationManager();
    never.dispose();
    equal((await outcome(never.runVerification('eval:pass')))[2], 'err:cancelled');
  },

  async the_toolchain_is_what_the_last_ready_worker_states() {
    const vm = new VerificationManager({ createWorker: () => fakeWorker(), wasmModule: MODULES, backoffMs: 5, spare: false });
    equal(vm.getToolchain(), null);
    await vm.init();
    const first = vm.getToolchain();
    equal(first, { engine: '1.2.3', rules: '1.0.1', checker: '1.0.0', protocol: '1.0.0' });
    ok(Object.isFrozen(first), 'a page could change what is stated');
    equal(await outcome(vm.runVerification('eval:hang', 50)), TIMEOUT);
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    equal(vm.getToolchain().rules, '1.0.2', 'the replacement states its own');
    vm.dispose();
    // A worker of another protocol is refused, and one that states nothing is taken at its word.
    const { vm: other } = await manager({}, 'version');
    await other.init();
    equal(other.getToolchain(), null);
    other.dispose();
  },

  async what_cannot_be_judged_is_refused() {
    const { vm } = await manager();
    const refused = async (options, ...command) =>
      (await outcome(vm.runVerification(command.length > 0 ? command[0] : 'eval:pass', options)))[2];
    equal(await refused({ vfsSnapshot: { '../x': '' } }), 'err:path');
    equal(await refused({ vfsSnapshot: { '/a': '', '/a/b': '' } }), 'err:path');
    equal(
      await refused({
        vfsSnapshot: [
          ['/a', ''],
          ['a', ''],
        ],
      }),
      'err:path',
    );
    equal(await refused({ vfsSnapshot: { '/a': 3 } }), 'err:protocol');
    equal(await refused({ vfsSnapshot: 'files' }), 'err:protocol');
    equal(await refused({ vfsSnapshot: { removed: ['/none'] } }), 'err:path');
    equal(await refused({ vfsSnapshot: { base: 'other', removed: [] } }), 'err:integrity');
    equal(await refused({ config: { test: () => {} } }), 'err:protocol');
    equal(await refused({ engine: 'quick' }), 'err:protocol');
    equal(await refused({ priority: 'urgent' }), 'err:protocol');
    for (const command of [undefined, null, 3, {}, Symbol.iterator]) equal(await refused({}, command), 'err:command');
    equal(vm.getStats().failed, 15);
    // After a snapshot that was not taken nothing is judged on the one before.
    await vm.setSnapshot({ '/a': '' });
    equal((await vm.setSnapshot({ '': '' })).code, 'err:path');
    equal(await refused({}), 'err:path');
    equal(await refused({ vfsSnapshot: {} }), null);
    equal((await vm.setSnapshot({ removed: ['/a'] })).code, 'err:path');
    await vm.setSnapshot({ '/__proto__': 'x', '/a b#?:': '' });
    equal(await refused({}), null);
    vm.dispose();
  },

  async options_reach_the_worker_as_they_were() {
    const { vm } = await manager({ limits: { instructions: 5, tests: 7 } });
    const config = { test: { testTimeout: 9 } };
    const promise = vm.runVerification('eval:payload', { config, limits: { tests: 8 }, seed: 4, sessionId: { a: 1 } });
    config.test.testTimeout = 10;
    const { output } = await promise;
    equal(
      [output.config, output.limits, output.seed, output.sessionId],
      [{ test: { testTimeout: 9 } }, { instructions: 5, tests: 8 }, 4, { a: 1 }],
    );
    vm.dispose();
  },

  async times_that_are_none_are_sane() {
    const { vm } = await manager({ timeoutMs: 40 });
    for (const timeout of [0, -1, NaN, undefined, 'soon']) equal(await outcome(vm.runVerification('eval:silent', { timeout })), TIMEOUT);
    equal(await outcome(vm.runVerification('eval:silent', { limits: { timeMs: 20 } })), TIMEOUT);
    const long = [Infinity, 2 ** 31, 1e300].map((timeout) => outcome(vm.runVerification('eval:silent', timeout)));
    await sleep(120);
    equal([vm.getStats().active, vm.getStats().queued], [1, 2], 'a long time is not over at once');
    vm.dispose();
    for (const each of long) equal((await each)[2], 'err:cancelled');
  },

  async signals_cancel() {
    const { vm, seen } = await manager();
    await vm.init();
    equal(await outcome(vm.runVerification('eval:pass', { signal: AbortSignal.abort() })), [
      false,
      'The verification was cancelled',
      'err:cancelled',
    ]);
    equal(vm.getStats().restarts, 0);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const all = [
      vm.runVerification('eval:hang', { signal: running.signal }),
      vm.runVerification('eval:pass', { signal: waiting.signal }),
      vm.runVerification('eval:pass'),
    ].map(outcome);
    await sleep(30);
    waiting.abort();
    equal((await all[1])[2], 'err:cancelled');
    equal(vm.getStats().restarts, 0, 'cancelling what waits costs no worker');
    running.abort();
    equal((await all[0])[2], 'err:cancelled');
    equal(await all[2], PASS);
    const { cancelled, failed, passed } = vm.getStats();
    equal([cancelled, failed, passed], [3, 0, 1]);
    equal(
      seen('worker-restart').map(({ reason }) => reason),
      ['cancelled'],
    );
    vm.dispose();
  },
};
