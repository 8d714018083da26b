/**
 * Compares the checker with `tsc -p`: `node crates/checker/js/conformance.mjs [--mutations N] [--seed N] [NAME|FOLDER …]`. Without names,
 * all published packages of `conformance/projects.mjs` and the cases of `test/cases`. After a project as it is, each of some seeded
 * mutations must bring exactly what `tsc` says then. One checker is kept for all mutations of a project. Differences that
 * `conformance/known.json` does not list are printed, and the exit code is 1.
 * @module
 */

import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { mutations } from './conformance/mutations.mjs';
import { projects, READ } from './conformance/projects.mjs';
import { commandLine } from './conformance/tsc.mjs';
import { checker, lines, tscOf } from './test/world.mjs';

/** @typedef {import('./conformance/projects.mjs').Ready} Ready */

/** How many mutations of a project are made. */
const MUTATIONS = 20;

/** Differences that have to stay: what of a project, by text, and why. @type {{ project: string, line: string, reason: string }[]} */
const known = JSON.parse(await readFile(new URL('./conformance/known.json', import.meta.url), 'utf8'));

/** The files of a folder, by absolute path in a snapshot. Of other files only the names count, as their folders are there. */
async function read(/** @type {string} */ folder) {
  const found = new Map();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found.set(`/${relative(folder, path)}`, READ.test(path) ? await readFile(path, 'utf8') : '');
  }
  return found;
}

/** Lines that one side has more often than the other. */
function difference(/** @type {string[]} */ found, /** @type {string[]} */ expected) {
  const left = [...expected];
  const only = found.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [...only.map((line) => `  only here: ${line}`), ...left.map((line) => `  only tsc:  ${line}`)];
}

/** Runs of `tsc` at the same time. */
const compilers = Array.from({ length: availableParallelism() }, commandLine);

/** Copies of a folder, one for each compiler. */
async function copies(/** @type {string} */ folder) {
  const all = [folder];
  for (let at = 1; at < compilers.length; at += 1) {
    all.push(`${folder}-${at}`);
    await cp(folder, `${folder}-${at}`, { recursive: true });
  }
  return all;
}

/** Compares one project, and says how many mutations were made, how many of them `tsc` notices, and what differs. */
async function compare(
  /** @type {Ready} */ { name, folder, project, mutations: most },
  /** @type {number} */ count,
  /** @type {number} */ seed,
) {
  const given = await read(folder);
  const kept = await checker(given);
  const check = () => kept.check({ config: { project: `/${project}` } });
  const own = (check().files ?? []).map(({ file }) => file);
  const wanted = mutations(given, own, Math.min(count, most ?? count), seed);
  const folders = await copies(folder);
  /** What `tsc` says after a mutation, in one of the copies. */
  const said = async (/** @type {import('./conformance/mutations.mjs').Mutation | undefined} */ mutation, /** @type {number} */ copy) => {
    const at = folders[copy];
    if (mutation?.text !== undefined) await writeFile(join(at, mutation.path), mutation.text);
    else if (mutation !== undefined) await rm(join(at, mutation.path));
    const all = await tscOf(at, project, compilers[copy].run);
    if (mutation !== undefined) await writeFile(join(at, mutation.path), given.get(mutation.path) ?? '');
    return all;
  };
  const asked = [undefined, ...wanted];
  /** @type {string[][]} */
  const answers = [];
  let next = 0;
  const work = async (/** @type {string} */ _, /** @type {number} */ copy) => {
    for (let at = next++; at < asked.length; at = next++) answers[at] = await said(asked[at], copy);
  };
  await Promise.all(folders.map(work));
  // The process that stays must say what one of its own says.
  const [lost] = difference(answers[0], await tscOf(folder, project));
  if (lost !== undefined) throw new Error(`${name}: tsc says something else in a process that stays: ${lost}`);

  const differing = [];
  let noticed = 0;
  for (const [at, mutation] of asked.entries()) {
    if (mutation !== undefined) {
      const edited = new Map(given);
      if (mutation.text === undefined) edited.delete(mutation.path);
      else edited.set(mutation.path, mutation.text);
      kept.edit(edited);
      if (difference(answers[at], answers[0]).length > 0) noticed += 1;
    }
    const answer = check();
    const found = answer.type === 'CHECKED' ? lines(answer.diagnostics) : [`${answer.code}: ${answer.message}`];
    const where = mutation === undefined ? name : `${name}, mutation ${at}, ${mutation.kind} in ${mutation.path}`;
    for (const line of difference(found, answers[at])) differing.push({ project: name, where, line });
  }
  return { diagnostics: answers[0].length, made: wanted.length, noticed, differing };
}

const { values, positionals } = parseArgs({
  options: { mutations: { type: 'string', default: String(MUTATIONS) }, seed: { type: 'string', default: '11' } },
  allowPositionals: true,
});
const [count, seed] = [Number(values.mutations), Number(values.seed)];
if (!(count >= 0) || !Number.isInteger(seed)) throw new Error('--mutations and --seed are numbers');
const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);
const totals = { projects: 0, diagnostics: 0, made: 0, noticed: 0, differing: 0, known: 0 };
const seen = new Set();
const work = await realpath(await mkdtemp(join(tmpdir(), 'verdict-conformance-')));
try {
  for (const ready of await projects(positionals, work)) {
    const start = performance.now();
    const { diagnostics, made, noticed, differing } = await compare(ready, count, seed);
    const unlisted = differing.filter(({ project, line }) => {
      const listed = known.find((one) => one.project === project && line.includes(one.line));
      if (listed !== undefined) seen.add(listed);
      return listed === undefined;
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    say(
      `${unlisted.length === 0 ? 'same   ' : 'DIFFERS'}  ${ready.name}: ${diagnostics} diagnostics, ${made} mutations, tsc notices ${noticed}, ${seconds} s`,
    );
    for (const { where, line } of unlisted) say(`${where}\n${line}`);
    totals.projects += 1;
    totals.diagnostics += diagnostics;
    totals.made += made;
    totals.noticed += noticed;
    totals.differing += unlisted.length;
    totals.known += differing.length - unlisted.length;
  }
} finally {
  for (const compiler of compilers) compiler.end();
  await rm(work, { recursive: true, force: true });
}
for (const { project, line, reason } of seen) say(`known    ${project}: ${line} (${reason})`);
say(
  `${totals.projects} projects with ${totals.diagnostics} diagnostics, ${totals.made} mutations, of which tsc notices ${totals.noticed}: ` +
    `${totals.differing} differences, and ${totals.known} that are known. Seed ${seed}.`,
);
process.exitCode = totals.differing === 0 ? 0 : 1;
