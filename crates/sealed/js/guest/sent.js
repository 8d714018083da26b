/**
 * Modules that the host sent, in function form, and what their specifiers lead to.
 * @module
 */

import { exportOf } from './api.js';
import { onRenew } from './fresh.js';
import { isBuiltinNode } from './node.js';
import { evaluate as evaluateScript, noteHash } from './scripts.js';
import { run } from './state.js';
import {
  indexOf,
  join,
  lastIndexOf,
  listSlice,
  mapClear,
  MapClass,
  mapForEach,
  mapGet,
  mapHas,
  mapSet,
  push,
  slice,
  split,
  startsWith,
} from './primordials.js';

/** Modules that the host sent, with the targets of their specifiers. */
export let modules = new MapClass();
/** All modules ever received, by number. For a later file the host sends only the numbers of modules that a guest has. */
const held = new MapClass();
/** Modules by their names in stacks. */
export const names = new MapClass();
/** The name of a file in stacks. */
export const nameOf = (id) => mapGet(modules, id)?.name ?? id;

const mapOf = (entries) => {
  const map = new MapClass();
  for (let i = 0; i < (entries?.length ?? 0); i++) mapSet(map, entries[i][0], entries[i][1]);
  return map;
};

/** Takes modules from a message; a number stands for a module that was sent before. */
export function addModules(list) {
  for (let i = 0; i < list.length; i++) {
    const known = typeof list[i] === 'number' ? mapGet(held, list[i]) : hold(list[i]);
    mapSet(modules, known.id, known);
    mapSet(names, known.name, known.id);
  }
}

/** Takes the modules of a file, and drops those of the previous file. */
export function setModules(list) {
  modules = new MapClass();
  addModules(list);
}

/** A module across files. Its function is created on first use and shared by all files. */
function hold(module) {
  const at = lastIndexOf(module.code ?? '', '//# sourceURL=');
  const name = at < 0 ? module.id : slice(module.code, at + 14);
  const kept = {
    __proto__: null,
    ...module,
    name,
    deps: mapOf(module.deps),
    requires: mapOf(module.requires),
    api: apiNames(module.code ?? ''),
    run: undefined,
  };
  if (module.key !== undefined) mapSet(held, module.key, kept);
  return kept;
}

onRenew(() => {
  modules = new MapClass();
  mapClear(names);
  // A function that is not strict is in reach of its code, which may have added properties to it.
  mapForEach(held, (module) => {
    if (module.kind !== 'module') module.run = undefined;
  });
});

/** The function of a module. */
export const functionOf = (module) => (module.run ??= evaluateScript(module.code, module));

/** Last parameters of a module's function, before the names of the test API that test material receives. */
const LAST = ['__verdict_common_js__', '__vite_ssr_dynamic_import__'];
/** Names of the test API that a module receives. */
function apiNames(code) {
  if (!startsWith(code, '(async function(') && !startsWith(code, '(function(')) return undefined;
  const names = split(slice(code, indexOf(code, '(', 1) + 1, indexOf(code, ')')).replaceAll(' ', ''), ',');
  const last = names.findLastIndex((name) => name === LAST[0] || name === LAST[1]);
  return last < 0 || last + 1 === names.length ? undefined : listSlice(names, last + 1);
}

/** Records how files of test material are identified, before code under test runs. */
export const noteMaterial = () =>
  mapForEach(modules, (module) => {
    if (module.api !== undefined) noteHash(module.code, module);
  });
/** What a module receives of the test API, in the order of its parameters. */
export const apiOf = (module) => (module.api === undefined ? [] : module.api.map(exportOf));

/** Whether the host sent a module. */
export const hasModule = (id) => mapHas(modules, id);

/** A path without `.` and `..`. */
export function normalize(path) {
  const parts = [],
    all = split(path, '/');
  for (let i = 0; i < all.length; i++) {
    if (all[i] === '..') parts.length = parts.length === 0 ? 0 : parts.length - 1;
    else if (all[i] !== '' && all[i] !== '.') push(parts, all[i]);
  }
  return `/${join(parts, '/')}`;
}
/** The folder of a path. */
export const dirname = (path) => slice(path, 0, lastIndexOf(path, '/')) || '/';

/** The target of a specifier in a module, which also identifies its mock: a path, a name, or the unresolved specifier. */
export function keyOf(specifier, importer) {
  const module = mapGet(modules, importer),
    target = mapGet(module?.deps ?? modules, specifier) ?? (module && mapGet(module.requires, specifier));
  if (typeof target === 'string') return target;
  if (startsWith(specifier, './') || startsWith(specifier, '../')) return normalize(`${dirname(importer || run.file)}/${specifier}`);
  if (isBuiltinNode(specifier)) return startsWith(specifier, 'node:') ? specifier : `node:${specifier}`;
  return specifier;
}

/** Whether a module is a CommonJS file. */
export const isCommonJs = (id) => mapGet(modules, id)?.kind === 'commonjs';
