import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

describe('fake', () => {
  beforeEach(() => { vi.useFakeTimers(); });
  afterEach(() => { vi.useRealTimers(); });
  test('is', () => expect(vi.isFakeTimers()).toBe(true));
  test('advanceTimersByTime', () => { const f = vi.fn(); setTimeout(f, 1000); vi.advanceTimersByTime(999); expect(f).not.toHaveBeenCalled(); vi.advanceTimersByTime(1); expect(f).toHaveBeenCalledOnce(); });
  test('interval', () => { const f = vi.fn(); const id = setInterval(f, 100); vi.advanceTimersByTime(350); expect(f).toHaveBeenCalledTimes(3); clearInterval(id); vi.advanceTimersByTime(350); expect(f).toHaveBeenCalledTimes(3); });
  test('runAllTimers', () => { const log = []; setTimeout(() => { log.push('b'); setTimeout(() => log.push('c'), 10); }, 20); setTimeout(() => log.push('a'), 10); vi.runAllTimers(); expect(log).toEqual(['a', 'b', 'c']); });
  test('runOnlyPendingTimers', () => { const log = []; setTimeout(() => { log.push('a'); setTimeout(() => log.push('b'), 10); }, 10); vi.runOnlyPendingTimers(); expect(log).toEqual(['a']); });
  test('advanceTimersToNextTimer', () => { const log = []; setTimeout(() => log.push(1), 10); setTimeout(() => log.push(2), 20); vi.advanceTimersToNextTimer(); expect(log).toEqual([1]); vi.advanceTimersToNextTimer(); expect(log).toEqual([1, 2]); });
  test('getTimerCount and clearAllTimers', () => { setTimeout(() => {}, 1); setTimeout(() => {}, 2); expect(vi.getTimerCount()).toBe(2); vi.clearAllTimers(); expect(vi.getTimerCount()).toBe(0); });
  test('setSystemTime', () => { vi.setSystemTime(new Date('2020-01-01T00:00:00Z')); expect(Date.now()).toBe(1577836800000); expect(new Date().toISOString()).toBe('2020-01-01T00:00:00.000Z'); expect(vi.getMockedSystemTime()).toEqual(new Date('2020-01-01T00:00:00Z')); });
  test('time moves the date', () => { vi.setSystemTime(0); vi.advanceTimersByTime(1500); expect(Date.now()).toBe(1500); });
  test('async', async () => { const log = []; setTimeout(async () => { await null; log.push('a'); setTimeout(() => log.push('b'), 5); }, 5); await vi.runAllTimersAsync(); expect(log).toEqual(['a', 'b']); });
  test('advanceTimersByTimeAsync', async () => { let done = false; void new Promise((resolve) => setTimeout(resolve, 50)).then(() => { done = true; }); await vi.advanceTimersByTimeAsync(50); expect(done).toBe(true); });
  test('endless', () => { setInterval(() => {}, 1); expect(() => vi.runAllTimers()).toThrow(/10000 timers/); });
  test('setImmediate', () => { const f = vi.fn(); setImmediate(f); vi.runAllTimers(); expect(f).toHaveBeenCalled(); });
  test('arguments', () => { const f = vi.fn(); setTimeout(f, 1, 'a', 2); vi.runAllTimers(); expect(f).toHaveBeenCalledWith('a', 2); });
  test('performance.now', () => { const start = performance.now(); vi.advanceTimersByTime(10); expect(performance.now() - start).toBe(10); });
  test('instanceof Date', () => { expect(new Date()).toBeInstanceOf(Date); expect(typeof Date()).toBe('string'); expect(new Date(2020, 0).getFullYear()).toBe(2020); });
});

test('real again', () => expect(vi.isFakeTimers()).toBe(false));
test('toFake', () => { vi.useFakeTimers({ toFake: ['setTimeout'], now: 0 }); const f = vi.fn(); setTimeout(f, 10); vi.advanceTimersByTime(10); expect(f).toHaveBeenCalled(); expect(Date.now()).toBeGreaterThan(1000); vi.useRealTimers(); });
test('advance without fake timers', () => vi.advanceTimersByTime(1));
test('setSystemTime without fake timers', () => { vi.setSystemTime(0); expect(Date.now()).toBeLessThan(1000); vi.useRealTimers(); expect(Date.now()).toBeGreaterThan(1000); });
test('waitFor', async () => { let n = 0; await vi.waitFor(() => { n += 1; if (n < 3) throw new Error('not yet'); }); expect(n).toBe(3); });
test('waitFor, in vain', async () => { await vi.waitFor(() => { throw new Error('never'); }, { timeout: 20, interval: 5 }); });
test('waitUntil', async () => { let n = 0; const value = await vi.waitUntil(() => (n += 1) > 2 && 'yes', { interval: 1 }); expect(value).toBe('yes'); });
test('waitUntil, in vain', async () => { await vi.waitUntil(() => false, { timeout: 20, interval: 5 }); });
test('expect.poll', async () => { let n = 0; await expect.poll(() => (n += 1), { interval: 1 }).toBe(3); });
test('expect.poll, in vain', async () => { await expect.poll(() => 1, { timeout: 20, interval: 5 }).toBe(3); });
