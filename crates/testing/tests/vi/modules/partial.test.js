import { expect, test, vi } from 'vitest';
import { describeUser, removeUser } from './src/service';
import Client, { getUser, counter, count } from './src/api';

vi.mock(import('./src/api.js'), async (importOriginal) => {
  const actual = await importOriginal();
  return { ...actual, getUser: vi.fn(() => 'partial') };
});

test('mocks a part of a module', () => {
  expect(getUser()).toBe('partial');
  expect(describeUser(1)).toBe('<partial>');
  expect(removeUser(2)).toBe('deleted 2');
  expect(new Client('n').call()).toBe('call n');
});
test('copies values as they were', () => {
  count();
  expect(counter).toBe(0);
});
