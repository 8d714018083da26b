/** Factories that return other values, and modules that exist only as mocks. */
import text from './lib/single';
import list from './lib/common';
import { a } from './lib/none';
import { b } from 'not-installed';

jest.mock('./lib/single', () => 'text');
jest.mock('./lib/common', () => [1, 2]);
jest.mock('./lib/none', () => ({ a: 1 }), { virtual: true });
jest.mock('not-installed', () => ({ b: 2 }), { virtual: true });

test('a text', () => expect(text).toBe('text'));
test('a list', () => expect(list).toEqual([1, 2]));
test('virtual', () => expect([a, b]).toEqual([1, 2]));
test('required', () => expect(require('./lib/single')).toBe('text'));
