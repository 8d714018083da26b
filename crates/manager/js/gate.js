/**
 * The gate: a bundle is applied to a page's own files whole, or they are left as they were.
 * @module
 */

import { applyBundle as apply } from './wasm/manager.js';
import { VerificationManager } from './verification-manager.js';

/**
 * @typedef {object} Adapter A page's files. Every method may be async; `delete` is taken for `remove`.
 * @property {(base: string) => Iterable<string | { path: string }> | Promise<Iterable<string | { path: string }>>} list
 * @property {(path: string) => string | Uint8Array | Promise<string | Uint8Array>} read
 * @property {(path: string, content: string | Uint8Array) => unknown} write A file keeps the kind of content that
 *   `read` gave; a new one is a text if it is UTF-8.
 * @property {(path: string) => unknown} [remove]
 */
/**
 * @typedef {object} ApplyOptions
 * @property {Adapter} adapter
 * @property {{ runVerification(command: string, options: object): Promise<object> }} [manager] Without one the gate is
 *   closed, unless the policy opens it.
 * @property {string} [verifyCommand] `verb:argument`, run on a copy with the change.
 * @property {number} [timeoutMs] Of each verification.
 * @property {number} [phaseMask] 1 PreFlight, 2 Snapshot+Rollback, 4 PostVerify, 8 BuildCheck, added up. Default 15.
 * @property {{ allowUnverified?: boolean }} [policy]
 * @property {object} [config] Of each verification.
 * @property {object} [limits] Of each verification.
 * @property {unknown} [sessionId] Of each verification.
 */
/** @typedef {{ message: string, line: number | null, column: number | null, file?: string, code?: string }} GateError */
/** @typedef {{ phase: string, passed: boolean, skipped: boolean, detail: string, duration_ms: number }} PhaseReport */
/**
 * @typedef {object} GateReport
 * @property {boolean} success Whether the change is live, whole.
 * @property {'applied' | 'refused' | 'restored' | 'terminal'} state What became of the files; after `terminal` they are
 *   neither before nor after the change, and a person must look.
 * @property {string} message
 * @property {string | null} code
 * @property {number} changes_applied
 * @property {number} changes_rolled_back
 * @property {PhaseReport[]} phases The four, in their order.
 * @property {GateError[]} errors Places are in the bundle, or in `file`.
 * @property {string[]} warnings
 * @property {string | null} pre_root Root hash before.
 * @property {string | null} post_root Root hash after.
 * @property {object | null} result What the manager answered to `verifyCommand`.
 */

/** The last call of each manager or adapter: bundles are applied one after the other. */
const last = new WeakMap();

/**
 * Applies a bundle. Never rejects: what went wrong stands in the report.
 *
 * @param {string} bundle
 * @param {ApplyOptions} options
 * @returns {Promise<GateReport>}
 */
export function applyBundle(bundle, options) {
  const key = [options?.manager, options?.adapter].find((object) => object !== null && typeof object === 'object');
  const before = key ? last.get(key) : undefined;
  const report = Promise.resolve(before).then(() => run(bundle, options));
  if (key) last.set(key, report);
  return report;
}

Object.defineProperty(VerificationManager.prototype, 'applyBundle', {
  configurable: true,
  writable: true,
  /**
   * `applyBundle` with this manager as the verifier.
   *
   * @this {VerificationManager}
   * @param {string} bundle
   * @param {Omit<ApplyOptions, 'manager'>} options
   * @returns {Promise<GateReport>}
   */
  value: function (bundle, options) {
    return applyBundle(bundle, { ...options, manager: this });
  },
});

/** @returns {Promise<GateReport>} */
async function run(bundle, options) {
  try {
    const manager = options?.manager;
    if (manager instanceof VerificationManager && !manager.isInitialized) await manager.init();
    // The wasm is instantiated once a page, by whoever needs it first; the core itself is not needed here.
    (await VerificationManager.loadCore({}, {})).free();
    return await apply(bundle, options);
  } catch (error) {
    return refused(error?.code ?? 'err:startup', String(error?.message ?? error));
  }
}

/** A refusal without the wasm. @returns {GateReport} */
function refused(code, message) {
  const phases = ['PreFlight', 'Snapshot+Rollback', 'PostVerify', 'BuildCheck'];
  return {
    success: false,
    state: 'refused',
    message,
    code,
    changes_applied: 0,
    changes_rolled_back: 0,
    phases: phases.map((phase) => ({ phase, passed: false, skipped: true, detail: 'Not reached', duration_ms: 0 })),
    errors: [{ message, line: null, column: null, code }],
    warnings: [],
    pre_root: null,
    post_root: null,
    result: null,
  };
}
