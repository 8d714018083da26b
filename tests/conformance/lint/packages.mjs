/**
 * Lints the sources of the packages of npm that are installed here, with ESLint and with ours under the recommended rules, and
 * prints each file on which they differ. `--most N` takes N files, spread over all. Ends with 1 if there is a difference that
 * `known.json` does not list below `_packages`.
 */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { difference, shown } from './lib/compare.mjs';
import { eslint } from './lib/eslint.mjs';
import { sources } from './lib/packages.mjs';
import { verdict } from './lib/verdict.mjs';

/** ESLint takes minutes for a file that is larger. */
const MOST_BYTES = 300_000;
/** Files in one go, so that the outcomes of all need not be held at once. */
const CHUNK = 100;

const { values } = parseArgs({ options: { most: { type: 'string', default: '1500' } } });
/** By path: why ours differs. @type {Record<string, string>} */
const known = JSON.parse(readFileSync(new URL('known.json', import.meta.url), 'utf8'))._packages ?? {};

const files = Object.entries(await sources({ most: MOST_BYTES }));
const step = Math.max(1, files.length / Number(values.most));
const chosen = Array.from({ length: Math.floor(files.length / step) }, (_, index) => files[Math.floor(index * step)]);
let [same, findings, unlisted] = [0, 0, 0];
for (let from = 0; from < chosen.length; from += CHUNK) {
  const cases = chosen.slice(from, from + CHUNK).map(([path, code]) => caseOf(path, code));
  const ours = verdict(cases);
  const theirs = await eslint(cases);
  cases.forEach((one, index) => compare(`/${one.filename}`, theirs[index], ours[index]));
}
console.log(`${same} of ${chosen.length} files the same, with ${findings} findings: ${unlisted} unlisted differences`);
process.exitCode = unlisted > 0 || chosen.length < 1000 ? 1 : 0;

/** A file as a case. */
function caseOf(path, code) {
  const configs = [{ files: ['**/*'], extends: ['recommended'], linterOptions: { reportUnusedDisableDirectives: 'off' } }];
  return { rule: '', filename: path.slice(1), code, options: [], languageOptions: {}, settings: {}, files: {}, configs };
}

/** Comments of packages name rules of plugins, which are not installed: ESLint reports each comment, and ours none. */
function isOfPlugin({ message }) {
  return /^Definition for rule '.*' was not found\.$/.test(message);
}

function compare(path, all, ours) {
  const theirs = { ...all, messages: all.messages.filter((message) => !isOfPlugin(message)) };
  findings += theirs.messages.length;
  const what = difference(theirs, ours);
  if (!what) same += 1;
  if (!what && known[path]) {
    unlisted += 1;
    console.log(`  ${path}: agrees by now, take it out of known.json`);
  }
  if (!what || known[path]) return;
  unlisted += 1;
  const lines = (outcome) => shown(outcome, outcome.output).split('\n');
  const [their, our] = [lines(theirs), lines(ours)];
  const only = (some, others) => some.filter((line) => !others.includes(line)).slice(0, 5).join('\n');
  console.log(`  ${path}: ${what}\n    only eslint\n${only(their, our)}\n    only verdict\n${only(our, their)}`);
}
