import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

/**
 * Where ours is known to differ, and why: `known.json` has a reason and the tests it is about, each as `file | name`.
 * A reason that is one engine's alone names its hosts.
 * @param {string} host `native`, `chromium` or `sealed`.
 * @param {URL} [list] The list of another suite than that of Vitest's cases.
 * @returns {Promise<Map<string, string>>}
 */
export async function known(host, list = new URL('../known.json', import.meta.url)) {
  const text = await readFile(list, 'utf8');
  /** @type {{ reason: string, hosts?: string[], tests: string[] }[]} */
  const all = JSON.parse(text);
  const here = all.filter(({ hosts }) => !hosts || hosts.includes(host));
  return new Map(here.flatMap(({ reason, tests }) => tests.map((test) => [test, reason])));
}

/**
 * Asserts that the list names each test that differs, and no test that agrees.
 * @param {{ key: string }[]} disagreements What `compare` found.
 * @param {Map<string, string>} reasons What `known` read.
 * @param {string} name What the list is called in the message.
 */
export function assertListed(disagreements, reasons, name) {
  assert.deepEqual(
    disagreements.filter(({ key }) => !reasons.has(key)),
    [],
    'differs',
  );
  const differing = new Set(disagreements.map(({ key }) => key));
  assert.deepEqual(
    [...reasons.keys()].filter((key) => !differing.has(key)),
    [],
    `agrees by now: take it out of ${name}`,
  );
}
