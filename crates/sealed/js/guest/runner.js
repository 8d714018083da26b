/**
 * Runs the file with @vitest/runner, and reports events as they happen.
 * @module
 */

import { getHooks, startTests } from '@vitest/runner';
import { TestRunner } from 'vitest:api';

import { faultOf, know, knownOf, nextNumber } from './faults.js';
import { changedParts, check, guardContext } from './guard.js';
import { onRenew } from './fresh.js';
import { lookSoon } from './harden.js';
import { hooks } from './hooks.js';
import { changedHelpers, watchHelpers } from './helpers.js';
import { importFile, materialExports, resetModules } from './loader.js';
import { forgetFired, leftBehind, ownerOf, running, runOut } from './owners.js';
import { say, sayStart } from './port.js';
import { calledWhileRunning, changedContext, declaredInTest, declaredLate, noTestFound } from './sentences.js';
import { nameOf } from './sent.js';
import { finishSnapshots, notePath, snapshotName } from './snapshots.js';
import { isForJest, run, worker } from './state.js';
import { noteUse } from './uses.js';
import {
  ErrorClass,
  exec,
  indexOf,
  isArray,
  join,
  mapClear,
  MapClass,
  mapDelete,
  mapGet,
  mapSet,
  mapSize,
  nextTask,
  performanceNow,
  PromiseClass,
  push,
  RegExpClass,
  slice,
  startsWith,
  then,
} from './primordials.js';

/** The current state: the test's number, its task and its hook. */
export const current = {
  __proto__: null,
  /** @type {number | null} */
  test: null,
  task: undefined,
  /** @type {string | undefined} */
  hook: undefined,
  /** Whether the running assertion is the harness's own. */
  quiet: false,
  /** Numbers of assertions that failed in this attempt; the test may have caught their errors. */
  swallowed: new MapClass(),
  idOf: (task) => mapGet(ids, task),
};

/** Numbers of tests, in declaration order. */
const ids = new MapClass();
/** Suites that are running or have run. */
const suites = [];
let focused = false;
let count = 0;
let failedTests = 0;
let failedNow = false;
/** Whether the previous attempt failed, and whether the test asked to be skipped. */
let failedBefore = false;
let skippedNow = false;
let canary = () => undefined;
onRenew(() => {
  mapClear(ids);
  mapClear(places);
  mapClear(planned);
  current.test = null;
  current.task = current.hook = suiteHook = undefined;
  current.swallowed = new MapClass();
  failedBefore = skippedNow = isCompleted = false;
  hooks.retryBefore = hooks.runner = worker.current = undefined;
});

/** The hook that each step of the runner belongs to. */
const HOOKS = {
  __proto__: null,
  'test.beforeEach': 'beforeEach',
  'test.afterEach': 'afterEach',
  'test.cleanup': 'afterEach',
  'test.onFinished': 'onTestFinished',
  'test.onFailed': 'onTestFailed',
  'suite.beforeAll': 'beforeAll',
  'suite.afterAll': 'afterAll',
  'suite.cleanup': 'afterAll',
};

/** Locations of declarations, which only the harness reads. */
const places = new MapClass();
const place = (task) => mapGet(places, task) ?? '';
function take(task) {
  if (task.location === undefined) return;
  mapSet(places, task, `Error\n    at ${nameOf(run.file)}:${task.location.line}:${task.location.column}`);
  delete task.location;
}

function pathOf(task) {
  const path = [];
  for (let at = task; at !== undefined && at.filepath === undefined; at = at.suite) path.unshift(at.name);
  return path;
}

/** The tests of a suite and its nested suites, in declaration order. */
function testsOf(suite, found = []) {
  for (let i = 0; i < suite.tasks.length; i++) {
    if (suite.tasks[i].type === 'test') push(found, suite.tasks[i]);
    else testsOf(suite.tasks[i], found);
  }
  return found;
}

const planned = new MapClass();
const planOf = (mode) => (mode === 'skip' || mode === 'todo' ? mode : 'run');

function testFault(task, error, more) {
  const test = mapGet(ids, task);
  if (test === undefined) return;
  failedNow = true;
  say({ __proto__: null, type: 'testFault', test, fault: faultOf(error, more) });
}

