/**
 * The gate: a bundle is applied to a page's own files whole, or they are left as they were.
 * @module
 */

import { applyBundle as apply } from './wasm/manager.js';
import { VerificationManager } from './verification-manager.js';

/** @typedef {import('./gate.js').ApplyOptions} ApplyOptions */
/** @typedef {import('./gate.js').GateReport} GateReport */

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
  let key;
  try {
    key = [options?.manager, options?.adapter].find((object) => object !== null && typeof object === 'object');
  } catch (error) {
    return Promise.resolve(refused('err:protocol', String(error?.message ?? error)));
  }
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
