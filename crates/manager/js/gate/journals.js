/**
 * Where the one record of a transaction under way is kept.
 * @module
 */

import { database } from '../store/idb.js';

/** @typedef {import('./index.js').Journal} Journal */

/**
 * A journal that lasts as long as the page. It locks a gate after a failed restore, and loses the record when the page
 * closes.
 *
 * @returns {Journal}
 */
export function memoryJournal() {
  /** @type {string | null} */
  let record = null;
  return {
    read: () => record,
    write: (text) => {
      record = text;
    },
    clear: () => {
      record = null;
    },
  };
}

/**
 * A journal in IndexedDB. A write is durable when it is done.
 *
 * @param {string} [name] One journal a file system: tabs that share the one share the other.
 * @returns {Journal & { readonly name: string }}
 */
export function indexedDbJournal(name = 'verdict') {
  const transact = database(`verdict-journal:${name}`);
  const KEY = 'record';
  return {
    name,
    read: async () => (await transact('readonly', (table) => table.get(KEY))) ?? null,
    write: async (text) => {
      await transact('readwrite', (table) => table.put(text, KEY));
    },
    clear: async () => {
      await transact('readwrite', (table) => table.delete(KEY));
    },
  };
}