function suiteFault(suite, fault) {
  if (suite.filepath !== undefined) say({ __proto__: null, type: 'fileFault', fault });
  else say({ __proto__: null, type: 'suiteFault', path: pathOf(suite), fault });
}

/** Fails the tests of a suite whose hook failed, without running them. */
function failWithin(suite, error, hook) {
  const tests = testsOf(suite);
  for (let i = 0; i < tests.length; i++) if (mapGet(planned, tests[i]) === 'run') testFault(tests[i], error, { hook });
}

/** Reports that the running test asked to be skipped. */
function skipped() {
  if (!skippedNow) say({ __proto__: null, type: 'skippedItself', test: current.test });
  skippedNow = true;
}
hooks.skipped = (task) => {
  if (task === current.task) skipped();
};

hooks.failed = (result, error, isPending) => {
  const task = current.task;
  // A failure while a test runs belongs to that test, because tests never run in parallel.
  if (task !== undefined) {
    if (isPending) return skipped();
    const errors = isArray(error) ? error : [error];
    for (let i = 0; i < errors.length; i++) testFault(task, errors[i], { hook: current.hook });
    return undefined;
  }
  const suite = suites.findLast((one) => one.result === result);
  if (suite === undefined || error === undefined) return undefined;
  const errors = isArray(error) ? error : [error];
  const tests = testsOf(suite);
  const ran = tests.some((test) => test.result !== undefined && test.result.state !== 'skip');
  for (let i = 0; i < errors.length; i++) {
    const hook = suiteHook ?? 'aroundAll';
    if (hook === 'beforeAll' || (hook === 'aroundAll' && !ran && tests.length > 0)) failWithin(suite, errors[i], hook);
    else suiteFault(suite, faultOf(errors[i], { hook }));
  }
  suiteHook = undefined;
  return undefined;
};

/** The running hook of a suite. */
let suiteHook;

hooks.attempt = (task) => {
  lookSoon();
  guardContext(task.context);
  forgetFired();
  const test = mapGet(ids, task) ?? null;
  const again = current.test === test;
  failedBefore = again && (failedNow || (failedBefore && !isCompleted));
  if (!again) skippedNow = false;
  current.task = task;
  current.test = test;
  current.hook = 'aroundEach';
  current.swallowed = new MapClass();
  failedNow = isCompleted = false;
  sayStart({ __proto__: null, type: 'started', test: current.test, now: performanceNow(), timeout: allowance(task) });
};

/** The first location that a stack names: `    at f (FILE:LINE:COLUMN)`, or `    at FILE:LINE:COLUMN`. */
hooks.placeIn = (stack, file) => {
  const name = `${nameOf(file)}:`;
  // The first line is the message.
  for (let from = indexOf(stack, '\n'); from >= 0; from += 1) {
    from = indexOf(stack, name, from);
    if (from < 0) return undefined;
    if (stack[from - 1] !== ' ' && stack[from - 1] !== '(') continue;
    const line = parseInt(slice(stack, from + name.length), 10);
    return { line, column: parseInt(slice(stack, from + name.length + `${line}:`.length), 10) };
  }
  return undefined;
};

/** Milliseconds of the longest hook. */
let longestHook = 0;
hooks.longest = (timeout, isHook) => {
  if (isHook && timeout > longestHook) longestHook = timeout;
};
const bounded = (ms) => (ms > 0 && ms < 1e9 ? ms : 0);

/** Maximum milliseconds of an attempt with its hooks; 0 for no limit. */
function allowance(task) {
  const own = bounded(task.timeout ?? run.config.testTimeout);
  if (own === 0) return 0;
  let hooksMs = 0;
  for (
    let suite = task.suite ?? task.file;
    suite !== undefined;
    suite = suite.filepath === undefined ? (suite.suite ?? suite.file) : undefined
  ) {
    const { beforeEach, afterEach, aroundEach } = getHooks(suite);
    hooksMs += (beforeEach.length * 2 + afterEach.length + aroundEach.length * 2) * longestHook;
  }
  // Work that a test leaves behind has a hook's time, and a retry waits for its delay.
  return own + hooksMs + longestHook + (typeof task.retry === 'object' ? bounded(task.retry?.delay) : 0);
}

