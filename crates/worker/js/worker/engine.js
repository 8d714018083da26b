/**
 * One wasm instance of the worker's Rust crate.
 */

/**
 * What wasm-bindgen writes for every build of the crate.
 *
 * @typedef {object} Glue
 * @property {(given: { module: WebAssembly.Module }) => Exports} initSync
 * @property {() => Promise<Exports>} default
 * @property {() => number} memory_asked
 * @property {() => number} memory_held
 * @property {() => number} memory_limit
 * @property {() => boolean} memory_by_system
 */

/** @typedef {{ readonly memory: WebAssembly.Memory }} Exports */
/** @typedef {(message: any) => unknown} Post Takes what an instance says. */

/**
 * What takes messages. `SealedCore` has some of it, and gives lists of actions.
 *
 * @typedef {object} Core
 * @property {(message: unknown) => any} handle
 * @property {() => void} [ready]
 * @property {() => void} [prepare]
 * @property {() => void} [warm]
 * @property {(message: unknown, why: string) => void} [refuse]
 * @property {(lower: (job: string) => string | undefined) => void} [lower_with]
 */

export class Engine {
  /** @type {WebAssembly.Module | undefined} Compiled by the page; without it the glue loads its own. */
  module;
  /** The number that the manager gave this worker; 0 without a manager. */
  generation = 0;
  /** Undefined before it is started. @type {Core | undefined} */
  core;
  /** How many snapshot messages were handed to it; see `SnapshotLog`. */
  taken = 0;

  #glue;
  /** @type {Exports | undefined} */
  #exports;

  /** @param {Glue} glue The module that wasm-bindgen wrote for this build. */
  constructor(glue) {
    this.#glue = glue;
  }

  /**
   * Instantiates the wasm, once. If it throws, another try may succeed.
   * @param {Post} post
   */
  async start(post) {
    if (this.core) return;
    const glue = this.#glue;
    if (this.module) {
      this.#exports = glue.initSync({ module: this.module });
    } else {
      this.#exports = await glue.default();
    }
    this.core = this.make(glue, post);
  }

  /** What of a build takes messages. @param {any} glue @param {Post} post @returns {Core} */
  make(glue, post) {
    return new glue.WorkerCore(this.generation, post);
  }

  /** Bytes of the instance's memory, which never shrinks; 0 before it is started. */
  get heapBytes() {
    return this.#exports?.memory.buffer.byteLength ?? 0;
  }

  /**
   * The last allocation, if it was refused; sizes in bytes. This only reads counters, so that an instance that has
   * trapped can be asked.
   * @returns {import('./end.js').Refusal | undefined}
   */
  refusal() {
    const glue = this.#glue;
    const asked = glue.memory_asked();
    if (asked === 0) return undefined;
    return { asked, held: glue.memory_held(), limit: glue.memory_limit(), bySystem: glue.memory_by_system() };
  }
}
