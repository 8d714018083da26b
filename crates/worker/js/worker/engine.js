/**
 * One wasm instance of the worker's Rust crate.
 */

export class Engine {
  /** @type {WebAssembly.Module | undefined} Compiled by the page; without it the glue loads its own. */
  module;
  /** The number that the manager gave this worker; 0 without a manager. */
  generation = 0;
  /** @type {{ ready(): void, handle(message: unknown): void, prepare?(): void, warm?(): void } | undefined} */
  core;
  /** How many snapshot messages were handed to it; see `SnapshotLog`. */
  taken = 0;

  #glue;

  /** @param {object} glue The module that wasm-bindgen wrote for this build. */
  constructor(glue) {
    this.#glue = glue;
  }

  /**
   * Instantiates, unless that is done. Throws what hinders it; another try may succeed.
   * @param {(message: object) => void} post Takes what the instance says.
   */
  async start(post) {
    if (this.core) return;
    const glue = this.#glue;
    if (this.module) {
      glue.initSync({ module: this.module });
    } else {
      await glue.default();
    }
    this.core = new glue.WorkerCore(this.generation, post);
  }
}
