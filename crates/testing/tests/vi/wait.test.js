import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => { vi.useRealTimers() });

describe('waitFor', () => {
  test('gives what the callback gives at last', async () => {
    let n = 0;
    const result = await vi.waitFor(() => { n++; if (n < 3) throw new Error('not yet'); return n }, { interval: 5 });
    expect(result).toBe(3);
  });
  test('waits for promises', async () => {
    let n = 0;
    expect(await vi.waitFor(async () => { await null; if (++n < 3) throw new Error('not yet'); return 'v' }, { interval: 5 })).toBe('v');
  });
  test('rejects with the last error', async () => {
    let n = 0;
    await expect(vi.waitFor(() => { throw new Error(`error ${++n}`) }, { timeout: 60, interval: 25 })).rejects.toThrow(/^error [23]$/);
    await expect(vi.waitFor(() => new Promise(() => {}), 20)).rejects.toThrow('Timed out in waitFor!');
  });
  test('moves fake timers', async () => {
    vi.useFakeTimers();
    let ready = false;
    setTimeout(() => { ready = true }, 300);
    await vi.waitFor(() => { if (!ready) throw new Error('not ready') }, { interval: 100 });
    expect(ready).toBe(true);
  });
  test('with assertions', async () => {
    const f = vi.fn();
    setTimeout(() => f('x'), 20);
    await vi.waitFor(() => { expect(f).toHaveBeenCalledWith('x') });
  });
});

describe('waitUntil', () => {
  test('gives the first truthy value', async () => {
    let n = 0;
    expect(await vi.waitUntil(() => ++n > 2 && `n${n}`, { interval: 5 })).toBe('n3');
  });
  test('ends with what is thrown', async () => {
    await expect(vi.waitUntil(() => { throw new Error('thrown') })).rejects.toThrow('thrown');
    await expect(vi.waitUntil(async () => { throw new Error('rejected') })).rejects.toThrow('rejected');
  });
  test('times out', async () => {
    await expect(vi.waitUntil(() => false, { timeout: 20, interval: 5 })).rejects.toThrow('Timed out in waitUntil!');
    await expect(vi.waitUntil(async () => 0, 20)).rejects.toThrow('Timed out in waitUntil!');
  });
});

test('defineHelper', async () => {
  const helper = vi.defineHelper(function (a, b) { return [this, a, b] });
  const o = { helper };
  expect(o.helper(1, 2)).toEqual([o, 1, 2]);
  expect(await vi.defineHelper(async () => 'v')()).toBe('v');
});
test('setConfig and resetConfig', () => {
  vi.setConfig({ testTimeout: 77 });
  expect(vi.resetConfig()).toBe(undefined);
});
test('dynamicImportSettled', async () => {
  await vi.dynamicImportSettled();
});
