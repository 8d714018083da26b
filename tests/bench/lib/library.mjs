/**
 * The tests that zod ships in its package, and what they import.
 * @module
 */

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = new URL('../node_modules/zod/', import.meta.url);

/** Where the package lies in the project that its tests are run in. */
const ROOT = '/zod';

/** Packages that single tests want and that zod does not ship. */
const NOT_SHIPPED = ['@seriousme/openapi-schema-validator', '@web-std/file', 'esbuild', 'recheck', 'typescript'];

/** Modules of Node that no browser has: tests of theirs differ by their nature. */
const OF_NODE = ['node:v8', 'node:vm'];

/** Sets what zod keeps on the global object, such as its language: files that run later in the same worker would see it. */
const SETS_GLOBAL = /\b(?:config|setErrorMap)\(\s*[^\s)]/;

/** As the project's own configuration has it: the package is imported by its name, and its source is meant. */
const NAMES = ['v3', 'v4', 'v4-mini', 'mini', 'locales', 'v4/core', 'v4/mini', 'v4/locales'].map((name) => [
  `zod/${name}`,
  `src/${name}/index.ts`,
]);
export const ALIASES = [['zod', 'src/index.ts'], ['zod/compile', 'src/compile.ts'], ...NAMES].map(([name, path]) => ({
  source: `^${name}$`,
  replacement: `${ROOT}/${path}`,
}));

/**
 * @returns {Promise<{ files: Record<string, string>, tests: string[], left: string[] }>} Contents by path; the test files that
 *   are run; those that are left out, since they want what is not there, or leave something behind.
 */
export async function library() {
  const files = {};
  for (const entry of await readdir(new URL('src/', PACKAGE), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[ROOT + path.slice(new URL('.', PACKAGE).pathname.length - 1)] = await readFile(path, 'utf8');
  }
  files[`${ROOT}/package.json`] = await readFile(new URL('package.json', PACKAGE), 'utf8');
  const tests = Object.keys(files)
    .filter((path) => path.endsWith('.test.ts'))
    .sort();
  const wants = (path) => [...NOT_SHIPPED, ...OF_NODE].some((name) => new RegExp(`(?:from|import\\(?) ?["']${name}["']`).test(files[path]));
  const left = tests.filter((path) => wants(path) || SETS_GLOBAL.test(files[path]));
  for (const path of left) delete files[path];
  return { files, tests: tests.filter((path) => !left.includes(path)), left };
}
