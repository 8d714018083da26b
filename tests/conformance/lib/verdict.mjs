/** Ours, in both of its hosts. @module */

import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { launch, newPage } from '../../e2e/lib/browser.mjs';
import { FILE, nameOf, thrown } from './entries.mjs';

const CASES = fileURLToPath(new URL('../cases', import.meta.url));

/** @typedef {import('./entries.mjs').Entry} Entry */

/** The command for some files, or for all. @param {string[]} only */
const command = (only) => `test:${only.length > 0 ? only.map((file) => `"/${file}"`).join(' ') : '**/*.test.*'}`;

/**
 * In a terminal.
 * @param {string[]} [only] Files, relative to `cases/`.
 * @param {string} [cases] The folder of the cases.
 * @returns {Promise<Entry[]>}
 */
export async function native(only = [], cases = CASES) {
  const program = process.env.VERDICT_CLI;
  if (!program) throw new Error('VERDICT_CLI is not set: run this by `cargo xtask conformance`');
  const words = ['verify', '--root', cases, '--json', command(only)];
  const printed = await new Promise((resolve, reject) => {
    execFile(program, words, { maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      if (stdout) resolve(stdout);
      else reject(new Error(`verdict said nothing: ${stderr || error}`));
    });
  });
  return JSON.parse(printed).results.flatMap(entries);
}

/**
 * In a worker of Chromium.
 * @param {string[]} [only] Files, relative to `cases/`.
 * @param {'boa' | 'browser'} [engine]
 * @returns {Promise<Entry[]>}
 */
export async function page(only = [], engine = 'boa') {
  const browser = await launch();
  try {
    const page = await newPage(browser, 'e2e/');
    const result = await page.evaluate(
      async ([command, files, engine]) => {
        // Served by `cargo xtask serve`.
        // @ts-expect-error No file of this folder.
        const { VerificationManager } = await import('/verdict/index.js');
        const vm = await VerificationManager.create();
        await vm.setSnapshot(files);
        return vm.runVerification(command, { timeout: 300_000, engine });
      },
      /** @type {const} */ ([command(only), await files(), engine]),
    );
    return entries(result);
  } finally {
    await browser.close();
  }
}

/**
 * In the sealed frame of Chromium, by its own engine.
 * @param {string[]} [only]
 */
export const sealed = (only) => page(only, 'browser');

/** All files below `cases/`. @returns {Promise<[string, string][]>} */
async function files() {
  const found = await readdir(CASES, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Promise.all(
    paths.map(async (path) => /** @type {[string, string]} */ ([`/${relative(CASES, path)}`, await readFile(path, 'utf8')])),
  );
}

/** @param {any} result @returns {Entry[]} */
export function entries({ output, error }) {
  if (!Array.isArray(output)) throw new Error(`verdict gave no list of tests: ${error}`);
  return output.map(({ scope, path, file, state, stack, error }) => ({
    // What fails outside of tests may be in a file that the test file imports.
    file: (scope === 'file' && path[0]?.startsWith('/') ? path[0] : file).replace(/^\//, ''),
    name: scope === 'test' ? nameOf(path) : FILE,
    state,
    ...(state === 'failed' ? thrown(stack ?? error ?? '') : { kind: null, message: null }),
  }));
}
