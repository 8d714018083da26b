/**
 * Code frames: the source lines around a finding, with its range marked. The engine has the same of errors in tests, as text.
 * @module
 */

import { partsOf, skippedFor } from './source-lines.js';

/** How many lines are shown above and below. */
const AROUND = 2;
/** How many lines of a longer range are shown at its start and at its end. */
const HEAD = 4;
const TAIL = 1;

/** @typedef {import('./source-lines.js').Parts} Parts */
/**
 * Lines and columns start at 1; columns are UTF-16 units.
 *
 * @typedef {{ line: number, column: number, endLine?: number, endColumn?: number }} Place
 */
/** @typedef {{ number: number } & Parts} Row A line of the source. */
/** @typedef {{ gap: number }} Gap How many lines of the range are left out. */

/**
 * The code frame around a place.
 *
 * @param {readonly string[]} lines Those of the text that was checked.
 * @param {Place} place
 * @returns {(Row | Gap)[]} Empty if the text has no such place.
 */
export function frameOf(lines, place) {
  const range = rangeOf(lines, place);
  if (!range) return [];
  const { from, to } = range;
  const skipped = skippedFor(from.column);
  const rows = [];
  for (let index = Math.max(0, from.line - AROUND); index <= Math.min(lines.length - 1, to.line + AROUND); index++) {
    const left = to.line - TAIL - index;
    if (index === from.line + HEAD && left > 0) {
      rows.push({ gap: left + 1 });
      index += left;
      continue;
    }
    const line = lines[index];
    const isMarked = index >= from.line && index <= to.line;
    // What stands after the last line end is a line only if it is not empty.
    if (!isMarked && index === lines.length - 1 && line === '') continue;
    rows.push({ number: index + 1, ...partsOf(line, isMarked ? rangeIn(line, index, range) : null, skipped) });
  }
  return rows;
}

/** @typedef {{ line: number, column: number }} Point From 0. */

/**
 * @param {readonly string[]} lines
 * @param {Place} place
 * @returns {{ from: Point, to: Point } | null}
 */
function rangeOf(lines, { line, column, endLine, endColumn }) {
  if (!isCount(line) || !isCount(column) || line > lines.length) return null;
  const from = { line: line - 1, column: Math.min(column - 1, lines[line - 1].length) };
  if (!isCount(endLine) || !isCount(endColumn) || endLine < line) return { from, to: from };
  if (endLine === line && endColumn <= column) return { from, to: from };
  const last = Math.min(endLine, lines.length) - 1;
  const to = { line: last, column: last < endLine - 1 ? lines[last].length : Math.min(endColumn - 1, lines[last].length) };
  // A range up to the start of a line marks nothing of that line.
  if (to.line > from.line && to.column === 0) return { from, to: { line: last - 1, column: lines[last - 1].length } };
  return { from, to };
}

/** @param {unknown} value @returns {value is number} */
function isCount(value) {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/**
 * What of a line is in the range. Indentation is not marked in lines after the first.
 *
 * @param {string} line
 * @param {number} index
 * @param {{ from: Point, to: Point }} range
 * @returns {[number, number]}
 */
function rangeIn(line, index, { from, to }) {
  const end = index === to.line ? to.column : line.length;
  return [index === from.line ? from.column : Math.min(line.search(/\S|$/), end), end];
}
