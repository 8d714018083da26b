/**
 * Writes `crates/analysis/src/globals/environments.txt` and `editions.txt` from the data of the npm package `globals` and of
 * ESLint, and `members.txt` from what the built-in objects of Node 20 have. Run it after an update of these packages.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import globals from 'globals';

const folder = new URL('../../../crates/analysis/src/globals/', import.meta.url);

/** The environments that a configuration can name, each with the letter of its names. */
const environments = {
  browser: 'b', worker: 'w', serviceworker: 's', audioWorklet: 'a', node: 'n', nodeBuiltin: 'i', commonjs: 'c', 'shared-node-browser': 'h',
  builtin: 'e', jest: 'j', vitest: 'v', mocha: 'm', jasmine: 'k', webextensions: 'x', amd: 'd', jquery: 'q', bunBuiltin: 'u', denoBuiltin: 'o',
};
const names = new Map();
for (const [environment, letter] of Object.entries(environments)) {
  for (const [name, writable] of Object.entries(globals[environment])) {
    names.set(name, (names.get(name) ?? '') + (writable ? letter.toUpperCase() : letter));
  }
}
const head = Object.entries(environments).map(([name, letter]) => `${name}=${letter}`).join(' ');
const lines = [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, letters]) => `${name} ${letters}`);
writeFileSync(new URL('environments.txt', folder), `${head}\n${lines.join('\n')}\n`);

const require = createRequire(import.meta.url);
const source = readFileSync(require.resolve('eslint/package.json').replace('package.json', 'conf/globals.js'), 'utf8');
const module = { exports: {} };
new Function('module', source)(module);
const editions = Object.entries(module.exports).filter(([name]) => /^es\d+$/.test(name));
const year = (name) => ({ es3: 1999, es5: 2009 })[name] ?? Number(name.slice(2));
const since = new Map();
for (const [edition, list] of editions.sort(([a], [b]) => year(a) - year(b))) {
  for (const name of Object.keys(list)) if (!since.has(name)) since.set(name, year(edition));
}
writeFileSync(new URL('editions.txt', folder), `${[...since].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, of]) => `${name} ${of}`).join('\n')}\n`);

/** Members that only V8 has, or that each function and class has. */
const SKIPPED = /^(?:arguments|caller|captureStackTrace|constructor|length|name|prepareStackTrace|prototype|stackTraceLimit)$/;
/** Symbols as members are written `@@iterator`. @param {string | symbol} key */
const nameOf = (key) => (typeof key === 'symbol' ? `@@${key.description.replace('Symbol.', '')}` : key);
/** @param {object} object @param {string} path @returns {string[]} */
const membersOf = (object, path) => {
  const names = Reflect.ownKeys(object).map(nameOf);
  const listed = names.filter((name) => !(SKIPPED.test(name) || (path === 'RegExp' && !name.startsWith('@@'))));
  const more = object.prototype && path !== 'Proxy' ? membersOf(object.prototype, `${path}.prototype`) : [];
  return [...(listed.length > 0 ? [`${path} ${listed.sort().join(' ')}`] : []), ...more];
};
const objects = Object.keys(globals.builtin).filter((name) => /^[A-Z]/.test(name) && Object(globalThis[name]) === globalThis[name]);
const timers = ['clearInterval', 'clearTimeout', 'queueMicrotask', 'setInterval', 'setTimeout', 'structuredClone'];
const functions = Object.keys(globals.builtin).filter((name) => typeof globalThis[name] === 'function' && !/^[A-Z]/.test(name));
const members = [`globalThis ${[...objects, ...functions, ...timers].sort().join(' ')}`];
for (const name of objects.sort()) members.push(...membersOf(globalThis[name], name));
writeFileSync(new URL('members.txt', folder), `${members.join('\n')}\n`);
