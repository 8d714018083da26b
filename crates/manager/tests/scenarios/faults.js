/** Workers that fail, lie or fall silent. @module */

import { fakeWorker } from '../fake-worker.js';
import { sleep, equal, ok, manager, idle, outcome, TIMEOUT, PASS } from './lib.js';

export const faults = {
  async time_runs_out_and_those_that_wait_are_not_lost() {
    const { vm, seen } = await manager();
    await vm.init();
    const started = performance.now();
    const all = ['eval:hang', 'eval:pass', 'eval:generation'].map((command) => vm.runVerification(command, 150));
    equal(await outcome(all[0]), TIMEOUT);
    ok(performance.now() - started < 2000, 'the timeout was late');
    equal(await outcome(all[1]), PASS);
    equal((await all[2]).output, 2, 'ran on the replacement');
    equal(seen('worker-restart'), [{ slot: 0, generation: 2, reason: 'timeout' }]);
    const { restarts, failed, passed, active, queued } = vm.getStats();
    equal([restarts, failed, passed, active, queued], [1, 1, 2, 0, 0]);
    equal(
      vm.getHistory().map(({ code }) => code),
      [null, null, 'err:timeout'],
    );
    vm.dispose();
  },

  async a_crash_is_blamed_on_what_runs() {
    const { vm, seen } = await manager();
    for (const [command, text] of [
      ['eval:throw', /at the worker/],
      ['eval:last-words', /^The engine panicked: x$/],
    ]) {
      const after = [vm.runVerification(command), vm.runVerification('eval:pass')];
      const [success, error, code] = await outcome(after[0]);
      equal([success, code], [false, 'err:crashed']);
      ok(text.test(error), error);
      equal(await outcome(after[1]), PASS);
    }
    equal(
      seen('worker-restart').map(({ reason }) => reason),
      ['crashed', 'crashed'],
    );
    vm.dispose();
  },

  async strange_messages_and_second_answers_change_nothing() {
    const { vm } = await manager();
    equal(await outcome(vm.runVerification('eval:strange')), PASS);
    equal(vm.getStats().dropped, 7);
    equal(await outcome(vm.runVerification('eval:twice')), PASS);
    await sleep(20);
    equal([vm.getStats().dropped, vm.getStats().passed, vm.getStats().restarts], [8, 2, 0]);
    equal(await outcome(vm.runVerification('eval:protocol')), [false, 'no', 'err:protocol']);
    vm.dispose();
  },

  async an_error_without_a_number_is_not_the_request_that_runs() {
    const { vm } = await manager();
    equal(await outcome(vm.runVerification('eval:unnumbered')), PASS);
    equal([vm.getStats().dropped, vm.getStats().restarts, vm.getStats().passed], [4, 0, 1]);
    vm.dispose();
    // One that could not take its first message does not start, and says so at once.
    const other = (await manager({ breakerAfter: 2 }, 'unread')).vm;
    const before = performance.now();
    equal(await outcome(other.runVerification('eval:pass')), [
      false,
      'The worker could not take its first message: A message could not be deserialised',
      'err:startup',
    ]);
    ok(performance.now() - before < 10_000, 'it waited for the time of a start');
    other.dispose();
  },

  async a_message_that_cannot_be_deserialised_is_the_end_of_its_worker() {
    const made = [];
    const { vm, seen } = await manager({ createWorker: () => made[made.push(fakeWorker()) - 1] });
    const all = ['eval:silent', 'eval:pass'].map((command) => outcome(vm.runVerification(command)));
    for (let wait = 0; wait < 300 && vm.getStats().active === 0; wait++) await sleep(10);
    made[0].dispatchEvent(new MessageEvent('messageerror'));
    equal(await all[0], [false, 'A message of the worker could not be deserialised', 'err:crashed']);
    equal(await all[1], PASS);
    // With nothing to do nobody is blamed.
    made[1].dispatchEvent(new MessageEvent('messageerror'));
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    equal([seen('worker-restart').map(({ reason }) => reason), vm.getStats().failed], [['crashed', 'failed'], 1]);
    vm.dispose();
  },

  async a_worker_that_ended_without_a_word_costs_no_request() {
    const { vm, seen } = await manager({ heartbeatMs: 300 });
    equal((await vm.runVerification('eval:close')).output, 1);
    await sleep(100);
    const before = performance.now();
    const all = ['eval:generation', 'eval:pass'].map((command) => vm.runVerification(command, { timeout: 60_000 }));
    equal((await all[0]).output, 2, 'it ran on another');
    ok(performance.now() - before < 15_000, 'it cost the time of the request');
    equal(await outcome(all[1]), PASS);
    equal(seen('worker-restart'), [{ slot: 0, generation: 2, reason: 'silent' }]);
    equal([vm.getStats().failed, vm.getStats().passed, seen('verification-start').length], [0, 3, 3]);
    vm.dispose();
    // The spare one takes over, with the files.
    const other = await manager({ heartbeatMs: 300, spare: undefined });
    await other.vm.setSnapshot({ '/a.js': '1' });
    await idle(other.vm, 2);
    equal((await other.vm.runVerification('eval:close')).output, 1);
    await sleep(100);
    equal((await other.vm.runVerification('eval:snapshots')).output.length, 1);
    equal([other.vm.getStats().restarts, other.vm.getStats().failed], [1, 0]);
    other.vm.dispose();
  },

  async a_part_on_a_worker_that_ended_runs_on_another() {
    const { vm, seen } = await manager({ workers: 2, heartbeatMs: 300 });
    const files = [1, 2, 3, 4, 5].map((n) => [`/${n}.js`, '']);
    await vm.init();
    await idle(vm, 2);
    await vm.runVerification('eval:close');
    await sleep(100);
    const result = await vm.runVerification('test:/*.js', { vfsSnapshot: files, timeout: 60_000 });
    equal([result.success, result.output.map(({ test }) => test)], [true, files.map(([path]) => path)]);
    equal(
      seen('worker-restart').map(({ reason }) => reason),
      ['silent'],
    );
    vm.dispose();
  },

  async a_live_worker_is_asked_beside_the_request_and_only_after_a_while() {
    const posted = [];
    const createWorker = () => {
      const worker = fakeWorker();
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (message, ...rest) => (posted.push([message.type, message.id]), post(message, ...rest));
      return worker;
    };
    const { vm } = await manager({ createWorker });
    for (let at = 0; at < 20; at += 1) await vm.runVerification('eval:pass');
    ok(posted.filter(([type]) => type === 'PING').length <= 3, `a burst was asked between: ${posted}`);
    await sleep(200);
    posted.length = 0;
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    equal(
      posted.filter(([type]) => type !== 'SNAPSHOT'),
      [
        ['PING', undefined],
        ['VERIFY', 21],
      ],
    );
    equal([vm.getStats().dropped, vm.getStats().restarts, vm.getStats().completed], [0, 0, 21]);
    vm.dispose();
  },

  async a_page_that_stood_still_loses_no_worker_and_no_answer() {
    const { vm } = await manager({ heartbeatMs: 200 });
    await vm.runVerification('eval:pass');
    await sleep(100);
    const asked = [vm.runVerification('eval:pass', 2000), vm.runVerification('eval:generation', 2000)];
    const until = performance.now() + 3500;
    while (performance.now() < until);
    equal(await outcome(asked[0]), PASS);
    equal([(await asked[1]).output, vm.getStats().restarts, vm.getStats().failed], [1, 0, 0]);
    vm.dispose();
  },

  async a_worker_that_has_grown_is_replaced_after_its_request() {
    const { vm, seen } = await manager({ recycleBytes: 5e6 });
    const all = ['eval:grown', 'eval:grown', 'eval:generation'].map((command) => vm.runVerification(command));
    const [first, second, third] = await Promise.all(all);
    equal([first.output, second.output, third.output], [1, 2, 3]);
    equal([first.success, 'memory' in first], [true, false], 'what the worker weighs is no part of the result');
    equal(
      seen('worker-restart').map(({ reason }) => reason),
      ['memory', 'memory'],
    );
    const { recycled, restarts, passed, failed } = vm.getStats();
    equal([recycled, restarts, passed, failed], [2, 2, 3, 0]);
    vm.dispose();
    // Half a gigabyte by default; what it weighed last is in the statistics.
    const { vm: other } = await manager();
    equal(
      [(await other.runVerification('eval:grown')).output, other.getStats().slots[0].heapBytes, other.getStats().restarts],
      [1, 5e6, 0],
    );
    other.dispose();
  },

  async a_request_that_exhausts_its_worker_keeps_what_had_ended() {
    const { vm, seen } = await manager();
    const all = [
      vm.runVerification('test:"/1-exhausted.js"', { vfsSnapshot: { '/1-exhausted.js': '' } }),
      vm.runVerification('eval:stack'),
      vm.runVerification('eval:pass'),
    ];
    const { success, code, error, detail, output } = await all[0];
    equal(
      [success, code, error, output.map(({ test }) => test)],
      [false, 'err:memory', 'The engine is out of memory', ['/1-exhausted.js']],
    );
    ok(/not ended: \/1-exhausted\.js$/.test(detail), detail);
    equal(await outcome(all[1]), [false, 'The engine is out of stack', 'err:stack']);
    equal(await outcome(all[2]), PASS);
    equal(
      seen('worker-restart').map(({ reason }) => reason),
      ['memory', 'crashed'],
    );
    vm.dispose();
  },
};
