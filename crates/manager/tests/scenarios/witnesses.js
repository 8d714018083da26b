/** Requests that two engines answer. @module */

import { equal, idle, manager, ok, outcome } from './lib.js';

const ALL = { engine: 'both', confirm: { required: 'all' } };

/** A manager with these test files, which say by their names what becomes of them. */
async function withFiles(files, options) {
  const made = await manager(options);
  await made.vm.setSnapshot(Object.fromEntries(files.map((file) => [file, `// ${file}`])));
  return made;
}

export const witnesses = {
  async two_engines_answer_one_request() {
    // Spread over two workers, in both rounds.
    const { vm, seen, events } = await withFiles(['/a.js', '/b.js', '/c.js', '/d.js'], { workers: 2 });
    await vm.init();
    await idle(vm, 2);
    const [ids, provisional] = [[], []];
    const result = await vm.runVerification('test:/*.js', {
      ...ALL,
      sessionId: 's',
      onStart: (id) => ids.push(id),
      onProvisional: (first) => provisional.push(first),
    });
    equal([result.success, result.engine, 'provisional' in result, result.sessionId], [true, 'both', false, 's']);
    equal([result.witnesses.files, result.witnesses.required, result.witnesses.confirmed], [['/a.js', '/b.js', '/c.js', '/d.js'], 4, 4]);
    ok(Number.isSafeInteger(result.witnesses.seed), `the seed ${result.witnesses.seed}`);
    equal(
      provisional.map((first) => [first.provisional, first.success, Object.isFrozen(first)]),
      [[true, true, true]],
    );
    equal([ids, seen('verification-start').map(({ id }) => id), seen('verification-complete').map(({ id }) => id)], [['1'], ['1'], ['1']]);
    equal(
      vm.getHistory().map(({ id, success, sessionId }) => [id, success, sessionId]),
      [['1', true, 's']],
    );
    const { completed, passed, active, queued } = vm.getStats();
    equal([completed, passed, active, queued], [1, 1, 0, 0]);
    // Of the second round nobody is told before the first has ended.
    const kinds = seen('verification-progress')
      .flatMap((report) => report.events)
      .map(({ kind }) => kind);
    equal(
      kinds.filter((kind) => kind === 'started' || kind === 'confirming'),
      ['started', 'confirming'],
    );
    const { files, tests } = seen('verification-progress').at(-1);
    equal([files, tests.finished], [{ total: 4, finished: 4, failed: 0 }, 4]);
    equal(events.filter(([type]) => type !== 'stats').at(-1)[0], 'verification-complete');
    vm.dispose();
  },

  async a_disagreement_is_what_everybody_hears() {
    const { vm, seen } = await withFiles(['/forged.js']);
    equal((await vm.runVerification('test:/forged.js', { engine: 'browser' })).success, true);
    const result = await vm.runVerification('test:/forged.js', ALL);
    equal(
      [result.success, result.code, result.error, result.witnesses?.disagreements.length],
      [false, 'err:disagreement', 'The engines disagree on 1 test(s), first on "/forged.js" in /forged.js', 1],
    );
    equal(
      seen('verification-complete').map(({ success, code }) => [success, code]),
      [
        [true, null],
        [false, 'err:disagreement'],
      ],
    );
    equal(
      vm.getHistory().map(({ code }) => code),
      ['err:disagreement', null],
    );
    equal([vm.getStats().passed, vm.getStats().failed], [1, 1]);
    vm.dispose();
  },

  async both_judge_the_files_that_there_were_when_it_was_asked() {
    const { vm } = await withFiles(['/forged.js', '/a.js']);
    const asked = vm.runVerification('test:/forged.js', { ...ALL, onProvisional: () => void vm.setSnapshot({ '/a.js': '' }) });
    const { code, snapshotRoot, witnesses } = await asked;
    equal([code, witnesses.files], ['err:disagreement', ['/forged.js']]);
    const after = await vm.runVerification('eval:payload');
    ok(after.output.snapshotRef !== snapshotRoot, 'the files are others now');
    vm.dispose();
  },

  async a_policy_that_is_none_is_refused_before_anything_runs() {
    const { vm, seen } = await withFiles(['/a.js']);
    for (const confirm of [{ required: 'some' }, { sample: 'all' }, { unconfirmed: 'maybe' }, 7]) {
      const [success, error, code] = await outcome(vm.runVerification('test:/a.js', { engine: 'both', confirm }));
      equal([success, code, /^Malformed request at \/confirm: /.test(error)], [false, 'err:protocol', true], error);
    }
    equal(seen('verification-progress'), []);
    vm.dispose();
  },

  async a_request_is_cancelled_in_either_round_and_between_them() {
    const { vm, seen } = await withFiles(['/slow.js', '/stuck.js', '/a.js']);
    const cancel = (command, options) => outcome(vm.runVerification(command, { ...ALL, ...options }));
    const cancelled = [false, 'The verification was cancelled', 'err:cancelled'];
    equal(await cancel('test:/slow.js', { onStart: (id) => setTimeout(() => vm.cancel(id), 50) }), cancelled, 'first');
    const at = new AbortController();
    equal(
      await cancel('test:/stuck.js', { signal: at.signal, onProvisional: () => setTimeout(() => at.abort(), 50) }),
      cancelled,
      'second',
    );
    let id;
    equal(await cancel('test:/a.js', { onStart: (it) => (id = it), onProvisional: () => vm.cancel(id) }), cancelled, 'between');
    equal(
      seen('verification-complete').map(({ code }) => code),
      ['err:cancelled', 'err:cancelled', 'err:cancelled'],
    );
    equal([vm.getStats().cancelled, vm.getStats().completed], [3, 0]);
    // Who disposes of the manager while it is told leaves nothing open.
    equal(await outcome(vm.runVerification('test:/a.js', { ...ALL, onProvisional: () => vm.dispose() })), [
      false,
      'The verification was cancelled: its manager is disposed',
      'err:cancelled',
    ]);
  },

  async its_time_is_that_of_both_rounds() {
    const { vm } = await withFiles(['/stuck.js']);
    const error = await vm.runVerification('test:/stuck.js', { ...ALL, timeout: 300 }).catch((thrown) => thrown);
    equal([error.message, error.code, error.result.success], ['Verification timeout', 'err:timeout', false]);
    ok(/the interpreter, which was to confirm its tests, not/.test(error.detail), error.detail);
    equal([vm.getHistory().length, vm.getStats().failed, vm.getStats().restarts], [1, 1, 1]);
    vm.dispose();
  },

  async what_needs_no_second_witness_runs_once() {
    const { vm } = await withFiles(['/a.js', '/none.js']);
    const none = await vm.runVerification('test:/none.js', ALL);
    equal([none.code, none.witnesses], ['err:no_tests', undefined]);
    const asked = await vm.runVerification('eval:payload', ALL);
    equal([asked.output.engine, asked.witnesses], ['browser', undefined]);
    const unconfirmed = await vm.runVerification('test:/a.js', { engine: 'both', confirm: { sample: 0 } });
    equal([unconfirmed.success, unconfirmed.engine, unconfirmed.witnesses.files], [true, 'both', []]);
    equal(vm.getStats().completed, 3);
    vm.dispose();
  },
};
