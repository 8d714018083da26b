/** All tests of a library, in the sealed engine. Times are milliseconds. */

import { startedManager, timed } from './turns.js';

let manager;
let config;

/** Starts `workers` workers on files. */
export async function start(files, workers, chosen) {
  manager = await startedManager({ workers, spare: false });
  await manager.setSnapshot(files);
  config = chosen;
}

/** Runs all of them once: the time, and what became of each test. `isolate` is null for guests that are proven clean. */
export async function run(command, isolate) {
  let answer;
  const time = await timed(async () => {
    answer = await manager.runVerification(command, {
      engine: 'browser',
      timeout: 300_000,
      config: { test: { ...config, ...(isolate === null ? {} : { isolate }) } },
    });
  });
  const { output, error, timing, reused } = answer;
  if (!Array.isArray(output)) throw new Error(error);
  if ((reused === true) !== (isolate === false)) throw new Error(`isolate: ${isolate}, but reused: ${reused}`);
  if ((timing.reused ?? 0) > 0 !== (isolate === null)) throw new Error(`isolate: ${isolate}, but ${timing.reused} in clean guests`);
  const states = {};
  for (const { file, path, state } of output) states[`${file} > ${path.join(' > ')}`] = state;
  return { time, states, files: timing.files?.map(({ ms }) => ms) };
}