/** Reports the time limit of a suite's hooks. */
function sayHooks(suite, names) {
  const all = getHooks(suite);
  if (all === undefined) return;
  let count = 0;
  for (let i = 0; i < names.length; i++) count += all[names[i]].length;
  if (count > 0) sayStart({ __proto__: null, type: 'hook', timeout: bounded(count * 2 * longestHook) });
}

/** Whether the file's tests are known, so that none can be added. */
let isCollected = false;
hooks.isLate = (name) => {
  check(typeof name === 'string' ? name : 'a declaration');
  return isCollected;
};

/** Refuses a declaration, and reports the fault even if the error is caught. */
hooks.refuse = (what, name) => {
  const shown = typeof name === 'function' ? name.name || '<anonymous>' : `${String(name)}`;
  const message =
    what === '' ? calledWhileRunning(shown) : current.task !== undefined ? declaredInTest(what, shown) : declaredLate(what, shown);
  const error = new ErrorClass(message);
  know(error, { code: 'err:structure', assertion: nextNumber() });
  if (current.task !== undefined) testFault(current.task, error, { hook: current.hook });
  else say({ __proto__: null, type: 'fileFault', fault: faultOf(error) });
  return error;
};

/** Refuses a call by the subject, and reports the fault even if the error is caught. */
hooks.reserved = (message, at) => {
  const error = new ErrorClass(message);
  know(error, { at: at ?? undefined, code: 'err:policy', assertion: nextNumber() });
  if (current.task !== undefined) testFault(current.task, error, { hook: current.hook });
  else say({ __proto__: null, type: 'fileFault', fault: faultOf(error) });
  return error;
};

hooks.timedOut = (error) => {
  noteUse('what timed out');
  know(error, { code: 'err:timeout' });
  return error;
};

/** Leaves errors as they are: only a condition of `retry` would read records of them. */
hooks.record = (error) => error;

/** Runs the body of a suite. What it returns ends when its promise, if it is one, has settled. */
hooks.suiteBody = (suite, body) => {
  take(suite);
  const outer = hooks.retryBefore;
  hooks.retryBefore = undefined;
  const end = () => {
    // `jest.retryTimes` applies to the suite that contains the call.
    if (hooks.retryBefore !== undefined) worker.config.retry = hooks.retryBefore.value;
    hooks.retryBefore = outer;
  };
  const failed = (error) => {
    end();
    // As in Vitest, no test of a file runs if a body threw, because its tests are unknown.
    if (!loadFailed) say({ __proto__: null, type: 'loadFailed', fault: faultOf(error) });
    loadFailed = true;
    throw error;
  };
  let returned;
  try {
    returned = body();
  } catch (error) {
    return failed(error);
  }
  if (typeof returned === 'object' && returned !== null && typeof returned.then === 'function')
    return then(new PromiseClass((settle) => settle(returned)), end, failed);
  return end();
};

/** An unhandled error that belongs to the running test. */
export function unhandled(error, kind, isAssertion) {
  const task = ownerOf(error);
  if (isAssertion && current.task !== undefined && (task === undefined || task === current.task))
    return testFault(current.task, error, { hook: current.hook });
  // Errors that another test left behind do not belong to this one.
  if (isAssertion && current.test !== null) forget(knownOf(error).assertion);
  return say({
    __proto__: null,
    type: 'fileFault',
    fault: faultOf(error, { unhandled: kind, test: task === undefined ? undefined : pathOf(task) }),
  });
}

/** Takes back the failure of an assertion of the running test. */
export function forget(assertion) {
  mapDelete(current.swallowed, assertion);
  say({ __proto__: null, type: 'forgiven', test: current.test, assertion });
}
running.test = () => current.task;

