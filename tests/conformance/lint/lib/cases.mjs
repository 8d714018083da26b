/** The tables of cases: one module for each rule, at `cases/<rule>.mjs`. */

import { readdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = new URL('../cases/', import.meta.url);

/**
 * A case. In a table, a text stands for `{ code: text }`. A code with `//- /path` headers is several files. The first is linted,
 * unless `filename` names another one.
 * @typedef {object} Case
 * @property {string} rule The id; a table can name another one, for example `@typescript-eslint/no-redeclare`.
 * @property {string} code
 * @property {boolean} valid Whether the table says that the rule finds nothing.
 * @property {string} filename Relative; `file.js` unless the table says otherwise.
 * @property {unknown[]} options What follows the severity.
 * @property {Record<string, unknown>} languageOptions
 * @property {Record<string, unknown>} settings
 * @property {Record<string, string>} files Other files of the project, by relative path.
 * @property {unknown[]} [configs] A whole configuration in place of one rule. Findings are then compared with rule and severity.
 */

/** The ids of all rules that have a table. */
export async function rules() {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith('.mjs')).map((file) => relative('.', file).replace(/\.mjs$/, '')).sort();
}

/** The cases of a rule, with all that a table may leave out. @param {string} rule @returns {Promise<Case[]>} */
export async function casesOf(rule) {
  const { default: table } = await import(new URL(`${rule}.mjs`, folder).href);
  const all = (list, valid) => (list ?? []).map((entry) => whole(rule, typeof entry === 'string' ? { code: entry } : entry, valid));
  return [...all(table.valid, true), ...all(table.invalid, false)];
}

function whole(rule, entry, valid) {
  const known = ['rule', 'code', 'filename', 'options', 'languageOptions', 'settings', 'files', 'configs'];
  const unknown = Object.keys(entry).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`${rule}: a case has ${unknown.join(', ')}, which is not one of ${known.join(', ')}`);
  return { rule, filename: 'file.js', options: [], languageOptions: {}, settings: {}, files: {}, ...entry, ...several(entry), valid };
}

/** The files of a code with headers. */
function several({ code, filename }) {
  if (!code?.startsWith('//- /')) return {};
  const parts = code.split(/^\/\/- \//m).slice(1);
  const files = Object.fromEntries(parts.map((part) => [part.slice(0, part.indexOf('\n')).trim(), part.slice(part.indexOf('\n') + 1)]));
  const linted = filename ?? Object.keys(files)[0];
  const { [linted]: text, ...others } = files;
  if (text === undefined) throw new Error(`no file ${linted} in ${code}`);
  return { filename: linted, code: text, files: others };
}

/** The folder of the tables. */
export const path = fileURLToPath(folder);
