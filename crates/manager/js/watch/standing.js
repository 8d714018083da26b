/**
 * Which files failed when they last ran.
 * @module
 */

/** @typedef {import('./scope.js').Part} Part */

export class Standing {
  /** Files that failed, by command. @type {Map<string, Set<string>>} */
  #failed = new Map();
  /** Commands whose last result names no file. @type {Set<string>} */
  #open = new Set();

  /** Whether a command has to run whole, because nobody knows which of its files failed. @param {string} command */
  isOpen(command) {
    return this.#open.has(command);
  }

  /** The parts, with files that failed in parts of their own in front. @param {Part[]} parts @returns {Part[]} */
  failuresFirst(parts) {
    /** @type {Part[]} */
    const first = [];
    const then = [];
    for (const part of parts) {
      const failed = this.#failed.get(part.command);
      const isFirst = (/** @type {string} */ file) => failed?.has(file) === true;
      if (!part.files?.some(isFirst) || !part.narrowed) then.push(part);
      else {
        first.push(part.narrowed(part.files.filter(isFirst)));
        const rest = part.files.filter((file) => !isFirst(file));
        if (rest.length > 0) then.push(part.narrowed(rest));
      }
    }
    return [...first, ...then];
  }

  /** @param {Part} part @param {any} result */
  take({ command, files }, result) {
    const failed = files ? (this.#failed.get(command) ?? new Set()) : new Set();
    for (const file of files ?? []) failed.delete(file);
    const entries = Array.isArray(result.output) ? result.output : [];
    const bad = entries.filter((/** @type {any} */ { state, severity }) => state === 'failed' || severity === 'error');
    for (const entry of bad) failed.add(fileOf(entry));
    const isUnknown = result.success !== true && bad.length === 0;
    if (isUnknown) for (const file of files ?? []) failed.add(file);
    if (isUnknown && !files) this.#open.add(command);
    else if (!files) this.#open.delete(command);
    this.#failed.set(command, failed);
  }
}

/**
 * The file that an entry counts for. What keeps a test file from loading may be located in another; its name is the test file's.
 * @param {any} entry
 * @returns {string}
 */
function fileOf({ scope, path, file }) {
  return scope === 'file' ? (path?.[0] ?? file) : file;
}
