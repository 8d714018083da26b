/**
 * The `verdict` command in end-to-end tests.
 * @module
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { executable } from './browser.mjs';

/**
 * Starts it.
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [env] Beside this process's own.
 */
export function startCli(args, env = {}) {
  const program = process.env.VERDICT_CLI;
  assert.ok(program, 'VERDICT_CLI is not set: run this by `cargo xtask test`');
  const child = spawn(program, args, {
    env: { ...process.env, CHROMIUM: executable(), VERDICT_CHECKER: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (data) => (said.out += data));
  child.stderr.on('data', (data) => (said.err += data));
  /** @type {Promise<{ code: number | null, told: any, err: string }>} `told`: the JSON that it printed, if it did. */
  const ended = new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, told: said.out ? JSON.parse(said.out) : undefined, err: said.err }));
  });
  return { child, ended };
}

/** Writes files below a folder. @param {string} root @param {Record<string, string>} files By relative path. */
export async function writeFiles(root, files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

/** The files of a folder but what Verdict keeps there of its own, by relative path. @param {string} root @returns {Promise<Record<string, string>>} */
export async function readFiles(root) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  const own = paths.filter((path) => !/^(\.verdict|runs|changes)\//.test(path)).sort();
  return Object.fromEntries(await Promise.all(own.map(async (path) => [path, await readFile(join(root, path), 'utf8')])));
}
