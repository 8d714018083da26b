/**
 * The full layer of `type-check:`, whose script and worker are fetched by the first request for it.
 * @module
 */

import { StartupError } from './load.js';

/** @typedef {import('./type-checker.js').Question} Question */
/** @typedef {import('./type-checker.js').TypeChecker} TypeChecker */

const TIMEOUT_MS = 30_000;

export class TypeChecks {
  #options;
  /** @type {Promise<TypeChecker> | undefined} */
  #loading;
  #isDisposed = false;

  /** @param {import('./index.js').ManagerOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** Starts the checker. Gives whether it is ready. */
  async start() {
    if (this.#isDisposed || this.#options.checker === false) return false;
    return this.#load().then(
      (checker) => checker.start(),
      () => false,
    );
  }

  /** Starts the checker once the page is idle. */
  startWhenIdle() {
    const idle = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ then) => setTimeout(then, 0));
    idle(() => void this.start());
  }

  /** @param {unknown} key @param {Question} question @param {number} ms */
  async ask(key, question, ms) {
    return (await this.#load()).ask(key, question, ms);
  }

  /** @param {unknown} key */
  cancel(key) {
    void this.#loading?.then((checker) => checker.cancel(key));
  }

  /**
   * What is at a place, or null.
   * @param {Question} question
   * @param {{ timeout?: number, signal?: AbortSignal }} options
   * @returns {Promise<import('./index.js').TypeAt | null>}
   */
  async typeAt(question, { timeout, signal }) {
    if (this.#options.checker === false) {
      question.free();
      throw new StartupError('Types are not checked: the option checker is false', { code: 'err:unavailable' });
    }
    const key = {};
    const cancel = () => this.cancel(key);
    signal?.addEventListener('abort', cancel, { once: true });
    const ms = timeout && timeout > 0 ? timeout : (this.#options.timeoutMs ?? TIMEOUT_MS);
    const asked = this.ask(key, question, ms);
    if (signal?.aborted) cancel();
    const answer = await asked.finally(() => signal?.removeEventListener('abort', cancel));
    if (answer.type !== 'TYPED') throw new StartupError(String(answer.message), { code: 'err:crashed' });
    return answer.found;
  }

  /** Ends the checker for good. */
  dispose() {
    this.#isDisposed = true;
    void this.#loading?.then((checker) => checker.dispose());
  }

  #load() {
    this.#loading ??= import('./type-checker.js').then(
      ({ TypeChecker }) => {
        const checker = new TypeChecker(this.#options);
        if (this.#isDisposed) checker.dispose();
        return checker;
      },
      (cause) => {
        // The next call tries again.
        this.#loading = undefined;
        throw new StartupError(`The checker did not start: ${cause.message}`, { hint: 'Serve the whole dist/ folder.', cause });
      },
    );
    return this.#loading;
  }
}
