/**
 * The best store that this page can have.
 * @module
 */

import { inTime } from './in-time.js';
import { indexedDbStore } from './indexeddb.js';
import { memoryStore } from './memory.js';
import { opfsStore } from './opfs.js';

/** Milliseconds that a store has to show that it works. */
const PATIENCE = 10_000;

/**
 * OPFS; where that is missing, throws or hangs, IndexedDB; where that does too, memory. Anything but OPFS has
 * `warnings`, which are shown on the console as well. Never rejects.
 *
 * @param {string} [name]
 * @param {{ onWarning?: (message: string) => void }} [options] `onWarning` in place of the console.
 * @returns {Promise<import('./index.js').Store>}
 */
export async function openStore(name = 'verdict', { onWarning = (message) => console.warn(message) } = {}) {
  /** @type {string[]} */
  const warnings = [];
  for (const [what, make, next] of /** @type {const} */ ([
    ['OPFS', opfsStore, 'Reports are kept in IndexedDB'],
    ['IndexedDB', indexedDbStore, 'Reports are kept in memory and are lost with this page'],
  ])) {
    try {
      const store = make(name);
      await inTime(prove(store), PATIENCE, () => new Error('it does not answer'));
      return tell({ ...store, warnings });
    } catch (error) {
      warnings.push(`${what} cannot be used (${/** @type {Error} */ (error)?.message ?? error}). ${next}.`);
    }
  }
  return tell({ ...memoryStore(), warnings });

  /** @param {import('./index.js').Store} store */
  function tell(store) {
    for (const message of warnings) onWarning(message);
    return store;
  }
}

/** A store that can be written, read and cleared. @param {import('./index.js').Store} store */
async function prove(store) {
  // The key is unique to this page, because two tabs may start at the same time.
  const key = `.probe-${Math.random().toString(36).slice(2)}`;
  await store.put(key, key);
  const kept = await store.get(key);
  await store.delete(key);
  if (kept !== key) throw new Error('what is written cannot be read');
}
