/**
 * A store that lasts as long as the page.
 * @module
 */

/** @returns {import('./index.js').Store} */
export function memoryStore() {
  /** @type {Map<string, string>} */
  const texts = new Map();
  return {
    kind: 'memory',
    warnings: [],
    get: async (key) => texts.get(key) ?? null,
    put: async (key, text) => {
      texts.set(key, text);
    },
    delete: async (key) => {
      texts.delete(key);
    },
    list: async (prefix = '') => [...texts.keys()].filter((key) => key.startsWith(prefix)).sort(),
  };
}
