/**
 * The wasm that lowers files with more than types: fetched by the first request that has such a file.
 */

import { Engine } from './engine.js';
import { messageOf } from './messages.js';

/** What is said of a transformer that cannot be had, before the reason. */
const NOT_LOADED = 'A file has to be lowered (it has more than types, or JSX), and what does that could not be loaded';

export class Transformer extends Engine {
  /** What a trap threw: the worker is to end. @type {unknown} */
  trapped;

  #glue;
  #fetch;
  /** @type {import('./engine.js').Exports | undefined} */
  #instance;

  /**
   * @param {import('./engine.js').Glue & { lower(job: string): string }} glue The module that wasm-bindgen wrote for this build.
   * @param {() => Promise<WebAssembly.Module | undefined>} fetch Gets the module from the page; `undefined` without a page.
   */
  constructor(glue, fetch) {
    super(glue);
    this.#glue = glue;
    this.#fetch = fetch;
  }

  /** Loads it. Throws an `Error` that says why this failed; another try may succeed. */
  async load() {
    try {
      this.module ??= await this.#fetch();
      if (this.module) this.#instantiate();
      else this.#instance ??= await this.#glue.default();
    } catch (error) {
      throw new Error(`${NOT_LOADED}: ${messageOf(error)}`, { cause: error });
    }
  }

  /**
   * Turns the JSON of a job into that of an answer. `undefined` if the module is not loaded or has trapped.
   * @param {string} job
   * @returns {string | undefined}
   */
  lower = (job) => {
    if (this.trapped !== undefined) return undefined;
    if (this.module) this.#instantiate();
    if (!this.#instance) return undefined;
    try {
      return this.#glue.lower(job);
    } catch (error) {
      this.trapped = error ?? new Error('The transformer threw nothing');
      return undefined;
    }
  };

  get heapBytes() {
    return this.#instance?.memory.buffer.byteLength ?? 0;
  }

  #instantiate() {
    if (this.module) this.#instance ??= this.#glue.initSync({ module: this.module });
  }
}
