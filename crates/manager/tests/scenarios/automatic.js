/** Requests whose files run in the engine that each needs. @module */

import { equal, idle, manager, ok, outcome } from './lib.js';

const AUTO = { engine: 'auto' };
const DOM = '// @vitest-environment jsdom';

/** A manager with these test files, which say by their names what becomes of them, and by their texts whether they want a DOM. */
async function withFiles(files, options) {
  const made = await manager(options);
  await made.vm.setSnapshot(Object.fromEntries(files.map((file) => [file, /dom/.test(file) ? DOM : '//'])));
  return made;
}

const kindsOf = (seen) =>
  seen('verification-progress')
    .flatMap((report) => report.events)
    .filter(({ kind }) => kind === 'started' || kind === 'switched')
    .map(({ kind, files, engine }) => [kind, files, engine]);

const tests = ({ output }) => output.map(({ test, state }) => `${test} ${state}`);

/** A result without what differs from run to run. */
const stable = ({ timing, ...result }) => result;

export const automatic = {
  async each_file_runs_in_the_engine_that_it_needs() {
    const files = ['/a.js', '/dom.js', '/lacks.js', '/z.js'];
    const results = [];
    for (const workers of [1, 2]) {
      const { vm, seen } = await withFiles(files, { workers });
      await vm.init();
      await idle(vm, workers);
      const ids = [];
      const result = await vm.runVerification('test:/*.js', { ...AUTO, sessionId: 's', onStart: (id) => ids.push(id) });
      equal([result.success, result.error, 'engine' in result, result.provisional, result.sessionId], [true, null, false, true, 's']);
      equal(tests(result), ['/a.js passed', '/dom.js passed', '/lacks.js passed', '/z.js passed']);
      equal(result.engines, [
        { file: '/dom.js', engine: 'browser', why: 'its environment has a DOM' },
        { file: '/lacks.js', engine: 'browser', why: 'Intl is not defined' },
      ]);
      equal(result.counts, { passed: 4, failed: 0, failedOutside: 0, skipped: 0, todo: 0 });
      equal(kindsOf(seen), [
        ['started', 3, undefined],
        ['switched', 2, 'browser'],
      ]);
      equal(seen('verification-progress').at(-1).files, { total: 2, finished: 2, failed: 0 });
      equal(
        [ids, seen('verification-start').map(({ id }) => id), seen('verification-complete').map(({ id }) => id)],
        [['1'], ['1'], ['1']],
      );
      equal([vm.getHistory().length, vm.getStats().completed, vm.getStats().passed, vm.getStats().active], [1, 1, 1, 0]);
      results.push(stable(result));
      vm.dispose();
    }
    equal(results[0], results[1], 'from one worker and from two');
  },

  async what_needs_one_engine_has_one() {
    const { vm, seen } = await withFiles(['/a.js', '/b.js', '/lint-warn.js']);
    const result = await vm.runVerification('test:/a.js /b.js', AUTO);
    equal([result.success, 'engines' in result, 'provisional' in result, 'warnings' in result], [true, false, false, false]);
    equal(kindsOf(seen), [['started', 2, undefined]]);
    // Of other verbs, and where files hang together, the interpreter has all.
    const { output } = await vm.runVerification('eval:payload', AUTO);
    equal('engine' in output, false);
    equal((await vm.runVerification('lint:/lint-warn.js', AUTO)).output.length, 1);
    const bail = await vm.runVerification('test:/dom.js', { ...AUTO, vfsSnapshot: { '/dom.js': DOM }, config: { test: { bail: 1 } } });
    equal([bail.success, 'engines' in bail], [true, false]);
    vm.dispose();
  },

  async what_was_refused_is_remembered_with_its_content() {
    const { vm, seen } = await withFiles(['/a.js', '/lacks.js']);
    const run = async (options) => {
      const before = kindsOf(seen).length;
      const result = await vm.runVerification('test:/*.js', { ...AUTO, ...options });
      return { result: stable(result), kinds: kindsOf(seen).slice(before) };
    };
    const all = [
      ['started', 2, undefined],
      ['switched', 1, 'browser'],
    ];
    const first = await run();
    equal(first.kinds, all);
    const again = await run();
    equal(again.kinds, [
      ['started', 1, undefined],
      ['switched', 1, 'browser'],
    ]);
    equal(again.result, first.result, 'the same result');
    // Other options and other files are asked anew.
    equal((await run({ seed: 8 })).kinds, all);
    await vm.setSnapshot({ '/a.js': '// other', '/lacks.js': '//' });
    equal((await run()).kinds, all);
    vm.dispose();
  },

  async without_a_frame_the_interpreter_has_all_and_says_how_many() {
    const files = ['/a.js', '/frameless-dom-1.js', '/frameless-dom-2.js', '/frameless-lacks.js'];
    const { vm, seen } = await withFiles(files);
    const result = await vm.runVerification('test:/*.js', AUTO);
    equal(tests(result), ['/a.js passed', '/frameless-dom-1.js passed', '/frameless-dom-2.js passed', '/frameless-lacks.js failed']);
    equal(
      [result.success, result.error, result.code, 'engines' in result, 'provisional' in result],
      [false, '1 test(s) failed', null, false, false],
    );
    equal(result.warnings, ['3 test file(s) need a browser: The browser engine is not available: no frame']);
    equal(kindsOf(seen), [
      ['started', 2, undefined],
      ['switched', 2, 'boa'],
    ]);
    // One worker is asked once.
    equal((await vm.runVerification('eval:frames')).output, 1);
    vm.dispose();
    // Where the engine cannot even be loaded, that costs a worker.
    for (const workers of [1, 2]) {
      const { vm } = await withFiles(['/a.js', '/b-dom.js', '/unloaded-dom.js', '/unloaded-lacks.js'], { workers });
      await vm.init();
      await idle(vm, workers);
      const result = await vm.runVerification('test:/*.js', AUTO);
      equal(tests(result), ['/a.js passed', '/b-dom.js passed', '/unloaded-dom.js passed', '/unloaded-lacks.js failed']);
      equal(result.engines, [{ file: '/b-dom.js', engine: 'browser', why: 'its environment has a DOM' }]);
      equal(result.warnings, ['2 test file(s) need a browser: HTTP 404']);
      vm.dispose();
    }
  },

  async an_automatic_request_is_cancelled_in_any_round() {
    const { vm, seen } = await withFiles(['/slow.js', '/endless-dom.js', '/a.js']);
    const cancelled = [false, 'The verification was cancelled', 'err:cancelled'];
    const cancel = (command, options) => vm.runVerification(command, { ...AUTO, ...options });
    equal(await outcome(cancel('test:/slow.js', { onStart: (id) => setTimeout(() => vm.cancel(id), 50) })), cancelled, 'first');
    const at = new AbortController();
    let isSwitched = false;
    const second = await cancel('test:/a.js /endless-dom.js', {
      signal: at.signal,
      // One report may have the switch, and the next one what has ended since.
      onProgress: (_, { events }) => {
        isSwitched ||= events.some(({ kind, engine }) => kind === 'switched' && engine === 'browser');
        if (isSwitched && events.some(({ kind, entry }) => kind === 'testFinished' && entry.file === '/endless-dom.js')) at.abort();
      },
    });
    equal([second.success, second.error, second.code], cancelled, 'second');
    // What had ended in both engines is kept.
    equal(tests(second), ['/a.js passed', '/endless-dom.js passed']);
    equal(
      seen('verification-complete').map(({ code }) => code),
      ['err:cancelled', 'err:cancelled'],
    );
    equal([vm.getStats().cancelled, vm.getStats().completed], [2, 0]);
    const open = vm.runVerification('test:/slow.js', AUTO);
    setTimeout(() => vm.dispose(), 50);
    equal(await outcome(open), [false, 'The verification was cancelled: its manager is disposed', 'err:cancelled']);
  },

  async an_automatic_request_has_one_time_limit() {
    const { vm } = await withFiles(['/a.js', '/endless-dom.js']);
    const error = await vm.runVerification('test:/*.js', { ...AUTO, timeout: 400 }).catch((thrown) => thrown);
    equal([error.message, error.code, error.result.success], ['Verification timeout', 'err:timeout', false]);
    equal(tests(error.result), ['/a.js passed', '/endless-dom.js passed']);
    equal([error.result.limit.name, error.result.limit.value], ['timeMs', 400]);
    ok(/not ended: \/endless-dom\.js; what ran before, in the other engine, had ended$/.test(error.detail), error.detail);
    equal([vm.getHistory().length, vm.getStats().failed, vm.getStats().restarts], [1, 1, 1]);
    vm.dispose();
  },

  async a_crash_in_a_round_is_the_outcome() {
    const { vm } = await withFiles(['/a.js', '/crash.js', '/dom.js']);
    const result = await vm.runVerification('test:/*.js', AUTO);
    equal([result.success, result.code, tests(result)], [false, 'err:crashed', ['/a.js passed', '/crash.js passed']]);
    vm.dispose();
  },
};
