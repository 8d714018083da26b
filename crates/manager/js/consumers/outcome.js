/**
 * Verifications that always resolve: for callers that take a rejection for no answer.
 * @module
 */

import { codeOf, messageOf } from '../code.js';

/** @typedef {import('../index.js').Code} Code */

/**
 * The result of a command. A timeout, a manager that throws or is missing: `success: false` with its reason.
 *
 * @param {any} manager A manager, or what gives one.
 * @param {unknown} command
 * @param {any} options
 * @returns {Promise<any>}
 */
export async function outcomeOf(manager, command, options) {
  try {
    // A manager that is there is asked at once: what is done to it next comes next.
    const found = typeof manager === 'function' ? await manager() : manager;
    const verifier = typeof found?.runVerification === 'function' ? found : found?.api;
    if (typeof verifier?.runVerification !== 'function') return failed(command, 'There is no verification manager', 'err:unavailable');
    const result = await verifier.runVerification(command, options);
    if (result === null || typeof result !== 'object') return failed(command, 'The manager gave no result', 'err:crashed');
    // Nothing but true is a success.
    return result.success === true ? result : { ...result, success: false, error: result.error ?? 'The manager gave no success' };
  } catch (error) {
    return rejected(command, error);
  }
}

/** What was thrown, as a result. @param {unknown} command @param {any} error */
export function rejected(command, error) {
  const { detail, hint } = error ?? {};
  const result = failed(command, messageOf(error), codeOf(error, 'err:crashed'));
  return { ...result, ...(detail && { detail }), ...(hint && { hint }) };
}

/** The verb of a command, as results name it: one of five words, or null. @param {string} command @returns {any} */
function verbOf(command) {
  const [, verb] = /^\s*(test|lint|type-check|typecheck|eval|project)\s*:/.exec(command) ?? [];
  return verb === 'typecheck' ? 'type-check' : (verb ?? null);
}

/** A result that nobody judged. @param {unknown} command @param {string} error @param {Code} code */
export function failed(command, error, code) {
  return {
    success: false,
    output: null,
    error,
    code,
    command: String(command),
    kind: verbOf(String(command)),
    snapshotRoot: '',
    outputSha256: '',
    truncated: false,
    console: { entries: [], total: 0, truncated: false },
    timing: { totalMs: 0, files: [], tests: [] },
  };
}
