/**
 * Reports the outcome of every matcher that a test calls, even if the test catches its error.
 * @module
 */

import { chai } from '@vitest/expect';
import { expect, vi } from 'vitest:api';

import { faultOf, know, knownOf, nextNumber } from './faults.js';
import { check } from './guard.js';
import { changed, changedByNow, mayDiffer, withIntact } from './harden.js';
import { onRenew } from './fresh.js';
import { hooks } from './hooks.js';
import { lookAtPlugin } from './looks.js';
import { say, sayAsserted } from './port.js';
import { records } from './state.js';
import { noteUse } from './uses.js';
import {
  apply,
  create,
  defineProperty,
  getOwnPropertyDescriptor,
  mapSet,
  ownKeys,
  push,
  setProperty,
  then,
  PromiseClass,
  WeakMapClass,
  weakHas,
  weakSet,
} from './primordials.js';
import { current, forget } from './runner.js';

const { flag } = chai.util;
const { prototype } = chai.Assertion;

/** Words of chai without effect, and members of the assertion object itself. */
const WORDS = new Set(
  'to be been is that which and has have with at of same but does still also not deep nested own ordered any all itself resolves rejects soft withTest withContext assert constructor _obj __flags __methods then'.split(
    ' ',
  ),
);
/** Names of matchers that `expect.extend` cannot replace. */
const builtIn = new Set();

const wrappers = new WeakMapClass();
/** Running matchers, innermost last. */
const running = [];
let tentative = 0;
onRenew(() => {
  running.length = tentative = 0;
  weakSet(states, expect, create(Object.prototype, state));
});
/** The state of `expect`, and how it begins. */
const states = records[Symbol.for('matchers-object')],
  state = Object.getOwnPropertyDescriptors(expect.getState());

hooks.isBuiltIn = (name) => builtIn.has(name);

/** Creates an assertion with the original built-ins. */
hooks.whole = (make, value, message) => {
  if (!current.quiet) check('expect');
  const found = mayDiffer() ? changed() : undefined;
  return found === undefined ? make(value, message) : withIntact(found, make, undefined, [value, message]);
};

const isOnStack = (self) => {
  for (let i = 0; i < running.length; i++) if (running[i] === self) return true;
  return false;
};
const isFailure = (error) =>
  error instanceof chai.AssertionError ||
  (typeof error === 'object' && error !== null && ('__vitest_error_context__' in error || ('actual' in error && 'expected' in error)));

function number(error) {
  const known = knownOf(error)?.assertion;
  if (known !== undefined) return known;
  const assertion = nextNumber();
  know(error, { assertion });
  return assertion;
}

/** Takes a failure back, because the failed assertion was expected. */
function forgive(error) {
  const assertion = knownOf(error)?.assertion;
  if (assertion !== undefined && current.test !== null) forget(assertion);
}

/** No changed built-ins. */
const NONE = [];

/** Runs a matcher and reports its outcome. */
function judged(self, method, args) {
  const { test } = current;
  if (!current.quiet && !isOnStack(self)) check('a matcher');
  const top = running.length === 0;
  // Assertions inside a matcher are part of it. Assertions in a function that the test passes to it count on their own.
  const counts =
    test !== null && !current.quiet && (top || (flag(self, 'vitest-test') !== undefined && !flag(self, 'lockSsfi') && !isOnStack(self)));
  const trying = !top || tentative > 0 || (flag(self, 'poll') && !flag(self, '_isLastPollAttempt'));
  const found = top ? changedByNow() : undefined;
  if (counts && flag(self, 'promise') === 'rejects') forgive(flag(self, 'object'));
  push(running, self);
  try {
    // In each case by the same number of calls: an inline snapshot is found by it.
    const result = withIntact(found ?? NONE, method, self, args);
    if (counts) sayAsserted(test);
    return result;
  } catch (error) {
    if (counts && !trying) {
      sayAsserted(test);
      if (isFailure(error)) {
        mapSet(current.swallowed, number(error), true);
        say({ __proto__: null, type: 'assertionFailed', test, fault: faultOf(error) });
      }
    }
    throw error;
  } finally {
    running.length -= 1;
  }
}

/** Errors for promises that settled the other way than `resolves` or `rejects` expects. */
const otherwise = new WeakMapClass();
hooks.otherwise = (error) => {
  weakSet(otherwise, error, true);
  return error;
};

/** Reports a failed `resolves` or `rejects`, unless its matcher already reported it. */
hooks.settled = (self, error) => {
  if (typeof error !== 'object' || error === null || !weakHas(otherwise, error)) return error;
  const test = current.idOf(flag(self, 'vitest-test')) ?? current.test;
  if (test === null || tentative > 0) return error;
  sayAsserted(test);
  mapSet(current.swallowed, number(error), true);
  say({ __proto__: null, type: 'assertionFailed', test, fault: faultOf(error) });
  return error;
};

