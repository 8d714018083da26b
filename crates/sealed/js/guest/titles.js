/**
 * Titles of `each` cases in a project of Jest.
 * @module
 */

import { format as pretty } from '@vitest/pretty-format';

import { hooks } from './hooks.js';
import { loadNode } from './node.js';
import { isForJest } from './state.js';
import { isArray } from './primordials.js';

/** A word that takes a value. */
const WORD = /%[Odfijops]/;
/** Stands for a doubled percent sign until the words around it are replaced. */
const ESCAPED = '\0';
const plain = (text) => text.replaceAll(ESCAPED, '%');
const outline = (value) => pretty(value, { maxDepth: 1, min: true, printBasicPrototype: false });
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

hooks.title = (template, row, index, cases) => {
  if (!isForJest() || cases === undefined) return undefined;
  const escaped = template.replaceAll('%%', ESCAPED);
  if (!WORD.test(escaped) && !cases.every(isArray) && cases.every(isObject))
    return variables(template, row[0], index).replaceAll('%%', '%');
  let done = '',
    rest = escaped.replaceAll('%#', `${index}`).replaceAll('%$', `${index + 1}`);
  for (const value of row) {
    const found = WORD.exec(rest);
    if (found === null) break;
    done += plain(rest.slice(0, found.index)) + (found[0] === '%p' ? outline(value) : loadNode('util').format(found[0], value));
    rest = rest.slice(found.index + 2);
  }
  return done + plain(rest);
};

/** Replaces `$key.path` by what an object has there, and `$#` by the number of the case. */
function variables(title, object, index) {
  const keys = Object.keys(object)
    .filter((key) => key !== '')
    .sort((a, b) => b.length - a.length);
  let output = '',
    rest = title;
  for (let at = rest.indexOf('$'); at >= 0; at = rest.indexOf('$')) {
    output += rest.slice(0, at);
    rest = rest.slice(at + 1);
    const key = keys.find((one) => rest.startsWith(one));
    if (key === undefined) {
      output += '$';
      continue;
    }
    const path = key + /^[.\w]*/.exec(rest.slice(key.length))[0];
    rest = rest.slice(path.length);
    const found = atPath(object, path);
    output += isObject(found) ? outline(found) : String(found);
  }
  return (output + rest).replace('$#', `${index}`);
}

/** The value at a path, or the last one before a key that is not there. */
function atPath(object, path) {
  let found = object;
  for (const part of path.split('.')) {
    if (!isObject(found) || part === '' || !Object.hasOwn(found, part)) break;
    found = found[part];
  }
  return found;
}
