/**
 * Test files that do harm under the sealed engine, for the tests and the benchmark.
 * @module
 */

import assert from 'node:assert/strict';

/** Milliseconds that a test may take which would never end. */
export const TEST_MS = 300;

export const WELL = "test('well', () => expect(1).toBe(1));\n";

const file = (/** @type {string} */ body, ms = 60_000) =>
  `test('before', () => expect(1).toBe(1));\ntest('harm', async () => {\n  ${body}\n}, ${ms});\ntest('after', () => {});\n`;

const NESTED = 'new Worker(URL.createObjectURL(new Blob([source])));';

/** Lines that the flood of the console prints. */
const LINES = 1_500_000;

/**
 * `expected`: state and code of the test `harm`.
 * @type {{ name: string, body: string, expected: string, seen?: (result: any) => void }[]}
 */
export const FAULTS = [
  { name: 'an infinite loop', body: file('for (;;);', TEST_MS), expected: 'failed err:timeout' },
  {
    name: 'a storm of microtasks',
    body: file('await new Promise(() => { const again = () => Promise.resolve().then(again); again(); });', TEST_MS),
    expected: 'failed err:timeout',
  },
  {
    name: 'a storm of timers',
    body: file('await new Promise(() => { const again = () => { setTimeout(again); setTimeout(again); }; again(); });', TEST_MS),
    expected: 'failed err:timeout',
  },
  { name: 'a pattern that never ends', body: file("/^(a+)+$/.test('a'.repeat(40) + '!');", TEST_MS), expected: 'failed err:timeout' },
  { name: 'a promise that never settles', body: file('await new Promise(() => {});', TEST_MS), expected: 'failed err:timeout' },
  {
    name: 'nested workers that spin, and a test that waits',
    body: file(`const source = 'for (;;);'; for (let n = 0; n < 4; n += 1) ${NESTED} await new Promise(() => {});`, TEST_MS),
    expected: 'failed err:timeout',
  },
  {
    name: 'nested workers that spin, and a test that ends',
    body: file(`const source = 'for (;;);'; for (let n = 0; n < 4; n += 1) ${NESTED}`),
    expected: 'passed',
  },
  {
    name: 'a flood of messages',
    body: file(
      "for (;;) { for (let n = 0; n < 20; n += 1) Promise.reject(new Error('x'.repeat(1 << 16))); await new Promise((resolve) => setTimeout(resolve)); }",
    ),
    expected: 'failed err:limit',
  },
  {
    name: 'a flood of the console',
    body: file(`for (let n = 0; n < ${LINES}; n += 1) console.log('line', n);`),
    expected: 'passed',
    seen: ({ console, truncated }) => assert.deepEqual([console.total, console.truncated, truncated], [LINES, true, true]),
  },
  { name: 'self.close()', body: file('self.close();'), expected: 'failed' },
  {
    name: 'a heap bomb',
    body: file('const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length));'),
    expected: 'failed err:memory',
  },
];
