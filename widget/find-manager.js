/**
 * Finding the VerificationManager that a page has.
 * @module
 */

/** @typedef {import('./component.js').Stats} Stats */
/** @typedef {import('./component.js').HistoryItem} HistoryItem */
/** @typedef {import('./component.js').Manager} Manager */

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
