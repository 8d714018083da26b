/** What Jest says of each test, so that tests need no Jest. @module */

import { readFile, writeFile } from 'node:fs/promises';

import { keyed } from '../../lib/entries.mjs';

/** @typedef {import('../../lib/entries.mjs').Entry} Entry */

const PLACE = new URL('../expected.json', import.meta.url);

/**
 * Tests with their states alone: messages of Jest are worded otherwise than those of Vitest, which ours has.
 * @param {Entry[]} entries
 * @returns {Entry[]}
 */
export const states = (entries) => entries.map((entry) => ({ ...entry, kind: null, message: null }));

/** Reads what is recorded. @returns {Promise<Entry[]>} */
export async function expected() {
  /** States, by file and by the full name of a test. @type {Record<string, Record<string, Entry['state']>>} */
  const files = JSON.parse(await readFile(PLACE, 'utf8'));
  return Object.entries(files).flatMap(([file, tests]) =>
    Object.entries(tests).map(([name, state]) => ({ file, name, state, kind: null, message: null })),
  );
}

/** Records what Jest says, sorted. @param {Entry[]} entries */
export async function record(entries) {
  /** @type {Record<string, Record<string, string>>} */
  const files = {};
  for (const [key, { file, state }] of [...keyed(entries)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    files[file] ??= {};
    files[file][key.slice(`${file} | `.length)] = state;
  }
  await writeFile(PLACE, `${JSON.stringify(files, null, 2)}\n`);
}
