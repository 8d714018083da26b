/**
 * What code may do, by the constitution of a snapshot.
 * @module
 */

import { loadGate } from '../gate/wasm.js';

/** @typedef {import('../index.js').PathCapabilities} PathCapabilities */

/** @type {() => PathCapabilities} */
const NOTHING = () => ({ canWrite: [], canNetwork: false, canEval: false });
/** Without a constitution nothing is restricted. @type {() => PathCapabilities} */
const EVERYTHING = () => ({ canWrite: ['/**'], canNetwork: true, canEval: true });

export class Capabilities {
  /** The constitution; null while nobody has looked. @type {[string, string][] | null} */
  #files = [];
  /** @type {typeof import('../wasm/gate.js') | undefined} */
  #gate;
  /** @type {unknown} */
  #hindrance;

  /** Nobody has looked: nothing is granted until somebody does. */
  forget() {
    this.#files = null;
  }

  /**
   * Takes a constitution over. The gate's wasm, which reads it, is loaded with the first.
   * @param {[string, string][]} files
   * @param {import('../index.js').GateSource} source
   */
  async learn(files, source) {
    this.#files = files;
    if (files.length === 0 || this.#gate) return;
    try {
      this.#gate = await loadGate(source);
    } catch (error) {
      this.#hindrance = error;
    }
  }

  /** What the code of a file may do. Unknown is not allowed. @param {string} path @returns {PathCapabilities} */
  of(path) {
    if (this.#files?.length === 0) return EVERYTHING();
    try {
      const { canWrite, canNetwork, canEval } = this.#look(path);
      return { canWrite, canNetwork, canEval };
    } catch {
      return NOTHING();
    }
  }

  /**
   * The configuration of a lint that finds what the code of a file uses and may not; null if it may use all. Throws if
   * the capabilities are unknown.
   * @param {string} path
   * @returns {object | null}
   */
  lintFor(path) {
    return this.#files?.length === 0 ? null : this.#look(path).lint;
  }

  /** @param {string} path */
  #look(path) {
    if (!this.#files || !this.#gate)
      throw this.#hindrance ?? Object.assign(new Error('The constitution is not read yet'), { code: 'err:unavailable' });
    return this.#gate.capabilitiesFor(this.#files, path);
  }
}
