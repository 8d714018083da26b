/**
 * What was thrown: its stable code, and its words.
 * @module
 */

/**
 * The `err:*` code of an error; other errors have codes of their own kind, a `DOMException` numbers.
 *
 * @param {any} error
 * @param {import('./index.js').Code} otherwise
 * @returns {import('./index.js').Code}
 */
export function codeOf(error, otherwise) {
  const code = error?.code;
  return typeof code === 'string' && code.startsWith('err:') ? /** @type {import('./index.js').Code} */ (code) : otherwise;
}

/** The words of what was thrown, which need not be an error. @param {any} error @returns {string} */
export function messageOf(error) {
  return String(error?.message ?? error);
}
