/**
 * Runs modules in function form. Each runs once, imports read its results, and a cycle reads what exists so far.
 * @module
 */

import { know } from './faults.js';
import { onRenew } from './fresh.js';
import { forgetMade, importMocked, importMockedNow, inFactory, initMocks, mockFor, requireMocked } from './mocks.js';
import { native } from './natives.js';
import { isBuiltinNode, loadNode, envOf } from './node.js';
import { later } from './open.js';
import { ask, sayNow } from './port.js';
import { evaluate as evaluateScript } from './scripts.js';
import { noSuchExport, unreplacedGlob } from './sentences.js';
import { addModules, apiOf, dirname, functionOf, isCommonJs, keyOf, modules, names, normalize, hasModule } from './sent.js';
import { isForJest, isForRunner, run } from './state.js';
import { define, defineAll, isNamespace, namespace, star } from './namespaces.js';
import { assignsExports, exportWritten, writtenBy } from './written-exports.js';
import { apiFor } from './api.js';
import { hooks } from './hooks.js';
import {
  apply,
  create,
  defineProperty,
  ErrorClass,
  exec,
  indexOf,
  MapClass,
  mapDelete,
  mapForEach,
  mapGet,
  mapHas,
  mapSet,
  ObjectClass,
  ownKeys,
  PromiseClass,
  push,
  slice,
  startsWith,
  StringClass,
  SyntaxErrorClass,
  then,
  TypeErrorClass,
} from './primordials.js';

const API = { __proto__: null, vitest: true, '@jest/globals': true, chai: true };
/** Modules that have run or are running. */
let records = new MapClass();

onRenew(() => {
  records = new MapClass();
});

/** Files of test material that have run, with their texts and exports. */
export function materialExports() {
  const list = [];
  mapForEach(records, (record, id) => {
    const module = mapGet(modules, id);
    if (module?.api === undefined || module.kind === 'json') return;
    if (record.module !== undefined) return push(list, [id, module.code, [['module.exports', record.module.exports]]]);
    if (!record.done) return undefined;
    const exports = [],
      names = ownKeys(record.exports);
    for (let i = 0; i < names.length; i++) {
      // A binding may be uninitialised.
      try {
        if (typeof names[i] === 'string') push(exports, [names[i], record.exports[names[i]]]);
      } catch {
        /* It is not watched. */
      }
    }
    return push(list, [id, module.code, exports]);
  });
  return list;
}

/** The error of an import that cannot be resolved. */
function refusal({ name, message, code, at }) {
  if (code === 'ERR_TEST_API') return hooks.reserved(message, at);
  const error = name === 'SyntaxError' ? new SyntaxErrorClass(message) : new ErrorClass(message);
  if (code !== undefined) error.code = code;
  know(error, { at: at ?? undefined, code: name === 'SyntaxError' ? 'err:syntax' : 'err:not_found' });
  return error;
}

/** The target of a specifier as the host resolved it. Asks the host at once if it must. */
async function resolve(specifier, importer) {
  const module = mapGet(modules, importer),
    deps = module?.deps;
  let target = deps === undefined ? undefined : mapGet(deps, specifier);
  // The host does not send modules that only a mocking call names.
  if (target === undefined || (typeof target === 'string' && !mapHas(modules, target) && !(target in API) && !isBuiltinNode(target))) {
    const loaded = await ask({ type: 'load', specifier, importer });
    if (loaded.modules) addModules(loaded.modules);
    target = loaded.error
      ? { error: typeof loaded.error === 'string' ? { name: 'Error', message: loaded.error } : loaded.error }
      : loaded.id;
    if (module !== undefined) {
      // Valid for this file only: the next one may have other files around it.
      const own = new MapClass();
      mapForEach(deps, (value, key) => {
        mapSet(own, key, value);
      });
      mapSet(own, specifier, target);
      mapSet(modules, importer, { __proto__: null, ...module, deps: own });
    }
  }
  return target;
}

