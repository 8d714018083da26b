/**
 * Which assertion came to what: every matcher that a test calls is heard, whatever becomes of what it throws.
 * @module
 */

import { chai } from '@vitest/expect';
import { expect, vi } from 'vitest:api';

import { faultOf, know, knownOf, nextNumber } from './faults.js';
import { check } from './guard.js';
import { changed, changedByNow, mayDiffer, withIntact } from './harden.js';
import { hooks } from './hooks.js';
import { lookAtPlugin } from './looks.js';
import { say, sayAsserted } from './port.js';
import { apply, defineProperty, getOwnPropertyDescriptor, mapSet, ownKeys, push, setProperty, then, PromiseClass, WeakMapClass, weakHas, weakSet } from './primordials.js';
import { current, forget } from './runner.js';

const { flag } = chai.util;
const { prototype } = chai.Assertion;

/** Words of chai's that say nothing by themselves, and what the assertion itself is made of. */
const WORDS = new Set('to be been is that which and has have with at of same but does still also not deep nested own ordered any all itself resolves rejects soft withTest withContext assert constructor _obj __flags __methods then'.split(' '));
/** Names of matchers that stand, whatever a test extends `expect` by. */
const builtIn = new Set();

const wrappers = new WeakMapClass();
/** Assertions whose matchers run now, one inside the other. */
const running = [];
let tentative = 0;

hooks.isBuiltIn = (name) => builtIn.has(name);

/** Makes an assertion with the built-ins as they were. */
hooks.whole = (make, value, message) => {
  if (!current.quiet) check('expect');
  const found = mayDiffer() ? changed() : undefined;
  return found === undefined ? make(value, message) : withIntact(found, make, undefined, [value, message]);
};

const isOnStack = (self) => {
  for (let i = 0; i < running.length; i++) if (running[i] === self) return true;
  return false;
};
const isFailure = (error) => error instanceof chai.AssertionError || (typeof error === 'object' && error !== null && ('__vitest_error_context__' in error || ('actual' in error && 'expected' in error)));

function number(error) {
  const known = knownOf(error)?.assertion;
  if (known !== undefined) return known;
  const assertion = nextNumber();
  know(error, { assertion });
  return assertion;
}

/** A failed assertion was what was asked for. */
function forgive(error) {
  const assertion = knownOf(error)?.assertion;
  if (assertion !== undefined && current.test !== null) forget(assertion);
}

/** Runs a matcher, and says what it came to. */
function judged(self, method, args) {
  const { test } = current;
  if (!current.quiet && !isOnStack(self)) check('a matcher');
  const top = running.length === 0;
  // What a matcher calls of itself is part of it; what a function of the test calls inside of it is an assertion.
  const counts = test !== null && !current.quiet && (top || (flag(self, 'vitest-test') !== undefined && !flag(self, 'lockSsfi') && !isOnStack(self)));
  const trying = !top || tentative > 0 || (flag(self, 'poll') && !flag(self, '_isLastPollAttempt'));
  const found = top ? changedByNow() : undefined;
  if (counts && flag(self, 'promise') === 'rejects') forgive(flag(self, 'object'));
  push(running, self);
  try {
    const result = found === undefined ? apply(method, self, args) : withIntact(found, method, self, args);
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

/** Errors by which a promise is said to have settled the other way. */
const otherwise = new WeakMapClass();
hooks.otherwise = (error) => {
  weakSet(otherwise, error, true);
  return error;
};

/** `resolves` or `rejects` failed: by its matcher, which has said so, or since the promise settled the other way. */
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
  const wrapper = function (...args) { return judged(this, method, args); };
  const keys = ownKeys(method);
  for (let i = 0; i < keys.length; i++) {
    const property = getOwnPropertyDescriptor(method, keys[i]);
    if (keys[i] !== 'prototype' && property?.configurable) defineProperty(wrapper, keys[i], property);
  }
  weakSet(wrappers, wrapper, true);
  return wrapper;
}

/** Wraps what is new on the prototype of assertions. */
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

/** `expect(x).ok` asserts, `expect(x).an` gives a function that does. */
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
  // A chainable method is known by what its getter gives.
  let value;
  const result = judged(self, function () {
    value = apply(get, this, []);
    if (typeof value === 'function') CHAINS.add(get);
    return value;
  }, []);
  return result;
}

// Which getters give functions is known beforehand, so that the first use is not counted.
for (const name of ['a', 'an', 'include', 'contain', 'contains', 'includes', 'length', 'lengthOf']) {
  const get = getOwnPropertyDescriptor(prototype, name)?.get;
  if (get !== undefined) CHAINS.add(get);
}
for (const name of ownKeys(prototype)) if (typeof name === 'string') builtIn.add(name);
// How chai compares is not to be chosen.
defineProperty(chai.config, 'deepEqual', { __proto__: null, value: chai.config.deepEqual, writable: false, enumerable: true, configurable: false });
wrapAll();

const { extend } = expect;
const extended = (real) => function (matchers) {
  const result = apply(real, this, [matchers]);
  wrapAll();
  return result;
};
expect.extend = extended(extend);
const { use } = chai;
/** `chai.use`, which may add words and overwrite them: those that are built in are not overwritten. */
export const chaiUse = function (plugin) {
  lookAtPlugin(plugin);
  const result = apply(use, this, [plugin]);
  wrapAll();
  return result;
};

/** `expect.soft` failed: the test goes on. */
hooks.soft = (task, error) => {
  number(error);
  const test = current.idOf(task);
  if (test === undefined) return;
  say({ __proto__: null, type: 'testFault', test, fault: faultOf(error, { hook: current.hook }) });
};

/** A function of the test in which a failed assertion is tried again. */
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

/** Whether a failed assertion fails and one that holds does not, of those that a test would call. */
export function canary() {
  current.quiet = true;
  const limit = Error.stackTraceLimit;
  try {
    // Nobody sees its stacks.
    setProperty(Error, 'stackTraceLimit', 0);
    const cases = [[() => expect(1).toBe(2), true], [() => expect(1).toBe(1), false], [() => expect({ a: [1] }).toEqual({ a: [2] }), true], [() => expect({ a: [1] }).toEqual({ a: [1] }), false]];
    for (let i = 0; i < cases.length; i++) {
      let failed = false;
      try { cases[i][0](); } catch { failed = true; }
      if (failed !== cases[i][1]) return `an assertion that must ${failed ? 'hold fails' : 'fail holds'}`;
    }
    return undefined;
  } finally {
    setProperty(Error, 'stackTraceLimit', limit);
    current.quiet = false;
  }
}
