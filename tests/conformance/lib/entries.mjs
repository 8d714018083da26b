/**
 * What a runner says of a test, in a form that two runners can be compared in.
 *
 * @typedef {object} Entry
 * @property {string} file Relative to `cases/`.
 * @property {string} name Names of the suites and of the test, joined; `FILE` for what is of the file as a whole.
 * @property {'passed' | 'failed' | 'skipped' | 'todo'} state
 * @property {string | null} kind Of a failure, what was thrown: the name of the error, else its type.
 * @property {string | null} message Its first line.
 */

/** What stands for a file that could not be run, or that failed outside of its tests. */
export const FILE = '(the file)';

/** @param {string[]} path */
export const nameOf = (path) => path.join(' > ');

/** The name and the first line of what was thrown, from its stack or message. @param {string} text */
export function thrown(text) {
  const first = text.split('\n', 1)[0];
  const [, kind, message] = /^(?:Uncaught )?([A-Z][\w$]*Error|Error|[A-Z]\w*Exception)(?: \[\w+\])?(?:: (.*))?$/.exec(first) ?? [
    null,
    'unknown',
    first,
  ];
  return { kind, message: message ?? '' };
}

/**
 * Entries by file and name; the second of a name is `name #2`.
 * @param {Entry[]} entries
 * @returns {Map<string, Entry>}
 */
export function keyed(entries) {
  const map = new Map();
  for (const entry of entries) {
    const key = `${entry.file} | ${entry.name}`;
    let unique = key;
    for (let n = 2; map.has(unique); n += 1) unique = `${key} #${n}`;
    map.set(unique, entry);
  }
  return map;
}
