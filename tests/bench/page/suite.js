/** One `test:` of many small files, and of one. Times are milliseconds. */

import { startedManager, timed } from './turns.js';

let manager;
let chosen;

/** Starts `workers` workers on files. */
export async function start(files, workers, engine) {
  manager = await startedManager({ workers, spare: false });
  await manager.setSnapshot(files);
  chosen = engine;
}

/** Runs all of them once: the time, and how many tests passed. */
export async function run() {
  let tests;
  const time = await timed(async () => {
    const { success, output, error } = await manager.runVerification('test:/tests/*.test.js', { engine: chosen });
    if (!success) throw new Error(error);
    tests = output.filter(({ state }) => state === 'passed').length;
  });
  return { time, tests };
}

/** A file of one empty test, `turns` times: from a fresh realm to the end of its only test. */
export async function measureRealms(turns, engine) {
  const single = await startedManager({ workers: 1, spare: false });
  await single.setSnapshot({ '/a.test.js': 'test("is there", () => {});' });
  const [inEngine, inFile, whole] = [[], [], []];
  for (let turn = -10; turn < turns; turn += 1) {
    let answer;
    const time = await timed(async () => {
      answer = await single.runVerification('test:/a.test.js', { engine });
    });
    const { timing, success, error } = answer;
    if (!success) throw new Error(error);
    if (turn >= 0) {
      inEngine.push(timing.totalMs);
      inFile.push(timing.files[0].ms);
      whole.push(time);
    }
  }
  single.dispose();
  return { inEngine, inFile, whole };
}
