/** The same with a call of `jest.mock`. */
import client from 'remote-client';

jest.mock('remote-client');

test('a package', async () => expect(await client.get('/')).toEqual({ data: 'manual' }));
test('it is the same in every module', () => expect(require('remote-client')).toBe(client));
