/** A constant with a plain value moves up with the call. */
import { get } from './lib/common';

const value = 'outside';
jest.mock('./lib/common', () => ({ get: () => value }));

test('its value', () => expect(get()).toBe('outside'));
