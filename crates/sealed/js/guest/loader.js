/**
 * Modules in function form: each runs once, an import is what it came to, a cycle gets what there is by then.
 * @module
 */

import { know } from './faults.js';
import { importMocked, initMocks, mockFor } from './mocks.js';
import { isBuiltinNode, loadNode, envOf } from './node.js';
import { ask, sayNow } from './port.js';
import { run } from './state.js';
import { apiFor } from './api.js';
import { apply, create, defineProperty, ErrorClass, getOwnPropertyDescriptor, indirectEval, join, lastIndexOf, MapClass, mapDelete, mapForEach, mapGet, mapHas, mapSet, push, SetClass, slice, split, startsWith, StringClass, SyntaxErrorClass, TypeErrorClass } from './primordials.js';

const API = { __proto__: null, vitest: true, '@jest/globals': true, chai: true };
/** Modules as the host sent them, with what their specifiers name. */
const modules = new MapClass();
/** What has run, or runs. */
const records = new MapClass();

/** Modules by their names in stacks. */
const names = new MapClass();
/** The name of a file in stacks. */
export const nameOf = (id) => mapGet(modules, id)?.name ?? id;

const mapOf = (entries) => {
  const map = new MapClass();
  for (let i = 0; i < (entries?.length ?? 0); i++) mapSet(map, entries[i][0], entries[i][1]);
  return map;
};

/** Takes modules that the host sent. */
export function addModules(list) {
  for (let i = 0; i < list.length; i++) {
    const module = list[i];
    const at = lastIndexOf(module.code ?? '', '//# sourceURL=');
    const name = at < 0 ? module.id : slice(module.code, at + 14);
    mapSet(modules, module.id, { ...module, name, deps: mapOf(module.deps), requires: mapOf(module.requires) });
    mapSet(names, name, module.id);
  }
}

/** Whether the host sent a module. */
export const hasModule = (id) => mapHas(modules, id);

/** A path without `.` and `..`. */
export function normalize(path) {
  const parts = [], all = split(path, '/');
  for (let i = 0; i < all.length; i++) {
    if (all[i] === '..') parts.length = parts.length === 0 ? 0 : parts.length - 1;
    else if (all[i] !== '' && all[i] !== '.') push(parts, all[i]);
  }
  return `/${join(parts, '/')}`;
}
export const dirname = (path) => slice(path, 0, lastIndexOf(path, '/')) || '/';

/** What a specifier names in a module, by which it is mocked too: a path, a name, or the specifier where it names nothing. */
export function keyOf(specifier, importer) {
  const target = mapGet(mapGet(modules, importer)?.deps ?? modules, specifier);
  if (typeof target === 'string') return target;
  if (startsWith(specifier, './') || startsWith(specifier, '../')) return normalize(`${dirname(importer || run.file)}/${specifier}`);
  if (isBuiltinNode(specifier)) return startsWith(specifier, 'node:') ? specifier : `node:${specifier}`;
  return specifier;
}

/** The error that an import is refused with. */
function refusal({ name, message, code, at }) {
  const error = name === 'SyntaxError' ? new SyntaxErrorClass(message) : new ErrorClass(message);
  if (code !== undefined) error.code = code;
  know(error, { at: at ?? undefined, code: name === 'SyntaxError' ? 'err:syntax' : 'err:not_found' });
  return error;
}

/** What a specifier names, as the host resolved it, now if it must. */
async function resolve(specifier, importer) {
  const { deps } = mapGet(modules, importer) ?? {};
  let target = deps === undefined ? undefined : mapGet(deps, specifier);
  // What is only named in a mock was not sent.
  if (target === undefined || (typeof target === 'string' && !mapHas(modules, target) && !(target in API) && !isBuiltinNode(target))) {
    const loaded = await ask({ type: 'load', specifier, importer });
    if (loaded.modules) addModules(loaded.modules);
    target = loaded.error ? { error: typeof loaded.error === 'string' ? { name: 'Error', message: loaded.error } : loaded.error } : loaded.id;
    if (deps !== undefined) mapSet(deps, specifier, target);
  }
  return target;
}

