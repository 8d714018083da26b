/** A manual mock beside the file. */
import { use } from './lib/uses-beside';
import { kept, replaced } from './lib/extended';
const { who } = require('./lib/beside');

jest.mock('./lib/beside');
jest.mock('./lib/extended');

test('required', () => expect(who()).toBe('manual'));
test('through another module', () => expect(use()).toBe('manual'));
test('an automatic mock with a change', () => {
  const extended = require('./lib/extended');
  expect(extended.replaced()).toBe('manual');
  expect(extended.kept()).toBeUndefined();
  expect(jest.isMockFunction(extended.kept)).toBe(true);
});
test('its names', () => {
  expect(replaced()).toBe('manual');
  expect(kept()).toBeUndefined();
});
test('the actual module', () => expect(jest.requireActual('./lib/beside').who()).toBe('real'));
test('requireMock', () => expect(jest.requireMock('./lib/beside')).toBe(require('./lib/beside')));
