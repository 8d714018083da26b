import { describe, expect, test } from 'vitest';
import * as namespace from './values';
import data from './data.json';
import { count, increment } from './counter.js';
import { even } from './cycle-a.js';
import * as index from './folder';
import type { Shape } from './values';

const shape: Shape = { size: 1 };

test('namespaces', () => { expect(namespace.one).toBe(1); expect(Object.keys(namespace).sort()).toEqual(['default', 'one', 'two']); });
test('JSON', () => expect(data).toEqual({ a: [1, { b: null }] }));
test('live bindings', () => { const before = count; increment(); expect(count).toBe(before + 1); });
test('cycles', () => { expect(even(4)).toBe(true); expect(even(5)).toBe(false); });
test('index', () => expect(index.where).toBe('folder/index'));
test('dynamic', async () => { const { one } = await import('./values'); expect(one).toBe(1); });
test('dynamic by a variable', async () => { const path = './counter.js'; expect(await import(path)).toHaveProperty('increment'); });
test('import.meta.url', () => expect(import.meta.url).toMatch(/\/modules\.test\.ts$/));
test('types are gone', () => expect((shape as Shape).size satisfies number).toBe(1));
test('generics', () => { const id = <T,>(value: T): T => value; expect(id<number>(1)).toBe(1); });
test('import of what is not there', async () => { await import('./no-such-file.js'); });
test('a failure has its place', () => { expect(namespace.two).toBe(3 as number); });
test('top-level await', async () => { const { later } = await import('./later.js'); expect(later).toBe('later'); });
