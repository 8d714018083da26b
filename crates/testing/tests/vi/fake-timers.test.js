import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => { vi.useRealTimers() });

describe('advanceTimersByTime', () => {
  test('fires what is due, in order', () => {
    vi.useFakeTimers();
    const seen = [];
    setTimeout(() => seen.push('b'), 20);
    setTimeout((...args) => seen.push('a', ...args), 10, 1, 2);
    setImmediate(() => seen.push('immediate'));
    setTimeout(() => seen.push('zero'));
    setTimeout(() => seen.push('never'), 21);
    expect(vi.advanceTimersByTime(20)).toBe(vi);
    expect(seen).toEqual(['immediate', 'zero', 'a', 1, 2, 'b']);
    expect(vi.getTimerCount()).toBe(1);
  });
  test('repeats intervals and what timers set', () => {
    vi.useFakeTimers();
    const seen = [];
    const start = Date.now();
    const interval = setInterval(() => seen.push(Date.now() - start), 10);
    setTimeout(() => setTimeout(() => seen.push('nested'), 5), 10);
    vi.advanceTimersByTime(35);
    expect(seen).toEqual([10, 'nested', 20, 30]);
    clearInterval(interval);
    vi.advanceTimersByTime(100);
    expect(seen.length).toBe(4);
  });
  test('goes on after a callback that throws, and throws the first error', () => {
    vi.useFakeTimers();
    const f = vi.fn();
    setTimeout(() => { throw new Error('first') }, 1);
    setTimeout(f, 2);
    setTimeout(() => { throw new Error('second') }, 3);
    expect(() => vi.advanceTimersByTime(5)).toThrow('first');
    expect(f).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
  test('takes times as text and refuses others', () => {
    vi.useFakeTimers({ now: 0 });
    vi.advanceTimersByTime('01:00');
    expect(Date.now()).toBe(60_000);
    vi.advanceTimersByTime('01:00:02');
    expect(Date.now()).toBe(60_000 + 3_602_000);
    expect(() => vi.advanceTimersByTime(-1)).toThrow('Negative ticks are not supported');
    expect(() => vi.advanceTimersByTime('1:2:3:4')).toThrow("tick only understands numbers, 'm:s' and 'h:m:s'. Each part must be two digits");
  });
  test('keeps fractions of milliseconds', () => {
    vi.useFakeTimers({ now: 0 });
    vi.advanceTimersByTime(0.5);
    expect(Date.now()).toBe(0);
    vi.advanceTimersByTime(0.5);
    expect(Date.now()).toBe(1);
    vi.advanceTimersByTime(1.25);
    expect(performance.now()).toBe(2.25);
  });
});

describe('other ways to move', () => {
  test('runAllTimers', () => {
    vi.useFakeTimers({ now: 0 });
    const f = vi.fn();
    setTimeout(() => setTimeout(f, 1_000), 1_000);
    setImmediate(f);
    expect(vi.runAllTimers()).toBe(vi);
    expect(f).toHaveBeenCalledTimes(2);
    expect(Date.now()).toBe(2_000);
  });
  test('runAllTimers gives up', () => {
    vi.useFakeTimers({ loopLimit: 10 });
    setInterval(() => {}, 1);
    expect(() => vi.runAllTimers()).toThrow('Aborting after running 10 timers, assuming an infinite loop!');
  });
  test('runOnlyPendingTimers', () => {
    vi.useFakeTimers();
    const seen = [];
    setTimeout(() => { seen.push('a'); setTimeout(() => seen.push('later'), 100) }, 10);
    setInterval(() => seen.push('i'), 20);
    vi.runOnlyPendingTimers();
    expect(seen).toEqual(['a', 'i']);
    expect(vi.getTimerCount()).toBe(2);
  });
  test('advanceTimersToNextTimer', () => {
    vi.useFakeTimers({ now: 0 });
    const seen = [];
    setTimeout(() => seen.push(1), 10);
    setTimeout(() => seen.push(2), 10);
    setTimeout(() => seen.push(3), 20);
    vi.advanceTimersToNextTimer();
    expect(seen).toEqual([1, 2]);
    vi.advanceTimersToNextTimer().advanceTimersToNextTimer();
    expect(seen).toEqual([1, 2, 3]);
    expect(Date.now()).toBe(20);
  });
  test('advanceTimersToNextFrame', () => {
    vi.useFakeTimers({ now: 0 });
    vi.advanceTimersByTime(10);
    vi.advanceTimersToNextFrame();
    expect(Date.now()).toBe(16);
    vi.advanceTimersToNextFrame();
    expect(Date.now()).toBe(32);
  });
  test('clearAllTimers', () => {
    vi.useFakeTimers();
    const f = vi.fn();
    setTimeout(f, 1);
    setInterval(f, 1);
    expect(vi.clearAllTimers()).toBe(vi);
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(10);
    expect(f).not.toHaveBeenCalled();
  });
  test('need fake timers', () => {
    const message = 'A function to advance timers was called but the timers APIs are not mocked. Call `vi.useFakeTimers()` in the test file first.';
    expect(() => vi.advanceTimersByTime(1)).toThrow(message);
    expect(() => vi.runAllTimers()).toThrow(message);
    expect(() => vi.getTimerCount()).toThrow(message);
    expect(vi.isFakeTimers()).toBe(false);
    vi.clearAllTimers();
  });
  test('asynchronous ones need fake timers too', async () => {
    await expect(vi.advanceTimersByTimeAsync(1)).rejects.toThrow('the timers APIs are not mocked');
  });
});

describe('asynchronous', () => {
  test('promises run between timers', async () => {
    vi.useFakeTimers();
    const seen = [];
    const work = (async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      seen.push('one');
      await new Promise((resolve) => setTimeout(resolve, 100));
      seen.push('two');
    })();
    expect(await vi.advanceTimersByTimeAsync(150)).toBe(vi);
    expect(seen).toEqual(['one']);
    await vi.advanceTimersByTimeAsync(50);
    expect(seen).toEqual(['one', 'two']);
    await work;
  });
  test('runAllTimersAsync', async () => {
    vi.useFakeTimers({ now: 0 });
    let done = false;
    (async () => {
      for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve, 1_000));
      done = true;
    })();
    await vi.runAllTimersAsync();
    expect([done, Date.now()]).toEqual([true, 5_000]);
  });
  test('runOnlyPendingTimersAsync', async () => {
    vi.useFakeTimers();
    const seen = [];
    setTimeout(async () => { await null; seen.push('a'); setTimeout(() => seen.push('b'), 10) }, 10);
    await vi.runOnlyPendingTimersAsync();
    expect(seen).toEqual(['a']);
    await vi.runOnlyPendingTimersAsync();
    expect(seen).toEqual(['a', 'b']);
    await vi.runOnlyPendingTimersAsync();
  });
  test('advanceTimersToNextTimerAsync', async () => {
    vi.useFakeTimers({ now: 0 });
    const seen = [];
    setTimeout(async () => { await null; seen.push('a') }, 10);
    setTimeout(() => seen.push('b'), 20);
    await vi.advanceTimersToNextTimerAsync();
    expect([seen, Date.now()]).toEqual([['a'], 10]);
    await vi.advanceTimersToNextTimerAsync();
    expect([seen, Date.now()]).toEqual([['a', 'b'], 20]);
    await vi.advanceTimersToNextTimerAsync();
  });
  test('reject with what a callback throws', async () => {
    vi.useFakeTimers();
    setTimeout(() => { throw new Error('thrown') }, 1);
    await expect(vi.advanceTimersByTimeAsync(5)).rejects.toThrow('thrown');
    setTimeout(() => { throw new Error('again') }, 1);
    await expect(vi.runAllTimersAsync()).rejects.toThrow('again');
    setInterval(() => {}, 1);
    vi.useFakeTimers({ loopLimit: 5 });
    setInterval(() => {}, 1);
    await expect(vi.runAllTimersAsync()).rejects.toThrow('Aborting after running 5 timers, assuming an infinite loop!');
  });
  test('a retry with growing pauses', async () => {
    vi.useFakeTimers({ now: 0 });
    const attempt = vi.fn().mockRejectedValueOnce(new Error('1')).mockRejectedValueOnce(new Error('2')).mockResolvedValue('ok');
    const retry = async (times, pause) => {
      try { return await attempt() } catch (error) {
        if (times === 0) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
        return retry(times - 1, pause * 2);
      }
    };
    const result = retry(3, 100);
    await vi.runAllTimersAsync();
    expect(await result).toBe('ok');
    expect([attempt.mock.calls.length, Date.now()]).toEqual([3, 300]);
  });
});

