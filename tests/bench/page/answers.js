/** Requests of one file to the sealed engine, one at a time, each with a spare guest. Times are milliseconds. */

import { rest, startedManager } from './turns.js';

/** Quiet time before each request, in which the spare guest gets ready, as a person or an agent leaves it. */
const REST_MS = 300;

const file = (body) => `import { expect, test } from 'vitest';\nimport { sum } from './src/sum.js';\ntest('adds', () => { ${body} });`;
const FILES = {
  '/src/sum.js': 'export const sum = (a, b) => a + b;',
  '/answer.test.js': file('expect(sum(1, 2)).toBe(3);'),
  // The time on the clock that all share, before anything else.
  '/first.test.js': file('const now = performance.timeOrigin + performance.now(); expect(sum(1, 2)).toBe(3); console.log(`${now}`);'),
};

/** To the first line of the first test, and to the result. */
export async function measureAnswers(turns, isolate) {
  const manager = await startedManager({ workers: 1, spare: false });
  await manager.setSnapshot(FILES);
  const ask = async (path) => {
    await rest(REST_MS);
    const begin = performance.now();
    const { success, error, console } = await manager.runVerification(`test:${path}`, { engine: 'browser', config: { test: { isolate } } });
    const time = performance.now() - begin;
    if (!success) throw new Error(error);
    return { time, first: Number(console.entries[0]?.text) - performance.timeOrigin - begin };
  };
  const [first, answer] = [[], []];
  for (let turn = -3; turn < turns; turn += 1) {
    const [one, two] = [await ask('/first.test.js'), await ask('/answer.test.js')];
    if (turn < 0) continue;
    first.push(one.first);
    answer.push(two.time);
  }
  manager.dispose();
  return { first, answer };
}
