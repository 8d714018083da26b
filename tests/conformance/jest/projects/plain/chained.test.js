/** Calls of `jest.mock` that follow each other move together. */
import { get } from './lib/common';
import { other } from './lib/names';

jest.mock('./lib/common', () => ({ get: () => 'first' })).mock('./lib/names', () => ({ other: () => 'second' }));

test('the first', () => expect(get()).toBe('first'));
test('the second', () => expect(other()).toBe('second'));
