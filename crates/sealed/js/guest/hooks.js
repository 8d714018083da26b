/**
 * Functions that the patched packages call (`../patches.mjs`). The modules that implement them fill the object.
 * @module
 */

import { onRecord, onRenew } from './fresh.js';
import { timers } from './open.js';
import { shuffled } from './order.js';
import { partOf } from './parts.js';
import { construct, weakHas, weakSet, WeakMapClass } from './primordials.js';

export { safe } from './safe.js';
import { isForJest, isForRunner, run } from './state.js';

export { records, worker } from './state.js';

const matchers = new WeakMapClass();
const ASYMMETRIC = Symbol.for('jest.asymmetricMatcher');

/** Where the test API is sealed, no value may claim to be a matcher. */
const takesMatchers = () => isForRunner() && run.config?.sealedApi !== true;

export const hooks = {
  __proto__: null,
  mocker: undefined,
  failed() {},
  skipped() {},
  attempt() {},
  suiteBody: (_, body) => body(),
  timedOut: (error) => error,
  record: (error) => error,
  soft() {},
  whole: (make, value, message) => make(value, message),
  isLate: () => false,
  /** Whether a hook that is declared late never runs. That of a library which a test loads is no fault in Vitest. */
  dropsLateHooks: () => run.config?.writtenFor === 'vitest',
  /** Value of `retry` at the start of the suite that is being declared, if the suite changed it. */
  retryBefore: undefined,
  refuse: (what, name) => new Error(`${what} ${name}`),
  longest() {},
  placeIn() {},
  isBuiltIn: () => false,
  otherwise: (error) => error,
  made: (expect) => expect,
  /** Runs the implementation of a mock that is called with `new`. */
  construct,
  isForJest,
  /** Whether the other hooks of this name run if one of them fails. */
  runsAll: (name) => isForJest() && (name === 'afterEach' || name === 'afterAll'),
  /** What runs a test or hook in place of `run`, which calls its function with values of a table. */
  callback: (run) => run,
  /** What a function returns for the next call in a chain, which only Jest has. */
  chained: (vi) => (isForJest() ? vi : undefined),
  /** The name of a test in `expect.getState()`. */
  testName: (_, name) => name,
  /** The title of a case of `each`; undefined for that of Vitest. */
  title: () => undefined,
  /** Whether what was thrown is what an error or object expects. Jest compares messages, causes, and classes but `Error` itself. */
  isThrown(thrown, expected, equal) {
    if (!isForJest() || expected === null || typeof expected !== 'object') return equal(thrown, expected);
    if (thrown === null || typeof thrown !== 'object' || thrown.message !== expected.message) return false;
    if ((thrown.cause || expected.cause) && !equal(thrown.cause, expected.cause)) return false;
    const { constructor: expectedClass } = expected;
    if (!(thrown instanceof Error) || !(expected instanceof Error) || typeof expectedClass !== 'function') return true;
    return expectedClass.name === 'Error' || thrown instanceof expectedClass;
  },
  /** What a snapshot keeps of an error. */
  kept: (error) => (isForJest() ? error?.message : error),
  /** Called when a mock function is created. */
  spy: (spy) => spy,
  /** Wraps a callback that the engine calls later. */
  putOff: (callback) => callback,
  settled: (self, error) => error,
  shuffled,
  /** Whether chai notifies listeners of new members. */
  tellsPlugins: false,
  fakeTimers: () => partOf('timers'),
  /** Timers by which packages call code under test. */
  timers,
  onRenew,
  onRecord,
  /** Called when a built-in asymmetric matcher is created. */
  matcher(made) {
    weakSet(matchers, made, true);
    return ASYMMETRIC;
  },
  /** Whether a value is an asymmetric matcher: a built-in one, or in projects of a runner one that code makes. */
  isMatcher: (value) =>
    typeof value === 'object' &&
    value !== null &&
    (weakHas(matchers, value) || (takesMatchers() && 'asymmetricMatch' in value && typeof value.asymmetricMatch === 'function')),
};
