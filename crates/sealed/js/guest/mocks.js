/**
 * `vi.mock` and its like: what stands in place of a module.
 * @module
 */

import { ManualMockedModule, mockObject } from '@vitest/mocker';
import { createMockInstance } from '@vitest/spy';

import { hooks } from './hooks.js';
import { create, defineProperty, ErrorClass, MapClass, mapDelete, mapGet, mapSet, PromiseClass, slice, startsWith, lastIndexOf } from './primordials.js';

const globalConstructors = { Object, Function, RegExp, Array, Map };
/** Properties that are asked of any object, and of a mock too without being missed. */
const ASKED = new Set(['__esModule', 'then', Symbol.asyncIterator, Symbol.hasInstance, Symbol.isConcatSpreadable, Symbol.iterator, Symbol.match, Symbol.matchAll, Symbol.replace, Symbol.search, Symbol.split, Symbol.species, Symbol.toPrimitive, Symbol.toStringTag, Symbol.unscopables]);
/** Modules that are never mocked: the test API comes from them. */
const OWN = { __proto__: null, vitest: true, '@jest/globals': true };

/** Mocks by what they stand for. */
const mocks = new MapClass();
let loader;
export function initMocks(given) { loader = given; }

/** The mock that an import of `key` gets, unless it is being made: what its factory imports is the thing itself. */
export function mockFor(key) {
  const mock = mapGet(mocks, key);
  return mock === undefined || mock.making ? undefined : mock;
}

/** What an import gets of a mock. */
export async function importMocked(mock, importer) {
  switch (mock.type) {
    case 'manual': mock.made ??= byFactory(mock); break;
    case 'redirect': return loader.importId(mock.redirect, importer);
    default: mock.made ??= automocked(mock, importer);
  }
  const made = await mock.made;
  mock.now = made;
  return made;
}

async function byFactory(mock) {
  mock.making = true;
  try {
    return shown(mock, await mock.manual.resolve());
  } catch (error) {
    mock.made = undefined;
    throw error;
  } finally {
    mock.making = false;
  }
}

/** What a factory made, which misses what it lacks. */
const shown = (mock, exports) => new Proxy(exports, {
  get: (target, name) => {
    if (name === 'then') return target instanceof Promise ? target.then.bind(target) : target[name];
    if (!(name in target) && !ASKED.has(name)) {
      const error = new ErrorClass(`[vitest] No "${String(name)}" export is defined on the "${mock.raw}" mock. Did you forget to return it from "vi.mock"?\nIf you need to partially mock a module, you can use "importOriginal" helper inside:\n\n`
        + `vi.mock(import("${mock.raw}"), async (importOriginal) => {\n  const actual = await importOriginal()\n  return {\n    ...actual,\n    // your mocked methods\n  }\n})`);
      throw error;
    }
    return target[name];
  },
});

/** What `require` of a mocked module gives: what an import of it was given, or what can be made at once. */
export function importMockedNow(mock, importer) {
  if (mock.type === 'redirect') return loader.importNow(mock.redirect);
  if (mock.now !== undefined) return mock.now;
  mock.making = true;
  try {
    if (mock.type !== 'manual') mock.now = mocked(loader.actualNow(mock.raw, mock.importer), mock.type);
    else {
      const exports = mock.manual.resolve();
      if (exports instanceof PromiseClass) throw new ErrorClass(`The factory of "${mock.raw}" is asynchronous: import the mock, it cannot be required`);
      mock.now = shown(mock, exports);
    }
  } finally {
    mock.making = false;
  }
  mock.made ??= mock.now;
  return mock.now;
}

async function automocked(mock, importer) {
  mock.making = true;
  try {
    const actual = await loader.importActual(importer.id === mock.importer.id ? importer : mock.importer, mock.raw);
    return mocked(actual, mock.type);
  } finally {
    mock.making = false;
  }
}

function mocked(actual, type) {
  const exports = create(null);
  defineProperty(exports, Symbol.toStringTag, { __proto__: null, value: 'Module', writable: true, configurable: true });
  return mockObject({ globalConstructors, createMockInstance, type }, actual, exports);
}

/** The file in `__mocks__` that stands for a module, if there is one. */
function redirectOf(key) {
  const at = lastIndexOf(key, '/');
  const candidates = startsWith(key, '/') && !key.includes('/node_modules/') ? [`${slice(key, 0, at)}/__mocks__${slice(key, at)}`] : byPackage(key);
  for (const candidate of candidates) if (loader.hasModule(candidate)) return candidate;
  return undefined;
}

function byPackage(key) {
  const inPackage = key.includes('/node_modules/') ? slice(key, lastIndexOf(key, '/node_modules/') + 14) : startsWith(key, 'node:') ? slice(key, 5) : key;
  const name = /^(@[^/]+\/)?[^/]+/.exec(inPackage)?.[0] ?? inPackage;
  return ['.js', '.mjs', '.cjs', '.ts', '.mts', '.tsx', '.jsx', '.json', '/index.js', '/index.ts'].map((end) => `/__mocks__/${name}${end}`);
}

const typeOf = (factory) => (factory ? (typeof factory === 'function' ? 'manual' : factory.spy ? 'autospy' : 'automock') : 'automock');

/** What `vi` calls. Specifiers are resolved at once: the host has told what they name. */
hooks.mocker = {
  queueMock(raw, file, factory) {
    const importer = loader.importerOf(file), key = loader.keyOf(raw, importer.id);
    if (OWN[key]) return;
    const type = typeOf(factory);
    const redirect = type === 'automock' ? redirectOf(key) : undefined;
    const mock = { __proto__: null, type: redirect === undefined ? type : 'redirect', raw, importer, redirect, manual: undefined, made: undefined, now: undefined, making: false };
    if (type === 'manual') mock.manual = new ManualMockedModule(raw, key, key, factory);
    mapSet(mocks, key, mock);
  },
  queueUnmock(raw, file) {
    const importer = loader.importerOf(file);
    mapDelete(mocks, loader.keyOf(raw, importer.id));
  },
  getMockContext: () => ({ callstack: null }),
  importActual: (raw, file) => loader.importActual(loader.importerOf(file), raw),
  async importMock(raw, file) {
    const importer = loader.importerOf(file), key = loader.keyOf(raw, importer.id);
    const mock = mockFor(key);
    if (mock !== undefined) return importMocked(mock, importer);
    const redirect = redirectOf(key);
    if (redirect !== undefined) return loader.importId(redirect, importer);
    return mocked(await loader.importActual(importer, raw), 'automock');
  },
  mockObject: (object, _, type) => mockObject({ globalConstructors, createMockInstance, type: type ?? 'automock' }, object),
};

/** `jest.requireMock`: the mock of a module, or one that is made of it. */
export function mockNow(raw, importer) {
  const key = loader.keyOf(raw, importer.id), mock = mockFor(key);
  if (mock !== undefined) return importMockedNow(mock, importer);
  const redirect = redirectOf(key);
  return redirect === undefined ? automockNow(raw, importer) : loader.importNow(redirect);
}
/** `jest.createMockFromModule`: the mock that is made of a module, whatever is mocked. */
export const automockNow = (raw, importer) => mocked(loader.actualNow(raw, importer), 'automock');
