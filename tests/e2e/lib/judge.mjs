/**
 * What the events of a guest come to, for the tests of the guest alone. The product's judge is `crates/judge`.
 * @module
 */

/** `state: path: what was thrown` of each test, in the order of declaration, then of suites and the file. */
export function judged(/** @type {any[]} */ events, { strict = false } = {}) {
  /** @type {any[]} */
  let tests = [];
  /** @type {any[]} */
  const outside = [];
  for (const event of events) {
    const test = tests[event.test];
    switch (event.type) {
      case 'collected':
        tests = event.tests.map((/** @type {any} */ one) => ({ ...one, faults: [], failed: [], asserted: 0 }));
        break;
      case 'started':
        Object.assign(test, {
          started: true,
          completed: false,
          before: test.completed || test.faults.length > 0 ? test.faults : (test.before ?? []),
          faults: [],
          failed: [],
          asserted: 0,
        });
        break;
      case 'completed':
        test.completed = true;
        break;
      case 'asserted':
        test.asserted += event.count;
        break;
      case 'assertionFailed':
        test.failed.push(event.fault);
        break;
      case 'forgiven':
        test.failed = test.failed.filter((/** @type {any} */ fault) => fault.assertion !== event.assertion);
        break;
      case 'skippedItself':
        test.skipped = true;
        break;
      case 'bailed':
        test.bailed = true;
        break;
      case 'testFault':
        if (
          event.fault.assertion === undefined ||
          !test.faults.some((/** @type {any} */ fault) => fault.assertion === event.fault.assertion)
        )
          test.faults.push(event.fault);
        break;
      case 'finished':
        test.finished = true;
        break;
      case 'suiteFault':
        outside.push({ path: event.path, fault: event.fault });
        break;
      case 'fileFault':
      case 'loadFailed':
        outside.push({ path: [], fault: event.fault, load: event.type === 'loadFailed' });
        break;
    }
  }
  const loaded = !outside.some(({ load }) => load);
  const entries = (loaded ? tests : []).map((test) => {
    const swallowed = test.failed.filter(
      (/** @type {any} */ fault) => !test.faults.some((/** @type {any} */ one) => one.assertion === fault.assertion),
    );
    const faults = strict ? [...test.faults, ...swallowed] : test.faults;
    let state = test.plan === 'run' ? 'failed' : test.plan === 'skip' ? 'skipped' : 'todo';
    if (
      (test.skipped &&
        (test.fails || [test.faults, test.failed, test.before ?? []].every((/** @type {any[]} */ list) => list.length === 0))) ||
      test.bailed
    )
      state = 'skipped';
    else if (
      test.plan === 'run' &&
      (test.fails ? faults.length > 0 && test.finished : faults.length === 0 && test.completed && test.finished)
    )
      state = 'passed';
    return { path: test.path, at: test.at, state, faults, asserted: test.asserted, swallowed: swallowed.length };
  });
  return [
    ...entries,
    ...outside.map(({ path, fault }) => ({ path, at: null, state: 'failed', faults: [fault], asserted: 0, swallowed: 0, outside: true })),
  ];
}
