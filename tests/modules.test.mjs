/**
 * The modules directly below the root of each crate use each other in one direction, so that each can be read without those above it.
 */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const CRATES = fileURLToPath(new URL('../crates/', import.meta.url));

/** Files that are the root of a crate, and what is a program of its own. */
const ROOTS = ['lib', 'main', 'bin'];

/**
 * Circles that may be, each named by the module in its middle, and why. One that no longer is must leave this list.
 * @type {Record<string, Record<string, string>>}
 */
const ALLOWED = {
  analysis: { lint: 'the linter lists its rules, and a rule is written against the linter and the model of a file' },
  gate: { transaction: 'a transaction asks policies and profiles, and both are handed its states and its target' },
  protocol: {
    result: 'a result has counts, limits and files, and these are made of a result',
    entry: 'a test has errors, and an error has a location in the form of a test',
  },
  sandbox: { host: 'the host holds the state of every native, and a native reaches it through its context' },
  testing: { state: 'the state holds what each part of the test API keeps, and each part reaches it through its context' },
  vfs: { snapshot: 'a snapshot keeps the aliases and packages that its own resolution reads' },
};

/** A Rust source without comments. @param {string} text */
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');

/** Splits a list at the commas that are not inside braces. @param {string} text */
function split(text) {
  const [parts, depth] = [[''], { of: 0 }];
  for (const character of text) {
    depth.of += Number(character === '{') - Number(character === '}');
    if (character === ',' && depth.of === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** What follows `prefix` in paths, with the lists of `use` taken apart. @param {string} text @param {string} prefix */
function* following(text, prefix) {
  for (const { 1: name, 2: list } of text.matchAll(new RegExp(`(?<![\\w:])\\$?${prefix}(?:(\\w+)|\\{([^;]*)\\}\\s*;)`, 'g'))) {
    if (name) yield name;
    else for (const part of split(list)) yield part.split(/\W/)[0];
  }
}

/** Names that a crate's root takes from its modules, each with the module. @param {string} text @param {Set<string>} modules */
function reexported(text, modules) {
  const names = new Map();
  for (const { 1: module, 2: rest } of text.matchAll(/\buse (?:self::|crate::)?(\w+)::([^;]+);/g)) {
    if (!modules.has(module)) continue;
    for (const { 1: name } of rest.matchAll(/(\w+)\s*(?=[,}]|$)/g)) names.set(name, module);
  }
  return names;
}

/**
 * The modules below the root of a crate, each with the others that its files name.
 * @param {string} src
 * @returns {Map<string, Set<string>>}
 */
function graphOf(src) {
  const found = /** @type {string[]} */ (readdirSync(src, { recursive: true }));
  const files = found.filter((file) => file.endsWith('.rs')).map((file) => ({ file, steps: file.slice(0, -3).split(sep) }));
  const read = (/** @type {string} */ file) => withoutComments(readFileSync(join(src, file), 'utf8'));
  const modules = new Set(files.map(({ steps }) => steps[0]).filter((name) => !ROOTS.includes(name)));
  const root = files.filter(({ steps }) => steps.length === 1 && ROOTS.includes(steps[0]));
  const names = reexported(root.map(({ file }) => read(file)).join('\n'), modules);
  const graph = new Map([...modules].map((name) => [name, new Set()]));
  for (const { file, steps } of files) {
    const depth = steps.at(-1) === 'mod' ? steps.length - 1 : steps.length;
    const text = read(file);
    const used = [...following(text, 'crate::'), ...following(text, 'super::'.repeat(depth))];
    for (const name of used) {
      const target = modules.has(name) ? name : names.get(name);
      if (target && target !== steps[0]) graph.get(steps[0])?.add(target);
    }
  }
  return graph;
}

/**
 * The largest groups of modules that use each other in a circle (Tarjan's strongly connected components).
 * @param {Map<string, Set<string>>} graph
 */
function circles(graph) {
  /** @type {Map<string, { at: number, low: number, open: boolean }>} */
  const seen = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[]} */
  const groups = [];
  const visit = (/** @type {string} */ name) => {
    const own = { at: seen.size, low: seen.size, open: true };
    seen.set(name, own);
    stack.push(name);
    for (const next of graph.get(name) ?? []) {
      const other = seen.get(next) ?? visit(next);
      if (other.open) own.low = Math.min(own.low, other.low);
    }
    if (own.low === own.at) {
      const group = stack.splice(stack.indexOf(name));
      for (const one of group) /** @type {{ open: boolean }} */ (seen.get(one)).open = false;
      if (group.length > 1) groups.push(group.sort().join(' '));
    }
    return own;
  };
  for (const name of graph.keys()) if (!seen.has(name)) visit(name);
  return groups.sort();
}

/** The circles of a crate made of these files. @param {Record<string, string>} files */
async function circlesOf(files) {
  const folder = await mkdtemp(join(tmpdir(), 'verdict-modules-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    return circles(graphOf(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('modules', () => {
  const crates = readdirSync(CRATES).sort();

  test('of a crate use each other in one direction', () => {
    assert.ok(crates.length >= 20, `${crates.length} crates`);
    for (const crate of crates) {
      const groups = circles(graphOf(join(CRATES, crate, 'src')));
      const middles = Object.keys(ALLOWED[crate] ?? {});
      const has = (/** @type {string} */ group, /** @type {string} */ name) => group.split(' ').includes(name);
      const others = groups.filter((group) => !middles.some((name) => has(group, name)));
      assert.deepEqual(others, [], `modules of ${crate} that use each other in a circle`);
      const gone = middles.filter((name) => !groups.some((group) => has(group, name)));
      assert.deepEqual(gone, [], `circles of ${crate} that no longer are`);
    }
  });

  test('are found in a circle however they name each other', async () => {
    const check = async (/** @type {Record<string, string>} */ files, /** @type {string[]} */ expected) =>
      assert.deepEqual(await circlesOf(files), expected, JSON.stringify(files));
    await check({ 'a.rs': 'use crate::b::B;', 'b.rs': 'pub struct B;' }, []);
    await check({ 'a.rs': 'use crate::b::B;', 'b.rs': '// See crate::a.\n/* crate::a */' }, []);
    await check({ 'a.rs': 'use crate::b::B;', 'b.rs': 'fn b() { crate::a::a() }' }, ['a b']);
    await check({ 'a/mod.rs': 'use super::b;', 'b/c.rs': 'use super::super::a::A;' }, ['a b']);
    await check({ 'a/mod.rs': 'use super::b;', 'b/c.rs': 'use super::a::A;' }, []);
    await check({ 'a.rs': 'use crate::{x::{y, b}, c};', 'b.rs': 'use crate::a;', 'c.rs': '' }, []);
    await check({ 'a.rs': 'use crate::{x::{y, z}, c};', 'c.rs': 'use crate::{\n    a,\n};' }, ['a c']);
    await check({ 'lib.rs': 'pub use a::{A, One as Two};', 'a.rs': 'use crate::b;', 'b.rs': 'use crate::Two;' }, ['a b']);
    await check({ 'lib.rs': 'pub use a::A;', 'a.rs': 'use crate::b;', 'b.rs': 'use other_crate::a; use b_crate::A;' }, []);
    const three = { 'a.rs': 'use crate::b;', 'b.rs': 'use crate::c;', 'c.rs': 'use crate::a;', 'd.rs': 'use crate::a;' };
    await check(three, ['a b c']);
    await check({ ...three, 'd.rs': 'use crate::e;', 'e.rs': 'use crate::d;' }, ['a b c', 'd e']);
  });
});
