/** Mocks of names that the configuration maps. */
import { level } from 'legacy';
import { depth } from './src/deep/depth';

jest.mock('@/deep/depth', () => ({ depth: jest.fn(() => 5) }));

test('a mapped name', () => expect(level()).toBe(5));
test('the same module by its path', () => expect(depth()).toBe(5));
test('an automatic mock', () => {
  jest.resetModules();
  jest.doMock('legacy');
  expect(require('@/modern').level()).toBeUndefined();
  jest.dontMock('legacy');
});
