/**
 * The live files of an agent, for callers that never set a snapshot. Each verification has them as they are then, and reads only
 * what can have changed since the one before.
 * @module
 */

import { printOf } from '../watch/prints.js';
import { listen } from './bus.js';
import { absolute } from './files.js';

/** @typedef {import('../gate/index.js').Adapter} Adapter */
/** @typedef {{ entries: Map<string, any>, removed: string[] }} Delta */

/**
 * @typedef {object} Taker What takes the files.
 * @property {(files: Map<string, any> | Delta) => Promise<{ success: boolean }>} take All files, or what differs from those taken last.
 * @property {() => boolean} has Whether those taken last are still there.
 */

/** Longest reading of all files, in milliseconds. */
const PATIENCE_MS = 30_000;

/** After so many readings of what was reported, one is of all files. */
const ALL_AFTER = 32;

/** How long each reading has a file again that changed, in milliseconds: an event may come before the write. */
const SETTLING_MS = 1_000;

/** What buses call a change of a file. */
const CHANGES = ['vfs:file_changed', 'vfs:file-changed', 'artifact:created', 'artifact:updated', 'artifact:deleted', 'artifact:*'];

export class LiveFiles {
  #adapter;
  #taker;
  /** What was taken last, by path. @type {Map<string, { print: string, stamp: unknown }> | null} */
  #known = null;
  /** Changes that were reported since the last reading, by path, and when. @type {Map<string, number>} */
  #reported = new Map();
  /** Whether a report names no file. */
  #isVague = false;
  /** Whether a reported file had changed: then reports are trusted. */
  #isTrusted = false;
  /** Files that changed without a report until then. @type {string[]} */
  #suspects = [];
  /** Whether a change was never reported: then reports are trusted no more. */
  #isSilent = false;
  /** Readings since all files were read. */
  #sinceAll = 0;
  /** The last reading; it never rejects. */
  #running = Promise.resolve(/** @type {unknown} */ (null));
  /** @type {Promise<unknown> | undefined} */
  #waiting;
  /** @type {(() => void)[]} */
  #ends = [];

  /**
   * @param {Pick<Adapter, 'list' | 'read'>} adapter
   * @param {Taker} taker
   * @param {unknown} bus May report changes.
   */
  constructor(adapter, taker, bus) {
    this.#adapter = adapter;
    this.#taker = taker;
    this.#ends = CHANGES.map((name) => listen(bus, name, (detail) => this.#hear(detail)));
  }

  /**
   * Hands on the files as they are now. Calls that wait at the same time share one reading.
   * @returns {Promise<unknown>} What went wrong, or null.
   */
  read() {
    this.#waiting ??= this.#running.then(() => {
      this.#waiting = undefined;
      this.#running = this.#bounded();
      return this.#running;
    });
    return this.#waiting;
  }

  /** Says that files have changed; the next reading is of all. */
  changed() {
    this.#isVague = true;
  }

  /** Listens no more. */
  end() {
    for (const end of this.#ends) end();
  }

  /** @param {any} detail Of an event. */
  #hear(detail) {
    const path = typeof detail === 'string' ? detail : (detail?.path ?? detail?.id ?? detail?.detail?.path);
    if (typeof path === 'string') this.#reported.set(absolute(path), performance.now());
    else this.changed();
  }

  async #bounded() {
    const reading = { isLate: false };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(() => {
        reading.isLate = true;
        resolve(new Error(`no answer within ${PATIENCE_MS} ms`));
      }, PATIENCE_MS);
    });
    const problem = await Promise.race([this.#readAndHand(reading), late]);
    clearTimeout(timer);
    return problem;
  }

  /** @param {{ isLate: boolean }} reading */
  async #readAndHand(reading) {
    try {
      const known = this.#taker.has() ? this.#known : null;
      const start = performance.now();
      const reported = this.#reported;
      const isVague = this.#isVague;
      [this.#known, this.#reported, this.#isVague] = [null, new Map(), false];
      const listed = await this.#list();
      // A file that is new or gone shows in the list.
      const isReported = (/** @type {string} */ path) => reported.has(absolute(path)) || known?.get(path)?.stamp !== listed.get(path);
      if (!isVague && !this.#suspects.every(isReported)) this.#isSilent = true;
      // Where nothing was ever reported, nothing may ever be.
      const reports = !this.#isSilent && (this.#isTrusted || [...listed.keys()].some((path) => known?.has(path) && isReported(path)));
      const isAll = !known || isVague || !reports || this.#suspects.length > 0 || this.#sinceAll >= ALL_AFTER;
      const read = await this.#contents([...listed.keys()].filter((path) => isAll || !known.has(path) || isReported(path)));
      // Its caller has an answer by now. The next call reads all.
      if (reading.isLate) return null;
      const now = new Map();
      for (const [path, stamp] of listed) {
        if (read.has(path)) now.set(path, { print: printOf(read.get(path)), stamp });
        else if (!isAll && known.has(path) && !isReported(path)) now.set(path, { print: known.get(path)?.print, stamp });
      }
      const changed = [...read.keys()].filter((path) => known?.get(path)?.print !== now.get(path).print);
      const isTaken = await this.#hand(known ? { entries: pick(read, changed), removed: gone(known, now) } : read);
      if (!isTaken) return null;
      const others = changed.filter((path) => known?.has(path));
      this.#isTrusted ||= others.some(isReported);
      this.#suspects = others.filter((path) => !isReported(path));
      this.#sinceAll = isAll ? 0 : this.#sinceAll + 1;
      for (const [path, when] of reported) if (start - when < SETTLING_MS && !this.#reported.has(path)) this.#reported.set(path, when);
      this.#known = now;
      return null;
    } catch (error) {
      return error ?? new Error('no reason given');
    }
  }

  /** The stamps of all files, by path. @returns {Promise<Map<string, unknown>>} */
  async #list() {
    const listed = new Map();
    for (const item of await this.#adapter.list('/')) {
      if (typeof item === 'string') listed.set(item, undefined);
      else listed.set(/** @type {any} */ (item).path, /** @type {any} */ (item).stamp);
    }
    return listed;
  }

  /** @param {string[]} paths @returns {Promise<Map<string, any>>} Without what is missing. */
  async #contents(paths) {
    const read = new Map();
    for (const path of paths) {
      const content = await this.#adapter.read(path);
      if (content !== null && content !== undefined) read.set(path, content);
    }
    return read;
  }

  /** Whether the files were taken. @param {Map<string, any> | Delta} files */
  async #hand(files) {
    const isSame = !(files instanceof Map) && files.entries.size === 0 && files.removed.length === 0;
    return isSame || (await this.#taker.take(files)).success;
  }
}

/** Paths that are no more. @param {Map<string, unknown>} before @param {Map<string, unknown>} after */
function gone(before, after) {
  return [...before.keys()].filter((path) => !after.has(path));
}

/** @param {Map<string, any>} files @param {string[]} paths */
function pick(files, paths) {
  return new Map(paths.map((path) => [path, files.get(path)]));
}
