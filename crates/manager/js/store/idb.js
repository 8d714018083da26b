/**
 * A table of texts in IndexedDB, with an end to every wait.
 * @module
 */

/** Milliseconds until a database that does not open, or a transaction that does not end, is given up. */
const PATIENCE = 8000;

const TABLE = 'entries';

/**
 * @template T
 * @callback Transact
 * @param {IDBTransactionMode} mode
 * @param {(table: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>} When the transaction is complete: what was written is durable.
 */

/**
 * A database with one table. The first use opens it, and so does the next use after somebody needed it closed.
 *
 * @param {string} name
 * @returns {Transact<any>}
 */
export function database(name) {
  /** @type {Promise<IDBDatabase> | undefined} */
  let opening;
  const forget = () => (opening = undefined);
  const open = () => {
    opening ??= connect(name, forget).catch((error) => {
      forget();
      throw error;
    });
    return opening;
  };
  return async (mode, act) => {
    const opened = await open();
    try {
      return await transact(opened, mode, act);
    } catch (error) {
      // The database was closed meanwhile, for example because it is being deleted.
      if (/** @type {Error} */ (error)?.name !== 'InvalidStateError') throw error;
      forget();
      return transact(await open(), mode, act);
    }
  };
}

/** @param {string} name @param {() => void} forget @returns {Promise<IDBDatabase>} */
function connect(name, forget) {
  return new Promise((resolve, reject) => {
    const factory = globalThis.indexedDB;
    if (!factory) throw new Error('IndexedDB is not available here');
    let late = false;
    const giveUp = () => {
      late = true;
      reject(new DOMException(`The database ${name} does not open: another tab may block it`, 'TimeoutError'));
    };
    const timer = setTimeout(giveUp, PATIENCE);
    const request = factory.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error);
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      const opened = request.result;
      if (late) return opened.close();
      opened.onversionchange = () => {
        forget();
        opened.close();
      };
      opened.onclose = forget;
      resolve(opened);
    };
  });
}

/**
 * @param {IDBDatabase} opened
 * @param {IDBTransactionMode} mode
 * @param {(table: IDBObjectStore) => IDBRequest} act
 * @returns {Promise<any>}
 */
function transact(opened, mode, act) {
  return new Promise((resolve, reject) => {
    const transaction = opened.transaction(TABLE, mode, { durability: 'strict' });
    const timer = setTimeout(() => {
      try {
        transaction.abort();
      } catch {
        // The transaction just ended; its own events report how.
      }
    }, PATIENCE);
    const request = act(transaction.objectStore(TABLE));
    transaction.oncomplete = () => {
      clearTimeout(timer);
      resolve(request.result);
    };
    transaction.onabort = () => {
      clearTimeout(timer);
      reject(
        transaction.error ??
          request.error ??
          new DOMException('The database did not answer in time: another tab may block it', 'TimeoutError'),
      );
    };
  });
}
