/** Several workers, and what waits for them. @module */

import { fakeWorker } from '../fake-worker.js';
import { sleep, equal, ok, manager, idle, outcome, TIMEOUT, PASS } from './lib.js';

export const pool = {
  async the_queue_is_bounded() {
    const { vm } = await manager({ queueLimit: 2 });
    await vm.init();
    const all = Array.from({ length: 1000 }, () => outcome(vm.runVerification('eval:silent', 60_000)));
    equal((await all[999])[2], 'err:busy');
    const { active, queued, refused } = vm.getStats();
    equal([active, queued, refused], [1, 2, 997]);
    vm.dispose();
    for (const each of all) ok(['err:busy', 'err:cancelled'].includes((await each)[2]), 'lost');
  },

  async several_workers_run_at_once() {
    const { vm } = await manager({ workers: 3 });
    await vm.init();
    await idle(vm, 3);
    const hanging = [1, 2].map(() => outcome(vm.runVerification('eval:hang', 300)));
    for (let at = 0; at < 5; at += 1) equal(await outcome(vm.runVerification('eval:pass')), PASS);
    equal(vm.getStats().restarts, 0, 'those that passed did not wait for those that hang');
    for (const each of hanging) equal(await each, TIMEOUT);
    vm.dispose();
  },

  async files_of_a_test_are_spread_over_idle_workers() {
    const { vm, seen } = await manager({ workers: 3 });
    const files = ['/1-slow.js', '/2.js', '/3-slow.js', '/4.js', '/5.js'];
    await vm.setSnapshot(files.map((path) => [path, '']));
    await vm.init();
    await idle(vm, 3);
    const kinds = [];
    const before = performance.now();
    const result = await vm.runVerification('test:/*.js', { limits: { tests: 3 }, onProgress: (_, { events }) => kinds.push(...events) });
    // In the order of the files, whatever ended first.
    equal(
      result.output.map(({ test }) => test),
      files,
    );
    equal(
      result.console.entries.map(({ file }) => file),
      files,
    );
    equal([result.success, result.error, result.code, result.command, result.console.total], [true, null, null, 'test:/*.js', 5]);
    equal(result.timing.files.length, 5);
    ok(result.timing.totalMs >= 100 && result.timing.totalMs <= performance.now() - before, `it took ${result.timing.totalMs}`);
    // Each is asked for whole; its other limits stay.
    equal(JSON.parse(result.console.entries[0].text), { tests: 3, outputBytes: Number.MAX_SAFE_INTEGER });
    equal(
      kinds.filter(({ kind }) => kind === 'started'),
      [{ kind: 'started', verb: 'test', files: 5 }],
    );
    equal(
      ['fileStarted', 'testFinished', 'fileFinished'].map((it) => kinds.filter(({ kind }) => kind === it).length),
      [5, 5, 5],
    );
    ok(kinds.map(({ file }) => file).indexOf('/2.js') < kinds.findLastIndex(({ file }) => file === '/1-slow.js'), 'one after another');
    equal(
      [seen('verification-start').length, seen('verification-complete').length, vm.getStats().passed, vm.getHistory().length],
      [1, 1, 1, 1],
    );
    // The whole output is cut, not each file's.
    const cut = await vm.runVerification('test:/*.js', { limits: { outputBytes: 500 } });
    equal([cut.truncated, cut.output.length > 0 && cut.output.length < 5, cut.success], [true, true, true]);
    equal([cut.omitted, cut.counts.passed], [5 - cut.output.length, 5]);
    // Too few to be worth it, or a worker that has something to do.
    const whole = { engine: 'boa' };
    equal((await vm.runVerification('test:/2.js /4.js', whole)).output.length, 1);
    const busy = [1, 2].map(() => vm.runVerification('eval:silent', { timeout: 300 }).catch(() => 0));
    equal((await vm.runVerification('test:/*.js', whole)).output.length, 1, 'went whole to the one that was idle');
    await Promise.all(busy);
    vm.dispose();
  },

  async files_of_a_lint_are_spread_some_at_once() {
    const { vm, seen } = await manager({ workers: 3 });
    const files = Array.from({ length: 35 }, (_, n) => `/${String(n).padStart(2, '0')}${n === 34 ? 'warn' : ''}.js`);
    await vm.setSnapshot(files.map((path) => [path, '']));
    await vm.init();
    await idle(vm, 3);
    let busy = 0;
    vm.addEventListener('stats', ({ detail }) => (busy = Math.max(busy, detail.slots.filter(({ state }) => state === 'busy').length)));
    const kinds = [];
    const result = await vm.runVerification('lint:/*.js', { onProgress: (_, { events }) => kinds.push(...events) });
    equal(
      result.output.map(({ file }) => file),
      files,
      'in the order of the files',
    );
    equal(
      result.output.map(({ message }) => Number(/of (\d+)$/.exec(message)[1])),
      files.map((_, at) => (at < 32 ? 16 : 3)),
    );
    equal(
      [result.success, result.error, result.code, result.command, result.timing.files.length],
      [false, 'Found 34 linting issue(s)', null, 'lint:/*.js', 35],
    );
    equal([busy, seen('verification-complete').length, vm.getStats().failed], [3, 1, 1]);
    equal(
      kinds.filter(({ kind }) => kind === 'started'),
      [{ kind: 'started', verb: 'lint', files: 35 }],
    );
    equal(
      ['fileStarted', 'fileFinished'].map((it) => kinds.filter(({ kind }) => kind === it).length),
      [35, 35],
    );
    // Fewer are read by one.
    equal((await vm.runVerification('lint:/[01]*.js')).output.length, 1, 'the pattern went as it was');
    vm.dispose();
  },

  async a_file_that_does_not_end_leaves_the_results_of_the_others() {
    const { vm, seen } = await manager({ workers: 2 });
    const files = ['/1.js', '/2.js', '/3-hang.js', '/4.js', '/5.js'];
    const vfsSnapshot = files.map((path) => [path, '']);
    await vm.init();
    await idle(vm, 2);
    const error = await vm.runVerification('test:/*.js', { timeout: 1000, vfsSnapshot }).catch((it) => it);
    equal([error.message, error.code], ['Verification timeout', 'err:timeout']);
    ok(/not ended: \/3-hang\.js$/.test(error.detail), error.detail);
    // Of the one that hangs the test that had ended is known too.
    equal(
      error.result.output.map(({ test }) => test),
      files,
    );
    equal(
      [error.result.success, error.result.code, error.result.outputSha256.length, error.result.snapshotRoot.length],
      [false, 'err:timeout', 64, 64],
    );
    equal([seen('worker-restart').length, vm.getStats().failed, seen('verification-complete').length], [1, 1, 1]);
    // The same of one that ran whole.
    const whole = await vm.runVerification('test:"/9-hang.js"', { timeout: 100, vfsSnapshot: { '/9-hang.js': '' } }).catch((it) => it);
    equal([whole.result.output.length, /not ended: \/9-hang\.js$/.test(whole.detail)], [1, true]);
    await idle(vm, 2);
    const crash = [...files.slice(0, 2), '/3-crash.js', '/4-slow.js', '/5.js'].map((path) => [path, '']);
    const result = await vm.runVerification('test:/*.js', { vfsSnapshot: crash });
    equal(
      [result.success, result.code, result.output.map(({ test }) => test).slice(0, 3)],
      [false, 'err:crashed', ['/1.js', '/2.js', '/3-crash.js']],
    );
    ok(/not ended: \/3-crash\.js$/.test(result.detail), result.detail);
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    vm.dispose();
  },

  async a_request_in_parts_is_cancelled_as_one() {
    const { vm, seen } = await manager({ workers: 2 });
    const vfsSnapshot = [1, 2, 3, 4, 5].map((n) => [`/${n}-hang.js`, '']);
    await vm.init();
    await idle(vm, 2);
    const controller = new AbortController();
    const asked = outcome(vm.runVerification('test:/*.js', { vfsSnapshot, signal: controller.signal }));
    await sleep(50);
    equal([vm.getStats().active, vm.getStats().slots.filter(({ state }) => state === 'busy').length], [1, 2]);
    controller.abort();
    equal((await asked)[2], 'err:cancelled');
    equal([seen('worker-restart').map(({ reason }) => reason), vm.getStats().cancelled], [['cancelled', 'cancelled'], 1]);
    await idle(vm, 2);
    const last = outcome(vm.runVerification('test:/*.js', { vfsSnapshot }));
    await sleep(20);
    vm.dispose();
    equal((await last)[2], 'err:cancelled');
  },

  async a_spare_worker_takes_over_at_once() {
    const made = [];
    const createWorker = (slot, generation) => (made.push([slot, generation]), fakeWorker());
    const { vm, seen } = await manager({ spare: undefined, createWorker });
    await vm.init();
    equal(made, [[0, 1]], 'the spare one waits for the first');
    const { workers, spare } = vm.getStats();
    equal([workers, spare], [1, 1]);
    const idle = () => vm.getStats().slots.filter(({ state }) => state === 'idle').length;
    for (let wait = 0; wait < 200 && idle() < 2; wait++) await sleep(20);
    equal(
      [made, vm.getStats().restarts],
      [
        [
          [0, 1],
          [1, 1],
        ],
        0,
      ],
    );
    const all = ['eval:hang', 'eval:pass', 'eval:generation'].map((command) => vm.runVerification(command, 400));
    equal([vm.getStats().active, vm.getStats().queued], [1, 2], 'it does not add to what runs at once');
    equal(await outcome(all[0]), TIMEOUT);
    equal(await outcome(all[1]), PASS);
    equal([(await all[2]).output, vm.getStats().restarts], [1, 1], 'no start was waited for');
    for (let wait = 0; wait < 200 && idle() < 2; wait++) await sleep(20);
    equal([made.at(-1), vm.getStats().spare], [[0, 2], 1], 'and another is there for the next time');
    equal(seen('worker-restart'), [{ slot: 0, generation: 2, reason: 'timeout' }]);
    vm.dispose();
    equal([vm.getStats().workers, vm.getStats().spare], [0, 0]);
  },

  async interactive_goes_before_background_which_has_its_turn() {
    const { vm, seen } = await manager();
    const asked = [['b1', 'background'], ['b2', 'background'], ...[1, 2, 3, 4, 5].map((n) => [`i${n}`, n % 2 ? undefined : 'interactive'])];
    await Promise.all(asked.map(([sessionId, priority]) => vm.runVerification('eval:pass', { sessionId, priority })));
    equal(
      seen('verification-complete').map(({ sessionId }) => sessionId),
      ['i1', 'i2', 'i3', 'i4', 'b1', 'i5', 'b2'],
    );
    vm.dispose();
  },
};
