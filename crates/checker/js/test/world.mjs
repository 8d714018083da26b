/**
 * What the tests share: the built checker, TypeScript's own command line, and cases of several files in one text.
 * @module
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { server } from '../serve.js';
import { Sources } from '../sources.js';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** The files of a text with `//- /path` headers. */
export function files(/** @type {string} */ text) {
  return new Map(
    text
      .split(/^\/\/- /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')).trim(), part.slice(part.indexOf('\n') + 1)]),
  );
}

/**
 * Our own cases: small projects, each in a text. Those of `configurations` are about how a project is read.
 * @returns {Promise<{ name: string, given: Map<string, string>, record: URL }[]>} `record` has what `tsc` says.
 */
export async function cases(folders = ['', 'configurations/']) {
  const found = [];
  for (const folder of folders) {
    const at = new URL(`./cases/${folder}`, import.meta.url);
    for (const file of (await readdir(at)).filter((one) => one.endsWith('.txt')).sort()) {
      const name = file.slice(0, -4);
      found.push({ name: folder + name, given: files(await readFile(new URL(file, at), 'utf8')), record: new URL(`${name}.tsc`, at) });
    }
  }
  return found;
}

/** Where the built checkers are kept, each in a folder that is named after what it was built from. */
const KEPT = join(ROOT, 'target/checker-of-tests');

/** The hash of what a built checker depends on: its sources, and the packages that it takes code and types from. */
async function inputs() {
  const hash = createHash('sha256');
  const folder = join(ROOT, 'crates/checker/js');
  const scripts = ['', 'build/'].map(async (below) => (await readdir(join(folder, below))).map((name) => join(folder, below, name)));
  const paths = (await Promise.all(scripts)).flat().filter((path) => /\.m?js$/.test(path));
  for (const path of [...paths.sort(), join(ROOT, 'node_modules/.package-lock.json')]) hash.update(await readFile(path)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

let built;

/** A folder with everything that is shipped. It is built once for all processes with the same sources. */
export function folder() {
  built ??= (async () => {
    const at = join(KEPT, await inputs());
    if (existsSync(at)) return at;
    const { bundles } = await import('../bundle.mjs');
    await mkdir(KEPT, { recursive: true });
    for (const old of (await readdir(KEPT)).filter((name) => !name.startsWith('new-')))
      await rm(join(KEPT, old), { recursive: true, force: true });
    const made = await mkdtemp(join(KEPT, 'new-'));
    for (const [name, text] of Object.entries(await bundles())) await writeFile(join(made, name), text);
    // Another process may have been first.
    await rename(made, at).catch(() => rm(made, { recursive: true, force: true }));
    return at;
  })();
  return built;
}

let loaded;

/** The compiler and its data, as built. */
export async function compiler() {
  loaded ??= (async () => {
    const at = await folder();
    const ts = await import(join(at, 'ts.core.mjs'));
    const [libraries, types] = await Promise.all(
      ['libraries.json', 'types.json'].map(async (name) => JSON.parse(await readFile(join(at, name), 'utf8'))),
    );
    return { ts, data: { libraries, types: () => types }, sources: new Sources(ts) };
  })();
  return loaded;
}

let number = 0;

/**
 * A new checker with a snapshot: `check` asks about files, all by default, and `typeAt` about a place; `edit` makes the next snapshot.
 * Its programs are its own. Parsed files depend on their text and the options alone, and are shared by all checkers of a process
 * that do not bring their own.
 */
export async function checker(/** @type {Map<string, string>} */ start, /** @type {Sources | undefined} */ own) {
  const { ts, data, sources } = await compiler();
  const answer = server(ts, data, own ?? sources);
  let now = new Map();
  let root;
  const edit = (/** @type {Map<string, string>} */ next) => {
    const put = [...next].filter(([path, text]) => now.get(path) !== text).map(([path, text]) => [path, `${path}:${text}`, text]);
    const remove = [...now.keys()].filter((path) => !next.has(path));
    const base = root;
    root = `root ${(number += 1)}`;
    now = new Map(next);
    answer({ type: 'SNAPSHOT', root, base, put, remove });
  };
  edit(start);
  return {
    edit,
    check: (request = {}) =>
      answer({ type: 'CHECK', id: 1, root, files: [...now.keys()].filter((path) => !path.includes('/node_modules/')), ...request }),
    typeAt: (place) => answer({ type: 'TYPE_AT', id: 2, root, ...place }).found,
  };
}

/** Diagnostics as lines of `tsc --pretty false`. */
export function lines(/** @type {any[]} */ diagnostics) {
  return diagnostics
    .map(
      ({ file, line, column, code, message, category, isGlobal }) =>
        `${isGlobal ? '' : `${file.slice(1)}(${line},${column}): `}${category} TS${code}: ${message}`,
    )
    .sort();
}

/** What `tsc -p` says about these files. */
export async function tsc(/** @type {Map<string, string>} */ given) {
  const at = await realpath(await mkdtemp(join(tmpdir(), 'verdict-tsc-')));
  try {
    for (const [path, text] of given) {
      await mkdir(dirname(join(at, path)), { recursive: true });
      await writeFile(join(at, path), text);
    }
    return await tscOf(at);
  } finally {
    await rm(at, { recursive: true, force: true });
  }
}

/**
 * What `tsc -p` says about a folder, with paths as in a snapshot. A project that refers to others is built along with them, as `tsc`
 * reads what their builds wrote.
 */
export async function tscOf(/** @type {string} */ folder, project = 'tsconfig.json', run = commandLine) {
  const isBuilt = await refers(join(folder, project));
  const args = isBuilt ? ['-b', project, '--force'] : ['-p', project, '--noEmit'];
  const output = await run(folder, [...args, '--pretty', 'false']);
  // A diagnostic goes on as long as its lines are indented.
  const lines = output
    .replaceAll(`${folder}/`, '/')
    // The libraries are those of the compiler that runs, where a project has none.
    .replaceAll(`${relative(folder, join(ROOT, 'node_modules/typescript'))}/`, 'node_modules/typescript/')
    .trimEnd()
    .split(/\n(?! )/);
  return lines.filter((line) => line !== '').sort();
}

/** Runs `tsc` in a process of its own. @returns {Promise<string>} */
function commandLine(/** @type {string} */ folder, /** @type {string[]} */ args) {
  return new Promise((done) => {
    const all = [join(ROOT, 'node_modules/typescript/lib/tsc.js'), ...args];
    execFile(process.execPath, all, { cwd: folder, maxBuffer: 64 << 20 }, (_, stdout) => done(stdout));
  });
}

/** Whether a configuration refers to others that are there. */
async function refers(/** @type {string} */ path) {
  const text = await readFile(path, 'utf8').catch(() => '');
  if (!text.includes('"references"')) return false;
  const { default: ts } = await import('typescript');
  const references = ts.parseConfigFileTextToJson(path, text).config?.references;
  return Array.isArray(references) && references.some((one) => typeof one?.path === 'string' && existsSync(join(dirname(path), one.path)));
}
