/** One `test:` of many small files, and of one. Times are milliseconds. */

import { startedManager, timed } from './turns.js';

let manager;

/** Starts `workers` workers on files. */
export async function start(files, workers) {
  manager = await startedManager({ workers, spare: false });
  await manager.setSnapshot(files);
}

/** Runs all of them once: the time, and how many tests passed. */
export async function run() {
  let tests;
  const time = await timed(async () => {
    const { success, output, error } = await manager.runVerification('test:/tests/*.test.js');
    if (!success) throw new Error(error);
    tests = output.filter(({ state }) => state === 'passed').length;
  });
  return { time, tests };
}

/** A file of one empty test, `turns` times: from a fresh realm to the end of its only test. */
export async function measureRealms(turns) {
  const single = await startedManager({ workers: 1, spare: false });
  await single.setSnapshot({ '/a.test.js': 'test("is there", () => {});' });
  const [inEngine, inFile] = [[], []];
  for (let turn = -10; turn < turns; turn += 1) {
    const { timing, success } = await single.runVerification('test:/a.test.js');
    if (!success) throw new Error('the empty test failed');
    if (turn >= 0) {
      inEngine.push(timing.totalMs);
      inFile.push(timing.files[0].ms);
    }
  }
  single.dispose();
  return { inEngine, inFile };
}
