/** A `test:` of several files on one worker and on several. Times are milliseconds. */

import { inTurns, startedManager, timed } from './turns.js';

/** A test that keeps the guest busy for some tens of milliseconds. */
const TEST = `import { expect, test } from 'vitest';
for (let n = 0; n < 20; n++) {
  test('sums ' + n, () => {
    let sum = 0;
    for (let i = 0; i < 5000; i++) sum += i % 7;
    expect(sum).toBeGreaterThan(n);
  });
}`;

/** `turns` runs over `count` files by each of the two. */
export async function measureFiles(count, workers, turns) {
  const files = Object.fromEntries(Array.from({ length: count }, (_, index) => [`/tests/t${index}.test.js`, TEST]));
  const managers = [];
  for (const number of [1, workers]) {
    const manager = await startedManager({ workers: number, spare: false });
    await manager.setSnapshot(files);
    managers.push(manager);
  }
  const measured = managers.map(
    (manager) => () =>
      timed(async () => {
        const { success, output, error } = await manager.runVerification('test:/tests/*.test.js');
        if (!success || output.length !== 20 * count) throw new Error(error ?? `${output.length} tests`);
      }),
  );
  await inTurns(2, measured);
  const [one, several] = await inTurns(turns, measured);
  for (const manager of managers) manager.dispose();
  return { one, several };
}
