/**
 * A manager in a few lines, as one would write it for a worker of one's own: ids, a timeout that terminates and
 * starts again. The yardstick of the benchmark.
 */

export class BareManager {
  #worker;
  #pending = new Map();
  #ready;
  #ids = 0;

  constructor(url) {
    this.url = url;
    this.#start();
  }

  #start() {
    this.#worker = new Worker(this.url, { type: 'module' });
    this.#ready = new Promise((resolve) => {
      this.#worker.onmessage = ({ data }) => {
        if (data.type === 'READY') return resolve();
        this.#pending.get(data.requestId)?.(data.result);
        this.#pending.delete(data.requestId);
      };
    });
    this.#worker.postMessage({ type: 'INIT', generation: 1 });
  }

  async runVerification(command, { timeout = 30_000, vfsSnapshot } = {}) {
    await this.#ready;
    const requestId = ++this.#ids;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#worker.terminate();
        this.#pending.delete(requestId);
        this.#start();
        reject(new Error('Verification timeout'));
      }, timeout);
      this.#pending.set(requestId, (result) => {
        clearTimeout(timer);
        resolve(result);
      });
      this.#worker.postMessage({ requestId, command, vfsSnapshot });
    });
  }

  dispose() {
    this.#worker.terminate();
  }
}