describe('Date', () => {
  test('stands still and is moved', () => {
    vi.useFakeTimers({ now: new Date('2020-02-02T00:00:00Z') });
    expect(Date.now()).toBe(Date.UTC(2020, 1, 2));
    expect(new Date().toISOString()).toBe('2020-02-02T00:00:00.000Z');
    vi.advanceTimersByTime(1_500);
    expect(new Date().getTime()).toBe(Date.UTC(2020, 1, 2) + 1_500);
    expect(Date()).toBe(new Date().toString());
    expect(Date(0)).toBe(new Date().toString());
  });
  test('behaves as the real one', () => {
    const real = new Date(5);
    const Real = Date;
    vi.useFakeTimers();
    const fake = new Date(2020, 0, 2, 3, 4, 5, 6);
    expect(fake).toBeInstanceOf(Date);
    expect(fake instanceof Real).toBe(true);
    expect(real instanceof Date).toBe(true);
    expect([fake.getFullYear(), fake.getMilliseconds()]).toEqual([2020, 6]);
    expect(new Date(real).getTime()).toBe(5);
    expect(new Date('nonsense').getTime()).toBe(NaN);
    expect(Date.UTC(1970, 0, 1)).toBe(0);
    expect(Date.parse('1970-01-01T00:00:01Z')).toBe(1_000);
    expect(new Date(7)).toEqual(new Real(7));
    expect(new Date(7)).toStrictEqual(new Real(7));
    expect(Date.length).toBe(7);
    class Later extends Date { plus(ms) { return this.getTime() + ms } }
    expect(new Later(3).plus(4)).toBe(7);
    expect(new Later()).toBeInstanceOf(Later);
    expect(new Later().getTime()).toBe(Date.now());
    vi.useRealTimers();
    expect(Date).toBe(Real);
  });
  test('setSystemTime moves the date and leaves timers as far away', () => {
    vi.useFakeTimers({ now: 0 });
    const f = vi.fn();
    setTimeout(f, 100);
    expect(vi.setSystemTime(1_000_000)).toBe(vi);
    expect(Date.now()).toBe(1_000_000);
    vi.advanceTimersByTime(99);
    expect(f).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(f).toHaveBeenCalledOnce();
    expect(performance.now()).toBe(100);
    vi.setSystemTime('2021-01-01T00:00:00Z');
    expect(vi.getMockedSystemTime()).toEqual(new Date('2021-01-01T00:00:00Z'));
    vi.setSystemTime(new Date(3));
    expect(Date.now()).toBe(3);
  });
  test('setSystemTime alone mocks nothing but Date', () => {
    const { setTimeout: real } = globalThis;
    vi.setSystemTime(new Date(2000, 1, 1));
    expect(new Date().getFullYear()).toBe(2000);
    expect(Date.now()).toBe(new Date(2000, 1, 1).getTime());
    expect(setTimeout).toBe(real);
    expect(vi.isFakeTimers()).toBe(false);
    expect(vi.getMockedSystemTime()).toEqual(new Date(2000, 1, 1));
    vi.setSystemTime(5);
    expect(Date.now()).toBe(5);
    vi.useFakeTimers();
    expect(Date.now()).toBe(5);
    vi.useRealTimers();
    expect(new Date().getFullYear()).toBeGreaterThan(2020);
    expect(vi.getMockedSystemTime()).toBe(null);
  });
  test('getRealSystemTime', () => {
    const before = Date.now();
    vi.useFakeTimers({ now: 0 });
    expect(vi.getRealSystemTime()).toBeGreaterThanOrEqual(before);
    expect(Date.now()).toBe(0);
  });
});

