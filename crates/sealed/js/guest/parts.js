/**
 * Parts of the harness that wait until they are asked for: `../parts.mjs` says which.
 * @module
 */

import { taken } from 'verdict:taken';

import { changed, withIntact } from './harden.js';
import { safe } from './safe.js';
import { evaluate } from './scripts.js';
import { apply, create, fromJson, indexOf, slice } from './primordials.js';

/** The end of `harness.js`: a line for each text. */
let texts = '';
export const giveTexts = (given) => { texts = given; };

/** A text by its name; undefined where there is none. */
export function textOf(name) {
  const head = `\n//${name} `, from = indexOf(texts, head) + head.length;
  return from < head.length ? undefined : fromJson(slice(texts, from, indexOf(texts, '\n', from)));
}

const made = create(null);

/** What a part exports. It finds the built-ins as they were, whatever code under test did to them. */
export function partOf(name) {
  if (made[name] === undefined) {
    const found = changed(), make = () => apply(evaluate(`${textOf(name)}\n//# sourceURL=harness.js/${name}`, 'harness'), undefined, [...taken, safe]);
    made[name] = found === undefined ? make() : withIntact(found, make, undefined, []);
  }
  return made[name];
}

/** A function of a part. */
export const late = (part, name) => ({ [name](...args) { return apply(partOf(part)[name], this, args); } })[name];