/** `import()` of a specifier in a module: its mock, or the module itself. */
const importDynamic = (importer, specifier) => inFactory(importer, true, (node) => importFrom(node, StringClass(specifier)));

/** `import` of a specifier in a module, or in a factory of its mocks. */
async function importFrom(importer, specifier) {
  const mock = mockFor(keyOf(specifier, importer.id));
  if (mock !== undefined) return importMocked(mock, importer);
  return importActual(importer, specifier);
}

/** `import { names } from`: a missing export throws before the importer runs, as in the engine itself. */
async function importNamed(importer, specifier, names) {
  if (mockFor(keyOf(specifier, importer.id)) !== undefined) return importFrom(importer, specifier);
  const exports = await importActual(importer, specifier);
  const target = mapGet(mapGet(modules, importer.id)?.deps ?? modules, specifier);
  // Types of the test API do not exist at run time.
  if (names !== undefined && !(target in API) && (isBuiltinNode(target) || isNamed(recordOf(target))))
    miss(names, exports, specifier, target, importer.id);
  return exports;
}

/** Whether all export names of a module are known: it has run, or it belongs to a cycle whose names are static. */
const isNamed = (record) => record.done || (record.linked !== undefined && !record.isOpen);

/** Whether a name that a module lacks is `undefined` in a file, as test runners have it. Node links the modules of packages itself. */
const toleratesMissing = (importer) => isForRunner() && indexOf(importer, '/node_modules/') < 0;

/**
 * Throws if a name is not exported, unless `importer`, a module's id, tolerates that. The names of a CommonJS file are those
 * that it has after it ran, as in Vitest.
 */
function miss(names, exports, specifier, target, importer) {
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (name in exports) continue;
    const module = mapGet(modules, target);
    if (module?.kind === 'commonjs') {
      const value = requireId(target);
      define(exports, name, () => value?.[name]);
      continue;
    }
    for (let j = 0; j < (module?.conflicts?.length ?? 0); j++)
      if (module.conflicts[j] === name)
        throw new SyntaxErrorClass(`The requested module '${specifier}' contains conflicting star exports for name '${name}'`);
    if (!toleratesMissing(importer)) throw new SyntaxErrorClass(noSuchExport(specifier, name));
  }
}

/** `import` of a specifier, ignoring mocks. */
export async function importActual(importer, specifier) {
  const target = await resolve(specifier, importer.id);
  if (typeof target !== 'string') throw refusal(target.error);
  const exports = await importId(target, importer);
  // The names of a CommonJS file are those that it has after it ran, as in Vitest.
  if (mapGet(modules, target)?.kind === 'commonjs' && recordOf(target).done) defineAll(exports, requireId(target));
  return seenBy(importer.id, target, exports);
}

/** The exports of a module as an importer, by its id, sees them: to what Node loads, the default of a CommonJS file is `module.exports`. */
function seenBy(importer, target, exports) {
  if (mapGet(modules, importer)?.loadedByNode !== true || mapGet(modules, target)?.kind !== 'commonjs') return exports;
  const record = recordOf(target);
  if (!record.done) return exports;
  record.inNode ??= namespace();
  const names = ownKeys(exports);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (typeof name === 'string' && !(name in record.inNode))
      define(record.inNode, name, name === 'default' ? () => requireId(target) : () => exports[name]);
  }
  return record.inNode;
}

/** The exports of a module by its id; in a cycle, the exports that exist so far. */
export async function importId(id, importer) {
  if (id in API) return apiFor(id, importer);
  if (isBuiltinNode(id)) return loadNode(id);
  const record = recordOf(id);
  if (record.done) return record.exports;
  if (record.promise === undefined) record.promise = begun(record);
  else if (importer !== undefined && (record === importer || reaches(record, importer))) {
    if (!importer.isDynamic) return record.exports;
    await refuseStalled(record, importer);
  }
  await waitFor(importer, record, record.promise);
  return record.exports;
}

