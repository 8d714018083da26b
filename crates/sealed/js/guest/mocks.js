/**
 * `vi.mock` and similar calls: replacements of modules.
 * @module
 */

import { ManualMockedModule, mockObject } from '@vitest/mocker';
import { createMockInstance } from '@vitest/spy';

import { onRenew } from './fresh.js';
import { hooks } from './hooks.js';
import { isForJest } from './state.js';
import {
  create,
  defineProperty,
  ErrorClass,
  getOwnPropertyDescriptor,
  mapClear,
  MapClass,
  mapDelete,
  mapForEach,
  mapGet,
  mapSet,
  ownKeys,
  PromiseClass,
  push,
  slice,
  startsWith,
  lastIndexOf,
} from './primordials.js';

const globalConstructors = { Object, Function, RegExp, Array, Map };
/** Properties that any object may be asked for, and that a mock may lack without an error. */
const ASKED = new Set([
  '__esModule',
  'then',
  Symbol.asyncIterator,
  Symbol.hasInstance,
  Symbol.isConcatSpreadable,
  Symbol.iterator,
  Symbol.match,
  Symbol.matchAll,
  Symbol.replace,
  Symbol.search,
  Symbol.split,
  Symbol.species,
  Symbol.toPrimitive,
  Symbol.toStringTag,
  Symbol.unscopables,
]);
/** Modules that are never mocked, because they export the test API. */
const OWN = { __proto__: null, vitest: true, '@jest/globals': true };

/** Mocks by the target of their specifier. */
const mocks = new MapClass();
onRenew(() => {
  mapClear(mocks);
});
let loader;
export function initMocks(given) {
  loader = given;
}

/** The mock for an import of `key`. While its factory runs, imports in the factory get the module itself. */
export function mockFor(key) {
  const mock = mapGet(mocks, key);
  return mock === undefined || (mock.making && mock.type === 'manual') ? undefined : mock;
}

/** The exports of a mock, for an import. */
export async function importMocked(mock, importer) {
  switch (mock.type) {
    case 'manual':
      mock.made ??= byFactory(mock);
      break;
    case 'redirect':
      return importRedirected(mock, importer);
    default:
      // An import by the module itself gets the mock before it has exports.
      if (mock.making && importer !== undefined && loader.reaches(mock, importer)) return mock.exports;
      mock.made ??= automocked(mock);
  }
  const made = await loader.waitFor(importer, mock, mock.made);
  mock.now = made;
  return made;
}

/** The file in `__mocks__`; for an import by that file or its imports, the module itself. */
function importRedirected(mock, importer) {
  const record = loader.recordOf(mock.redirect);
  const isOwn = importer !== undefined && (importer.id === record.id || (!record.done && loader.reaches(record, importer)));
  return isOwn ? loader.importId(mock.key, importer) : loader.importId(mock.redirect, importer);
}

async function byFactory(mock) {
  mock.making = true;
  try {
    if (!isForJest()) return shown(mock, await mock.manual.resolve());
    // Only modules of the ES kind have factories that return promises.
    return inJest(mock, await mock.manual.factory());
  } catch (error) {
    mock.made = undefined;
    throw error;
  } finally {
    mock.making = false;
  }
}

/**
 * Runs an import for a module, or for its running factories. Factories are part of the module's text: the module waits for
 * them, and they wait for their imports.
 */
export async function inFactory(importer, isDynamic, load) {
  const makers = [];
  mapForEach(mocks, (mock) => {
    if (mock.making && mock.type === 'manual' && mock.importer.id === importer.id) push(makers, mock);
  });
  if (makers.length === 0) return load(importer);
  const node = { __proto__: null, id: importer.id, waits: [], isDynamic, of: `vi.mock('${makers[makers.length - 1].raw}')` };
  let loading = load(node);
  for (let i = 0; i < makers.length; i++) loading = loader.waitFor(makers[i], node, loading);
  return loading;
}

