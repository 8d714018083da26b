/** Type checks in a page. Times are milliseconds. */

import { startedManager, timed } from './turns.js';

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
