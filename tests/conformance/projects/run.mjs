/**
 * Runs published packages as projects, by `vitest run` and by `verdict` without an argument, and prints on which tests they differ.
 * Arguments are names of `projects.mjs`; without, all. `--tests` leaves the linter and the checker of types out. Ends with 1 if there is
 * a difference that `known.json` does not list. `cargo xtask conformance projects` sets what is needed in the environment.
 */

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { compare } from '../lib/compare.mjs';
import { lay } from './lib/lay.mjs';
import { verdict, vitest } from './lib/run.mjs';
import { projects } from './projects.mjs';

/** Differences that have to stay: why, and the tests of a project, each as `file | name`. A `*` at the end stands for any rest. */
/** @type {{ project: string, reason: string, tests: string[] }[]} */
const known = JSON.parse(await readFile(new URL('known.json', import.meta.url), 'utf8'));

const { values, positionals } = parseArgs({ options: { tests: { type: 'boolean', default: false } }, allowPositionals: true });
const unknown = positionals.filter((name) => !projects.some((project) => project.name === name));
if (unknown.length > 0) throw new Error(`no project ${unknown.join(', ')}: there are ${projects.map(({ name }) => name).join(', ')}`);
const chosen = projects.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const totals = { tests: 0, agreed: 0, known: 0, unlisted: 0 };
for (const project of chosen) await one(project).catch(broken(project.name));
const share = ((100 * totals.agreed) / Math.max(1, totals.tests)).toFixed(2);
console.log(
  `\n${chosen.length} projects, ${totals.tests} tests: ${totals.agreed} agree (${share} %), ${totals.known} differ as known, ` +
    `${totals.unlisted} disagree`,
);
process.exitCode = totals.unlisted > 0 ? 1 : 0;

/** Whatever goes wrong with a project is a difference, and the others still run. @param {string} name */
function broken(name) {
  return (/** @type {Error} */ error) => {
    totals.unlisted += 1;
    console.log(`BROKEN   ${name}: ${error.message}`);
  };
}

/** @param {import('./projects.mjs').Project} project */
async function one(project) {
  const folder = await lay(project);
  const theirs = await vitest(folder, project.at ?? '');
  const ours = await verdict(folder, project.at ?? '', values.tests);
  const { agreed, failures, disagreements } = compare(theirs, ours.entries);
  const reasons = reasonsOf(project.name);
  const listed = disagreements.filter(({ key }) => reasons(key));
  const wrong = disagreements.filter(({ key }) => !reasons(key));
  totals.tests += agreed + disagreements.length;
  totals.agreed += agreed;
  totals.known += listed.length;
  totals.unlisted += wrong.length;
  const how = `${project.configuration}; ${ours.verbs.join(', ')}`;
  console.log(
    `${wrong.length === 0 ? 'same   ' : 'DIFFERS'}  ${project.name}: ${agreed} tests agree, of which ${failures} fail, ` +
      `${listed.length} differ as known, ${wrong.length} disagree (${how})`,
  );
  for (const line of ours.said.trim().split('\n')) if (line) console.log(`  verdict    ${line}`);
  for (const { key } of listed) console.log(`  known      ${key}: ${reasons(key)}`);
  for (const { key, theirs, ours } of wrong) console.log(`  disagree   ${key}\n    vitest   ${theirs}\n    verdict  ${ours}`);
}

/** Why a test of a project differs, if that is known. @param {string} name */
function reasonsOf(name) {
  const all = known.filter((one) => one.project === name);
  const fits = (/** @type {string} */ test, /** @type {string} */ key) =>
    test.endsWith('*') ? key.startsWith(test.slice(0, -1)) : key === test;
  return (/** @type {string} */ key) => all.find(({ tests }) => tests.some((test) => fits(test, key)))?.reason;
}
