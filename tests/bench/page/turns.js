/**
 * What is compared is measured in turns, so that a busy machine is busy for both.
 * @module
 */

import { VerificationManager } from '/verdict/index.js';

/** The worker that everything is compared with. */
export const BARE = '/bench/bare-worker.js';

/** Runs `count` times each of the measurements, in turns, and gives the times of each. */
export async function inTurns(count, measurements) {
  const times = measurements.map(() => []);
  for (let turn = 0; turn < count; turn += 1) {
    for (const [index, measure] of measurements.entries()) times[index].push(await measure());
  }
  return times;
}

/** Milliseconds that something takes. */
export async function timed(act) {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}

export const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** `eval:1+1` through a manager: its time, and what the engine took of it. */
export async function roundTrip(manager) {
  const begin = performance.now();
  const { output, timing } = await manager.runVerification('eval:1+1');
  const time = performance.now() - begin;
  if (output !== 2) throw new Error(`eval:1+1 gave ${JSON.stringify(output)}`);
  return { time, engine: timing?.totalMs };
}

/** A manager whose workers, and the spare one where it has one, are ready. */
export async function startedManager(options) {
  const manager = await VerificationManager.create(options);
  await manager.init();
  await atRest(manager);
  return manager;
}

/** Waits until every worker of a manager has nothing to do and none is starting. */
export async function atRest(manager) {
  const resting = () => {
    const { slots } = manager.getStats();
    return slots.length > 0 && slots.every(({ state }) => state === 'idle');
  };
  while (!resting()) await rest(5);
}
