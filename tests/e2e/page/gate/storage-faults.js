/** What can be wrong with the storage of a page, by name. */

const defineOn = (object, name, value) => Object.defineProperty(object, name, { configurable: true, value });
const never = () => new Promise(() => {});
const security = () => Promise.reject(new DOMException('denied by the browser', 'SecurityError'));

/** Faults of the browser, made before the package is used. */
export const OF_THE_PAGE = {
  'opfs-missing': () => defineOn(StorageManager.prototype, 'getDirectory', undefined),
  'opfs-throws': () => defineOn(StorageManager.prototype, 'getDirectory', security),
  'opfs-hangs': () => defineOn(StorageManager.prototype, 'getDirectory', never),
  'opfs-not-writable': () => delete FileSystemFileHandle.prototype.createWritable,
  'indexeddb-missing': () => defineOn(globalThis, 'indexedDB', undefined),
  'indexeddb-throws': () =>
    defineOn(IDBFactory.prototype, 'open', () => {
      throw new DOMException('denied by the browser', 'SecurityError');
    }),
  /** A connection that does not close stands in the way of a deletion, and the deletion in the way of whoever opens. */
  'indexeddb-blocked': (store) =>
    new Promise((resolve) => {
      const request = indexedDB.open(`verdict-store:${store}`, 1);
      request.onsuccess = () => {
        globalThis.holding = request.result;
        indexedDB.deleteDatabase(`verdict-store:${store}`).onblocked = resolve;
      };
    }),
  /** Made by the test, from outside. */
  quota: () => {},
};

/** Faults of a store, put over one that works. */
export const OF_THE_STORE = {
  'put-throws': (store) => ({ ...store, put: () => Promise.reject(new Error('the disk is gone')) }),
  'put-hangs': (store) => ({ ...store, put: never }),
  'list-throws': (store) => ({
    ...store,
    list: () => {
      throw new Error('no list');
    },
  }),
  'store-of-numbers': () => ({ get: () => 7, put: () => 7, delete: () => 7, list: () => 7 }),
  'store-without-methods': () => ({}),
  'store-rejects': () => Promise.reject(new DOMException('no store', 'NotAllowedError')),
};