/** Evaluates a module after recording who waits for it. */
async function begun(record) {
  await undefined;
  await evaluate(record);
}

/** Awaits a promise, and meanwhile records that `importer` waits for `node`: a module, a mock or a factory. */
export async function waitFor(importer, node, promise) {
  if (importer === undefined) return promise;
  push(importer.waits, node);
  try {
    return await promise;
  } finally {
    drop(importer.waits, node);
  }
}

function drop(list, item) {
  let at = 0;
  while (at < list.length && list[at] !== item) at += 1;
  for (; at + 1 < list.length; at++) list[at] = list[at + 1];
  if (at < list.length) list.length -= 1;
}

/** Whether one waits for another, directly or indirectly. */
export function reaches(from, to, seen = new MapClass()) {
  if (from === to) return true;
  if (mapHas(seen, from)) return false;
  mapSet(seen, from, true);
  for (let i = 0; i < from.waits.length; i++) if (reaches(from.waits[i], to, seen)) return true;
  return false;
}

/** Milliseconds after which a factory that waits for its own mock counts as blocked; the wait may be a coincidence. */
const STALLED = 50;
/** Rejects an `import()` of a factory whose module waits for that factory. */
async function refuseStalled(record, node) {
  await new PromiseClass((resolve) => {
    later(resolve, STALLED);
  });
  if (!record.done && reaches(record, node))
    throw new ErrorClass(
      `${node.of}: its factory waits for the import of '${record.id}', which waits for the mock. Take what does not depend on the mock into a module of its own`,
    );
}

function recordOf(id) {
  let record = mapGet(records, id);
  if (record === undefined) {
    record = {
      __proto__: null,
      id,
      exports: namespace(),
      promise: undefined,
      done: false,
      waits: [],
      module: undefined,
      inNode: undefined,
      written: undefined,
      linked: undefined,
      isOpen: false,
    };
    mapSet(records, id, record);
  }
  return record;
}

/** Adds the names that a module re-exports by `export *`, as the host linked them, before the module runs. */
function link(record, module) {
  const { exports } = record,
    linked = (record.linked = new MapClass());
  record.isOpen = module.open === true;
  // In a test runner the first of several `export *` counts.
  if (!isForRunner()) for (let i = 0; i < (module.conflicts?.length ?? 0); i++) mapSet(linked, module.conflicts[i], undefined);
  for (let i = 0; i < (module.stars?.length ?? 0); i++) {
    const specifier = module.stars[i][0],
      names = module.stars[i][1],
      target = mapGet(module.deps, specifier);
    if (mockFor(keyOf(specifier, record.id)) !== undefined) {
      // The names of a mock are known once it is created.
      record.isOpen = true;
      continue;
    }
    if (names.length === 0) continue;
    const from = recordOf(target).exports;
    for (let j = 0; j < names.length; j++) {
      const name = names[j];
      mapSet(linked, name, from);
      define(exports, name, () => from[name]);
    }
  }
}

async function evaluate(record) {
  const module = mapGet(modules, record.id);
  if (module === undefined) throw new ErrorClass(`${record.id} was not sent`);
  switch (module.kind) {
    case 'error':
      throw refusal(module.error);
    case 'json':
    case 'commonjs':
      exportValue(record, module, requireId(record.id));
      break;
    default:
      await start(record, module);
      exportWritten(record);
  }
  record.done = true;
}

/** Wraps the result of a JSON or CommonJS file as exports. */
function exportValue(record, module, value) {
  // A module that a compiler turned into CommonJS has its own default.
  const isCompiled = module.kind === 'commonjs' && value?.__esModule && 'default' in ObjectClass(value);
  define(record.exports, 'default', isCompiled ? () => value.default : () => value);
  if (module.kind === 'json') {
    if (typeof value === 'object' && !Array.isArray(value)) defineAll(record.exports, value);
    return;
  }
  for (let i = 0; i < (module.names?.length ?? 0); i++) {
    const name = module.names[i];
    if (name !== 'default') define(record.exports, name, () => value?.[name]);
  }
}

