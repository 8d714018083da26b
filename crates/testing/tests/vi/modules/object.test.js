import { expect, test, vi } from 'vitest';

test('mockObject', () => {
  const original = { n: 1, f: () => 'f', deep: { g() { return 'g' } }, list: [1, 2], get lazy() { return 'l' } };
  const mocked = vi.mockObject(original);
  expect([mocked.n, mocked.f(), mocked.deep.g(), mocked.list, mocked.lazy]).toEqual([1, undefined, undefined, [], undefined]);
  expect(original.f()).toBe('f');
  const circular = { f() {} };
  circular.self = circular;
  const twice = vi.mockObject(circular);
  expect(twice.self).toBe(twice);
  const spied = vi.mockObject({ f: () => 'f', list: [() => 1, 2] }, { spy: true });
  expect(spied.f()).toBe('f');
  expect(spied.f).toHaveBeenCalledOnce();
  expect(spied.list[0]()).toBe(1);
  expect(spied.list[1]).toBe(2);
});
