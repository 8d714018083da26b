/**
 * Finds the author of a function by its text: a file that ran, or nobody. If a file of test material contains the same text, the
 * function counts as its own.
 * @module
 */

import { areToldApart, isOurs, MADE, sourceOf } from './caller.js';
import { ownersOf } from './scripts.js';
import { withoutText } from './sentences.js';
import { getOwnPropertyDescriptor, includes, ownKeys, uncurry, WeakSetClass } from './primordials.js';

const setHas = uncurry(WeakSet.prototype.has),
  setAdd = uncurry(WeakSet.prototype.add);
/** Built-in functions. */
const builtIns = new WeakSetClass();

/** Records the built-in functions. Must be called before any code under test runs. */
export function noteBuiltIns() {
  const look = (object, depth) => {
    const keys = ownKeys(object);
    for (let i = 0; i < keys.length; i++) {
      const { value, get } = getOwnPropertyDescriptor(object, keys[i]);
      const found = value ?? get;
      if (typeof found === 'function' && !setHas(builtIns, found)) setAdd(builtIns, found);
      else if (typeof found !== 'object' || found === null) continue;
      if (depth > 0 && found !== globalThis) look(found, depth - 1);
    }
  };
  look(globalThis, 2);
}

/**
 * The file of the subject that contains a function, or a description if its author is unknown; undefined for all others, and if
 * callers are not distinguished.
 */
export function checkWritten(run) {
  if (!areToldApart() || isOurs(run) || setHas(builtIns, run)) return undefined;
  const text = sourceOf(run);
  if (text === undefined) return withoutText();
  const owners = ownersOf(text);
  let file;
  for (let i = 0; i < owners.length; i++) {
    // Packages may provide matchers, for example.
    if (owners[i] === 'harness' || owners[i].api !== undefined || includes(owners[i].id, '/node_modules/')) return undefined;
    file ??= owners[i].id;
  }
  return file ?? MADE;
}
