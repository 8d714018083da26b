/**
 * Diagnostics of the compiler as plain data.
 * @module
 */

const CATEGORIES = ['warning', 'error', 'suggestion', 'message'];

/** How much of the text that a diagnostic is about is kept: it identifies the diagnostic when lines move. */
const TEXT = 200;

/**
 * @param {any} ts
 * @param {any} diagnostic
 * @param {string} elsewhere The path that a diagnostic without a file is reported for.
 */
export function plain(ts, diagnostic, elsewhere) {
  const { code, category, relatedInformation } = diagnostic;
  return {
    code,
    category: CATEGORIES[category] ?? 'error',
    ...place(ts, diagnostic, elsewhere),
    message: ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'),
    text: diagnostic.file?.text.substr(diagnostic.start, Math.min(diagnostic.length, TEXT)) ?? '',
    related: (relatedInformation ?? []).map((one) => ({
      ...place(ts, one, elsewhere),
      message: ts.flattenDiagnosticMessageText(one.messageText, '\n'),
    })),
  };
}

/** A place as `tsc` prints it: lines and columns count from 1, columns in UTF-16 units. */
function place(ts, { file, start, length }, elsewhere) {
  if (file === undefined) return { file: elsewhere, line: 1, column: 1, endLine: 1, endColumn: 1, isGlobal: true };
  const [from, to] = [start, Math.min(start + length, file.text.length)].map((at) => ts.getLineAndCharacterOfPosition(file, at));
  return { file: file.fileName, line: from.line + 1, column: from.character + 1, endLine: to.line + 1, endColumn: to.character + 1 };
}

/** By place, code and words: the same in each run. */
export function compare(a, b) {
  return order(a.file, b.file) || a.line - b.line || a.column - b.column || a.code - b.code || order(a.message, b.message);
}

function order(/** @type {string} */ a, /** @type {string} */ b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
