/**
 * What test files see: the same objects as globals and as exports of `vitest` and `@jest/globals`.
 * @module
 */

import { chai } from '@vitest/expect';
import { afterAll, afterEach, aroundAll, aroundEach, beforeAll, beforeEach, describe, it, onTestFailed, onTestFinished } from '@vitest/runner';
import { expectTypeOf } from 'expect-type';
import { assert, createExpect, expect, inject, should, vi } from 'vitest:api';

import { chaiUse } from './assertions.js';
import { importsSettled, resetModules } from './loader.js';
import { run } from './state.js';
import { create, defineProperty, ErrorClass, getOwnPropertyDescriptor, ownKeys, TypeErrorClass } from './primordials.js';

vi.resetModules = () => {
  resetModules();
  return vi;
};
vi.dynamicImportSettled = importsSettled;

const refuse = (name, instead) => () => { throw new ErrorClass(`jest.${name}() is not supported. ${instead}`); };

/** What `jest` has and `vi` has under another name, or not at all. */
Object.assign(vi, {
  now: () => Date.now(),
  setTimeout(ms) {
    vi.setConfig({ testTimeout: Number(ms) });
    return vi;
  },
  retryTimes(count) {
    vi.setConfig({ retry: Number(count) });
    return vi;
  },
  replaceProperty(object, key, value) {
    const property = getOwnPropertyDescriptor(object, key);
    if (property === undefined) throw new TypeErrorClass(`${String(key)} property does not exist`);
    const restore = () => { defineProperty(object, key, property); };
    const replaced = { replaceValue(next) { defineProperty(object, key, { ...property, value: next }); return replaced; }, restore };
    return replaced.replaceValue(value);
  },
  getSeed: () => Number(BigInt.asUintN(32, BigInt(run.config?.sequence?.seed ?? run.seed ?? 0))),
  isEnvironmentTornDown: () => false,
  unstable_mockModule(path, factory) { return vi.doMock(path, factory); },
  unstable_unmockModule(path) { return vi.doUnmock(path); },
  dontMock(path) { return vi.doUnmock(path); },
  deepUnmock(path) { return vi.doUnmock(path); },
  setMock(path, value) { return vi.doMock(path, () => value); },
  async isolateModulesAsync(body) {
    resetModules();
    await body();
    resetModules();
  },
  disableAutomock: () => vi,
  autoMockOff: () => vi,
  enableAutomock: refuse('enableAutomock', 'Mock each module by its path'),
  autoMockOn: refuse('autoMockOn', 'Mock each module by its path'),
  onGenerateMock: refuse('onGenerateMock', 'Give the mock a factory'),
  runAllImmediates() { throw new TypeErrorClass('`jest.runAllImmediates()` is only available when using legacy fake timers.'); },
});

function bench() { throw new ErrorClass('`bench()` is only available in benchmark mode.'); }
Object.assign(bench, { skip: bench, only: bench, todo: bench, skipIf: () => bench, runIf: () => bench });

const chaiApi = { ...chai, use: chaiUse };
const API = {
  __proto__: null,
  describe, suite: describe, it, test: it, expect, vi, vitest: vi, jest: vi,
  xdescribe: describe.skip, fdescribe: describe.only, xit: it.skip, xtest: it.skip, fit: it.only,
  afterAll, afterEach, aroundAll, aroundEach, beforeAll, beforeEach, onTestFailed, onTestFinished,
  assert, chai: chaiApi, should, createExpect, inject, bench, expectTypeOf, assertType() {},
  recordArtifact() { throw new ErrorClass('recordArtifact() is not supported: nothing is kept beside the result. Attach text to the test with context.annotate()'); },
};
/** Exports that are no globals. */
const ONLY = { __proto__: null, vitest: true, bench: true, createExpect: true, inject: true, recordArtifact: true, should: true };

const namespaceOf = (values) => {
  const namespace = create(null);
  defineProperty(namespace, Symbol.toStringTag, { __proto__: null, value: 'Module' });
  for (const key of ownKeys(values)) defineProperty(namespace, key, { __proto__: null, value: values[key], enumerable: true });
  return namespace;
};
const vitest = namespaceOf(API);
const chaiModule = namespaceOf({ ...chaiApi, default: chaiApi });

/** The exports of a module of the test API. */
export const apiFor = (id) => (id === 'chai' ? chaiModule : vitest);

/** Fixes what is built in, and defines the globals, which can neither be replaced nor removed. */
export function installApi() {
  for (const object of [expect, vi, chai.Assertion.prototype]) {
    for (const key of ownKeys(object)) {
      const property = getOwnPropertyDescriptor(object, key);
      // What Vitest itself writes to stays writable.
      if (property.configurable && key !== 'assertionCalls') defineProperty(object, key, 'value' in property ? { ...property, writable: false, configurable: false } : { ...property, configurable: false });
    }
  }
  for (const key of ownKeys(API)) if (!(key in ONLY)) defineProperty(globalThis, key, { __proto__: null, value: API[key], writable: false, enumerable: false, configurable: false });
}
