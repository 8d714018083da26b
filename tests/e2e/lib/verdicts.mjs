/** Answers of managers in tests of the gate. */

/**
 * Source text of a function `(command) => result` that passes every command: a whole result, since a gate takes what it cannot
 * read for no pass.
 */
export const PASSES = `((command) => ({
  success: true, output: [], error: null, code: null, command, snapshotRoot: '', outputSha256: '', truncated: false,
  console: { entries: [], total: 0, truncated: false }, timing: { totalMs: 0, files: [], tests: [] },
}))`;