/** The exports that a factory returned. Reading a missing one throws. */
const shown = (mock, exports) =>
  new Proxy(exports, {
    get: (target, name) => {
      if (name === 'then') return target instanceof Promise ? target.then.bind(target) : target[name];
      if (!(name in target) && !ASKED.has(name)) {
        const error = new ErrorClass(
          `[vitest] No "${String(name)}" export is defined on the "${mock.raw}" mock. Did you forget to return it from "vi.mock"?\nIf you need to partially mock a module, you can use "importOriginal" helper inside:\n\n` +
            `vi.mock(import("${mock.raw}"), async (importOriginal) => {\n  const actual = await importOriginal()\n  return {\n    ...actual,\n    // your mocked methods\n  }\n})`,
        );
        throw error;
      }
      return target[name];
    },
  });

/** The exports of a mock that can be any value, as a compiler to CommonJS gives them to importers: a missing name is undefined. */
function inJest(mock, value) {
  mock.value = value;
  const exports = blank(),
    isCompiled = isOfModule(value);
  if (value !== null && (typeof value === 'object' || typeof value === 'function')) {
    const names = ownKeys(value);
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (typeof name !== 'string' || (name === 'default' && !isCompiled) || !getOwnPropertyDescriptor(value, name).enumerable) continue;
      defineProperty(exports, name, {
        __proto__: null,
        get: () => value[name],
        set: (next) => {
          value[name] = next;
        },
        enumerable: true,
        configurable: true,
      });
    }
  }
  if (!isCompiled) exports.default = value;
  return exports;
}

/** Whether exports are those of an ES module, or of one that a compiler turned into CommonJS. */
const isOfModule = (exports) => exports?.__esModule === true || loader.isNamespace(exports);

/** The automatic mock of a module in a project of Jest: that of its `module.exports`, or of its exports if it is an ES module. */
function automaticInJest(raw, importer) {
  const actual = loader.requireActual(raw, importer);
  return isOfModule(actual) ? automockNow(raw, importer) : mocked({ __proto__: null, value: actual }, 'automock', {}).value;
}

/** What `require` of a mocked module gives in a project of Jest. */
export function requireMocked(mock, importer) {
  if (mock.type === 'redirect') return loader.requireId(importer?.id === mock.redirect ? mock.key : mock.redirect);
  if (mock.making) return loader.requireId(mock.key);
  const exports = importMockedNow(mock, importer);
  return 'value' in mock ? mock.value : exports;
}

/** Drops what mocks were created as, so that the next set of modules has mocks of its own. */
export function forgetMade() {
  mapForEach(mocks, (mock) => {
    mock.made = mock.now = undefined;
    delete mock.value;
  });
}