describe('what is faked', () => {
  test('by default', () => {
    const real = { setTimeout, setInterval, setImmediate, clearTimeout, Date, queueMicrotask, performance };
    vi.useFakeTimers();
    const faked = Object.keys(real).filter((name) => globalThis[name] !== real[name]);
    expect(faked).toEqual(['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'Date', 'performance']);
    vi.useRealTimers();
    for (const name in real) expect(globalThis[name]).toBe(real[name]);
  });
  test('as told', () => {
    const { setTimeout: real, Date: RealDate } = globalThis;
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(setTimeout).toBe(real);
    expect(Date).not.toBe(RealDate);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    expect(setTimeout).not.toBe(real);
    expect(Date).toBe(RealDate);
  });
  test('queueMicrotask where it is asked for', async () => {
    vi.useFakeTimers({ toFake: ['queueMicrotask'] });
    const f = vi.fn();
    queueMicrotask(f);
    await null;
    expect(f).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(1);
    vi.runAllTicks();
    expect(f).toHaveBeenCalledOnce();
  });
  test('performance', () => {
    vi.useFakeTimers({ now: 500 });
    expect(performance.now()).toBe(0);
    vi.advanceTimersByTime(12);
    expect(performance.now()).toBe(12);
    expect(performance.timeOrigin).toBe(500);
  });
  test('again, with a new clock', () => {
    vi.useFakeTimers();
    const f = vi.fn();
    setTimeout(f, 1);
    vi.useFakeTimers({ now: 0 });
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(10);
    expect(f).not.toHaveBeenCalled();
    expect(vi.isFakeTimers()).toBe(true);
  });
  test('spies of fakes', () => {
    vi.useFakeTimers();
    const s = vi.spyOn(globalThis, 'setTimeout');
    setTimeout(() => {}, 5);
    expect(s).toHaveBeenLastCalledWith(expect.any(Function), 5);
    s.mockRestore();
  });
});

describe('ids', () => {
  test('have the methods of Node', () => {
    vi.useFakeTimers();
    const f = vi.fn();
    const id = setTimeout(f, 10);
    expect(id.hasRef()).toBe(true);
    expect(id.unref()).toBe(id);
    expect(id.hasRef()).toBe(false);
    id.ref();
    vi.advanceTimersByTime(9);
    id.refresh();
    vi.advanceTimersByTime(9);
    expect(f).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(f).toHaveBeenCalledOnce();
    id.refresh();
    vi.advanceTimersByTime(10);
    expect(f).toHaveBeenCalledTimes(2);
    const other = setTimeout(f, 10);
    clearTimeout(+other);
    expect(vi.getTimerCount()).toBe(0);
  });
  test('clear by either function, but not by that of another kind', () => {
    vi.useFakeTimers();
    clearInterval(setTimeout(() => {}, 1));
    clearTimeout(setInterval(() => {}, 1));
    expect(vi.getTimerCount()).toBe(0);
    expect(() => clearImmediate(setTimeout(() => {}, 1))).toThrow('Cannot clear timer: timer created with setTimeout() but cleared with clearImmediate()');
    clearTimeout();
    clearTimeout(null);
  });
  test('refuse what is no function', () => {
    vi.useFakeTimers();
    expect(() => setTimeout()).toThrow('Callback must be provided to timer calls');
    expect(() => setTimeout('code')).toThrow('[ERR_INVALID_CALLBACK]: Callback must be a function. Received code of type string');
  });
});

describe('modes', () => {
  test('shouldAdvanceTime', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: 0 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(Date.now()).toBeGreaterThanOrEqual(30);
  });
  test('nextTimerAsync', async () => {
    vi.useFakeTimers({ now: 0 });
    vi.setTimerTickMode('nextTimerAsync');
    await new Promise((resolve) => setTimeout(resolve, 100_000));
    expect(Date.now()).toBe(100_000);
    vi.setTimerTickMode('manual');
  });
  test('interval', async () => {
    vi.useFakeTimers({ now: 0 });
    vi.setTimerTickMode('interval', 10);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(Date.now()).toBeGreaterThanOrEqual(20);
    expect(() => vi.setTimerTickMode('other')).toThrow('Invalid tick mode: other');
  });
});
