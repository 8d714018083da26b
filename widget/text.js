/**
 * Text that other programs wrote: test names, messages, paths, commands. It is hostile until it has
 * been through {@link display}; after that it may only be set as text, never as markup.
 * @module
 */

/** How many UTF-16 units of one text are shown. */
export const MAX_TEXT = 200;

// Control characters, and characters that reorder or hide nearby text: zero-width characters, bidirectional
// marks, overrides and isolates, separators, the byte order mark and tags.
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/g;

/**
 * A bounded, single-line form of any value. Characters that could reorder or hide text become visible escapes, and tabs
 * and newlines become spaces. A mark `…` shows a cut, which never splits a character.
 *
 * @param {unknown} value Shown as a string, or as `(unprintable)` if it has no text.
 * @param {number} [max] UTF-16 units to keep at the most.
 * @returns {string} Well-formed text of at most `max` units, apart from escapes, and the mark.
 */
export function display(value, max = MAX_TEXT) {
  let text;
  try {
    text = typeof value === 'string' ? value : String(value ?? '');
  } catch {
    return '(unprintable)';
  }
  const cut = text.length > max;
  // Cut first, so that the work for a text is bounded.
  if (cut) text = text.slice(0, isHighSurrogate(text, max - 1) ? max - 1 : max);
  text = text
    .replace(/[\t\n\r]+/g, ' ')
    .replace(UNSAFE, escaped)
    .toWellFormed();
  return cut ? `${text}…` : text;
}

/**
 * What was thrown, as text.
 *
 * @param {unknown} error Anything at all: its `message` may be missing, or throw.
 * @returns {string}
 */
export function thrown(error) {
  try {
    return display(/** @type {any} */ (error)?.message || error);
  } catch {
    return '(unprintable)';
  }
}

/** @param {string} character @returns {string} */
function escaped(character) {
  return `\\u{${/** @type {number} */ (character.codePointAt(0)).toString(16)}}`;
}

/** @param {string} text @param {number} index */
function isHighSurrogate(text, index) {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

/**
 * A duration for people.
 *
 * @param {unknown} ms Milliseconds.
 * @returns {string} For example `8 ms` or `2.4 s`; `–` for what is no duration.
 */
export function duration(ms) {
  if (typeof ms !== 'number' || !Number.isFinite(ms) || ms < 0) return '–';
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

/**
 * Writes a moment into a `<time>`.
 *
 * @param {HTMLTimeElement} element
 * @param {unknown} epochMs Milliseconds since 1970, or anything else for none.
 * @param {string} none What to show for none.
 */
export function setTime(element, epochMs, none) {
  const date = typeof epochMs === 'number' ? new Date(epochMs) : null;
  if (!date || Number.isNaN(date.getTime())) {
    element.removeAttribute('datetime');
    element.removeAttribute('title');
    setText(element, none);
    return;
  }
  const iso = date.toISOString();
  if (element.getAttribute('datetime') === iso) return;
  element.setAttribute('datetime', iso);
  element.title = date.toLocaleString();
  setText(element, date.toLocaleTimeString());
}

/**
 * How types were checked, in words; empty where nothing says it.
 *
 * @param {any} item Of the history.
 * @returns {string}
 */
export function typesText({ types, error }) {
  if (types === null || typeof types !== 'object') return '';
  if (types.layer === 'full') return `types: ${display(types.checker)}`;
  const why = display(types.unchecked);
  if (!types.unchecked) return 'types not inferred';
  return why === display(error) ? 'types not checked' : `types not checked: ${why}`;
}

/**
 * Sets text only where it differs, so that a live region announces changes and nothing else.
 *
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Makes an element.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children Strings become text.
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
