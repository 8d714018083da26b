/**
 * A refusal without the wasm.
 * @module
 */

import { codeOf, messageOf } from '../code.js';

const PHASES = /** @type {const} */ (['PreFlight', 'Snapshot+Rollback', 'PostVerify', 'BuildCheck']);

/**
 * @param {any} error What was thrown, possibly with `code`, `detail` and `hint`.
 * @param {import('../index.js').Code} otherwise
 * @returns {import('./index.js').GateReport}
 */
export function refused(error, otherwise) {
  const code = codeOf(error, otherwise);
  const message = messageOf(error);
  const [detail, hint] = [error?.detail, error?.hint];
  return {
    success: false,
    state: 'refused',
    message,
    code,
    changes_applied: 0,
    changes_rolled_back: 0,
    phases: PHASES.map((phase) => ({ phase, passed: false, skipped: true, detail: 'Not reached', duration_ms: 0 })),
    errors: [{ message, line: null, column: null, code }],
    warnings: [],
    pre_root: null,
    post_root: null,
    result: null,
    checks: [],
    checkpoint: null,
    checkpoint_restored: false,
    snapshot: null,
    started_at: 0,
    completed_at: 0,
    ...(detail && { detail }),
    ...(hint && { hint }),
  };
}
