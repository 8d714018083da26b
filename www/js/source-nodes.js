/**
 * Lines of sources as elements: code frames and differences. The sources are hostile text.
 * @module
 */

import { displayLine, h } from './dom.js';
import { hunksOf } from './line-diff.js';
import { partsOf, skippedFor } from './source-lines.js';

/** How many UTF-16 units of a line of a difference are shown. It is long, because a person agrees to what is shown. */
const DIFF_WIDTH = 1000;
/** How many lines of a difference are shown. */
const MAX_ROWS = 400;

/** What each line end is called. @type {Record<string, string>} */
const ENDS = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR', '\u2028': 'U+2028', '\u2029': 'U+2029', '': 'no line end' };

const SIGNS = { ' ': ['', ''], '-': ['−', 'removed: '], '+': ['+', 'added: '] };

/** @typedef {import('./code-frame.js').Row} Row */
/** @typedef {import('./code-frame.js').Gap} Gap */
/** @typedef {import('./line-diff.js').DiffRow} DiffRow */
/** @typedef {import('./source-lines.js').Parts} Parts */

/**
 * A code frame.
 *
 * @param {readonly (Row | Gap)[]} rows At least one.
 */
export function frameNode(rows) {
  const frame = h('div', { class: 'source frame' });
  for (const row of rows) {
    if ('gap' in row) {
      frame.append(h('div', { class: 'row gap' }, h('span', { class: 'line' }, `… ${row.gap.toLocaleString()} lines`)));
      continue;
    }
    // The sign shows marked lines without a colour.
    const sign = h('span', { class: 'sign', 'aria-hidden': 'true' }, row.marked === null ? '' : '›');
    frame.append(rowNode(row.number, sign, h('code', { class: 'line' }, ...lineParts(row, 'mark'))));
  }
  return frame;
}

/**
 * What differs between two texts of a file.
 *
 * @param {{ path: string, before: string, after: string }} change
 * @returns {HTMLElement}
 */
export function diffNode({ before, after }) {
  const hunks = hunksOf(before, after);
  const rows = hunks.flat();
  const node = h('div', { class: 'source diff' });
  let shown = 0;
  for (const hunk of hunks) {
    const some = hunk.slice(0, MAX_ROWS - shown);
    if (some.length === 0) break;
    if (shown > 0) node.append(h('div', { class: 'row gap' }, h('span', { class: 'line' }, '…')));
    const ends = new Set(hunk.flatMap(({ sign, end }) => (sign === ' ' ? [] : [end])));
    node.append(...some.map((row) => diffRow(row, ends.size > 1)));
    shown += some.length;
  }
  if (rows.length > shown) node.append(h('p', { class: 'note' }, `and ${(rows.length - shown).toLocaleString()} more lines`));
  return node;
}

/** @param {DiffRow} row @param {boolean} hasEnds Whether line ends differ, so that they are shown. */
function diffRow({ sign, number, text, end, range }, hasEnds) {
  const [mark, said] = SIGNS[sign];
  const parts = partsOf(text, range, range ? skippedFor(range[0], DIFF_WIDTH) : 0, DIFF_WIDTH);
  const line = h('code', { class: 'line' }, ...lineParts(parts, sign === '-' ? 'del' : 'ins'));
  if (hasEnds && sign !== ' ') line.append(h('span', { class: 'end' }, ENDS[end]));
  const signs = h('span', { class: 'sign' }, h('span', { 'aria-hidden': 'true' }, mark), h('span', { class: 'sr' }, said));
  const row = rowNode(number, signs, line);
  if (sign !== ' ') row.dataset.sign = sign;
  return row;
}

/** @param {number} number @param {HTMLElement} sign @param {HTMLElement} line */
function rowNode(number, sign, line) {
  return h('div', { class: 'row' }, h('span', { class: 'number' }, String(number)), sign, line);
}

/**
 * @param {Parts} parts
 * @param {'mark' | 'del' | 'ins'} name What the marked part becomes.
 * @returns {(Node | string)[]}
 */
function lineParts({ before, marked, after, cut }, name) {
  /** @type {(Node | string)[]} */
  const nodes = [cut[0] ? '…' : '', shown(before)];
  if (marked !== null) nodes.push(markNode(marked, name));
  return [...nodes, shown(after), cut[1] ? '…' : ''];
}

/** White space alone would not be seen. @param {string} marked @param {'mark' | 'del' | 'ins'} name */
function markNode(marked, name) {
  const text = /^[ \t]+$/.test(marked) ? marked.replaceAll(' ', '·').replaceAll('\t', '→   ') : marked;
  return h(name, marked === '' ? { class: 'point' } : {}, shown(text));
}

/** @param {string} text */
function shown(text) {
  return displayLine(text, 4 * DIFF_WIDTH);
}
