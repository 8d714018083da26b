/**
 * One at a time, in all tabs of an origin where the browser can (Web Locks), else in this page.
 * @module
 */

/** The last turn of each name, for browsers without Web Locks. @type {Map<string, Promise<unknown>>} */
const turns = new Map();

/**
 * Acts while nobody else acts under this name.
 *
 * @template T
 * @param {string} name
 * @param {() => T | Promise<T>} act
 * @returns {Promise<T>}
 */
export async function exclusive(name, act) {
  const locks = globalThis.navigator?.locks;
  if (!locks) return inThisPage(name, act);
  let began = false;
  try {
    return await locks.request(name, () => {
      began = true;
      return act();
    });
  } catch (error) {
    // A page without an origin has the object but may not use it.
    if (began) throw error;
    return inThisPage(name, act);
  }
}

/** @template T @param {string} name @param {() => T | Promise<T>} act @returns {Promise<T>} */
function inThisPage(name, act) {
  const before = turns.get(name) ?? Promise.resolve();
  const turn = before.then(act);
  const settled = turn.then(
    () => {},
    () => {},
  );
  turns.set(name, settled);
  void settled.then(() => {
    if (turns.get(name) === settled) turns.delete(name);
  });
  return turn;
}
