/**
 * A store in IndexedDB. A put is a transaction: whole or not at all, and durable when it is done.
 * @module
 */

import { database } from './idb.js';

/**
 * @param {string} [name]
 * @returns {import('./index.js').Store}
 */
export function indexedDbStore(name = 'verdict') {
  const transact = database(`verdict-store:${name}`);
  return {
    kind: 'indexeddb',
    warnings: [],
    get: async (key) => (await transact('readonly', (table) => table.get(key))) ?? null,
    put: async (key, text) => {
      await transact('readwrite', (table) => table.put(text, key));
    },
    delete: async (key) => {
      await transact('readwrite', (table) => table.delete(key));
    },
    list: async (prefix = '') => {
      const keys = await transact('readonly', (table) => table.getAllKeys());
      return keys.filter((/** @type {unknown} */ key) => typeof key === 'string' && key.startsWith(prefix)).sort();
    },
  };
}
