/** Fake timers. */
afterEach(() => {
  jest.useRealTimers();
});

test('advanceTimersByTime', () => {
  jest.useFakeTimers();
  const f = jest.fn();
  setTimeout(f, 1000);
  jest.advanceTimersByTime(999);
  expect(f).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(f).toHaveBeenCalledTimes(1);
});
test('runAllTimers', () => {
  jest.useFakeTimers();
  const f = jest.fn();
  setTimeout(() => setTimeout(f, 10), 10);
  jest.runAllTimers();
  expect(f).toHaveBeenCalledTimes(1);
});
test('runAllTimersAsync', async () => {
  jest.useFakeTimers();
  const f = jest.fn();
  setTimeout(() => Promise.resolve().then(() => setTimeout(f, 10)), 10);
  await jest.runAllTimersAsync();
  expect(f).toHaveBeenCalledTimes(1);
});
test('legacy timers', () => {
  jest.useFakeTimers({ legacyFakeTimers: true });
  const f = jest.fn();
  setTimeout(f, 10);
  jest.runAllTimers();
  expect(f).toHaveBeenCalledTimes(1);
});
test('legacy timers are mocks', () => {
  jest.useFakeTimers({ legacyFakeTimers: true });
  setTimeout(() => {}, 10);
  expect(setTimeout).toHaveBeenLastCalledWith(expect.any(Function), 10);
});
test('setSystemTime', () => {
  jest.useFakeTimers().setSystemTime(new Date('2020-01-01'));
  expect(new Date().getFullYear()).toBe(2020);
  expect(jest.getRealSystemTime()).toBeGreaterThan(Date.now());
});
test('now', () => {
  jest.useFakeTimers({ now: 1000 });
  expect(Date.now()).toBe(1000);
  expect(jest.now()).toBe(1000);
  jest.advanceTimersByTime(500);
  expect(Date.now()).toBe(1500);
});
test('doNotFake', () => {
  jest.useFakeTimers({ doNotFake: ['Date'], now: 1000 });
  expect(Date.now()).toBeGreaterThan(1000);
});
test('doNotFake of a timer', async () => {
  jest.useFakeTimers({ doNotFake: ['setTimeout'] });
  await new Promise((resolve) => setTimeout(resolve, 1));
}, 500);
test('runOnlyPendingTimers', () => {
  jest.useFakeTimers();
  const f = jest.fn();
  const again = () => {
    f();
    setTimeout(again, 10);
  };
  setTimeout(again, 10);
  jest.runOnlyPendingTimers();
  expect(f).toHaveBeenCalledTimes(1);
});
test('advanceTimersToNextTimer', () => {
  jest.useFakeTimers();
  const f = jest.fn();
  setTimeout(f, 5);
  setTimeout(f, 10);
  jest.advanceTimersToNextTimer(2);
  expect(f).toHaveBeenCalledTimes(2);
});
test('runAllTicks', () => {
  jest.useFakeTimers();
  const f = jest.fn();
  process.nextTick(f);
  expect(f).not.toHaveBeenCalled();
  jest.runAllTicks();
  expect(f).toHaveBeenCalledTimes(1);
});
test('runAllImmediates', () => {
  jest.useFakeTimers({ legacyFakeTimers: true });
  const f = jest.fn();
  setImmediate(f);
  jest.runAllImmediates();
  expect(f).toHaveBeenCalledTimes(1);
});
test('getTimerCount', () => {
  jest.useFakeTimers();
  setTimeout(() => {}, 1);
  setInterval(() => {}, 1);
  expect(jest.getTimerCount()).toBe(2);
  jest.clearAllTimers();
  expect(jest.getTimerCount()).toBe(0);
});
test('advanceTimersByTimeAsync', async () => {
  jest.useFakeTimers();
  const f = jest.fn();
  setTimeout(f, 10);
  await jest.advanceTimersByTimeAsync(10);
  expect(f).toHaveBeenCalledTimes(1);
});
test('an interval', () => {
  jest.useFakeTimers();
  const f = jest.fn();
  const id = setInterval(f, 10);
  jest.advanceTimersByTime(35);
  clearInterval(id);
  jest.advanceTimersByTime(35);
  expect(f).toHaveBeenCalledTimes(3);
});
test('a spy on a faked timer', () => {
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'setTimeout');
  setTimeout(() => {}, 5);
  expect(setTimeout).toHaveBeenCalledWith(expect.any(Function), 5);
  jest.restoreAllMocks();
});
test('advanceTimers', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  await new Promise((resolve) => setTimeout(resolve, 20));
});
test('promises are not faked', async () => {
  jest.useFakeTimers();
  await Promise.resolve();
});
test('real timers again', (done) => {
  jest.useFakeTimers();
  jest.useRealTimers();
  setTimeout(done, 1);
});
test('runAllTimers without an end', () => {
  jest.useFakeTimers({ timerLimit: 50 });
  const again = () => setTimeout(again, 1);
  again();
  expect(() => jest.runAllTimers()).toThrow('50');
});
test('performance.now', () => {
  jest.useFakeTimers();
  const start = performance.now();
  jest.advanceTimersByTime(250);
  expect(performance.now() - start).toBe(250);
});
test('must fail: a timer that did not run', () => {
  jest.useFakeTimers();
  const f = jest.fn();
  setTimeout(f, 10);
  expect(f).toHaveBeenCalled();
});
