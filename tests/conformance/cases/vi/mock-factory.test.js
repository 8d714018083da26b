import { expect, test, vi } from 'vitest';
import { sum, told } from './user.js';
import { add } from './thing.js';

const { calls } = vi.hoisted(() => ({ calls: [] }));

vi.mock('./thing.js', async (importOriginal) => ({
  ...(await importOriginal()),
  add: vi.fn((a, b) => { calls.push([a, b]); return 100; }),
  default: () => 'mocked',
}));

test('importers get the mock', () => { expect(sum(1, 2)).toBe(100); expect(calls).toEqual([[1, 2]]); });
test('so does the test', () => { expect(vi.isMockFunction(add)).toBe(true); });
test('what the factory kept is real', () => expect(told()).toBe('thing mocked'));
test('importActual', async () => { const actual = await vi.importActual('./thing.js'); expect(actual.add(1, 2)).toBe(3); });
test('a failure has its place', () => { expect(told()).toBe('other'); });
