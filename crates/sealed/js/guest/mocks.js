/**
 * `vi.mock` and its like: what stands in place of a module.
 * @module
 */

import { ManualMockedModule, mockObject } from '@vitest/mocker';
import { createMockInstance } from '@vitest/spy';

import { hooks } from './hooks.js';
import { create, defineProperty, ErrorClass, MapClass, mapDelete, mapGet, mapSet, slice, startsWith, lastIndexOf } from './primordials.js';

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
    case 'manual': return (mock.made ??= byFactory(mock));
    case 'redirect': return loader.importId(mock.redirect, importer);
    default: return (mock.made ??= automocked(mock, importer));
  }
}

async function byFactory(mock) {
  mock.making = true;
  try {
    const exports = await mock.manual.resolve();
    return new Proxy(exports, {
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
  } catch (error) {
    mock.made = undefined;
    throw error;
  } finally {
    mock.making = false;
  }
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
    const mock = { __proto__: null, type: redirect === undefined ? type : 'redirect', raw, importer, redirect, manual: undefined, made: undefined, making: false };
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
