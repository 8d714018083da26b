/**
 * A manager's numbers, whatever it answers.
 * @module
 */

/** @typedef {import('./find-manager.js').Stats} Stats */

/** What no manager has done. @type {Readonly<Stats>} */
export const NOTHING = Object.freeze({
  active: 0,
  queued: 0,
  completed: 0,
  passed: 0,
  failed: 0,
  totalRuns: 0,
  passRate: 100,
  lastVerificationTime: null,
  restarts: 0,
  workers: 0,
});

/**
 * Takes from a manager's answer what is a number; the rest is nothing.
 *
 * @param {Partial<Stats> | null | undefined} given
 * @returns {Stats}
 */
export function toStats(given) {
  const stats = { ...NOTHING };
  for (const key of /** @type {(keyof Stats)[]} */ (Object.keys(NOTHING))) {
    const value = given?.[key];
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) /** @type {any} */ (stats)[key] = value;
  }
  if (typeof given?.passRate !== 'number') {
    stats.passRate = stats.totalRuns > 0 ? Math.round((stats.passed / stats.totalRuns) * 100) : 100;
  }
  stats.passRate = Math.min(100, Math.round(stats.passRate));
  return stats;
}

/**
 * How many of the last verifications failed, since one passed; null where a manager has no history to tell it by.
 *
 * @param {import('./find-manager.js').Manager | null} manager
 * @returns {number | null}
 */
export function failedLast(manager) {
  let items;
  try {
    items = manager?.getHistory?.();
  } catch {
    // The numbers may still be correct.
  }
  if (!Array.isArray(items) || items.length === 0) return null;
  const passed = items.findIndex((item) => item?.success === true);
  return passed < 0 ? items.length : passed;
}

/**
 * Whether a manager has given up all of its workers.
 *
 * @param {any} given What `getStats` answers; managers that tell nothing of their slots have given up none.
 * @returns {boolean}
 */
export function isBroken(given) {
  const slots = given?.slots;
  return Array.isArray(slots) && slots.length > 0 && slots.every((slot) => slot?.state === 'broken');
}
