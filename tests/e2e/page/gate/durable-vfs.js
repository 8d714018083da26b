/**
 * Files in IndexedDB, each write a transaction of its own: a page that is closed leaves what it had written.
 */

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class DurableVfs {
  /** How many writes and removals were done. */
  steps = 0;

  /**
   * @param {string} name
   * @param {{ slow?: number, halt?: number }} [options] `slow`: milliseconds before and after each write; `halt`: after so
   *   many the next never begins, as for a page that is about to end.
   */
  constructor(name, { slow = 0, halt = Infinity } = {}) {
    this.slow = slow;
    this.halt = halt;
    this.opened = new Promise((resolve, reject) => {
      const request = indexedDB.open(`consumer:${name}`, 1);
      request.onupgradeneeded = () => request.result.createObjectStore('files');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  async #run(mode, act) {
    const opened = await this.opened;
    return new Promise((resolve, reject) => {
      const transaction = opened.transaction('files', mode, { durability: 'strict' });
      const request = act(transaction.objectStore('files'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  async #step(act) {
    if (this.steps >= this.halt) await new Promise(() => {});
    await sleep(this.slow);
    await this.#run('readwrite', act);
    this.steps += 1;
    await sleep(this.slow);
  }

  async fill(files) {
    for (const [path, content] of Object.entries(files)) await this.#run('readwrite', (table) => table.put(content, path));
  }

  async all() {
    const paths = await this.list();
    return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await this.read(path)])));
  }

  list() {
    return this.#run('readonly', (table) => table.getAllKeys());
  }

  read(path) {
    return this.#run('readonly', (table) => table.get(path));
  }

  write(path, content) {
    return this.#step((table) => table.put(content, path));
  }

  remove(path) {
    return this.#step((table) => table.delete(path));
  }
}
