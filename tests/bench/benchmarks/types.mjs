/**
 * Both layers of `type-check:` on the same files, in Node: the fast one as a page has it, the full one beside TypeScript's own builder
 * program. And both in a page for a proposal.
 * @module
 */

import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';

import { Sources } from '../../../crates/checker/js/sources.js';
import { checker, compiler } from '../../../crates/checker/js/test/world.mjs';
import { ownMilliseconds } from '../lib/cpu-time.mjs';
import { fastTypes } from '../lib/fast-types.mjs';
import { header, row } from '../lib/table.mjs';

const FILES = 300;
const COLD = 9;
const EDITS = 40;

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

export const about = `${FILES} modules of TypeScript, beside tsc's builder program in one process of Node: CPU of the full layer in that
process and of the fast layer in wasm, cold, after an edit of a leaf, and after one of a module that all use; a proposal of one of
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

function project(count = FILES) {
  const files = new Map([['/tsconfig.json', JSON.stringify({ compilerOptions: OPTIONS })]]);
  for (let at = 0; at < count; at += 1) files.set(`/m${at}.ts`, source(at));
  return files;
}

/** TypeScript's builder program over files in memory, as its command line keeps one with `--watch`. */
function builder(/** @type {Map<string, string>} */ files) {
  const ts = createRequire(import.meta.url)('typescript');
  const { options } = ts.convertCompilerOptionsFromJson(OPTIONS, '/');
  const base = ts.createCompilerHost(options);
  const kept = new Map();
  const sourceOf = (path, how) => {
    const text = files.get(path);
    if (text === undefined) {
      if (!kept.has(path)) kept.set(path, base.getSourceFile(path, how));
      return kept.get(path);
    }
    const known = kept.get(path);
    if (known?.text === text) return known;
    const made = ts.createSourceFile(path, text, how, true);
    made.version = `${path}:${text.length}:${performance.now()}`;
    kept.set(path, made);
    return made;
  };
  const host = {
    ...base,
    getCurrentDirectory: () => '/',
    fileExists: (path) => files.has(path) || base.fileExists(path),
    readFile: (path) => files.get(path) ?? base.readFile(path),
    createHash: (text) => text,
    getSourceFile: (path, how) => {
      const found = sourceOf(path, how);
      if (found && found.version === undefined) found.version = '1';
      return found;
    },
  };
  let old;
  return () => {
    const roots = [...files.keys()].filter((path) => path.endsWith('.ts'));
    old = ts.createSemanticDiagnosticsBuilderProgram(roots, options, host, old);
    const found = [
      ...old.getConfigFileParsingDiagnostics(),
      ...old.getOptionsDiagnostics(),
      ...old.getSyntacticDiagnostics(),
      ...old.getGlobalDiagnostics(),
      ...old.getSemanticDiagnostics(),
    ];
    return found.length;
  };
}

const clock = () => performance.now();

async function timed(/** @type {() => unknown} */ work, now = ownMilliseconds) {
  const start = now();
  const found = await work();
  if (found !== 0) throw new Error(`the project has ${found} diagnostics`);
  return now() - start;
}

export async function run({ onPage }) {
  const { ts } = await compiler();
  header();
  const [cold, coldOfTsc] = [[], []];
  let [kept, ofTsc] = [];
  let files = project();
  // The first turn is to warm up.
  for (let turn = -1; turn < COLD; turn += 1) {
    files = project();
    kept = undefined;
    const ours = await timed(async () => {
      kept = await checker(files, new Sources(ts));
      return kept.check().diagnostics.length;
    });
    ofTsc = builder(files);
    const theirs = await timed(ofTsc);
    if (turn >= 0) {
      cold.push(ours);
      coldOfTsc.push(theirs);
    }
  }
  const tsc = { cold: { name: 'tsc, cold', samples: coldOfTsc } };
  const turns = Array.from({ length: EDITS }, (_, turn) => turn + 1);
  const edits = turns.map((turn) => ({ [`/m${FILES - 1}.ts`]: source(FILES - 1, turn) }));
  const fast = await fastTypes(Object.fromEntries(project()), edits, COLD);
  row('fast layer, cold', fast.cold, tsc.cold);
  row('full layer, cold', cold, tsc.cold);
  for (const [name, at] of [
    ['an edit of a leaf', FILES - 1],
    ['an edit of a module that all use', 0],
  ]) {
    const [warm, warmOfTsc] = [[], []];
    for (let turn = 1; turn <= EDITS; turn += 1) {
      files.set(`/m${at}.ts`, source(at, turn));
      warm.push(
        await timed(() => {
          kept.edit(files);
          return kept.check().diagnostics.length;
        }),
      );
      warmOfTsc.push(await timed(ofTsc));
    }
    const beside = { name: `tsc, ${name}`, samples: warmOfTsc };
    if (at > 0) row(`fast layer, ${name}`, fast.warm, beside);
    row(`full layer, ${name}`, warm, beside);
  }
  await proposals(onPage, turns);
}

/** A proposal of a leaf in a warm page, beside the same edit of the same files. */
async function proposals(onPage, /** @type {number[]} */ turns) {
  const files = project(PROPOSED);
  const leaf = `/m${PROPOSED - 1}.ts`;
  const proposed = turns.map((turn) => ({ [leaf]: source(PROPOSED - 1, turn) }));
  const ours = await onPage('types', 'measureProposals', Object.fromEntries(files), proposed);
  const ofTsc = builder(files);
  await timed(ofTsc, clock);
  const samples = [];
  for (const turn of turns) {
    files.set(leaf, source(PROPOSED - 1, turn));
    samples.push(await timed(ofTsc, clock));
  }
  row(`a proposal of one of ${PROPOSED} files in a warm page`, ours, { name: 'tsc, an edit of it', samples });
}