/** `import` of a specifier in a module: a mock of it, or the thing itself. */
async function importFrom(importer, specifier) {
  specifier = StringClass(specifier);
  const mock = mockFor(keyOf(specifier, importer.id));
  if (mock !== undefined) return importMocked(mock, importer);
  return importActual(importer, specifier);
}

/** `import { names } from`: what is not exported is missed before anything of the importer runs, as by the engine itself. */
async function importNamed(importer, specifier, names) {
  if (mockFor(keyOf(specifier, importer.id)) !== undefined) return importFrom(importer, specifier);
  const exports = await importActual(importer, specifier);
  const target = mapGet(mapGet(modules, importer.id)?.deps ?? modules, specifier);
  // Of a cycle not everything may be there yet, and types of the test API are nothing at run time.
  if (names === undefined || target in API || (!isBuiltinNode(target) && !recordOf(target).done)) return exports;
  for (let i = 0; i < names.length; i++) {
    if (names[i] in exports) continue;
    const why = mapGet(modules, target)?.kind === 'commonjs' ? ': it is a CommonJS file, whose names are not all known before it runs; import its default' : '';
    throw new SyntaxErrorClass(`The requested module '${specifier}' does not provide an export named '${names[i]}'${why}`);
  }
  return exports;
}

/** `import` of a specifier, whatever is mocked. */
export async function importActual(importer, specifier) {
  const target = await resolve(specifier, importer.id);
  if (typeof target !== 'string') throw refusal(target.error);
  return importId(target, importer);
}

/** The exports of a module by its id. */
export async function importId(id, importer) {
  if (id in API) return apiFor(id, importer);
  if (isBuiltinNode(id)) return loadNode(id);
  const record = recordOf(id);
  if (record.done) return record.exports;
  if (record.promise !== undefined) {
    if (importer !== undefined && (record === importer || reaches(record, importer, new SetClass()))) return record.exports;
  } else record.promise = evaluate(record);
  if (importer === undefined) await record.promise;
  else {
    push(importer.waits, record);
    try { await record.promise; } finally { importer.waits = importer.waits.filter((one) => one !== record); }
  }
  return record.exports;
}

/** Whether one module waits for another, by way of others. */
function reaches(from, to, seen) {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  for (let i = 0; i < from.waits.length; i++) if (reaches(from.waits[i], to, seen)) return true;
  return false;
}

function recordOf(id) {
  let record = mapGet(records, id);
  if (record === undefined) {
    record = { __proto__: null, id, exports: namespace(), promise: undefined, done: false, waits: [], module: undefined };
    mapSet(records, id, record);
  }
  return record;
}

/** An object that exports are put on. */
function namespace() {
  const exports = create(null);
  defineProperty(exports, Symbol.toStringTag, { __proto__: null, value: 'Module', configurable: true });
  return exports;
}

const define = (exports, name, get) => defineProperty(exports, name, { __proto__: null, get, enumerable: true, configurable: true });
function defineAll(exports, values) {
  if (values === null || typeof values !== 'object' && typeof values !== 'function') return;
  for (const name in values) {
    if (name !== 'default' && name !== '__esModule' && getOwnPropertyDescriptor(exports, name) === undefined) define(exports, name, () => values[name]);
  }
}

async function evaluate(record) {
  const module = mapGet(modules, record.id);
  if (module === undefined) throw new ErrorClass(`${record.id} was not sent`);
  switch (module.kind) {
    case 'error': throw refusal(module.error);
    case 'json': {
      const value = JSON.parse(module.code);
      define(record.exports, 'default', () => value);
      if (typeof value === 'object' && !Array.isArray(value)) defineAll(record.exports, value);
      break;
    }
    case 'commonjs': {
      const value = requireId(record.id);
      define(record.exports, 'default', () => value);
      for (let i = 0; i < (module.names?.length ?? 0); i++) {
        const name = module.names[i];
        if (name !== 'default') define(record.exports, name, () => value?.[name]);
      }
      break;
    }
    default: await start(record, module);
  }
  record.done = true;
}

