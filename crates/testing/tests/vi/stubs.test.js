import { expect, test, vi } from 'vitest';

test('globals that are new are taken away', () => {
  expect(vi.stubGlobal('madeUp', 1)).toBe(vi);
  vi.stubGlobal('madeUp', 2);
  expect([madeUp, globalThis.madeUp]).toEqual([2, 2]);
  expect(Object.getOwnPropertyDescriptor(globalThis, 'madeUp')).toEqual({ value: 2, writable: true, enumerable: true, configurable: true });
  expect(vi.unstubAllGlobals()).toBe(vi);
  expect(typeof madeUp).toBe('undefined');
});
test('globals that were there are put back', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'parseInt');
  vi.stubGlobal('parseInt', () => 'stub');
  expect(parseInt('1')).toBe('stub');
  vi.unstubAllGlobals();
  expect(Object.getOwnPropertyDescriptor(globalThis, 'parseInt')).toEqual(before);
});
test('the environment', () => {
  process.env.KNOWN = 'known';
  expect(vi.stubEnv('KNOWN', 'a')).toBe(vi);
  vi.stubEnv('KNOWN', 'b').stubEnv('NEW', 5);
  expect([process.env.KNOWN, process.env.NEW]).toEqual(['b', '5']);
  vi.stubEnv('KNOWN', undefined);
  expect('KNOWN' in process.env).toBe(false);
  expect(vi.unstubAllEnvs()).toBe(vi);
  expect([process.env.KNOWN, 'NEW' in process.env]).toEqual(['known', false]);
});
test('the environment of Vite', () => {
  vi.stubEnv('PROD', true);
  expect(process.env.PROD).toBe('1');
  vi.stubEnv('PROD', false);
  expect(process.env.PROD).toBe('');
  vi.unstubAllEnvs();
});
