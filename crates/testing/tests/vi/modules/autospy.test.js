import { expect, test, vi } from 'vitest';
import Client, { getUser, list } from './src/api.js';
import { describeUser } from './src/service.js';

vi.mock('./src/api.js', { spy: true });

test('spies call the original', () => {
  expect(describeUser('a')).toBe('<real a>');
  expect(getUser).toHaveBeenCalledWith('a');
  expect(getUser).toHaveReturnedWith('real a');
  vi.mocked(getUser).mockReturnValueOnce('other');
  expect(describeUser('b')).toBe('<other>');
  expect(list[0]).toBe(1);
  const c = new Client('n');
  expect(c.name).toBe('n');
  expect(c.call()).toBe('call n');
  expect(c.call).toHaveBeenCalledTimes(1);
});
