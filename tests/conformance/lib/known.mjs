import { readFile } from 'node:fs/promises';

/**
 * Where ours is known to differ, and why: `known.json` has a reason and the tests it is about, each as `file | name`.
 * @returns {Promise<Map<string, string>>}
 */
export async function known() {
  const text = await readFile(new URL('../known.json', import.meta.url), 'utf8');
  /** @type {{ reason: string, tests: string[] }[]} */
  const list = JSON.parse(text);
  return new Map(list.flatMap(({ reason, tests }) => tests.map((test) => [test, reason])));
}
