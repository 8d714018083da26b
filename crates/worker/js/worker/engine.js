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
  /** @type {{ memory: WebAssembly.Memory } | undefined} */
  #exports;

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
      this.#exports = glue.initSync({ module: this.module });
    } else {
      this.#exports = await glue.default();
    }
    this.core = this.make(glue, post);
  }

  /** What of a build takes messages. */
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
   * @returns {{ asked: number, held: number, limit: number, bySystem: boolean } | undefined}
   */
  refusal() {
    const glue = this.#glue;
    const asked = glue.memory_asked();
    if (asked === 0) return undefined;
    return { asked, held: glue.memory_held(), limit: glue.memory_limit(), bySystem: glue.memory_by_system() };
  }
}
