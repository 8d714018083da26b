/**
 * Lints the tables of cases with ESLint and with ours, and prints by rule where they agree. `--rule ID` (several times, if
 * need be) runs only that table; `--update` also records what ESLint finds, for the tests that run without Node.
 * Ends with 1 if there is a difference that `known.json` does not list.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { casesOf, rules } from './lib/cases.mjs';
import { difference, shown } from './lib/compare.mjs';
import { eslint } from './lib/eslint.mjs';
import { verdict } from './lib/verdict.mjs';

const { values } = parseArgs({ options: { rule: { type: 'string', multiple: true }, update: { type: 'boolean' }, quiet: { type: 'boolean' } } });
/** By rule: the code of a case, and why ours differs. @type {Record<string, Record<string, string>>} */
const known = JSON.parse(readFileSync(new URL('known.json', import.meta.url), 'utf8'));

const chosen = values.rule ?? (await rules());
const tables = await Promise.all(chosen.map(async (rule) => ({ rule, cases: await casesOf(rule) })));
const all = tables.flatMap(({ cases }) => cases);
const ours = verdict(all);
let [next, unlisted, wrong] = [0, 0, 0];
for (const { rule, cases } of tables) {
  const theirs = await eslint(cases);
  const counts = new Map();
  let agreed = 0;
  cases.forEach((one, index) => {
    const [their, our] = [theirs[index], ours[next]];
    next += 1;
    if (their.fatal || (their.messages.length === 0) !== one.valid) {
      wrong += 1;
      console.log(`  ${rule}: ESLint finds ${one.valid ? 'something' : 'nothing'} in ${JSON.stringify(one.code)}\n${shown(their, one.code)}`);
    }
    const what = difference(their, our);
    if (!what) {
      agreed += 1;
      if (known[rule]?.[one.code]) {
        unlisted += 1;
        console.log(`  ${rule}: agrees by now, take it out of known.json: ${JSON.stringify(one.code)}`);
      }
      return;
    }
    counts.set(what, (counts.get(what) ?? 0) + 1);
    if (known[rule]?.[one.code]) return;
    unlisted += 1;
    if (values.quiet) return;
    const how = one.configs ?? (one.options.length > 0 ? one.options : undefined);
    const options = how ? ` with ${JSON.stringify(how)}` : '';
    console.log(`  ${rule}: ${what} of ${JSON.stringify(one.code)}${options}\n    eslint\n${shown(their, one.code)}\n    verdict\n${shown(our, one.code)}`);
  });
  const differ = [...counts].map(([what, count]) => `, ${what} ${count}`).join('');
  console.log(`${agreed === cases.length ? 'same  ' : 'differ'} ${rule}: ${agreed} of ${cases.length}${differ}`);
  if (values.update) record(rule, cases, theirs);
}
console.log(`\n${next} cases of ${tables.length} rules: ${unlisted} unlisted differences, ${wrong} cases in the wrong list`);
process.exitCode = unlisted + wrong > 0 ? 1 : 0;

function record(rule, cases, outcomes) {
  const path = fileURLToPath(new URL(`expected/${rule}.json`, import.meta.url));
  const entries = cases.map(({ valid, ...one }, index) => JSON.stringify({ ...one, ...outcomes[index] }));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `[\n${entries.join(',\n')}\n]\n`);
}
