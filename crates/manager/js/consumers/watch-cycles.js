/**
 * Continuous validation: a check after each cycle of an agent.
 * @module
 */

import { listen, tell } from './bus.js';
import { outcomeOf } from './outcome.js';

/**
 * Runs a command after every `cycle:completed`. It emits `agent:regression-detected` with each result that is no pass,
 * also if the command could not run. Cycles that end during a check cause one more check.
 *
 * @param {any} bus
 * @param {any} manager A manager, or what gives one when it is needed.
 * @param {string} command
 * @param {{ cycle?: string, regression?: string, ownerId?: string, options?: object }} [settings] `options`: those of
 *   `runVerification`.
 * @returns {() => void} Ends it: nothing is emitted any more.
 */
export function watchCycles(bus, manager, command, settings = {}) {
  const { cycle = 'cycle:completed', regression = 'agent:regression-detected', ownerId, options = {} } = settings;
  let ended = false;
  let due = false;
  let running = false;
  const check = async () => {
    due = true;
    if (running) return;
    running = true;
    while (due && !ended) {
      due = false;
      const result = await outcomeOf(manager, command, options);
      if (result.success !== true && !ended) tell(bus, regression, result);
    }
    running = false;
  };
  const end = listen(bus, cycle, () => void check(), ownerId);
  return () => {
    ended = true;
    end();
  };
}
