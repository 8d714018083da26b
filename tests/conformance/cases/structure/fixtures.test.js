import { describe, expect, test as base } from 'vitest';

const log = [];
const test = base.extend({
  list: async ({}, use) => { log.push('list up'); await use([1]); log.push('list down'); },
  twice: async ({ list }, use) => { await use([...list, ...list]); },
  constant: 42,
  auto: [async ({}, use) => { log.push('auto up'); await use(undefined); log.push('auto down'); }, { auto: true }],
});

test('not asked for', () => expect(log).toEqual(['auto up']));
test('asked for', ({ list }) => { list.push(2); expect(list).toEqual([1, 2]); });
test('anew each time', ({ list }) => expect(list).toEqual([1]));
test('by another', ({ twice }) => expect(twice).toEqual([1, 1]));
test('a value', ({ constant }) => expect(constant).toBe(42));
test('taken down', () => expect(log.filter((line) => line === 'list down')).toHaveLength(3));
const more = test.extend({ sum: async ({ list, constant }, use) => use(list[0] + constant) });
more('extended again', ({ sum }) => expect(sum).toBe(43));
more.each([1, 2])('each gives no fixtures: %i', (n) => expect(n).toBeLessThan(3));
more.for([1, 2])('for does: %i', (n, { sum }) => expect(sum + n).toBeGreaterThan(43));
describe('in a suite', () => { test('too', ({ constant }) => expect(constant).toBe(42)); });
