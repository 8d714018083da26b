/** A factory that returns a function, and one that another module requires. */
import fn from './lib/single';
import * as space from './lib/single';
import { extra } from './lib/single';
const { use } = require('./lib/uses-common');

jest.mock('./lib/single', () => {
  const f = () => 'mock';
  f.extra = 2;
  return f;
});
jest.mock('./lib/common', () => ({ get: () => 'mocked get' }));

test('default', () => expect(fn()).toBe('mock'));
test('a property by its name', () => expect(extra).toBe(2));
test('namespace default', () => expect(space.default()).toBe('mock'));
test('required', () => expect(require('./lib/single')()).toBe('mock'));
test('a module that requires a mock', () => expect(use()).toBe('mocked get'));
