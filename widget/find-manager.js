/**
 * Finding the VerificationManager that a page has.
 * @module
 */

/**
 * @typedef {object} Stats
 * @property {number} active Verifications that run.
 * @property {number} queued Verifications that wait.
 * @property {number} completed Verifications that ended, whatever the outcome.
 * @property {number} passed
 * @property {number} failed
 * @property {number} totalRuns
 * @property {number} passRate Integer percent, 0 to 100; 100 when nothing ran.
 * @property {number | null} lastVerificationTime Milliseconds since 1970.
 * @property {number} restarts How often a worker was replaced.
 * @property {number} workers
 */

/**
 * @typedef {object} HistoryItem
 * @property {string} id
 * @property {string} command
 * @property {string | null} [sessionId]
 * @property {boolean} success
 * @property {string | null} [error]
 * @property {string | null} [code] A stable `err:*` code.
 * @property {number} [startedAt] Milliseconds since 1970.
 * @property {number} [durationMs]
 */

/**
 * The part of VerificationManager that the widgets use. One without events is shown as it is when
 * asked for; one without history has none to show.
 *
 * @typedef {object} Manager
 * @property {() => Partial<Stats>} getStats
 * @property {() => HistoryItem[]} [getHistory] Newest first.
 * @property {() => void} [clearHistory]
 * @property {EventTarget['addEventListener']} [addEventListener]
 * @property {EventTarget['removeEventListener']} [removeEventListener]
 */

/**
 * A page that registers its manager after the widgets are connected says so by dispatching this
 * event on `window`; the widgets then look again. Nothing polls.
 */
export const READY_EVENT = 'verification-manager-ready';

/**
 * Looks in `window.app.modules`, then in `window.DIContainer`.
 *
 * @returns {Manager | Promise<Manager | null> | null} A promise where the container is asynchronous;
 *   it never rejects. A container that throws has no manager.
 */
export function findManager() {
  const page = /** @type {any} */ (window);
  try {
    const registered = asManager(page.app?.modules?.VerificationManager);
    if (registered) return registered;
    const resolved = page.DIContainer?.resolve?.('VerificationManager');
    if (typeof resolved?.then !== 'function') return asManager(resolved);
    return Promise.resolve(resolved).then(asManager, () => null);
  } catch {
    return null;
  }
}

/**
 * A manager is given as itself or, by older containers, behind `.api`.
 *
 * @param {any} value
 * @returns {Manager | null}
 */
export function asManager(value) {
  for (const candidate of [value, value?.api]) {
    if (typeof candidate?.getStats === 'function') return candidate;
  }
  return null;
}
