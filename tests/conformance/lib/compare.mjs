import { keyed } from './entries.mjs';

/** @typedef {import('./entries.mjs').Entry} Entry */

/**
 * @typedef {object} Disagreement
 * @property {string} key File and name.
 * @property {string} theirs What the one says.
 * @property {string} ours What the other says.
 */

/** @param {Entry | undefined} entry */
const said = (entry) => (entry ? entry.state + (entry.kind ? ` (${entry.kind}: ${entry.message})` : '') : 'no such test');

/**
 * Test by test: states, and of failures what was thrown, by its name or by its message: Vitest gives some assertions the
 * stack of an `Error`. Of messages it is counted how many are the same.
 * @param {Entry[]} theirs
 * @param {Entry[]} ours
 */
export function compare(theirs, ours) {
  const [left, right] = [keyed(theirs), keyed(ours)];
  /** @type {Disagreement[]} */
  const disagreements = [];
  let [agreed, failures, messages] = [0, 0, 0];
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const [a, b] = [left.get(key), right.get(key)];
    if (a && b && a.state === b.state && (a.kind === b.kind || a.message === b.message)) {
      agreed += 1;
      if (a.kind) failures += 1;
      if (a.kind && a.message === b.message) messages += 1;
    } else {
      disagreements.push({ key, theirs: said(a), ours: said(b) });
    }
  }
  disagreements.sort((a, b) => (a.key < b.key ? -1 : 1));
  return { agreed, failures, messages, disagreements };
}
