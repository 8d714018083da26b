/**
 * Scripts that the harness evaluates, by their names in stacks. Any code can name itself (`sourceURL`). So a script is identified
 * by the hash of its text, which V8 provides for each frame.
 * @module
 */

import { partOf } from './parts.js';
import { apply, includes, indirectEval, lastIndexOf, MapClass, mapForEach, mapGet, mapSet, push, slice } from './primordials.js';

const MARK = '//# sourceURL=';
/** By name: texts, their owners, and their hashes once needed. */
const scripts = new MapClass();

/** The entry of a text, which is created if missing. The text names itself in its last line. */
function entryOf(text, owner) {
  const name = slice(text, lastIndexOf(text, MARK) + MARK.length);
  let list = mapGet(scripts, name);
  if (list === undefined) mapSet(scripts, name, (list = []));
  for (let i = 0; i < list.length; i++) {
    if (list[i].text !== text) continue;
    list[i].owner = owner;
    return list[i];
  }
  const entry = { __proto__: null, text, owner, hash: undefined };
  push(list, entry);
  return entry;
}

/** Evaluates a text of a module or of the harness under a name. */
export function evaluate(text, owner) {
  entryOf(text, owner);
  return indirectEval(text);
}

/** Records the hash of a text while code under test cannot have changed the functions involved. */
export function noteHash(text, owner) {
  const entry = entryOf(text, owner);
  entry.hash ??= hashOf(text);
}

/** The owner of the evaluated script with this name and hash; undefined if other code took the name. */
export function scriptOf(name, hash) {
  const list = mapGet(scripts, name);
  for (let i = 0; i < (list?.length ?? 0); i++) {
    list[i].hash ??= hashOf(list[i].text);
    if (list[i].hash === hash) return list[i].owner;
  }
  return undefined;
}

/** The owners of scripts that contain a text. */
export function ownersOf(text) {
  const owners = [];
  mapForEach(scripts, (list) => {
    for (let i = 0; i < list.length; i++) if (includes(list[i].text, text)) push(owners, list[i].owner);
  });
  return owners;
}

/** The owners of scripts with a name. */
export function ownersNamed(name) {
  const owners = [],
    list = mapGet(scripts, name);
  for (let i = 0; i < (list?.length ?? 0); i++) push(owners, list[i].owner);
  return owners;
}

const DIGITS = '0123456789abcdef';
function hashOf(text) {
  const { sha256 } = partOf('hashes'),
    bytes = sha256(encode(text));
  let hash = '';
  for (let i = 0; i < bytes.length; i++) hash += DIGITS[bytes[i] >> 4] + DIGITS[bytes[i] & 15];
  return hash;
}
const encoder = new TextEncoder(),
  method = encoder.encode;
const encode = (text) => apply(method, encoder, [text]);
