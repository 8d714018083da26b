/** Round trips on warm workers. Times are milliseconds. */

import { BareManager } from './bare-manager.js';
import { BARE, inTurns, rest, roundTrip, startedManager } from './turns.js';

const WARM_UP = 50;
const REST_MS = 10;

/**
 * `trips` of each in turns, then `paused` of each with a rest before it, then `trips` of the one and of the other without
 * one, in ten runs.
 */
export async function measureTrips(trips, paused) {
  const manager = await startedManager({ workers: 1, spare: false });
  const bareManager = new BareManager(BARE);
  const engine = [];
  const ours = async () => {
    const { time, engine: took } = await roundTrip(manager);
    engine.push(took);
    return time;
  };
  const bare = async () => (await roundTrip(bareManager)).time;
  const rested = (measure) => () => rest(REST_MS).then(measure);

  await inTurns(WARM_UP, [ours, bare]);
  engine.length = 0;
  const trip = await inTurns(trips, [ours, bare]);
  const inTrips = engine.slice();
  const afterRest = await inTurns(paused, [rested(ours), rested(bare)]);
  const run = (measure) => () => inTurns(trips / 10, [measure]);
  const hasty = (await inTurns(10, [run(ours), run(bare)])).map((runs) => runs.flat(2));

  manager.dispose();
  bareManager.dispose();
  const pair = ([ours, bare]) => ({ ours, bare });
  return { trip: pair(trip), paused: pair(afterRest), hasty: pair(hasty), engine: inTrips };
}
