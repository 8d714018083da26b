/**
 * The part of a manager's snapshot that `verifyProposal` and similar calls need: every path, and the text of code and
 * constitutions. The texts are shared with the caller.
 * @module
 */

import { printOf } from '../watch/prints.js';

/** What is read of a file here: code, the configuration, and the document that says what code may do. */
const READ = /\.(?:[cm]?[jt]s|[jt]sx)$|^\/spec\/constitution\.(?:ya?ml|json)$|^\/verdict\.config\.json$/;
const CONSTITUTIONS = ['yaml', 'yml', 'json'].map((end) => `/spec/constitution.${end}`);

/** @typedef {Map<string, string>} Texts By path; empty for what is not read here. */
/** @typedef {(changed: Set<string> | null) => void} Listener Gets the paths that differ; null where nobody knows. */

export class SnapshotFiles {
  /** Null before a snapshot was set, and after one could not be. @type {Texts | null} */
  texts = null;
  /** Root hash of that snapshot. @type {string | null} */
  root = null;
  /** Why there is no snapshot, where one could not be set. @type {{ error: string | null, code: any } | null} */
  failure = null;
  /** What tells contents of other files apart, by path, while somebody listens. @type {Map<string, string>} */
  #prints = new Map();
  /** Who hears of changes. @type {Set<Listener>} */
  listeners = new Set();
  /** How many follow that have not ended. */
  #open = 0;
  /** The last that follows; it never rejects. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * Follows a `setSnapshot`. It reads the files at once, and keeps them if the call succeeds.
   *
   * @template {{ success: boolean, root: string | null, error: string | null, code: any }} R
   * @param {unknown} given
   * @param {Promise<R>} setting
   * @param {() => Promise<unknown>} then What is to be done before anybody goes on.
   * @returns {Promise<R>}
   */
  follow(given, setting, then) {
    const change = read(given, this.listeners.size > 0);
    this.#open += 1;
    const following = this.#last.then(async () => {
      try {
        const result = await setting;
        const changed = result.success && change ? change.differs(this.texts, this.#prints) : null;
        this.texts = result.success && change ? change.texts(this.texts) : null;
        if (change && this.texts) this.#prints = change.prints(this.#prints);
        else this.#prints.clear();
        this.root = this.texts && result.root;
        this.failure = result.success ? null : { error: result.error, code: result.code };
        await then();
        for (const listener of this.listeners) listener(changed);
        return result;
      } finally {
        this.#open -= 1;
      }
    });
    this.#last = following.catch(() => {});
    return following;
  }

  /** Whether a `setSnapshot` has been called that has not ended. */
  get isPending() {
    return this.#open > 0;
  }

  /** Resolves when all earlier calls have ended. */
  settled() {
    return this.#last;
  }

  /** Drops all files. */
  clear() {
    this.texts = null;
    this.root = null;
    this.failure = null;
    this.#prints.clear();
  }

  /** The documents that are a constitution. @returns {[string, string][]} */
  constitution() {
    const { texts } = this;
    return CONSTITUTIONS.flatMap((path) => (texts?.has(path) ? [[path, /** @type {string} */ (texts.get(path))]] : []));
  }
}

/**
 * A path as the snapshot has it. What is no path of a snapshot is left to who applies the change.
 * @param {string} path
 */
export function absolute(path) {
  /** @type {string[]} */
  const segments = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/** The text of a file that is read here. @param {string} path @param {any} content */
export function textOf(path, content) {
  if (!READ.test(path)) return '';
  if (typeof content === 'string') return content;
  const bytes = typeof content?.base64 === 'string' ? Uint8Array.from(atob(content.base64), (c) => c.charCodeAt(0)) : content;
  return new TextDecoder().decode(bytes);
}

/**
 * What `setSnapshot` was given, as a step from one state to the next. Null for what it will refuse.
 * @param {any} given
 * @param {boolean} isHeard Whether somebody wants to know what differs.
 */
function read(given, isHeard) {
  try {
    const isDelta = isDeltaOf(given);
    const entries = isDelta ? (given.entries ? entriesOf(given.entries) : []) : entriesOf(given);
    const put = entries.map(([path, content]) => /** @type {[string, string]} */ ([path, textOf(path, content)]));
    const others = isHeard ? entries.filter(([path]) => !READ.test(path)) : [];
    const prints = others.map(([path, content]) => /** @type {[string, string]} */ ([path, printOf(content)]));
    const removed = isDelta ? [...(given.removed ?? [])].map(absolute) : [];
    /** What there is after, of what there was before. @param {Map<string, string> | null} before @param {any} put */
    const step = (before, put) => {
      // Applied in place, so that a delta costs the same in a large snapshot as in a small one.
      const after = isDelta && before ? before : new Map();
      for (const path of removed) after.delete(path);
      for (const [path, text] of put) after.set(path, text);
      return /** @type {Map<string, string>} */ (after);
    };
    return {
      texts: (/** @type {Texts | null} */ before) => step(before, put),
      prints: (/** @type {Map<string, string>} */ before) => step(before, prints),
      /** @param {Texts | null} before @param {Map<string, string>} known @returns {Set<string> | null} */
      differs(before, known) {
        if (!before || !isHeard) return null;
        const now = new Map(prints);
        const isOther = (/** @type {[string, string]} */ [path, text]) =>
          before.get(path) !== text || (now.has(path) && known.get(path) !== now.get(path));
        const kept = new Set(put.map(([path]) => path));
        const gone = isDelta ? removed.filter((path) => before.has(path)) : [...before.keys()];
        return new Set([...put.filter(isOther).map(([path]) => path), ...gone.filter((path) => !kept.has(path))]);
      },
    };
  } catch {
    return null;
  }
}

/** Whether it is a delta and no map of files, as the core tells them apart. @param {any} given */
export function isDeltaOf(given) {
  if (given instanceof Map || Array.isArray(given)) return false;
  const { entries, removed } = given;
  // Contents of a file that are objects: bytes and `{ base64 }`.
  const isContent = entries instanceof ArrayBuffer || ArrayBuffer.isView(entries) || typeof entries?.base64 === 'string';
  return Array.isArray(removed) || (typeof entries === 'object' && entries !== null && !isContent);
}

/** @param {any} files @returns {[string, any][]} */
export function entriesOf(files) {
  const entries = files instanceof Map || Array.isArray(files) ? [...files] : Object.entries(files);
  return entries.map((entry) => {
    const [name, content] = Array.isArray(entry) ? entry : [entry.path, entry.content];
    return [absolute(name), content];
  });
}