/** Calls the function of a module. */
const start = (record, module) =>
  called(functionOf(module), record, module, (specifier, given) => importNamed(record, specifier, given?.importedNames));
function called(run, record, module, load) {
  const { exports } = record;
  link(record, module);
  const dynamic = (specifier) => importDynamic(record, specifier);
  return apply(run, undefined, [
    load,
    dynamic,
    exports,
    (values) => star(record, values),
    (name, get) => define(exports, name, get),
    metaOf(module, record),
    commonJs(record),
    ...apiOf(module),
  ]);
}

/** CommonJS variables of a project's module, if it uses them. */
function commonJs(record) {
  let require;
  return {
    get require() {
      return (require ??= requireFor(record.id));
    },
    get module() {
      return writtenBy(record).module;
    },
    get exports() {
      return writtenBy(record).first;
    },
  };
}

function metaOf(module, record) {
  const meta = create(null);
  meta.url = module.meta.url;
  meta.dirname = module.meta.dirname;
  meta.filename = module.meta.filename;
  defineProperty(meta, 'env', { __proto__: null, value: envOf(), writable: true, enumerable: true, configurable: true });
  if (record.id === run.file) meta.vitest = apiFor('vitest');
  meta.glob = function glob() {
    throw new ErrorClass(unreplacedGlob());
  };
  meta.resolve = (specifier) => {
    const key = keyOf(StringClass(specifier), record.id);
    return startsWith(key, '/') ? `file://${encodeURI(key)}` : key;
  };
  return meta;
}

/** `require` of a module by its id: synchronously, or it throws. */
export function requireId(id) {
  if (id in API && isForJest()) return apiFor(id);
  if (id in API)
    throw refusal({
      name: 'Error',
      message: `Vitest cannot be imported in a CommonJS module using require(). Please use "import" instead.`,
    });
  if (isBuiltinNode(id)) return loadNode(id).default;
  const record = recordOf(id);
  if (record.module !== undefined) return record.module.exports;
  const module = mapGet(modules, id);
  if (module === undefined) throw refusal({ name: 'Error', message: `Cannot find module '${id}'`, code: 'MODULE_NOT_FOUND' });
  switch (module.kind) {
    case 'error':
      throw refusal(module.error);
    case 'json': {
      record.module = { exports: JSON.parse(module.code) };
      return record.module.exports;
    }
    case 'commonjs':
      break;
    default:
      return required(record, evaluateNow(record, module));
  }
  const made = { exports: {}, id, filename: id, loaded: false, children: [], paths: [], parent: undefined };
  record.module = made;
  const require = requireFor(id);
  made.require = require;
  try {
    const dynamic = (specifier) => importDynamic(record, specifier);
    apply(functionOf(module), made.exports, [made.exports, require, made, id, dirname(id), dynamic, ...apiOf(module)]);
  } catch (error) {
    record.module = undefined;
    throw error;
  }
  made.loaded = true;
  return made.exports;
}

/** Asks the host to run the file in another guest that has the module, because `require` cannot wait for an answer. */
function need(specifier, importer) {
  sayNow({ __proto__: null, type: 'need', specifier, importer });
  for (;;);
}

/** Turns a module's asynchronous function into a synchronous one of the same length; its imports are then synchronous too. */
const synchronous = (code) => `(     ${slice(code, 6)}`.replaceAll('await __vite_ssr_import__(', '      __vite_ssr_import__(');

