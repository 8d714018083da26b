/** Mocks that a setup file declares. */
import { fetchUser } from './lib/network';
import { nameOf } from './lib/user';
import { run } from './lib/automatic';
import { here } from 'not-installed';

test('a factory', async () => {
  expect(await nameOf()).toBe('mock');
  expect(fetchUser).toHaveBeenCalledTimes(1);
});
test('an automatic mock', () => {
  expect(run()).toBeUndefined();
  expect(jest.isMockFunction(run)).toBe(true);
});
test('a module that is not installed', () => expect(here).toBe(true));
test('required', async () => expect(await require('./lib/network').fetchUser()).toEqual({ name: 'mock' }));
test('the actual module', async () => {
  await expect(jest.requireActual('./lib/network').fetchUser()).rejects.toThrow('no network');
});
