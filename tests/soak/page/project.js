/**
 * The files that honest requests are about, in some variants. What a request finds depends on the variant alone.
 * @module
 */

/** How many variants there are. */
export const VARIANTS = 5;

/**
 * All files of a variant. From the third on a test fails; every other one has something for lint and for the type
 * checks.
 *
 * @param {number} variant
 * @returns {Record<string, string>}
 */
export function files(variant) {
  const odd = variant % 2 === 1;
  return {
    '/src/rate.js': `export const rate = ${variant};\n`,
    '/src/total.js': [
      "import { rate } from './rate.js';",
      '/** @param {number[]} prices */',
      'export const total = (prices) => prices.reduce((sum, price) => sum + price * (1 + rate), 0);',
      ...(odd ? ['export const broken = totl([]);'] : []),
      '',
    ].join('\n'),
    '/src/state.ts': [
      "export type Name = 'idle' | 'active';",
      'export class State {',
      "  name: Name = 'idle';",
      '  move(to: Name): this { this.name = to; return this; }',
      '}',
      '',
    ].join('\n'),
    '/src/messy.js': `export function run() {\n  ${odd ? 'debugger;' : 'return 1;'}\n}\n`,
    '/data/prices.json': JSON.stringify({ prices: [1, 2, 3, variant] }),
    '/tests/total.test.js': [
      "import { describe, expect, it } from 'vitest';",
      "import data from '../data/prices.json';",
      "import { rate } from '../src/rate.js';",
      "describe('total', () => {",
      "  it('multiplies', () => expect(data.prices.map((price) => price * (1 + rate))).toContain(1 + rate));",
      "  it('has a low rate', () => expect(rate).toBeLessThan(3));",
      '});',
      '',
    ].join('\n'),
    '/tests/state.test.ts': [
      "import { expect, test, vi } from 'vitest';",
      "import { State } from '../src/state.ts';",
      "test('moves', () => expect(new State().move('active')).toEqual({ name: 'active' }));",
      "test('sleeps', async () => {",
      '  const done = vi.fn();',
      '  await new Promise((resolve) => setTimeout(() => resolve(done()), 60_000));',
      '  expect(done).toHaveBeenCalledTimes(1);',
      '});',
      '',
    ].join('\n'),
    '/tests/first.test.js': `import { rate } from '../src/rate.js';\ntest('first', () => expect(rate).toBe(${variant}));\n`,
    '/tests/second.test.js': "test.skip('second', () => {});\ntest('third', () => expect([1]).toHaveLength(1));\n",
    '/tests/work.test.js': [
      "import { expect, test } from 'vitest';",
      "test.each([8, 10, 12])('fibonacci of %i', (n) => {",
      '  const fibonacci = (k) => (k < 2 ? k : fibonacci(k - 1) + fibonacci(k - 2));',
      '  expect(fibonacci(n)).toBeGreaterThan(n);',
      '});',
      "test('leaves nothing behind', () => {",
      '  expect(globalThis.left).toBeUndefined();',
      '  globalThis.left = Array.prototype.left = true;',
      "  console.log('left', globalThis.left);",
      '});',
      '',
    ].join('\n'),
  };
}

/** Commands on these files. */
export const HONEST = [
  'test:/tests/total.test.js',
  'test:/tests/state.test.ts',
  'test:/tests/*.test.js',
  'test:/tests/*.test.ts /tests/*.test.js',
  'test:/tests/first.test.js /tests/second.test.js',
  'lint:/src/*.js',
  'lint:/src/messy.js',
  'type-check:/src/*.js',
  'type-check:/tests/*.test.js',
  "eval:vfs['/src/rate.js']",
  'eval:Object.keys(vfs).filter((path) => path.startsWith("/src/"))',
  'eval:[1, 2, 3].map((n) => n ** 2)',
  'eval:Promise.resolve({ answer: 42 })',
  'eval:(() => { throw new RangeError("no") })()',
];
