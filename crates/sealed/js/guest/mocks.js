/**
 * `vi.mock` and its like: what stands in place of a module.
 * @module
 */

import { ManualMockedModule, mockObject } from '@vitest/mocker';
import { createMockInstance } from '@vitest/spy';

import { hooks } from './hooks.js';
import { create, defineProperty, ErrorClass, MapClass, mapDelete, mapForEach, mapGet, mapSet, PromiseClass, push, slice, startsWith, lastIndexOf } from './primordials.js';

const globalConstructors = { Object, Function, RegExp, Array, Map };
/** Properties that are asked of any object, and of a mock too without being missed. */
const ASKED = new Set(['__esModule', 'then', Symbol.asyncIterator, Symbol.hasInstance, Symbol.isConcatSpreadable, Symbol.iterator, Symbol.match, Symbol.matchAll, Symbol.replace, Symbol.search, Symbol.split, Symbol.species, Symbol.toPrimitive, Symbol.toStringTag, Symbol.unscopables]);
/** Modules that are never mocked: the test API comes from them. */
const OWN = { __proto__: null, vitest: true, '@jest/globals': true };

/** Mocks by what they stand for. */
const mocks = new MapClass();
let loader;
export function initMocks(given) { loader = given; }

/** The mock that an import of `key` gets, unless its factory runs: what that imports is the thing itself. */
export function mockFor(key) {
  const mock = mapGet(mocks, key);
  return mock === undefined || (mock.making && mock.type === 'manual') ? undefined : mock;
}

/** What an import gets of a mock. */
export async function importMocked(mock, importer) {
  switch (mock.type) {
    case 'manual': mock.made ??= byFactory(mock); break;
    case 'redirect': return importRedirected(mock, importer);
    default:
      // What the module itself imports sees its mock before that has anything.
      if (mock.making && importer !== undefined && loader.reaches(mock, importer)) return mock.exports;
      mock.made ??= automocked(mock);
  }
  const made = await loader.waitFor(importer, mock, mock.made);
  mock.now = made;
  return made;
}

/** The file of `__mocks__`, or the thing itself where that file, or what it imports, asks. */
function importRedirected(mock, importer) {
  const record = loader.recordOf(mock.redirect);
  const isOwn = importer !== undefined && (importer.id === record.id || (!record.done && loader.reaches(record, importer)));
  return isOwn ? loader.importId(mock.key, importer) : loader.importId(mock.redirect, importer);
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

/**
 * Runs an import of a module for it, or for those of its mocks whose factories run: these stand in the text of the module,
 * which itself waits for them, and wait for what they import.
 */
export async function inFactory(importer, isDynamic, load) {
  const makers = [];
  mapForEach(mocks, (mock) => { if (mock.making && mock.type === 'manual' && mock.importer.id === importer.id) push(makers, mock); });
  if (makers.length === 0) return load(importer);
  const node = { __proto__: null, id: importer.id, waits: [], isDynamic, of: `vi.mock('${makers[makers.length - 1].raw}')` };
  let loading = load(node);
  for (let i = 0; i < makers.length; i++) loading = loader.waitFor(makers[i], node, loading);
  return loading;
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
  if (mock.type === 'redirect') return loader.importNow(importer?.id === mock.redirect ? mock.key : mock.redirect);
  if (mock.now !== undefined) return mock.now;
  if (mock.making) return mock.exports;
  mock.making = true;
  try {
    if (mock.type !== 'manual') {
      mock.exports = blank();
      mock.now = mocked(loader.actualNow(mock.raw, mock.importer), mock.type, mock.exports);
    } else {
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

async function automocked(mock) {
  mock.making = true;
  mock.exports = blank();
  try {
    const actual = await loader.importActual(mock, mock.raw);
    return mocked(actual, mock.type, mock.exports);
  } finally {
    mock.making = false;
  }
}

/** What the exports of a mock are put on. */
function blank() {
  const exports = create(null);
  defineProperty(exports, Symbol.toStringTag, { __proto__: null, value: 'Module', writable: true, configurable: true });
  return exports;
}

const mocked = (actual, type, exports = blank()) => mockObject({ globalConstructors, createMockInstance, type }, actual, exports);

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
    // What it imports it imports as the module in which it stands, whose `id` it has.
    const mock = { __proto__: null, id: importer.id, waits: [], type: redirect === undefined ? type : 'redirect', key, raw, importer, redirect, manual: undefined, made: undefined, now: undefined, exports: undefined, making: false };
    if (type === 'manual') mock.manual = new ManualMockedModule(raw, key, key, factory);
    mapSet(mocks, key, mock);
  },
  queueUnmock(raw, file) {
    const importer = loader.importerOf(file);
    mapDelete(mocks, loader.keyOf(raw, importer.id));
  },
  getMockContext: () => ({ callstack: null }),
  importActual: (raw, file) => inFactory(loader.importerOf(file), false, (importer) => loader.importActual(importer, raw)),
  importMock: (raw, file) => inFactory(loader.importerOf(file), false, async (importer) => {
    const key = loader.keyOf(raw, importer.id), mock = mockFor(key);
    if (mock !== undefined) return importMocked(mock, importer);
    const redirect = redirectOf(key);
    if (redirect !== undefined) return loader.importId(redirect, importer);
    return mocked(await loader.importActual(importer, raw), 'automock');
  }),
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
