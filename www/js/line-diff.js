/**
 * What differs between two texts, line by line.
 * @module
 */

import { boundary, linesWithEnds, splitEnd } from './source-lines.js';

/** How many equal lines are shown around what differs. */
const AROUND = 2;
/** Past this number of differing lines, everything between the first and the last one differs. */
const MAX_DIFFERENT = 400;

/**
 * A line of a difference.
 *
 * @typedef {object} DiffRow
 * @property {' ' | '-' | '+'} sign
 * @property {number} number Of the line: in the text before if it is removed, else in the text after.
 * @property {string} text Without the line end.
 * @property {string} end The line end; '' for none.
 * @property {[number, number] | null} range What differs from its counterpart, in UTF-16 units; null if it has no counterpart.
 */
/** @typedef {{ sign: ' ' | '-' | '+', line: string }} Step */

/**
 * The lines that differ, with a few around them, in groups.
 *
 * @param {string} before
 * @param {string} after
 * @returns {DiffRow[][]} Empty if the texts are equal.
 */
export function hunksOf(before, after) {
  const steps = stepsOf(linesWithEnds(before), linesWithEnds(after));
  const near = new Set(steps.flatMap(({ sign }, at) => (sign === ' ' ? [] : around(at))));
  /** @type {DiffRow[][]} */
  const hunks = [];
  let [old, current, last] = [0, 0, -1];
  steps.forEach(({ sign, line }, at) => {
    if (sign !== '+') old += 1;
    if (sign !== '-') current += 1;
    if (!near.has(at)) return;
    if (hunks.length === 0 || last !== at - 1) hunks.push([]);
    last = at;
    const [text, end] = splitEnd(line);
    hunks.at(-1)?.push({ sign, number: sign === '-' ? old : current, text, end, range: null });
  });
  for (const hunk of hunks) pair(hunk);
  return hunks;
}

/** @param {number} at */
function around(at) {
  return Array.from({ length: 2 * AROUND + 1 }, (_, index) => at - AROUND + index);
}

/**
 * The shortest way from some lines to others. Removed lines stand before those that are added.
 *
 * @param {string[]} before
 * @param {string[]} after
 * @returns {Step[]}
 */
export function stepsOf(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let same = 0;
  const most = Math.min(before.length, after.length) - start;
  while (same < most && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  const equal = (/** @type {string[]} */ lines) => lines.map((line) => /** @type {Step} */ ({ sign: ' ', line }));
  const middle = shortest(before.slice(start, before.length - same), after.slice(start, after.length - same));
  return [...equal(before.slice(0, start)), ...removedFirst(middle), ...equal(before.slice(before.length - same))];
}

/**
 * The algorithm of Myers: for each number of differing lines, the furthest that each diagonal gets.
 *
 * @param {string[]} before
 * @param {string[]} after
 * @returns {Step[]}
 */
function shortest(before, after) {
  /** @type {Map<number, number>[]} */
  const trace = [];
  let furthest = new Map([[1, 0]]);
  for (let different = 0; different <= MAX_DIFFERENT; different++) {
    trace.push(furthest);
    furthest = new Map(furthest);
    for (let diagonal = -different; diagonal <= different; diagonal += 2) {
      let x = next(furthest, diagonal, different);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      furthest.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return back(before, after, trace);
    }
  }
  return [
    ...before.map((line) => /** @type {Step} */ ({ sign: '-', line })),
    ...after.map((line) => /** @type {Step} */ ({ sign: '+', line })),
  ];
}

/**
 * Where a diagonal begins: below its left or right neighbour.
 *
 * @param {Map<number, number>} furthest
 * @param {number} diagonal
 * @param {number} different
 */
function next(furthest, diagonal, different) {
  const [left, right] = [furthest.get(diagonal - 1) ?? -1, furthest.get(diagonal + 1) ?? -1];
  return diagonal === -different || (diagonal !== different && left < right) ? right : left + 1;
}

/** @param {string[]} before @param {string[]} after @param {Map<number, number>[]} trace @returns {Step[]} */
function back(before, after, trace) {
  /** @type {Step[]} */
  const steps = [];
  let [x, y] = [before.length, after.length];
  for (let different = trace.length - 1; different >= 0; different--) {
    const diagonal = x - y;
    const [left, right] = [trace[different].get(diagonal - 1) ?? -1, trace[different].get(diagonal + 1) ?? -1];
    const isAdded = diagonal === -different || (diagonal !== different && left < right);
    const from = isAdded ? right : left;
    const fromY = from - (isAdded ? diagonal + 1 : diagonal - 1);
    while (x > Math.max(from, 0) && y > Math.max(fromY, 0)) {
      steps.push({ sign: ' ', line: before[x - 1] });
      [x, y] = [x - 1, y - 1];
    }
    if (different === 0) break;
    steps.push(isAdded ? { sign: '+', line: after[y - 1] } : { sign: '-', line: before[x - 1] });
    [x, y] = [from, fromY];
  }
  return steps.reverse();
}

/** @param {Step[]} steps @returns {Step[]} */
function removedFirst(steps) {
  /** @type {Step[]} */
  const ordered = [];
  /** @type {Step[]} */
  const added = [];
  for (const step of steps) {
    if (step.sign === ' ') ordered.push(...added.splice(0), step);
    else if (step.sign === '-') ordered.push(step);
    else added.push(step);
  }
  return [...ordered, ...added];
}

/** Marks what differs within lines that replace as many others. @param {DiffRow[]} hunk */
function pair(hunk) {
  for (let at = 0; at < hunk.length; ) {
    const removed = run(hunk, at, '-');
    const added = run(hunk, at + removed, '+');
    if (removed === added) for (let index = 0; index < removed; index++) mark(hunk[at + index], hunk[at + removed + index]);
    at += Math.max(1, removed + added);
  }
}

/** How many rows from `at` on have a sign. @param {DiffRow[]} hunk @param {number} at @param {string} sign */
function run(hunk, at, sign) {
  let end = at;
  while (hunk[end]?.sign === sign) end += 1;
  return end - at;
}

/** @param {DiffRow} removed @param {DiffRow} added */
function mark(removed, added) {
  const [a, b] = [removed.text, added.text];
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  start = boundary(a, start) === start && boundary(b, start) === start ? start : start - 1;
  let same = 0;
  while (same < most - start && a[a.length - 1 - same] === b[b.length - 1 - same]) same += 1;
  const ends = () => [a.length - same, b.length - same];
  if (ends().some((end, side) => boundary([a, b][side], end) !== end)) same -= 1;
  [removed.range, added.range] = ends().map((end) => /** @type {[number, number]} */ ([start, end]));
}