/** Calls the function of a module. */
function start(record, module) {
  const { exports } = record;
  const dynamic = (specifier) => importFrom(record, specifier);
  return apply(indirectEval(module.code), undefined, [(specifier, given) => importNamed(record, specifier, given?.importedNames), dynamic, exports, (values) => defineAll(exports, values), (name, get) => define(exports, name, get), metaOf(module, record), commonJs(record)]);
}

/** What a module of a project has of CommonJS, where it uses it. */
function commonJs({ id, exports }) {
  let require;
  return { get require() { return (require ??= requireFor(id)); }, module: { exports, id, filename: id }, exports };
}

function metaOf(module, record) {
  const meta = create(null);
  meta.url = module.meta.url;
  meta.dirname = module.meta.dirname;
  meta.filename = module.meta.filename;
  defineProperty(meta, 'env', { __proto__: null, value: envOf(), writable: true, enumerable: true, configurable: true });
  meta.resolve = (specifier) => {
    const key = keyOf(StringClass(specifier), record.id);
    return startsWith(key, '/') ? `file://${encodeURI(key)}` : key;
  };
  return meta;
}

/** `require` of a module by its id: at once, or not at all. */
export function requireId(id) {
  if (id in API) throw refusal({ name: 'Error', message: `Vitest cannot be imported in a CommonJS module using require(). Please use "import" instead.` });
  if (isBuiltinNode(id)) return loadNode(id).default;
  const record = recordOf(id);
  if (record.module !== undefined) return record.module.exports;
  const module = mapGet(modules, id);
  if (module === undefined) throw refusal({ name: 'Error', message: `Cannot find module '${id}'`, code: 'MODULE_NOT_FOUND' });
  switch (module.kind) {
    case 'error': throw refusal(module.error);
    case 'json': {
      record.module = { exports: JSON.parse(module.code) };
      return record.module.exports;
    }
    case 'commonjs': break;
    default:
      // A module that imports nothing has run when its function comes back.
      if (!record.done && record.promise === undefined && module.deps.size === 0) record.promise = evaluate(record);
      else if (!record.done) throw refusal({ name: 'Error', message: `require() of ES Module ${id} is not supported here. Use import`, code: 'ERR_REQUIRE_ESM' });
      return record.exports;
  }
  const made = { exports: {}, id, filename: id, loaded: false, children: [], paths: [], parent: undefined };
  record.module = made;
  const require = requireFor(id);
  made.require = require;
  try {
    const dynamic = (specifier) => importFrom(record, specifier);
    apply(indirectEval(module.code), made.exports, [made.exports, require, made, id, dirname(id), dynamic]);
  } catch (error) {
    record.module = undefined;
    throw error;
  }
  made.loaded = true;
  return made.exports;
}

/** A `require` cannot wait for an answer: the host ends this guest, and runs the file in another that has what is needed. */
function need(specifier, importer) {
  sayNow({ __proto__: null, type: 'need', specifier, importer });
  for (;;);
}

/** `require` for a file. */
export function requireFor(file) {
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
  require.cache = create(null);
  require.main = undefined;
  return require;
}

/** Runs a file of the run: the test file or one of its setup. */
export const importFile = (id) => importId(id, undefined);

/** Forgets what has run, so that it runs again when it is next imported. */
export function resetModules() {
  mapForEach(records, (record, id) => { if (record.done || record.module !== undefined) mapDelete(records, id); });
}

/** Resolves when nothing is being imported. */
export async function importsSettled() {
  for (let i = 0; i < 1000; i++) {
    await new Promise((resolve) => { queue(resolve); });
    let pending;
    mapForEach(records, (record) => { if (!record.done && record.promise !== undefined && !record.failed) pending ??= record; });
    if (pending === undefined) return;
    await pending.promise.then(() => {}, () => { pending.failed = true; });
  }
}
const { setTimeout: later } = globalThis;
const queue = (run) => later(run, 0);

/** Names that an importer of `vi.mock` and its like goes by. */
export const importerOf = (file) => recordOf(mapGet(names, file) ?? run.file);

initMocks({ keyOf, hasModule, dirname, importActual, importId, importerOf });
