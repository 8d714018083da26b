/**
 * Speaks with the built worker as a page without a manager would: messages out, messages in.
 */

const WORKER = '/verdict/worker.js';

/** Longest wait for an answer, in milliseconds. */
const PATIENCE = 20_000;

/** One word for an answer. */
function outcomeOf({ type, success, code, error, result }) {
  if (type === 'PONG' || (success === undefined && result === undefined && error === undefined)) return type;
  return (result?.success ?? success) ? 'passed' : (result?.code ?? code ?? error?.code ?? 'failed');
}

export class WorkerClient {
  /** Everything the worker said and nobody has taken yet. */
  #messages = [];
  /** Those who wait. */
  #waiting = [];

  constructor() {
    this.worker = new Worker(WORKER, { type: 'module' });
    this.worker.onmessage = ({ data }) => this.#take(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.#take({ type: 'onerror', message: event.message });
    };
  }

  /**
   * The next message. `PROGRESS` is left out.
   * @returns {Promise<object>}
   */
  next() {
    if (this.#messages.length > 0) return Promise.resolve(this.#messages.shift());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE} ms`)), PATIENCE);
      this.#waiting.push((message) => {
        clearTimeout(timer);
        resolve(message);
      });
    });
  }

  /** Sends a message and gives the next answer. */
  ask(message) {
    this.worker.postMessage(message);
    return this.next();
  }

  /** Starts it as the manager does: modules compiled by the page. */
  static async init(generation = 1) {
    const compile = (name) => WebAssembly.compileStreaming(fetch(`/verdict/wasm/${name}_bg.wasm`));
    const [analysis, sandbox] = await Promise.all(['analysis', 'sandbox'].map(compile));
    const client = new WorkerClient();
    client.first = await client.ask({ type: 'INIT', generation, modules: { analysis, sandbox } });
    return client;
  }

  #take(message) {
    if (message?.type === 'PROGRESS') return;
    // Who lists outcomes listens.
    window.noteOutcome?.(outcomeOf(message));
    const waiting = this.#waiting.shift();
    if (waiting) waiting(message);
    else this.#messages.push(message);
  }
}