/** Runs an ES module synchronously, with its imports. */
function evaluateNow(record, module) {
  if (record.done || record.promise === NOW) return record.exports;
  if (record.promise !== undefined) {
    if (record.thrown !== undefined) throw record.thrown.error;
    throw refusal({
      name: 'Error',
      message: `Cannot require() ES Module ${record.id} here: it is being imported. Use import`,
      code: 'ERR_REQUIRE_CYCLE_MODULE',
    });
  }
  if (module.awaits || !startsWith(module.code, '(async function('))
    throw refusal({
      name: 'Error',
      message: `require() cannot be used on an ES module with top-level await: ${record.id}. Use import() instead`,
      code: 'ERR_REQUIRE_ASYNC_MODULE',
    });
  record.promise = NOW;
  try {
    called(evaluateScript(synchronous(module.code), module), record, module, (specifier, given) => {
      const target = mapGet(module.deps, specifier);
      if (typeof target !== 'string')
        throw refusal(
          target?.error ?? {
            name: 'Error',
            message: `Cannot find module '${specifier}' imported from ${record.id}`,
            code: 'ERR_MODULE_NOT_FOUND',
          },
        );
      const mock = mockFor(target);
      return mock === undefined ? namesOf(target, specifier, given?.importedNames, record.id) : importMockedNow(mock, record);
    });
    exportWritten(record);
    record.done = true;
    record.promise = undefined;
  } catch (error) {
    // Later importers receive the same error.
    record.thrown = { error };
    record.promise = new PromiseClass((_, reject) => {
      reject(error);
    });
    then(record.promise, undefined, () => {});
    throw error;
  }
  return record.exports;
}
/** What `require` gives of an ES module, as in Node: it has `__esModule` if it has a default. */
function required(record, exports) {
  if (assignsExports(record)) return record.written.module.exports;
  if ('module.exports' in exports) return exports['module.exports'];
  if (!record.done || !('default' in exports) || '__esModule' in exports) return exports;
  if (isForJest()) {
    // All importers have one object, on which they may spy.
    defineProperty(exports, '__esModule', { __proto__: null, value: true });
    return exports;
  }
  if (record.required === undefined) {
    record.required = namespace();
    defineProperty(record.required, '__esModule', { __proto__: null, value: true });
    const names = ownKeys(exports);
    for (let i = 0; i < names.length; i++) if (typeof names[i] === 'string') define(record.required, names[i], () => exports[names[i]]);
  }
  return record.required;
}
/** Replaces the promise of a module that runs synchronously. */
const NOW = { __proto__: null };

/** Synchronous exports of a module, in the form that `import` returns. */
export function importNow(id) {
  if (id in API) return apiFor(id);
  if (isBuiltinNode(id)) return loadNode(id);
  const record = recordOf(id),
    module = mapGet(modules, id);
  if (record.done) return record.exports;
  if (module?.kind === 'module') return evaluateNow(record, module);
  if (module?.kind === 'commonjs' || module?.kind === 'json') {
    exportValue(record, module, requireId(id));
    record.done = true;
    return record.exports;
  }
  throw module === undefined
    ? refusal({ name: 'Error', message: `Cannot find module '${id}'`, code: 'MODULE_NOT_FOUND' })
    : refusal(module.error);
}
/** Like `importNow`, and checks that the imported names exist. */
function namesOf(id, specifier, names, importer) {
  const exports = importNow(id);
  if (names !== undefined && !(id in API) && (isBuiltinNode(id) || isNamed(recordOf(id)))) miss(names, exports, specifier, id, importer);
  return seenBy(importer, id, exports);
}

/** Runs a function with an empty module registry. `back` in the result restores the previous one. */
export function isolated(body) {
  const before = records;
  records = new MapClass();
  const back = () => {
    records = before;
  };
  let result;
  try {
    result = body();
  } catch (error) {
    back();
    throw error;
  }
  return { result, back };
}

/** Creates `require` for a file. In a project of Jest it gives mocks. */
export function requireFor(file) {
  const require = requireActualFor(file);
  if (!isForJest()) return require;
  const mocking = (specifier) => {
    const mock = typeof specifier === 'string' ? mockFor(keyOf(specifier, file)) : undefined;
    return mock === undefined ? require(specifier) : requireMocked(mock, recordOf(file));
  };
  mocking.resolve = require.resolve;
  mocking.cache = create(null);
  mocking.extensions = require.extensions;
  mocking.main = undefined;
  return mocking;
}