function wrapped(method) {
  const wrapper = function (...args) {
    return judged(this, method, args);
  };
  const keys = ownKeys(method);
  for (let i = 0; i < keys.length; i++) {
    const property = getOwnPropertyDescriptor(method, keys[i]);
    if (keys[i] !== 'prototype' && property?.configurable) defineProperty(wrapper, keys[i], property);
  }
  weakSet(wrappers, wrapper, true);
  return wrapper;
}

/** Wraps new members of the assertion prototype. */
function wrapAll() {
  const names = ownKeys(prototype);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const property = getOwnPropertyDescriptor(prototype, name);
    if (typeof name !== 'string' || WORDS.has(name) || !property.configurable) continue;
    if (typeof property.value === 'function') {
      if (!weakHas(wrappers, property.value)) defineProperty(prototype, name, { ...property, value: wrapped(property.value) });
    } else if (property.get !== undefined && !weakHas(wrappers, property.get)) {
      defineProperty(prototype, name, { ...property, get: getter(property.get) });
    }
  }
}

/** `expect(x).ok` asserts when it is read; `expect(x).an` returns a function that asserts. */
function getter(get) {
  const wrapper = function () {
    const value = judgedUnlessChain(this, get);
    if (typeof value !== 'function') return value;
    const self = this;
    return new Proxy(value, { apply: (target, thisArg, args) => judged(self, target, args) });
  };
  weakSet(wrappers, wrapper, true);
  return wrapper;
}

const CHAINS = new Set();
function judgedUnlessChain(self, get) {
  if (CHAINS.has(get)) return apply(get, self, []);
  // A getter that returns a function is a chainable method.
  let value;
  const result = judged(
    self,
    function () {
      value = apply(get, this, []);
      if (typeof value === 'function') CHAINS.add(get);
      return value;
    },
    [],
  );
  return result;
}

// Which getters return functions is determined early, so that the first use does not count as an assertion.
for (const name of ['a', 'an', 'include', 'contain', 'contains', 'includes', 'length', 'lengthOf']) {
  const get = getOwnPropertyDescriptor(prototype, name)?.get;
  if (get !== undefined) CHAINS.add(get);
}
for (const name of ownKeys(prototype)) if (typeof name === 'string') builtIn.add(name);
// Guests cannot replace chai's comparison.
defineProperty(chai.config, 'deepEqual', {
  __proto__: null,
  value: chai.config.deepEqual,
  writable: false,
  enumerable: true,
  configurable: false,
});
wrapAll();

const { extend } = expect;
const extended = (real) =>
  function (matchers) {
    const result = apply(real, this, [matchers]);
    wrapAll();
    return result;
  };
expect.extend = extended(extend);
const { use } = chai;
/** `chai.use`: a plugin may add words, and overwrite words that are not built in. */
export const chaiUse = function (plugin) {
  lookAtPlugin(plugin);
  noteUse('a plugin of chai');
  const result = apply(use, this, [plugin]);
  wrapAll();
  return result;
};

/** Records a failed `expect.soft`; the test continues. */
hooks.soft = (task, error) => {
  number(error);
  const test = current.idOf(task);
  if (test === undefined) return;
  say({ __proto__: null, type: 'testFault', test, fault: faultOf(error, { hook: current.hook }) });
};

/** Runs a function of the test whose failed assertions are tried again. */
function tried(callback) {
  if (typeof callback !== 'function') return callback;
  return function (...args) {
    tentative += 1;
    try {
      const result = apply(callback, this, args);
      if (result instanceof PromiseClass) then(result, undefined, forgive);
      return result;
    } finally {
      tentative -= 1;
    }
  };
}
for (const name of ['waitFor', 'waitUntil']) {
  const real = vi[name];
  vi[name] = (callback, options) => real(tried(callback), options);
}

/** Whether the matchers still judge correctly: a false assertion fails, and a true one passes. */
export function canary() {
  current.quiet = true;
  const limit = Error.stackTraceLimit;
  try {
    // Nobody reads the stacks of these errors.
    setProperty(Error, 'stackTraceLimit', 0);
    const cases = [
      [() => expect(1).toBe(2), true],
      [() => expect(1).toBe(1), false],
      [() => expect({ a: [1] }).toEqual({ a: [2] }), true],
      [() => expect({ a: [1] }).toEqual({ a: [1] }), false],
    ];
    for (let i = 0; i < cases.length; i++) {
      let failed = false;
      try {
        cases[i][0]();
      } catch {
        failed = true;
      }
      if (failed !== cases[i][1]) return `an assertion that must ${failed ? 'hold fails' : 'fail holds'}`;
    }
    return undefined;
  } finally {
    setProperty(Error, 'stackTraceLimit', limit);
    current.quiet = false;
  }
}
