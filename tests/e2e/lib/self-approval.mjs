/**
 * The cases of `tests/hostile/gate/self-approval/`, read as `crates/gate/tests/self_approval/case.rs` reads them.
 * @module
 */

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';

const FOLDER = new URL('../../hostile/gate/self-approval/', import.meta.url);

/** What the verify command is where a case has neither one nor a profile. */
const VERIFY = 'test:/**/*.test.js';

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} rule Id of the rule that refuses the cheat.
 * @property {string} [verify]
 * @property {string} [profile]
 * @property {Record<string, string>} env
 * @property {object} policy
 * @property {Record<string, string>} before
 * @property {Operation[]} cheat
 * @property {Operation[]} honest
 *
 * @typedef {object} Operation Of a bundle.
 * @property {'UPSERT' | 'DELETE' | 'RENAME'} operation
 * @property {string} file_path
 * @property {string} [new_path]
 * @property {string} [new_content]
 */

/** @returns {Promise<[string, Case[]][]>} Cases by the name of their file, without its ending. */
export async function selfApproval() {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(names.map(async (name) => [name.replace('.txt', ''), casesOf(await readFile(new URL(name, FOLDER), 'utf8'))]));
}

/** @param {string} text @returns {Case[]} */
export const casesOf = (text) => text.split('\n## ').slice(1).map(caseOf);

/** @param {string} text @returns {Case} */
function caseOf(text) {
  const [head, ...parts] = text.split('\n### ');
  const lines = head.split('\n');
  const named = (/** @type {string} */ key) =>
    lines
      .find((line) => line.startsWith(key))
      ?.slice(key.length)
      .trim();
  const part = (/** @type {string} */ name) => {
    const found = parts.find((one) => one.startsWith(`${name}\n`));
    assert.ok(found !== undefined, `${head}: no ${name}`);
    return blocksOf(found.slice(name.length + 1));
  };
  const rule = named('rule:');
  assert.ok(rule !== undefined, `${head}: no rule`);
  return {
    name: lines[0].trim(),
    rule,
    verify: named('verify:') ?? (named('profile:') === undefined ? VERIFY : undefined),
    profile: named('profile:'),
    env: JSON.parse(named('env:') ?? '{}'),
    policy: JSON.parse(named('policy:') ?? '{}'),
    before: Object.fromEntries(part('before')),
    cheat: part('cheat').map(operationOf),
    honest: part('honest').map(operationOf),
  };
}

/** @param {string} text @returns {[string, string][]} Headers, each with its content. */
function blocksOf(text) {
  return `\n${text}\n`
    .split('\n//- ')
    .slice(1)
    .map((block) => {
      const [header, ...content] = block.split('\n');
      return [header.trim(), `${content.join('\n').trimEnd()}\n`];
    });
}

/** @param {[string, string]} block @returns {Operation} */
function operationOf([header, content]) {
  if (header.endsWith(' deleted')) return { operation: 'DELETE', file_path: header.slice(0, -' deleted'.length) };
  if (header.includes(' -> ')) {
    const [from, to] = header.split(' -> ');
    return { operation: 'RENAME', file_path: from, new_path: to, ...(content.trim() !== '' && { new_content: content }) };
  }
  return { operation: 'UPSERT', file_path: header, new_content: content };
}

/** Files as a bundle leaves them. @param {Record<string, string>} before @param {Operation[]} operations */
export function applied(before, operations) {
  const files = { ...before };
  for (const { operation, file_path: path, new_path: to, new_content: content } of operations) {
    const { [path]: old } = files;
    if (operation !== 'UPSERT') delete files[path];
    if (operation === 'RENAME') files[/** @type {string} */ (to)] = content ?? old;
    if (operation === 'UPSERT') files[path] = /** @type {string} */ (content);
  }
  return files;
}
