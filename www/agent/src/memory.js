/**
 * Keeps the last things seen. What was neither stored nor asked for the longest is forgotten first.
 *
 * @param {number} capacity How many things are kept, at least one.
 */
export function createMemory(capacity) {
  if (!Number.isInteger(capacity) || capacity < 1) {
    throw new RangeError(`capacity must be a positive integer, not ${capacity}`);
  }
  const entries = new Map();

  return {
    get size() {
      return entries.size;
    },

    remember(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > capacity) entries.delete(entries.keys().next().value);
    },

    recall(key) {
      if (!entries.has(key)) return undefined;
      const value = entries.get(key);
      entries.delete(key);
      entries.set(key, value);
      return value;
    },

    knows(key) {
      return entries.has(key);
    },

    /** What is known, least recently used first. */
    keys() {
      return [...entries.keys()];
    },
  };
}
