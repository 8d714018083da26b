/**
 * What test files see: the same objects as globals and as exports of `vitest` and `@jest/globals`.
 * @module
 */

import { chai } from '@vitest/expect';
import {
  afterAll,
  afterEach,
  aroundAll,
  aroundEach,
  beforeAll,
  beforeEach,
  describe,
  it,
  onTestFailed,
  onTestFinished,
} from '@vitest/runner';
import { expectTypeOf } from 'expect-type';
import { assert, createExpect, expect, inject, should, Snapshots, vi } from 'vitest:api';

import { addArrayOf } from './array-of.js';
import { chaiUse } from './assertions.js';
import { noteOurs } from './caller.js';
import { guardAll, guarded, sealApi } from './guard.js';
import { hooks } from './hooks.js';
import { jestOf } from './jest.js';
import { importsSettled, resetModules } from './loader.js';
import { noArtifacts } from './sentences.js';
import { create, defineProperty, ErrorClass, getOwnPropertyDescriptor, ownKeys } from './primordials.js';

vi.resetModules = () => {
  resetModules();
  return vi;
};
vi.dynamicImportSettled = importsSettled;

Object.assign(vi, jestOf(vi));
addArrayOf(expect);

function bench() {
  throw new ErrorClass('`bench()` is only available in benchmark mode.');
}
Object.assign(bench, { skip: bench, only: bench, todo: bench, skipIf: () => bench, runIf: () => bench });

const chaiApi = { ...chai, use: chaiUse };
const API = {
  __proto__: null,
  describe,
  suite: describe,
  it,
  test: it,
  expect,
  vi,
  vitest: vi,
  jest: vi,
  xdescribe: describe.skip,
  fdescribe: describe.only,
  xit: it.skip,
  xtest: it.skip,
  fit: it.only,
  afterAll,
  afterEach,
  aroundAll,
  aroundEach,
  beforeAll,
  beforeEach,
  onTestFailed: guarded('onTestFailed', onTestFailed),
  onTestFinished: guarded('onTestFinished', onTestFinished),
  assert,
  chai: chaiApi,
  should,
  Snapshots,
  createExpect,
  inject,
  bench,
  expectTypeOf,
  assertType() {},
  recordArtifact() {
    throw new ErrorClass(noArtifacts());
  },
};
/** Exports of `vitest` that are not globals. */
const ONLY = {
  __proto__: null,
  vitest: true,
  bench: true,
  createExpect: true,
  inject: true,
  recordArtifact: true,
  should: true,
  Snapshots: true,
};

const namespaceOf = (values) => {
  const namespace = create(null);
  defineProperty(namespace, Symbol.toStringTag, { __proto__: null, value: 'Module' });
  for (const key of ownKeys(values)) defineProperty(namespace, key, { __proto__: null, value: values[key], enumerable: true });
  return namespace;
};
const vitest = namespaceOf(API);
const chaiModule = namespaceOf({ ...chaiApi, default: chaiApi });

/** Exports of a module of the test API, by specifier. */
export const apiFor = (id) => (id === 'chai' ? chaiModule : vitest);

/** The value that a file receives under a name of the test API. */
export const exportOf = (name) => API[name];

/** Objects that imports of the API give, and functions that its values share. */
export const apiObjects = () => [vitest, chaiModule, expectTypeOf({})];

let isInstalled = false;
/**
 * Locks built-ins and defines the globals of the test API, of which those that judge cannot be replaced or removed. With a sealed
 * API there are no globals, and its functions are guarded. `hasJest` says whether `jest` is a global.
 */
export function installApi(sealed, hasJest) {
  if (isInstalled) return;
  isInstalled = true;
  hooks.tellsPlugins = true;
  if (sealed) {
    sealApi();
    guardAll(noteOurs(expect));
    guardAll(vi);
    for (const key of ownKeys(API)) if (typeof API[key] === 'function') noteOurs(API[key]);
  }
  for (const object of [expect, vi, Snapshots, chai.Assertion.prototype]) {
    for (const key of ownKeys(object)) {
      const property = getOwnPropertyDescriptor(object, key);
      // Vitest itself writes to these, so they stay writable.
      if (property.configurable && key !== 'assertionCalls')
        defineProperty(
          object,
          key,
          'value' in property ? { ...property, writable: false, configurable: false } : { ...property, configurable: false },
        );
    }
  }
  if (sealed) return;
  for (const key of ownKeys(API)) {
    if (key in ONLY || (key === 'jest' && !hasJest)) continue;
    const shared = { __proto__: null, enumerable: false };
    // Set-up files may replace what does not judge (`globalThis.jest = vi`).
    if (key === 'vi' || key === 'jest') defineProperty(globalThis, key, { ...shared, value: API[key], writable: true, configurable: true });
    // What judges stays, and a file that replaces it goes on.
    else defineProperty(globalThis, key, { ...shared, get: () => API[key], set() {}, configurable: false });
  }
}