/** The exports of a mock for `require`: those of an earlier import, or those that can be created synchronously. */
export function importMockedNow(mock, importer) {
  if (mock.type === 'redirect') return loader.importNow(importer?.id === mock.redirect ? mock.key : mock.redirect);
  if (mock.now !== undefined) return mock.now;
  if (mock.making) return mock.exports;
  mock.making = true;
  try {
    if (isForJest() && mock.type !== 'autospy') {
      mock.now = inJest(mock, mock.type === 'manual' ? mock.manual.factory() : automaticInJest(mock.raw, mock.importer));
    } else if (mock.type !== 'manual') {
      mock.exports = blank();
      mock.now = mocked(loader.actualNow(mock.raw, mock.importer), mock.type, mock.exports);
    } else {
      const exports = mock.manual.resolve();
      if (exports instanceof PromiseClass)
        throw new ErrorClass(`The factory of "${mock.raw}" is asynchronous: import the mock, it cannot be required`);
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
    if (isForJest() && mock.type === 'automock' && loader.isCommonJs(mock.key))
      return inJest(mock, automaticInJest(mock.raw, mock.importer));
    return mocked(actual, mock.type, mock.exports);
  } finally {
    mock.making = false;
  }
}

/** The object that holds the exports of a mock. */
function blank() {
  const exports = create(null);
  defineProperty(exports, Symbol.toStringTag, { __proto__: null, value: 'Module', writable: true, configurable: true });
  return exports;
}

const mocked = (actual, type, exports = blank()) => mockObject({ globalConstructors, createMockInstance, type }, actual, exports);

/** The file in `__mocks__` that replaces a module, if it exists. */
function redirectOf(key) {
  const at = lastIndexOf(key, '/');
  const candidates =
    startsWith(key, '/') && !key.includes('/node_modules/') ? [`${slice(key, 0, at)}/__mocks__${slice(key, at)}`] : byPackage(key);
  for (const candidate of candidates) if (loader.hasModule(candidate)) return candidate;
  return undefined;
}

function byPackage(key) {
  const inPackage = key.includes('/node_modules/')
    ? slice(key, lastIndexOf(key, '/node_modules/') + 14)
    : startsWith(key, 'node:')
      ? slice(key, 5)
      : key;
  const name = /^(@[^/]+\/)?[^/]+/.exec(inPackage)?.[0] ?? inPackage;
  return ['.js', '.mjs', '.cjs', '.ts', '.mts', '.tsx', '.jsx', '.json', '/index.js', '/index.ts'].map((end) => `/__mocks__/${name}${end}`);
}

const typeOf = (factory) => (factory ? (typeof factory === 'function' ? 'manual' : factory.spy ? 'autospy' : 'automock') : 'automock');

/** Functions that `vi` calls. Specifiers are resolved synchronously, because the host sent their targets. */
hooks.mocker = {
  queueMock(raw, file, factory) {
    const importer = loader.importerOf(file),
      key = loader.keyOf(raw, importer.id);
    if (OWN[key]) return;
    const type = typeOf(factory);
    const redirect = type === 'automock' ? redirectOf(key) : undefined;
    // The factory imports as the module that contains it, whose `id` it has.
    const mock = {
      __proto__: null,
      id: importer.id,
      waits: [],
      type: redirect === undefined ? type : 'redirect',
      key,
      raw,
      importer,
      redirect,
      manual: undefined,
      made: undefined,
      now: undefined,
      exports: undefined,
      making: false,
    };
    if (type === 'manual') mock.manual = new ManualMockedModule(raw, key, key, factory);
    mapSet(mocks, key, mock);
  },
  queueUnmock(raw, file) {
    const importer = loader.importerOf(file);
    mapDelete(mocks, loader.keyOf(raw, importer.id));
  },
  getMockContext: () => ({ callstack: null }),
  importActual: (raw, file) => inFactory(loader.importerOf(file), false, (importer) => loader.importActual(importer, raw)),
  importMock: (raw, file) =>
    inFactory(loader.importerOf(file), false, async (importer) => {
      const key = loader.keyOf(raw, importer.id),
        mock = mockFor(key);
      if (mock !== undefined) return importMocked(mock, importer);
      const redirect = redirectOf(key);
      if (redirect !== undefined) return loader.importId(redirect, importer);
      return mocked(await loader.importActual(importer, raw), 'automock');
    }),
  mockObject: (object, _, type) => mockObject({ globalConstructors, createMockInstance, type: type ?? 'automock' }, object),
};

/** `jest.requireMock`: the mock of a module, or an automatic one. */
export function mockNow(raw, importer) {
  const key = loader.keyOf(raw, importer.id),
    mock = mockFor(key),
    jest = isForJest();
  if (mock !== undefined) return jest ? requireMocked(mock, importer) : importMockedNow(mock, importer);
  const redirect = redirectOf(key);
  if (redirect === undefined) return createdMock(raw, importer);
  return jest ? loader.requireId(redirect) : loader.importNow(redirect);
}
/** `jest.createMockFromModule`: an automatic mock of a module, ignoring other mocks. */
export const createdMock = (raw, importer) => (isForJest() ? automaticInJest(raw, importer) : automockNow(raw, importer));
const automockNow = (raw, importer) => mocked(loader.actualNow(raw, importer), 'automock');
