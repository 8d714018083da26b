/** Programs in the sealed engine. Times are milliseconds. */

import { startedManager } from './turns.js';

let manager;

/** Runs a program `turns` times in one fresh guest, after a time to warm up. */
export async function measureSealed(name, turns) {
  const source = await (await fetch(`/bench/cpu/${name}.js`)).text();
  manager ??= await startedManager({ workers: 1, spare: false });
  const text = `import { test } from 'vitest';
test('computes', () => {
  const times = [];
  for (let turn = -1; turn < ${turns}; turn += 1) {
    const begin = performance.now();
    (0, eval)(${JSON.stringify(source.trim())});
    if (turn >= 0) times.push(performance.now() - begin);
  }
  console.log(JSON.stringify(times));
});`;
  await manager.setSnapshot({ '/cpu.test.js': text });
  const { success, error, console } = await manager.runVerification('test:/cpu.test.js', { engine: 'browser' });
  if (!success) throw new Error(error);
  return JSON.parse(console.entries[0].text);
}