class Runner extends TestRunner {
  trace = (name, attributes, callback) => {
    const body = callback ?? attributes;
    const hook = HOOKS[name];
    if (startsWith(name, 'suite.')) {
      suiteHook = hook;
      if (name === 'suite.afterAll')
        sayHooks(suites.findLast((suite) => suite.result?.state === 'run') ?? suites[0], ['afterAll', 'beforeAll', 'aroundAll']);
      return then(body(), (value) => {
        suiteHook = undefined;
        return value;
      });
    }
    if (startsWith(name, 'test.')) {
      current.hook = hook;
      return then(body(), (value) => {
        if (name === 'test.callback') {
          isCompleted = true;
          say({ __proto__: null, type: 'completed', test: current.test });
        }
        if (name === 'test.beforeEach') current.hook = undefined;
        return value;
      });
    }
    if (name !== 'run.test') return body();
    return then(body(), (value) => {
      // A test that skipped itself ends without an event.
      if (current.task !== undefined) this.over(current.task);
      return value;
    });
  };

  async importFile(path) {
    try {
      return await importFile(path);
    } catch (error) {
      loadFailed = true;
      say({ __proto__: null, type: 'loadFailed', fault: faultOf(error) });
      throw error;
    }
  }

  onCleanupWorkerContext(listener) {
    push(cleanups, listener);
  }

  getImportDurations() {
    return undefined;
  }

  onCollected([file]) {
    collected(file);
  }

  async onBeforeRunSuite(suite) {
    push(suites, suite);
    if (suite.mode !== 'skip' && suite.mode !== 'todo') sayHooks(suite, ['aroundAll', 'beforeAll']);
    await super.onBeforeRunSuite(suite);
  }

  async onAfterRunSuite(suite) {
    await nextTask();
    if (suite.filepath !== undefined) {
      const tests = testsOf(suite);
      for (let i = 0; i < tests.length; i++)
        if (tests[i].mode === 'skip') this.snapshotClient.skipTest(run.file, snapshotName(pathOf(tests[i])));
      await finishSnapshots(this.snapshotClient, run.file);
    } else if (suite.mode === 'run' && !isForJest() && isMistake(suite)) {
      suiteFault(suite, { __proto__: null, name: '', message: noTestFound(suite.name), stack: place(suite) });
    }
  }

  async onBeforeRunTask(test) {
    const { bail } = this.config;
    if (mapGet(planned, test) !== 'run') return;
    notePath(test.id, pathOf(test));
    if (bail > 0 && failedTests >= bail && test.mode !== 'skip') {
      say({ __proto__: null, type: 'bailed', test: mapGet(ids, test), failed: failedTests });
      test.mode = 'skip';
    }
    if (test.mode !== 'run' && test.mode !== 'queued') return;
    await super.onBeforeRunTask(test);
    // Events that follow a test come before the next test.
    if (!isTried) tampered(test);
    isTried = true;
  }

  onBeforeTryTask(test) {
    current.hook = undefined;
    if (run.config.resetModules === true) resetModules();
    super.onBeforeTryTask(test);
  }

  async onTaskFinished(test) {
    // Unhandled errors of the test are reported while it is still the running one.
    await nextTask();
    tampered(test);
  }

  async onAfterRetryTask() {
    await nextTask();
    current.hook = 'aroundEach';
  }

  /** Results are not collected here: the host has them. */
  onTestArtifactRecord(_, artifact) {
    return artifact;
  }
  onTestAnnotate(_, annotation) {
    return annotation;
  }

  /** Called when a test ended, whether it passed, failed or skipped itself. */
  over(test) {
    const id = mapGet(ids, test);
    if (hasFailed(test)) failedTests += 1;
    current.test = null;
    current.task = undefined;
    current.hook = undefined;
    say({ __proto__: null, type: 'finished', test: id, now: performanceNow() });
  }
}

/** Whether a finished test has failed in the judge's view: skipping does not undo a failure. */
function hasFailed(test) {
  if (!skippedNow) return test.fails ? !failedNow : failedNow;
  return !test.fails && (failedNow || failedBefore || mapSize(current.swallowed) > 0);
}

/** Whether the test's function completed in this attempt. */
let isCompleted = false;
let loadFailed = false;
let isTried = false;
/** Tears down worker fixtures. */
const cleanups = [];

