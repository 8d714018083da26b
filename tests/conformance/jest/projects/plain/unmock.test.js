/** `jest.unmock` moves to the top as `jest.mock` does. */
import { get } from './lib/common';
import { other } from './lib/names';

jest.mock('./lib/common', () => ({ get: () => 'mock' }));
jest.unmock('./lib/common');
jest.mock('./lib/names');

test('the last call counts', () => expect(get()).toBe('real get'));
test('another module stays mocked', () => expect(other()).toBeUndefined());
