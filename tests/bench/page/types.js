/** Type checks in a page. Times are milliseconds. */

import { startedManager, timed } from './turns.js';

const FAST = { config: { types: { level: 'fast' } } };

/** What the engine itself takes for the fast layer: of all files, on workers that never saw them, and after each edit of one. */
export async function measureFast(files, edits, rounds) {
  const [cold, warm] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const manager = await startedManager({ workers: 1, spare: false, checker: false });
    const run = async () => {
      const { success, error, timing } = await manager.runVerification('type-check:/*.ts', FAST);
      if (!success) throw new Error(error);
      return timing.totalMs;
    };
    await manager.setSnapshot(files);
    cold.push(await run());
    for (const entries of edits) {
      await manager.setSnapshot({ entries });
      warm.push(await run());
    }
    manager.dispose();
  }
  return { cold, warm };
}

/** From the call of `verifyProposal` to its result, with both layers, in a page that has checked the files before. */
export async function measureProposals(files, proposals) {
  const manager = await startedManager();
  await manager.setSnapshot(files);
  await manager.prewarm();
  const times = [];
  // The first time is to warm up.
  for (const proposal of [proposals[0], ...proposals]) {
    times.push(
      await timed(async () => {
        const { passed, reason, checks } = await manager.verifyProposal(proposal);
        if (!passed) throw new Error(`${reason} ${JSON.stringify(checks)}`);
      }),
    );
  }
  manager.dispose();
  return times.slice(1);
}
