/**
 * Who wrote a function, by its text: that of a file that was run, or of nobody's. Where a file of test material has the same text,
 * the function is taken for its.
 * @module
 */

import { areToldApart, isOurs, MADE, sourceOf } from './caller.js';
import { ownersOf } from './scripts.js';
import { withoutText } from './sentences.js';
import { getOwnPropertyDescriptor, includes, ownKeys, uncurry, WeakSetClass } from './primordials.js';

const setHas = uncurry(WeakSet.prototype.has), setAdd = uncurry(WeakSet.prototype.add);
/** Functions that are built in. */
const builtIns = new WeakSetClass();

/** Notes the built-in functions. Comes before any code under test. */
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

/** The file of the subject that a function is written in, or what it is instead where nobody can tell; undefined for all others, and where the subject is not told apart. */
export function checkWritten(run) {
  if (!areToldApart() || isOurs(run) || setHas(builtIns, run)) return undefined;
  const text = sourceOf(run);
  if (text === undefined) return withoutText();
  const owners = ownersOf(text);
  let file;
  for (let i = 0; i < owners.length; i++) {
    // Packages bring matchers, for example.
    if (owners[i] === 'harness' || owners[i].api !== undefined || includes(owners[i].id, '/node_modules/')) return undefined;
    file ??= owners[i].id;
  }
  return file ?? MADE;
}
