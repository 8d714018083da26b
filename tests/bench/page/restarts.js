/** What a request that does not end costs the one after it. Times are milliseconds. */

import { BareManager } from './bare-manager.js';
import { BARE, atRest, inTurns, roundTrip, startedManager } from './turns.js';

const TIMEOUT_MS = 100;

/** From the rejection of a request that spins to the answer to the next. */
async function restart(manager) {
  const rejected = await manager.runVerification('eval:for(;;);', { timeout: TIMEOUT_MS }).then(
    (result) => Promise.reject(new Error(`an endless loop ended: ${JSON.stringify(result)}`)),
    (error) => (error.message === 'Verification timeout' ? performance.now() : Promise.reject(error)),
  );
  await roundTrip(manager);
  return performance.now() - rejected;
}

/** Restarts of a manager with a spare worker, of one without, and of a bare one, in turns. */
export async function measureRestarts(restarts) {
  const spare = await startedManager({ workers: 1 });
  const none = await startedManager({ workers: 1, spare: false });
  const bare = new BareManager(BARE);
  // The spare one is there again before it is needed: that is what is measured.
  const ours = (manager) => async () => {
    await atRest(manager);
    await roundTrip(manager);
    return restart(manager);
  };
  const measured = [ours(spare), ours(none), () => restart(bare)];
  await inTurns(1, measured);
  const times = await inTurns(restarts, measured);
  for (const manager of [spare, none, bare]) manager.dispose();
  return { spare: times[0], none: times[1], bare: times[2] };
}
