/** Texts of 10 000 and of 40 000 pieces that a guest takes apart. Times are milliseconds. */

import { inTurns, startedManager, timed } from './turns.js';

/** `turns` evaluations of `source`, in which `TEXT` is a text of so many pieces, by each of two numbers of pieces. */
export async function measureTexts(source, fewer, more, turns) {
  const manager = await startedManager({ workers: 1, spare: false });
  const measured = [fewer, more].map(
    (pieces) => () =>
      timed(async () => {
        const { success, output, error } = await manager.runVerification(`eval:${source.replace('TEXT', `'ab,'.repeat(${pieces})`)}`);
        if (!success || output < pieces) throw new Error(error ?? `${source} gives ${output}`);
      }),
  );
  await inTurns(2, measured);
  const [less, much] = await inTurns(turns, measured);
  manager.dispose();
  return { less, much };
}
