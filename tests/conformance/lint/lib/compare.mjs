/** Where two linters agree. */

import { isDeepStrictEqual } from 'node:util';

const byPlace = (a, b) =>
  a.line - b.line || a.column - b.column || (a.endLine ?? 0) - (b.endLine ?? 0) || (a.endColumn ?? 0) - (b.endColumn ?? 0) ||
  a.message.localeCompare(b.message);

/** What differs between two outcomes, from the coarse to the fine: nothing, or one of these words. */
export function difference(theirs, ours) {
  const sorted = (outcome) => outcome.messages.toSorted?.(byPlace) ?? [...outcome.messages].sort(byPlace);
  const [a, b] = [sorted(theirs), sorted(ours)];
  const same = (of) => isDeepStrictEqual(a.map(of), b.map(of));
  if (theirs.fatal !== ours.fatal) return 'parse';
  if (a.length !== b.length) return 'verdict';
  if (!same(({ ruleId, severity, messageId, message }) => [ruleId, severity, messageId, message])) return 'message';
  if (!same(({ line, column, endLine, endColumn }) => [line, column, endLine, endColumn])) return 'position';
  if (theirs.output !== ours.output) return 'fix';
  if (!same(({ suggestions }) => suggestions)) return 'suggestion';
  return undefined;
}

/** An outcome in a few lines. */
export function shown({ fatal, messages, output }, code) {
  if (fatal) return '      does not parse';
  const lines = messages.map(
    ({ messageId, message, line, column, endLine, endColumn, suggestions }) =>
      `      ${line}:${column}-${endLine}:${endColumn} ${messageId} ${message}` +
      suggestions.map((one) => `\n        suggests ${one.messageId} (${one.message}): ${JSON.stringify(one.output)}`).join(''),
  );
  if (output !== code) lines.push(`      fixed: ${JSON.stringify(output)}`);
  return lines.length > 0 ? lines.join('\n') : '      nothing';
}
