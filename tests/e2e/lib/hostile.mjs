/**
 * The cases of `tests/hostile/`, as messages.
 * @module
 */

import { readFile, readdir } from 'node:fs/promises';

const ROOT = new URL('../../hostile/', import.meta.url);

/**
 * @param {string} folder A folder of `tests/hostile/`.
 * @returns {Promise<[string, any[]][]>} Its groups by name, each with its cases.
 */
export async function groups(folder) {
  const names = (await readdir(new URL(`${folder}/`, ROOT))).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(names.map(async (name) => [name, JSON.parse(await readFile(new URL(`${folder}/${name}`, ROOT), 'utf8'))]));
}

/**
 * @param {Record<string, any>} files As a case has them: lines, `{ base64 }`, or `{ parts }`.
 * @returns {[string, string | { base64: string }][]} Entries of a snapshot.
 */
export function snapshotOf(files) {
  return Object.entries(files).map(([path, content]) => [path, contentOf(content)]);
}

function contentOf(/** @type {any} */ content) {
  if (Array.isArray(content)) return content.join('\n');
  if (!content.parts) return content;
  return content.parts
    .map((/** @type {string | [string, number]} */ part) => (typeof part === 'string' ? part : part[0].repeat(part[1])))
    .join('');
}
