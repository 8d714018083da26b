/** What a page is told: progress, events, history, statistics. @module */

import { equal, ok, manager, idle, outcome, TIMEOUT } from './lib.js';

export const telling = {
  async progress_is_passed_on() {
    const { vm, seen } = await manager();
    const events = [];
    await vm.runVerification('eval:progress', {
      onProgress: (event) => {
        events.push(event.kind);
        throw new Error('of the page');
      },
    });
    const file = (path) => [
      { kind: 'fileStarted', file: path },
      { kind: 'fileFinished', file: path, passed: true },
    ];
    const all = [{ kind: 'started' }, ...file('/a'), ...file('/b')];
    const reports = seen('verification-progress');
    equal(
      reports.flatMap((report) => report.events),
      all,
    );
    equal(
      events,
      reports.map(({ event }) => event.kind),
    );
    const { events: some, ...last } = reports.at(-1);
    const counts = { files: { finished: 2, failed: 0 }, tests: { total: null, finished: 0, failed: 0 } };
    equal([last, some.at(-1)], [{ id: '1', command: 'eval:progress', event: all.at(-1), ...counts }, all.at(-1)]);
    vm.dispose();
  },

  async events_come_in_order_and_listeners_may_call_back() {
    const { vm, events } = await manager();
    await vm.init();
    events.length = 0;
    let again;
    vm.addEventListener('verification-complete', () => {
      again ??= vm.runVerification('eval:pass');
    });
    await vm.runVerification('eval:pass');
    await again;
    equal(
      events.filter(([type]) => type !== 'stats').map(([type, { id }]) => `${type} ${id}`),
      ['verification-start 1', 'verification-complete 1', 'verification-start 2', 'verification-complete 2'],
    );
    ok(
      events.every(([, detail]) => Object.isFrozen(detail)),
      'details are frozen',
    );
    equal(events.at(-1)[0], 'stats');
    equal([events.at(-1)[1].completed, events.at(-1)[1].active], [2, 0]);
    vm.dispose();
  },

  async an_event_bus_of_either_kind_is_told() {
    for (const wrap of [(bus) => bus, (bus) => ({ api: bus })]) {
      const told = [];
      const { vm } = await manager({
        eventBus: wrap({
          emit: (name) => {
            told.push(name);
            throw new Error('of the bus');
          },
        }),
      });
      await vm.runVerification('eval:pass');
      ok(
        ['verification:start', 'verification:complete', 'verification:stats'].every((name) => told.includes(name)),
        String(told),
      );
      vm.dispose();
    }
  },

  async history_is_bounded_and_newest_first() {
    const { vm } = await manager({ historyLimit: 3 });
    for (let at = 0; at < 5; at += 1) await vm.runVerification('eval:pass', `s${at}`);
    equal(
      vm.getHistory().map(({ id, sessionId }) => [id, sessionId]),
      [
        ['5', 's4'],
        ['4', 's3'],
        ['3', 's2'],
      ],
    );
    const [entry] = vm.getHistory();
    equal(Object.keys(entry), ['id', 'command', 'sessionId', 'success', 'error', 'code', 'startedAt', 'durationMs', 'queuedMs']);
    ok(Math.abs(entry.startedAt - Date.now()) < 60_000 && entry.durationMs >= entry.queuedMs && entry.queuedMs >= 0, JSON.stringify(entry));
    vm.clearHistory();
    equal(vm.getHistory(), []);
    equal(vm.getStats().completed, 5, 'statistics stay');
    vm.dispose();
  },

  async statistics_add_up() {
    const { vm } = await manager();
    equal([vm.getStats().passRate, vm.getStats().lastVerificationTime], [100, null]);
    await Promise.all(['eval:pass', 'eval:pass', 'eval:fail'].map((command) => vm.runVerification(command)));
    const stats = vm.getStats();
    equal([stats.passed, stats.failed, stats.completed, stats.totalRuns, stats.passRate, stats.workers], [2, 1, 3, 3, 67, 1]);
    equal(stats.slots, [{ slot: 0, generation: 1, state: 'idle', heapBytes: 0 }]);
    ok(Math.abs(stats.lastVerificationTime - Date.now()) < 60_000, 'no time');
    vm.dispose();
  },

  async pings_are_answered_and_not_counted() {
    const { vm } = await manager();
    const { success, roundTripMs, code } = await vm.ping();
    ok(success && roundTripMs >= 0 && roundTripMs < 1000 && code === null, 'no pong');
    equal([vm.getStats().completed, vm.getHistory()], [0, []]);
    const hanging = outcome(vm.runVerification('eval:hang', 100));
    equal((await vm.ping()).success, true, 'it waits for the replacement');
    equal(await hanging, TIMEOUT);
    vm.dispose();
  },
};
