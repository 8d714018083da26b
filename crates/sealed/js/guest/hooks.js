/**
 * What the patched packages call (`../patches.mjs`): the object is filled by the modules that each is of.
 * @module
 */

import { shuffled } from './order.js';
import { partOf } from './parts.js';
import { weakHas, weakSet, WeakMapClass } from './primordials.js';

export { safe } from './safe.js';
export { records, worker } from './state.js';

const matchers = new WeakMapClass();
const ASYMMETRIC = Symbol.for('jest.asymmetricMatcher');

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
  /** What `retry` was where the suite that is declared now began, if it changed it. */
  retryBefore: undefined,
  refuse: (what, name) => new Error(`${what} ${name}`),
  longest() {},
  placeIn() {},
  isBuiltIn: () => false,
  otherwise: (error) => error,
  made: (expect) => expect,
  /** A mock function is made. */
  spy: (spy) => spy,
  /** A callback that the engine calls later. */
  putOff: (callback) => callback,
  settled: (self, error) => error,
  shuffled,
  /** Whether chai tells its listeners of what is added to it. */
  tellsPlugins: false,
  fakeTimers: () => partOf('timers'),
  /** An asymmetric matcher of ours is made. */
  matcher(made) {
    weakSet(matchers, made, true);
    return ASYMMETRIC;
  },
  isMatcher: (value) => typeof value === 'object' && value !== null && weakHas(matchers, value),
};