/** The modules that ran, of which one could replace another: where the test API is sealed, there are none. Jest takes no writes. */
const requireCache = () => (run.config?.sealedApi === true || isForJest() ? create(null) : native.script('require-cache').cache);

/** What `require.cache` reads and writes. */
export const loadedModules = {
  __proto__: null,
  moduleOf: (id) => mapGet(records, id)?.module,
  putModule(id, module) {
    recordOf(id).module = module;
  },
  forgetModule(id) {
    if (mapHas(records, id)) recordOf(id).module = undefined;
  },
  loadedModules() {
    const loaded = [];
    mapForEach(records, ({ id, module }) => module !== undefined && push(loaded, id));
    return loaded;
  },
};

/** Creates a `require` for a file that ignores mocks. */
export function requireActualFor(file) {
  const targetOf = (specifier) => {
    if (typeof specifier !== 'string') throw new TypeErrorClass(`The "id" argument must be of type string. Received ${typeof specifier}`);
    const module = mapGet(modules, file);
    const target = module === undefined ? undefined : (mapGet(module.requires, specifier) ?? mapGet(module.deps, specifier));
    if (target !== undefined) return target;
    if (isBuiltinNode(specifier)) return specifier;
    const key = startsWith(specifier, '.') ? normalize(`${dirname(file)}/${specifier}`) : specifier;
    if (mapHas(modules, key)) return key;
    if (module !== undefined && run.needs) need(specifier, file);
    const message = `Cannot find module '${specifier}'\nRequire stack:\n- ${file}\nIts name was put together when the file ran: write it out, or use import(), which can wait for it`;
    return { error: { name: 'Error', message, code: 'MODULE_NOT_FOUND' } };
  };
  const resolved = (specifier) => {
    const target = targetOf(specifier);
    if (typeof target !== 'string') throw refusal(target.error);
    return target;
  };
  const require = (specifier) => requireId(resolved(specifier));
  require.resolve = resolved;
  defineProperty(require, 'cache', { __proto__: null, get: requireCache, enumerable: true, configurable: true });
  // What reads the names of kinds of files finds those of Node. Nothing calls what is put there.
  require.extensions = { __proto__: null, '.js': undefined, '.json': undefined, '.node': undefined };
  require.main = undefined;
  return require;
}

/** Runs the test file or a setup file. */
export function importFile(id) {
  // `RegExp.lastMatch` and its like are the same in each guest.
  exec(/^/, '');
  return importId(id, undefined);
}

/** Drops evaluated modules, so that the next import evaluates them again. */
export function resetModules() {
  mapForEach(records, (record, id) => {
    if (record.done || record.module !== undefined) mapDelete(records, id);
  });
  if (isForJest()) forgetMade();
}

/** Resolves when no import is pending. */
export async function importsSettled() {
  for (let i = 0; i < 1000; i++) {
    await new Promise((resolve) => {
      queue(resolve);
    });
    let pending;
    mapForEach(records, (record) => {
      if (!record.done && record.promise !== undefined && !record.failed) pending ??= record;
    });
    if (pending === undefined) return;
    await pending.promise.then(
      () => {},
      () => {
        pending.failed = true;
      },
    );
  }
}
const queue = (run) => later(run, 0);

/** Names under which `vi.mock` and similar calls identify an importer. */
export const importerOf = (file) => recordOf(mapGet(names, file) ?? run.file);

/** The target of a specifier in a module, synchronously and ignoring mocks. */
const actualNow = (specifier, importer) => importNow(requireActualFor(importer.id).resolve(specifier));
const requireActual = (specifier, importer) => requireActualFor(importer.id)(specifier);

initMocks({
  keyOf,
  hasModule,
  dirname,
  importActual,
  importId,
  importNow,
  actualNow,
  requireActual,
  requireId,
  isNamespace,
  isCommonJs,
  importerOf,
  recordOf,
  reaches,
  waitFor,
});
