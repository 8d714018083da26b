/**
 * Parts of the harness that are loaded on first use; `../parts.mjs` lists them.
 * @module
 */

import { taken } from 'verdict:taken';

import { changed, withIntact } from './harden.js';
import { safe } from './safe.js';
import { evaluate } from './scripts.js';
import { record } from './table.js';
import { apply, create, fromJson, indexOf, slice } from './primordials.js';

/** The end of `harness.js`, with one line per text. */
let texts = '';
export const giveTexts = (given) => {
  texts = given;
};

/** A text by its name; undefined if it does not exist. */
export function textOf(name) {
  const head = `\n//${name} `,
    from = indexOf(texts, head) + head.length;
  return from < head.length ? undefined : fromJson(slice(texts, from, indexOf(texts, '\n', from)));
}

const made = create(null);

/** The exports of a part. It receives the original built-ins, whatever code under test changed. */
export function partOf(name) {
  if (made[name] === undefined) {
    const found = changed(),
      make = () => apply(evaluate(`${textOf(name)}\n//# sourceURL=harness.js/${name}`, 'harness'), undefined, [...taken, safe]);
    made[name] = found === undefined ? make() : withIntact(found, make, undefined, []);
    // Some of it reaches code under test: functions, and the options of `inspect`.
    record([made[name], made[name].inspect?.defaultOptions]);
  }
  return made[name];
}

/** A function of a part, which loads the part on its first call. */
export const late = (part, name) =>
  ({
    [name](...args) {
      return apply(partOf(part)[name], this, args);
    },
  })[name];
