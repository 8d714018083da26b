/**
 * Makes the checker: `node crates/checker/js/bundle.mjs OUT` writes there the compiler (`ts.core.mjs`), its libraries and the types of
 * Node and Vitest as data, the program around it for Node and for a worker, the licences, and `manifest.json` with a hash of each.
 * @module
 */

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

import { core } from './build/core.mjs';
import { libraries, types } from './build/declarations.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, '../../..');

/** The scripts around the compiler. */
const SCRIPTS = ['node.mjs', 'worker.js'];

const sha256 = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');

/** The program for Node or for a worker, in one file, which knows the hashes of the others. */
async function script(/** @type {string} */ name, /** @type {Record<string, string>} */ hashes) {
  const define = { BUILT_HASHES: JSON.stringify(hashes) };
  const built = await build({
    define,
    entryPoints: [join(HERE, name)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    minify: true,
    external: ['node:*'],
    logLevel: 'warning',
  });
  // A bundler must leave the import of an address alone. The comments that say so do not survive.
  return (built.outputFiles[0]?.text ?? '').replace(/\bimport\((?=\w+\))/g, 'import(/* webpackIgnore: true *//* @vite-ignore */');
}

/** The licences of the compiler and of all packages whose types are shipped. */
async function licences(/** @type {string[]} */ paths) {
  const folders = new Set([
    '/node_modules/typescript',
    ...paths.map((path) => /.*(\/node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? ''),
  ]);
  const texts = [];
  for (const folder of [...folders].sort()) {
    const at = join(ROOT, folder);
    const { name, version, license } = JSON.parse(await readFile(join(at, 'package.json'), 'utf8'));
    const names = (await readdir(at)).filter((file) => /^(licen[cs]e|notice|copying|thirdpartynotice)/i.test(file)).sort();
    const contents = await Promise.all(names.map((file) => readFile(join(at, file), 'utf8')));
    texts.push(
      `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n\n${contents.map((text) => text.trim()).join('\n\n') || 'The package has no licence file.'}\n`,
    );
  }
  return `The checker holds code and declarations of these packages.\n\n${texts.join('\n')}`;
}

/** Everything that is shipped, by name. */
export async function bundles() {
  const { version } = JSON.parse(await readFile(join(ROOT, 'node_modules/typescript/package.json'), 'utf8'));
  const declarations = await types(ROOT);
  const compiler = await core(ROOT);
  const builtFrom = sha256(compiler);
  /** @type {Record<string, string>} */
  const files = {
    'ts.core.mjs': `${compiler}export const builtFrom = '${builtFrom}';\n`,
    'libraries.json': JSON.stringify(await libraries(ROOT)),
    'types.json': JSON.stringify(declarations),
  };
  const hashes = () => Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)]));
  const scripts = await Promise.all(SCRIPTS.map(async (name) => [name, await script(name, { ...hashes(), 'ts.core.mjs': builtFrom })]));
  Object.assign(files, Object.fromEntries(scripts));
  return {
    ...files,
    'manifest.json': `${JSON.stringify({ typescript: version, files: hashes() }, null, 2)}\n`,
    'LICENSES.txt': await licences(Object.keys(declarations)),
  };
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [, , out] = process.argv;
  if (out === undefined) throw new Error('usage: node bundle.mjs OUT');
  await mkdir(out, { recursive: true });
  for (const [name, text] of Object.entries(await bundles())) await writeFile(join(out, name), text);
}
