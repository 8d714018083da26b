/**
 * Edits of texts, as findings have them.
 * @module
 */

import { withoutMark } from './source-lines.js';

/** @typedef {import('/verdict/index.js').TextEdit} TextEdit */

/**
 * A text after an edit. A byte order mark stays, and does not count in the range.
 *
 * @param {string} text
 * @param {TextEdit} edit
 * @returns {string | null} Null if the edit does not fit the text, changes nothing, or splits a character.
 */
export function edited(text, edit) {
  if (typeof edit?.text !== 'string' || !Array.isArray(edit.range)) return null;
  const source = withoutMark(text);
  const [start, end] = edit.range;
  const fits = Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end && end <= source.length;
  if (!fits) return null;
  const after = text.slice(0, text.length - source.length) + source.slice(0, start) + edit.text + source.slice(end);
  return after === text || (text.isWellFormed() && !after.isWellFormed()) ? null : after;
}
