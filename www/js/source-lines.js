/**
 * The lines of a source text, and the part of a line that is shown.
 * @module
 */

/** Line ends are those of ECMAScript, by which the verifier counts. */
const END = /\r\n|[\n\r\u2028\u2029]/;
const LINE = /[^\n\r\u2028\u2029]*(?:\r\n|[\n\r\u2028\u2029])|[^\n\r\u2028\u2029]+$/g;

/** The mark at the start of some files, which has no column. */
const BOM = '\ufeff';

/** How many UTF-16 units of a line are shown. */
const WIDTH = 100;
/** How many units stand before the place that matters, in a line without its start. */
const BEFORE = 60;

/**
 * A line in three parts, of which the second is marked. `cut` has whether text is missing before and after them.
 *
 * @typedef {{ before: string, marked: string | null, after: string, cut: [boolean, boolean] }} Parts
 */

/**
 * The lines of a text, without their ends and without a byte order mark. A text that ends with a line end has an empty last line.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function linesOf(text) {
  return withoutMark(text).split(END);
}

/**
 * The lines of a text with their ends. Joined, they are the text.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function linesWithEnds(text) {
  return text.match(LINE) ?? [];
}

/**
 * A line and its end.
 *
 * @param {string} line
 * @returns {[text: string, end: string]}
 */
export function splitEnd(line) {
  const end = END.exec(line)?.[0] ?? '';
  return [line.slice(0, line.length - end.length), end];
}

/** @param {string} text */
export function withoutMark(text) {
  return text.startsWith(BOM) ? text.slice(1) : text;
}

/**
 * How many units to leave out at the start of a line to show the unit `at`.
 *
 * @param {number} at
 * @param {number} [width] How many units are shown.
 */
export function skippedFor(at, width = WIDTH) {
  return at < width - 10 ? 0 : at - BEFORE;
}

/**
 * The visible part of a line. It never splits a character.
 *
 * @param {string} line
 * @param {[from: number, to: number] | null} range The marked part in UTF-16 units; null for none.
 * @param {number} skipped How many units are left out at the start.
 * @param {number} [width] How many units are shown.
 * @returns {Parts}
 */
export function partsOf(line, range, skipped, width = WIDTH) {
  const start = boundary(line, skipped);
  const end = boundary(line, start + width);
  const within = (/** @type {number} */ at) => Math.min(Math.max(at, start), end);
  const cut = /** @type {[boolean, boolean]} */ ([start > 0 && line.length > 0, end < line.length]);
  if (!range) return { before: line.slice(start, end), marked: null, after: '', cut };
  // A range that begins or ends inside a character has the whole character.
  const from = within(boundary(line, range[0]));
  const to = range[1] > range[0] ? within(boundary(line, range[1], 1)) : from;
  return { before: line.slice(start, from), marked: line.slice(from, Math.max(from, to)), after: line.slice(Math.max(from, to), end), cut };
}

/**
 * The nearest place that splits no surrogate pair.
 *
 * @param {string} text
 * @param {number} at
 * @param {0 | 1} [up] Whether to move past the pair, and not before it.
 */
export function boundary(text, at, up = 0) {
  const place = Math.min(Math.max(at, 0), text.length);
  const isInside = isSurrogate(text, place - 1, 0xd800) && isSurrogate(text, place, 0xdc00);
  return isInside ? place - 1 + 2 * up : place;
}

/** @param {string} text @param {number} at @param {number} first Of the 1024 code units. */
function isSurrogate(text, at, first) {
  const unit = text.charCodeAt(at);
  return unit >= first && unit < first + 0x400;
}
