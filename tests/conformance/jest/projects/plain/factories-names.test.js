/** A factory in place of a CommonJS module with names. */
import whole, { get } from './lib/common';
import * as space from './lib/common';

jest.mock('./lib/common', () => ({ get: jest.fn(() => 'mock get') }));

test('named', () => expect(get()).toBe('mock get'));
test('default is the object', () => expect(whole.get()).toBe('mock get'));
test('namespace', () => expect(space.get()).toBe('mock get'));
test('namespace default', () => expect(space.default.get()).toBe('mock get'));
test('a missing name is undefined', () => expect(space.other).toBeUndefined());
test('keys', () => expect(Object.keys(space).sort()).toEqual(['default', 'get']));
test('required', () => expect(require('./lib/common').get()).toBe('mock get'));
test('required is what default is', () => expect(require('./lib/common')).toBe(whole));
test('required has no other name', () => expect(require('./lib/common').other).toBeUndefined());
