/**
 * Runs commands, and after each change of the snapshot what the change can affect.
 * @module
 */

import { rejected } from '../consumers/outcome.js';
import { loadGate } from '../gate/wasm.js';
import { Standing } from './standing.js';
import { Scope, expanded } from './scope.js';

/** @typedef {import('../consumers/host.js').Host} Host */
/** @typedef {import('../index.js').WatchOptions} WatchOptions */
/** @typedef {import('./scope.js').Part} Part */

/** Milliseconds without another change before something runs. */
const DEBOUNCE_MS = 20;
/** Milliseconds for which changes that go on hold up a run. */
const LONGEST_MS = 1000;

export class Watch {
  /** @type {() => Host} */
  #host;
  /** @type {string[]} */
  #commands;
  /** @type {WatchOptions} */
  #options;
  /** What failed. */
  #standing = new Standing();
  /** What is due: everything, or what these paths affect. */
  #due = { everything: true, paths: /** @type {Set<string>} */ (new Set()) };
  /** The texts that were judged. @type {Map<string, string> | null} */
  #before = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** When the timer was first set. */
  #since = 0;
  /** The round that runs. @type {Promise<void> | undefined} */
  #running;
  /** Whether another one is to follow. */
  #isAgain = false;
  #closing = new AbortController();
  #ended;
  #close = () => this.close();

  /**
   * @param {() => Host} host The manager, as it is now.
   * @param {unknown} commands
   * @param {WatchOptions} options
   * @param {(watch: Watch) => void} ended Called once, when the watch is closed.
   */
  constructor(host, commands, options, ended) {
    const list = typeof commands === 'string' ? [commands] : commands;
    if (!Array.isArray(list) || list.length === 0 || !list.every((command) => typeof command === 'string' && command.trim() !== '')) {
      throw new TypeError('watch needs a command, or a list of commands');
    }
    if (typeof options?.onResult !== 'function') throw new TypeError('watch needs { onResult }, a function');
    this.#host = host;
    this.#commands = [...new Set(list)];
    this.#options = { ...options };
    this.#ended = ended;
    if (options.signal?.aborted) this.close();
    else options.signal?.addEventListener('abort', this.#close, { once: true });
    this.#schedule(0);
  }

  get isClosed() {
    return this.#closing.signal.aborted;
  }

  /** Files were set: `changed` are the paths that differ, or null where nobody knows. @param {Iterable<string> | null} changed */
  changed(changed) {
    if (changed === null) this.#due.everything = true;
    else for (const path of changed) this.#due.paths.add(path);
    if (this.#isDue) this.#schedule(this.#options.debounceMs ?? DEBOUNCE_MS);
  }

  /** The manager dropped its files: the next ones are new. */
  reset() {
    this.#before = null;
    this.#due = { everything: true, paths: new Set() };
  }

  /** Resolves when nothing runs and nothing is due. */
  async idle() {
    await this.#host().files.settled();
    while (this.#running || this.#timer !== undefined) {
      if (this.#running) await this.#running;
      else await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** Ends the watch. `onResult` is not called any more, and what runs is cancelled. */
  close() {
    if (this.isClosed) return;
    this.#closing.abort(new Error('The watch is closed'));
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#options.signal?.removeEventListener('abort', this.#close);
    this.#ended(this);
  }

  get #isDue() {
    return this.#due.everything || this.#due.paths.size > 0;
  }

  /** @param {number} ms */
  #schedule(ms) {
    if (this.isClosed) return;
    clearTimeout(this.#timer);
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    const wait = Number.isFinite(ms) && ms > 0 ? Math.min(ms, Math.max(this.#since + Math.max(ms, LONGEST_MS) - now, 0)) : 0;
    this.#timer = setTimeout(() => {
      // A round that runs starts the next one when it ends.
      this.#timer = undefined;
      if (this.#running) this.#isAgain = true;
      else this.#start();
    }, wait);
  }

  #start() {
    this.#isAgain = false;
    this.#running = this.#round().finally(() => {
      this.#running = undefined;
      if (this.#isAgain && this.#timer === undefined) this.#schedule(0);
    });
  }

  async #round() {
    const host = this.#host();
    /** @type {string[]} */
    let changed = [];
    try {
      const gate = await loadGate(host.source);
      await host.ready();
      const { files } = host;
      // Files that are missing are no failure: the first ones start the watch.
      if (files.root === null || !files.texts || !this.#isDue || this.isClosed) return;
      // Nothing is awaited from here to the last request, so that all requests refer to one snapshot.
      const { everything, paths } = this.#due;
      changed = [...paths].sort();
      this.#due = { everything: false, paths: new Set() };
      const scope = new Scope(
        everything ? null : this.#before,
        files.texts,
        expanded(changed),
        gate.affectedBy,
        this.#options.options?.config,
      );
      this.#before = new Map(files.texts);
      const parts = this.#standing.failuresFirst(this.#commands.flatMap((command) => scope.of(command, this.#standing.isOpen(command))));
      const asked = parts.map((part) => this.#ask(host, part));
      // Results are told in the order of the parts, not in the order of completion.
      for (const [at, part] of parts.entries()) this.#tell(part, await asked[at], changed);
    } catch (error) {
      // Nothing was judged: the next change runs everything.
      this.#before = null;
      this.#due = { everything: false, paths: new Set() };
      for (const command of this.#commands) this.#tell({ command, asked: command, files: null }, rejected(command, error), changed);
    }
  }

  /** @param {Host} host @param {Part} part */
  #ask(host, { asked }) {
    const options = { ...this.#options.options, signal: this.#closing.signal };
    // What ran out of time says which tests ended before.
    return host.run(asked, options).catch((/** @type {any} */ error) => error?.result ?? rejected(asked, error));
  }

  /** @param {Part} part @param {any} result @param {string[]} changed */
  #tell(part, result, changed) {
    this.#standing.take(part, result);
    if (this.isClosed) return;
    const { onResult } = this.#options;
    const run = Object.freeze({ command: part.command, files: part.files, changed });
    try {
      const answer = /** @type {any} */ (onResult(result, run));
      if (typeof answer?.then === 'function') answer.then(undefined, (/** @type {unknown} */ error) => console.error(error));
    } catch (error) {
      console.error(error);
    }
  }
}
