/**
 * Compares the checker with `tsc -p`: `node crates/checker/js/conformance.mjs [--mutations N] [FOLDER …]`. Without folders, the packages
 * of `node_modules` that ship their sources, and the cases of `test/cases`. After a project as it is, each of some seeded mutations must
 * bring exactly what `tsc` says then. What differs is printed, and the exit code is 1.
 * @module
 */

import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';

import { checker, files, lines, ROOT, tscOf } from './test/world.mjs';

/** Packages with their sources, and the options that they are checked by here. */
const PACKAGES = {
  nanoevents: {},
  'd3-color': { checkJs: true, allowJs: true, strict: false },
  'robust-predicates': { checkJs: true, allowJs: true },
  '@noble/hashes': { allowImportingTsExtensions: true, lib: ['es2022', 'dom'] },
  vfile: { checkJs: true, allowJs: true },
  unified: { checkJs: true, allowJs: true },
  'remark-parse': { checkJs: true, allowJs: true },
  'remark-gfm': { checkJs: true, allowJs: true },
  'retext-indefinite-article': { checkJs: true, allowJs: true },
};

const READ = /\.(?:[cm]?[jt]sx?|json)$/;

/** The files of a folder, by absolute path in a snapshot. */
async function read(/** @type {string} */ folder) {
  const found = new Map();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && READ.test(path)) found.set(`/${relative(folder, path)}`, await readFile(path, 'utf8'));
  }
  return found;
}

/** Mutations of a text: a misspelt member, a dropped `await`, a wrong import, a dropped argument, a removed line. */
const MUTATIONS = [
  [/\.([a-z]\w{3,})\b/g, (_, name) => `.${name}Q`],
  [/\bawait /g, () => ''],
  [/(from ['"][^'"]+?)(\.[jt]s)?(['"])/g, (_, path, ending = '', quote) => `${path}Q${ending}${quote}`],
  [/\((\w+), (\w+)\)/g, (_, first) => `(${first})`],
  [/^ {2}\w+\??: [^\n]+;$/gm, () => ''],
  [/: number\b/g, () => ': string'],
];

let seed = 11;
function random(/** @type {number} */ below) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed % below;
}

/** A mutated text, or `undefined` if nothing in it fits. */
function mutated(/** @type {string} */ text) {
  const [find, replace] = MUTATIONS[random(MUTATIONS.length)];
  const places = [...text.matchAll(find)];
  if (places.length === 0) return undefined;
  const place = places[random(places.length)];
  return (
    text.slice(0, place.index) +
    place[0].replace(new RegExp(find.source, find.flags.replace('g', '')), replace) +
    text.slice(place.index + place[0].length)
  );
}

function difference(/** @type {string[]} */ found, /** @type {string[]} */ expected) {
  return [
    ...found.filter((line) => !expected.includes(line)).map((line) => `  only here: ${line}`),
    ...expected.filter((line) => !found.includes(line)).map((line) => `  only tsc:  ${line}`),
  ];
}

/** Compares one project, and returns what differs. */
async function project(/** @type {string} */ name, /** @type {string} */ folder, /** @type {number} */ mutations) {
  const given = await read(folder);
  const kept = await checker(given);
  const said = async () => difference(lines(kept.check({ config: { project: '/tsconfig.json' } }).diagnostics), await tscOf(folder));
  const differing = (await said()).map((line) => `${name}\n${line}`);
  const own = [...given.keys()].filter((path) => !path.includes('/node_modules/') && /\.[cm]?[jt]sx?$/.test(path));
  let made = 0;
  for (let tries = 0; made < mutations && tries < mutations * 20; tries += 1) {
    const path = own[random(own.length)];
    const text = given.get(path);
    const next = mutated(text);
    if (next === undefined || next === text) continue;
    made += 1;
    kept.edit(new Map([...given, [path, next]]));
    await writeFile(join(folder, path), next);
    differing.push(...(await said()).map((line) => `${name}, mutation ${made} in ${path}\n${line}`));
    await writeFile(join(folder, path), text);
  }
  process.stdout.write(`${differing.length === 0 ? 'same' : 'DIFFERS'}  ${name}: ${own.length} files, ${made} mutations\n`);
  return differing;
}

const args = process.argv.slice(2);
const at = args.indexOf('--mutations');
const mutations = at < 0 ? 5 : Number(args.splice(at, 2)[1]);
const differing = [];
const work = await realpath(await mkdtemp(join(tmpdir(), 'verdict-conformance-')));
try {
  const folders = [];
  for (const folder of args) folders.push([basename(resolve(folder)), resolve(folder)]);
  if (args.length === 0) {
    for (const [name, options] of Object.entries(PACKAGES)) {
      // Beside its dependencies, as a program that imports them has them.
      const to = join(work, name.replace('/', '-'));
      await cp(join(ROOT, 'node_modules', name), to, { recursive: true, filter: (path) => !path.endsWith('.map') });
      const { dependencies = {} } = JSON.parse(await readFile(join(to, 'package.json'), 'utf8'));
      for (const one of ['@types/unist', '@types/mdast', '@types/nlcst', ...Object.keys(dependencies)]) {
        await cp(join(ROOT, 'node_modules', one), join(to, 'node_modules', one), { recursive: true }).catch(() => {});
      }
      const compilerOptions = { strict: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler', types: [], ...options };
      await writeFile(join(to, 'tsconfig.json'), JSON.stringify({ compilerOptions, exclude: ['node_modules', 'test'] }));
      folders.push([name, to]);
    }
    const cases = new URL('./test/cases/', import.meta.url);
    for (const name of (await readdir(cases)).filter((one) => one.endsWith('.txt')).sort()) {
      const to = join(work, name.slice(0, -4));
      for (const [path, text] of files(await readFile(new URL(name, cases), 'utf8'))) {
        await mkdir(join(to, path, '..'), { recursive: true });
        await writeFile(join(to, path), text);
      }
      folders.push([`case ${name.slice(0, -4)}`, to]);
    }
  }
  for (const [name, folder] of folders)
    differing.push(...(await project(name, folder, name.startsWith('case') ? Math.min(mutations, 3) : mutations)));
} finally {
  await rm(work, { recursive: true, force: true });
}
process.stdout.write(
  differing.length === 0 ? 'The checker says what tsc says.\n' : `${differing.join('\n')}\n${differing.length} differences\n`,
);
process.exitCode = differing.length === 0 ? 0 : 1;