/** Reports that the subject changed test material, or that the matchers no longer judge correctly. */
function tampered(task) {
  if (run.config.sealedApi === true) {
    const parts = changedParts(task.context),
      helpers = changedHelpers();
    for (let i = 0; i < parts.length; i++) push(helpers, changedContext(parts[i]));
    for (let i = 0; i < helpers.length; i++) refused(task, helpers[i]);
  }
  const why = canary();
  if (why === undefined) return;
  refused(task, `the harness was tampered with: ${why}`);
}
function refused(task, message) {
  failedNow = true;
  say({ __proto__: null, type: 'testFault', test: mapGet(ids, task), fault: { __proto__: null, name: '', message, code: 'err:policy' } });
}

/** Whether an empty suite is a mistake, because it would run. */
hooks.testName = (test, name) => (isForJest() ? join(pathOf(test), ' ') : name);

function isMistake(suite) {
  const { config } = run;
  if (config.passWithNoTests || config.list || focused || count === 0 || testsOf(suite).length > 0) return false;
  for (let at = suite; at !== undefined && at.filepath === undefined; at = at.suite)
    if (at.mode !== 'run' && at.mode !== 'queued') return false;
  return true;
}

const isOnlyError = (task) =>
  task.result?.state === 'fail' &&
  task.result.errors?.length === 1 &&
  startsWith(`${task.result.errors[0].message}`, '[Vitest] Unexpected .only');

/** Reports the declared tests, and which of them run. */
function collected(file) {
  isCollected = true;
  if (run.config.sealedApi === true) watchHelpers(materialExports());
  const tests = testsOf(file);
  const only = [];
  const look = (suite) => {
    for (const task of suite.tasks) {
      take(task);
      if (isOnlyError(task)) {
        push(only, task);
        task.result = undefined;
      }
      if (task.type === 'suite') look(task);
    }
  };
  look(file);
  focused = only.length > 0;
  const first = only.find((task) => task.type === 'test') ?? only[0];
  const { list } = run.config;
  // A listing contains what would run. A sticky pattern keeps its position, so it is reset.
  const pattern = list ? hooks.runner.config.testNamePattern : undefined;
  const isWanted = (test) => {
    if (!pattern) return true;
    pattern.lastIndex = 0;
    return exec(pattern, join(pathOf(test), ' ')) !== null;
  };
  const said = [];
  for (let i = 0; i < tests.length; i++) {
    const test = tests[i];
    if (list && planOf(test.mode) === 'run') test.mode = 'skip';
    mapSet(planned, test, planOf(test.mode));
    if (!isWanted(test)) continue;
    mapSet(ids, test, said.length);
    push(said, { __proto__: null, path: pathOf(test), at: place(test), plan: planOf(test.mode), fails: test.fails === true });
  }
  count = said.length;
  // If a file could not be loaded, no test runs. Other faults on the way are reported too.
  if (loadFailed) file.result ??= { state: 'fail', errors: [] };
  else if (file.result?.state === 'fail') say({ __proto__: null, type: 'loadFailed', fault: faultOf(file.result.errors?.[0]) });
  say({ __proto__: null, type: 'collected', tests: said, focused: first === undefined || list ? null : place(first) });
}

/** Runs the file, and resolves after its last event was sent. */
export async function runFile(config, check) {
  canary = check;
  // A reused guest starts without state of the previous file.
  isCollected = loadFailed = isTried = focused = failedNow = false;
  count = failedTests = longestHook = 0;
  suites.length = cleanups.length = 0;
  const runner = new Runner(config);
  hooks.runner = runner;
  await startTests([run.file], runner);
  for (let i = 0; i < cleanups.length; i++) await cleanups[i]();
  if (!loadFailed && leftBehind() > 0) {
    sayStart({ __proto__: null, type: 'hook', timeout: leftBehind() * 2 });
    await runOut();
  }
  await nextTask();
}

/** The name pattern, or the error if it is invalid. */
export function namePattern(pattern) {
  if (!pattern) return undefined;
  try {
    return new RegExpClass(pattern.source, pattern.flags.replaceAll('g', ''));
  } catch (error) {
    say({
      __proto__: null,
      type: 'loadFailed',
      fault: { ...faultOf(error), message: `testNamePattern: ${error.message}`, code: 'err:protocol' },
    });
    return undefined;
  }
}
