import { createNanoEvents } from '../lib/nanoevents/index.js';

/**
 * Tells listeners what happens, and remembers the last events for those that come late.
 *
 * @param {{ keep?: number }} [options] `keep`: how many events are remembered.
 */
export function createBus({ keep = 50 } = {}) {
  const emitter = createNanoEvents();
  const log = [];

  return {
    /** Calls `listener` for every event of a type; the result ends that. */
    on(type, listener) {
      return emitter.on(type, listener);
    },

    /** Calls `listener` for the next event of a type, and then no more. */
    once(type, listener) {
      const off = emitter.on(type, (detail) => {
        off();
        listener(detail);
      });
      return off;
    },

    emit(type, detail) {
      log.push({ type, detail });
      if (log.length > keep) log.shift();
      emitter.emit(type, detail);
    },

    /** The events remembered, oldest first. */
    history() {
      return log.map((event) => ({ ...event }));
    },
  };
}
