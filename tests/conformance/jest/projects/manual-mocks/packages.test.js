/** A manual mock of a package needs no call. */
import client from 'remote-client';
import { fetchName } from './lib/uses-client';

test('a package', async () => {
  expect(await client.get('/')).toEqual({ data: 'manual' });
  expect(client.get).toHaveBeenCalledWith('/');
});
test('in a module', async () => {
  client.get.mockResolvedValueOnce({ data: 'once' });
  expect(await fetchName()).toBe('once');
  expect(await fetchName()).toBe('manual');
});
test('required', () => expect(require('remote-client')).toBe(client));
