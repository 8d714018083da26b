/**
 * What is at a place: names, members, imports, expressions, and nothing.
 * @module
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checker, files } from './world.mjs';

const TEXT = `//- /price.ts
/** What something costs. */
export interface Price { amount: number; unit: 'EUR' | 'USD' }
export const price = (count: number): Price => ({ amount: count * 3, unit: 'EUR' });
//- /cart.ts
import { price, type Price } from './price';
let total = 0;
for (const count of [1, 2]) total += price(count).amount;
export function label(text?: string) { return text?.trim(); }
class Cart<Item> { items: Item[] = []; add(item: Item) { this.items.push(item); return this; } }
export const cart = new Cart<Price>();
`;

/** What is at `at`, which names a text of the line. */
async function ask(/** @type {string} */ path, /** @type {number} */ line, /** @type {string} */ at) {
  const all = files(TEXT);
  const { typeAt } = await checker(all);
  const column = (all.get(path)?.split('\n')[line - 1]?.indexOf(at) ?? -1) + 1;
  assert.ok(column > 0, `${at} is not in line ${line}`);
  return typeAt({ path, line, column });
}

/** @type {[path: string, line: number, at: string, expected: string | null][]} */
const CASES = [
  ['/cart.ts', 1, 'price', 'const price: (count: number) => Price'],
  ['/cart.ts', 1, 'Price', 'interface Price: Price'],
  ['/cart.ts', 2, 'total', 'let total: number'],
  ['/cart.ts', 3, 'count', 'const count: number'],
  ['/cart.ts', 3, 'amount', 'property amount: number'],
  ['/cart.ts', 4, 'label', 'function label: (text?: string) => string'],
  ['/cart.ts', 4, 'trim', 'method trim: () => string'],
  ['/cart.ts', 5, 'Cart', 'class Cart: Cart<Item>'],
  ['/cart.ts', 5, 'add', 'method add: (item: Item) => this'],
  ['/cart.ts', 6, 'cart', 'const cart: Cart<Price>'],
  ['/cart.ts', 3, 'for', null],
  ['/price.ts', 3, '3', ': 3'],
];

for (const [path, line, at, expected] of CASES) {
  test(`${path}:${line} ${at}`, async () => {
    const found = await ask(path, line, at);
    assert.equal(found && `${found.kind ? `${found.kind} ${found.name}` : ''}: ${found.type}`, expected, JSON.stringify(found));
  });
}

test('a place has a range, and a place outside of the file nothing', async () => {
  const { file, line, column, endLine, endColumn } = await ask('/cart.ts', 2, 'total');
  assert.deepEqual([file, line, column, endLine, endColumn], ['/cart.ts', 2, 5, 2, 10]);
  const { typeAt } = await checker(files(TEXT));
  for (const place of [
    { line: 99, column: 1 },
    { line: 2, column: 99 },
  ])
    assert.equal(typeAt({ path: '/cart.ts', ...place }), null);
  assert.equal(typeAt({ path: '/none.ts', line: 1, column: 1 }), null);
});
