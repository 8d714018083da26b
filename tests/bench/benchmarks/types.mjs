/**
 * Both layers of `type-check:` on the same files as TypeScript's own builder program, and a proposal in a page.
 * @module
 */

import { header, row } from '../lib/table.mjs';
import { TypeChecker } from '../lib/type-checkers.mjs';

const FILES = 300;
const PROCESSES = 5;
const COLD = 3;
const EDITS = 40;
const WARMING = 3;

/** The files of a page in which one is proposed. */
const PROPOSED = 50;
const OPTIONS = {
  strict: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  noEmit: true,
  skipLibCheck: true,
};

export const about = `${FILES} modules of TypeScript: CPU of the fast layer in wasm, of the full layer, and of tsc's builder program,
each in Node processes of its own, cold, after an edit of a leaf, and after one of a module that all use; a proposal of one of
${PROPOSED} files in a page, from call to result`;

/** A module that uses the two before it. */
function source(/** @type {number} */ at, /** @type {number} */ edit = 0) {
  const needs = [at - 1, Math.floor(at / 2)].filter((one) => one >= 0 && one < at);
  const imports = [...new Set(needs)].map((one) => `import { make${one}, type Shape${one} } from './m${one}';`);
  const uses = [...new Set(needs)].map((one) => `  const of${one}: Shape${one} = make${one}(n);\n  total += of${one}.size;`);
  return [
    ...imports,
    `export interface Shape${at} { name: string; size: number; tags: readonly string[] }`,
    `export function make${at}(n: number): Shape${at} {`,
    `  let total = n + ${edit};`,
    ...uses,
    `  return { name: \`m${at}\`, size: total, tags: ['a', 'b'].map((tag) => tag.toUpperCase()) };`,
    '}',
    '',
  ].join('\n');
}

/** @returns {Record<string, string>} */
function project(count = FILES) {
  const files = { '/tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS }) };
  for (let at = 0; at < count; at += 1) files[`/m${at}.ts`] = source(at);
  return files;
}

/** A module after one of its lines changed. */
const edited = (/** @type {number} */ at, /** @type {number} */ turn) => ({ [`/m${at}.ts`]: source(at, turn) });

/** What is measured of each, how often in a process, and how. */
const MEASURES = [
  ['cold', COLD, (one) => one.start(project())],
  ['an edit of a leaf', EDITS, (one, turn) => one.edit(edited(FILES - 1, turn))],
  ['an edit of a module that all use', EDITS, (one, turn) => one.edit(edited(0, turn))],
];

export async function run({ onPage }) {
  header();
  const samples = MEASURES.map(() => ({ fast: [], full: [], tsc: [] }));
  // Each process has optimised other functions, so one alone says little.
  for (let process = 0; process < PROCESSES; process += 1) {
    const checkers = ['fast', 'full', 'tsc'].map((name) => [name, new TypeChecker(name)]);
    for (const [at, [, turns, measure]] of MEASURES.entries()) {
      // The first turns are to warm up.
      for (let turn = -WARMING; turn < turns; turn += 1) {
        // What comes after another finds other caches.
        for (const [name, one] of turn % 2 === 0 ? checkers : checkers.toReversed()) {
          const milliseconds = await measure(one, turn);
          if (turn >= 0) samples[at][name].push(milliseconds);
        }
      }
    }
    for (const [, one] of checkers) one.end();
  }
  for (const [at, [name]] of MEASURES.entries()) {
    const tsc = { name: `tsc, ${name}`, samples: samples[at].tsc };
    row(`fast layer, ${name}`, samples[at].fast, tsc);
    row(`full layer, ${name}`, samples[at].full, tsc);
  }
  const proposals = Array.from({ length: EDITS }, (_, turn) => edited(PROPOSED - 1, turn + 1));
  row(`a proposal of one of ${PROPOSED} files in a warm page`, await onPage('types', 'measureProposals', project(PROPOSED), proposals));
}
