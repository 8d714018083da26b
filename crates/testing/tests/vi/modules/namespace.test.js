import { afterEach, expect, test, vi } from 'vitest';
import * as api from './src/api.js';
import { describeUser, viaNamespace } from './src/service.js';

afterEach(() => { vi.restoreAllMocks() });

test('exports can be spied upon', () => {
  const spy = vi.spyOn(api, 'getUser').mockReturnValue('spied');
  expect(api.getUser('a')).toBe('spied');
  expect(describeUser('b')).toBe('<spied>');
  expect(viaNamespace('c')).toBe('spied');
  expect(spy).toHaveBeenCalledTimes(3);
  expect(api.viaLocal('d')).toBe('real d');
});
test('and are put back', () => {
  expect(describeUser('a')).toBe('<real a>');
  expect(vi.isMockFunction(api.getUser)).toBe(false);
});
test('live bindings stay live', () => {
  const before = api.counter;
  api.count();
  expect(api.counter).toBe(before + 1);
});
