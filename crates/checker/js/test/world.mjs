/**
 * What the tests share: the built checker, TypeScript's own command line, and cases of several files in one text.
 * @module
 */

import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundles } from '../bundle.mjs';
import { server } from '../serve.js';

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

let built;

/** A folder with everything that is shipped. */
export function folder() {
  built ??= (async () => {
    const at = await mkdtemp(join(tmpdir(), 'verdict-checker-'));
    for (const [name, text] of Object.entries(await bundles())) await writeFile(join(at, name), text);
    process.on('exit', () => rmSync(at, { recursive: true, force: true }));
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
    return { ts, data: { libraries, types: () => types } };
  })();
  return loaded;
}

let number = 0;

/** A checker with a snapshot: `check` asks about files, all by default, and `typeAt` about a place; `edit` makes the next snapshot. */
export async function checker(/** @type {Map<string, string>} */ start) {
  const { ts, data } = await compiler();
  const answer = server(ts, data);
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

/** What `tsc -p` says about a folder, with paths as in a snapshot. */
export async function tscOf(/** @type {string} */ folder) {
  const args = [join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', '.', '--noEmit', '--pretty', 'false'];
  const output = await new Promise((done) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 64 << 20 }, (_, stdout) => done(stdout));
  });
  // A diagnostic goes on as long as its lines are indented.
  const lines = output
    .replaceAll(`${folder}/`, '/')
    .trimEnd()
    .split(/\n(?! )/);
  return lines.filter((line) => line !== '').sort();
}
