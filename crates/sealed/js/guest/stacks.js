/**
 * No stack that the subject reads shows frames of test material or of the harness. Reports show them all.
 * @module
 */

import { asksFrames, isReadBySubject, subjectOf } from './caller.js';
import { storeStack } from './faults.js';
import { defineProperty, push, uncurry } from './primordials.js';

const errorText = uncurry(Error.prototype.toString);
/** `Error.prepareStackTrace` of the guest. */
let theirs;
/** The text of a frame, as V8 makes it. */
let textOf;

/** What V8 makes of the frames of an error, without those of test material where the subject is the first of all files or reads it. */
function prepare(error, list) {
  if (asksFrames()) return list;
  let first;
  const kept = [];
  for (let i = 0; i < list.length; i++) {
    const whose = subjectOf(list[i]);
    first ??= whose;
    if (whose !== undefined && whose !== '') push(kept, list[i]);
  }
  const hides = first ? true : isReadBySubject();
  if (hides) storeStack(error, shown(error, list));
  const readable = hides ? kept : list;
  return typeof theirs === 'function' ? theirs(error, readable) : shown(error, readable);
}

function shown(error, list) {
  let text;
  try { text = errorText(error); } catch { text = 'Error'; }
  for (let i = 0; i < list.length; i++) text += `\n    at ${textOf(list[i])}`;
  return text;
}

/** From here on stacks are hidden. `tellApart` is called where frames can be asked for, and gives what makes texts of them. */
export function hideStacks(tellApart) {
  defineProperty(Error, 'prepareStackTrace', { __proto__: null, get: () => prepare, set(value) { theirs = value === prepare ? undefined : value; }, enumerable: false, configurable: false });
  textOf = tellApart();
}
