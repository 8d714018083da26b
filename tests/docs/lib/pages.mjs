/**
 * The Markdown pages of the documentation, and the fenced examples in them.
 * @module
 */

import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * @typedef {object} Fence
 * @property {string} language The first word after the backticks.
 * @property {Record<string, string>} attributes The others: `name=value`, `name="two words"`, or a bare `name`.
 * @property {string} code
 * @property {number} line Line of the first line of `code`, from 1.
 */

/** @typedef {{ path: string, text: string, fences: Fence[] }} Page */

/** README.md and docs/**, sorted by path. @returns {Promise<Page[]>} */
export async function pages() {
  const found = await readdir(`${ROOT}docs`, { recursive: true });
  const paths = ['README.md', ...found.filter((path) => path.endsWith('.md')).map((path) => `docs/${path}`)].sort();
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(ROOT + path, 'utf8');
      return { path, text, fences: fences(text) };
    }),
  );
}

/** The fenced blocks of a text. A fence ends at a line with at least as many backticks. @returns {Fence[]} */
export function fences(/** @type {string} */ text) {
  const all = [];
  /** @type {(Fence & { ticks: string, lines: string[] }) | undefined} */
  let open;
  text.split('\n').forEach((line, index) => {
    const [, ticks, info] = /^(`{3,})(.*)$/.exec(line) ?? [];
    if (open && ticks?.startsWith(open.ticks) && info === '') {
      const { lines, ticks: _, ...fence } = open;
      all.push({ ...fence, code: lines.map((one) => `${one}\n`).join('') });
      open = undefined;
    } else if (open) {
      open.lines.push(line);
    } else if (ticks) {
      const [language, ...words] = info.match(/(?:[^\s"]|"[^"]*")+/g) ?? [''];
      const attributes = Object.fromEntries(
        words.map((word) => {
          const [name, ...value] = word.split('=');
          return [name, value.join('=').replace(/^"|"$/g, '')];
        }),
      );
      open = { language, attributes, code: '', line: index + 2, ticks, lines: [] };
    }
  });
  if (open) throw new Error(`the fence at line ${open.line - 1} has no end`);
  return all;
}
