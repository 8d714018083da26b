/** Findings of a linter, in a form that compares. */

/**
 * @typedef {object} Finding
 * @property {string} messageId
 * @property {string} message
 * @property {number} line
 * @property {number} column
 * @property {number} [endLine]
 * @property {number} [endColumn]
 * @property {{ messageId: string, message: string, output: string }[]} suggestions Each with the whole text that it leads to.
 */

/**
 * @typedef {object} Outcome
 * @property {boolean} fatal Whether the code does not parse.
 * @property {Finding[]} messages
 * @property {string} output The code after one pass of fixes.
 */

/** @returns {Finding} */
export function finding(code, { configs }, { ruleId, severity, messageId, message, line, column, endLine, endColumn, suggestions = [] }) {
  const ends = endLine === undefined ? {} : { endLine, endColumn };
  const outputs = suggestions.map(({ fix, ...suggestion }) => ({ ...suggestion, output: apply(code, [fix]) }));
  const whose = configs ? { ruleId, severity } : {};
  return { ...whose, messageId, message, line, column, ...ends, suggestions: outputs };
}

/** The code after one pass of the fixes, as ESLint applies them: those that overlap wait for the next pass. */
export function fixed(code, messages) {
  const fixes = messages.map((message) => message.fix).filter((fix) => fix !== undefined && fix !== null);
  return apply(code, [...fixes].sort((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1]));
}

function apply(code, fixes) {
  let output = '';
  let last = Number.NEGATIVE_INFINITY;
  const mark = code.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = code.slice(mark.length);
  for (const { range, text: instead } of fixes) {
    const [start, end] = range;
    if (last >= start || start > end) continue;
    output += text.slice(Math.max(0, last), Math.max(0, start)) + instead;
    last = end;
  }
  return mark + output + text.slice(Math.max(0, last));
}
