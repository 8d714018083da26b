/**
 * Making elements. All text of the page that others wrote goes through `display` and is set as text.
 * @module
 */

import { display } from '/verdict/widget/text.js';

export { display, duration, h, setText } from '/verdict/widget/text.js';

/** How much of a message of several lines is shown. */
const MAX_BLOCK = 4000;
const MAX_LINES = 80;

/**
 * An element of the page.
 *
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind What it must be.
 * @param {ParentNode} [within]
 * @returns {T}
 */
export function find(selector, kind, within = document) {
  const element = within.querySelector(selector);
  if (!(element instanceof kind)) throw new TypeError(`the page has no ${kind.name} ${selector}`);
  return element;
}

/**
 * Hostile text whose lines matter: a diff, a stack, a source. Each line is made harmless by itself.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function displayLines(value) {
  const text = typeof value === 'string' ? value : display(value);
  const cut = text.length > MAX_BLOCK ? `${text.slice(0, MAX_BLOCK)}\n…` : text;
  const lines = cut.split(/\r\n|[\n\r]/);
  if (lines.length > MAX_LINES) lines.splice(MAX_LINES, lines.length, '…');
  return lines.map((line) => displayLine(line)).join('\n');
}

/**
 * One line, with its indentation.
 *
 * @param {string} line
 * @param {number} [max]
 * @returns {string}
 */
export function displayLine(line, max = 500) {
  return display(line.replaceAll('\t', '    '), max);
}

/**
 * The first characters of a hash.
 *
 * @param {string} hash
 */
export function short(hash) {
  return hash.slice(0, 12);
}
