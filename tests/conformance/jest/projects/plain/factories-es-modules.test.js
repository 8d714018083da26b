/** A factory whose object has `__esModule`. */
import Thing, { get, other } from './lib/names';
import { use } from './lib/uses-names';

jest.mock('./lib/names', () => ({ __esModule: true, default: jest.fn(() => ({ run: () => 'mock run' })), get: jest.fn() }));

test('default', () => expect(new Thing().run()).toBe('mock run'));
test('a missing name', () => expect(other).toBeUndefined());
test('through another module', () => {
  get.mockReturnValue('x');
  expect(use()).toBe('x');
});
test('required has a default', () => expect(require('./lib/names').default).toBe(Thing));
