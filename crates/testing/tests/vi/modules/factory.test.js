import { describeUser, removeUser, shown, viaNamespace, deleteUser } from './src/service.js';
import { getUser } from './src/api.js';
import * as api from './src/api.js';
import { expect, test, vi } from 'vitest';
import { fine } from './src/throws.js';

const mocks = vi.hoisted(() => ({ getUser: vi.fn((id) => `mock ${id}`) }));
vi.mock('./src/api.js', () => ({ getUser: mocks.getUser, version: 8, default: class {} }));
vi.mock('./src/throws.js', () => ({ fine: true }));

test('stands in everywhere', () => {
  expect(getUser).toBe(mocks.getUser);
  expect(getUser('a')).toBe('mock a');
  expect(describeUser('b')).toBe('<mock b>');
  expect(viaNamespace('c')).toBe('mock c');
  expect(shown()).toEqual({ version: 8, getUser: mocks.getUser });
  expect(mocks.getUser).toHaveBeenCalledTimes(3);
  expect(api.getUser).toBe(mocks.getUser);
});
test('misses names where they are used', () => {
  expect(() => removeUser('a')).toThrow('[vitest] No "deleteUser" export is defined on the "./src/api.js" mock. Did you forget to return it from "vi.mock"?');
  expect(() => api.nothing).toThrow('[vitest] No "nothing" export is defined on the "./src/api.js" mock.');
});
test('keeps the original from running', () => { expect(fine).toBe(true) });
test('is what import() gives', async () => {
  const again = await import('./src/api.js');
  expect(again.getUser).toBe(mocks.getUser);
  expect(() => again.nothing).toThrow('No "nothing" export');
});
test('importActual gives the original', async () => {
  const actual = await vi.importActual('./src/api.js');
  expect(actual.getUser('x')).toBe('real x');
  expect(actual.version).toBe(7);
});
