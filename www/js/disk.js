/**
 * Where the agent's files outlive the page.
 * @module
 */

const STORE = 'files';

/** Files in one IndexedDB database: absolute path to text. Each write is durable when its promise settles. */
export class Disk {
  #database;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
    // Do not block another tab that deletes or upgrades the database.
    database.onversionchange = () => database.close();
  }

  /**
   * @param {string} name
   * @returns {Promise<Disk>} Rejects where the browser keeps nothing, as in some private windows.
   */
  static open(name) {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => resolve(new Disk(request.result));
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error(`the database ${name} is held by another tab`));
    });
  }

  /** @returns {Promise<[path: string, text: string][]>} */
  async entries() {
    const files = this.#database.transaction(STORE).objectStore(STORE);
    const [paths, texts] = await Promise.all([settled(files.getAllKeys()), settled(files.getAll())]);
    return paths.map((path, index) => [String(path), texts[index]]);
  }

  /** @param {string} path @param {string} text */
  write(path, text) {
    return this.#change((files) => files.put(text, path));
  }

  /** @param {string} path */
  remove(path) {
    return this.#change((files) => files.delete(path));
  }

  /**
   * Makes these the only files, all at once.
   *
   * @param {Iterable<[path: string, text: string]>} entries
   */
  replace(entries) {
    return this.#change((files) => {
      files.clear();
      for (const [path, text] of entries) files.put(text, path);
    });
  }

  /** @param {(files: IDBObjectStore) => void} act @returns {Promise<void>} */
  #change(act) {
    return new Promise((resolve, reject) => {
      const transaction = this.#database.transaction(STORE, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      act(transaction.objectStore(STORE));
    });
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
