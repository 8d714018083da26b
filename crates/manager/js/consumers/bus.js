/**
 * Event buses as agents have them: `{ emit, on, off }`, the same behind `api`, or with an `on` that gives what ends it.
 * A bus that is missing or broken changes nothing but who hears.
 * @module
 */

/**
 * The object that has a method: the bus itself, or its `api`.
 * @param {any} bus
 * @param {string} method
 * @returns {any}
 */
function having(bus, method) {
  return [bus, bus?.api].find((candidate) => typeof candidate?.[method] === 'function');
}

/**
 * Emits, and tells the console what goes wrong with that.
 * @param {any} bus
 * @param {string} name
 * @param {unknown} detail
 */
export function tell(bus, name, detail) {
  try {
    const answer = having(bus, 'emit')?.emit(name, detail);
    if (typeof answer?.then === 'function') answer.then(undefined, complain);
  } catch (error) {
    complain(error);
  }
}

/**
 * Listens. Gives what ends it, whether or not there is somebody to listen to.
 * @param {any} bus
 * @param {string} name
 * @param {(detail: unknown) => void} listener
 * @param {string} [ownerId]
 * @returns {() => void}
 */
export function listen(bus, name, listener, ownerId) {
  try {
    const end = having(bus, 'on')?.on(name, listener, ownerId);
    return () => {
      try {
        if (typeof end === 'function') end();
        else having(bus, 'off')?.off(name, listener);
      } catch (error) {
        complain(error);
      }
    };
  } catch (error) {
    complain(error);
    return () => {};
  }
}

/** What both generations of agents listen for, from what a manager says. @param {string} type @param {any} detail @returns {string[]} */
export function namesOf(type, { success, code }) {
  if (type === 'verification-start') return ['verification:started'];
  if (type !== 'verification-complete') return [];
  if (success === true) return ['verification:completed'];
  // Every outcome except success is also a failure, so that a listener for one name misses nothing.
  const cause = { 'err:timeout': ['verification:timeout'], 'err:crashed': ['verification:worker_crash'] }[/** @type {string} */ (code)];
  return [...(cause ?? []), 'verification:failed'];
}

/** @param {unknown} error */
function complain(error) {
  console.error(error);
}
