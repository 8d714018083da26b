/**
 * Stacks that the subject reads show no frames of test material or of the harness. Reports show all frames.
 * @module
 */

import { asksFrames, isReadBySubject, subjectOf } from './caller.js';
import { storeStack } from './faults.js';
import { defineProperty, push, uncurry } from './primordials.js';

const errorText = uncurry(Error.prototype.toString);
/** `Error.prepareStackTrace` of the guest. */
let theirs;
/** The text of a frame, in V8's form. */
let textOf;

/** V8's text for an error's frames, without test material if the subject reads it or is the innermost file. */
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
  try {
    text = errorText(error);
  } catch {
    text = 'Error';
  }
  for (let i = 0; i < list.length; i++) text += `\n    at ${textOf(list[i])}`;
  return text;
}

/** Starts to hide stacks. `tellApart` is called when frames may be requested, and returns the function that formats them. */
export function hideStacks(tellApart) {
  defineProperty(Error, 'prepareStackTrace', {
    __proto__: null,
    get: () => prepare,
    set(value) {
      theirs = value === prepare ? undefined : value;
    },
    enumerable: false,
    configurable: false,
  });
  textOf = tellApart();
}
