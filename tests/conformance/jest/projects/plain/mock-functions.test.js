/** `jest.fn` and what a mock function records. */
test('a mock that returns a mock', () => {
  const outer = jest.fn(() => jest.fn(() => 1));
  expect(outer()()).toBe(1);
});
test('a name', () => expect(jest.fn().mockName('named').getMockName()).toBe('named'));
test('the name of a mock without one', () => expect(jest.fn().getMockName()).toBe('jest.fn()'));
test('isMockFunction', () => {
  expect(jest.isMockFunction(jest.fn())).toBe(true);
  expect(jest.isMockFunction(() => {})).toBe(false);
});
test('mockReset', () => {
  const f = jest.fn(() => 5);
  f.mockReset();
  expect(f()).toBeUndefined();
});
test('mockRestore', () => {
  const f = jest.fn(() => 5);
  f.mockRestore();
  expect(f()).toBeUndefined();
});
test('restoreAllMocks leaves it', () => {
  const f = jest.fn(() => 5);
  jest.restoreAllMocks();
  expect(f()).toBe(5);
});
test('resetAllMocks', () => {
  const f = jest.fn(() => 5);
  jest.resetAllMocks();
  expect(f()).toBeUndefined();
});
test('mockClear keeps the implementation', () => {
  const f = jest.fn(() => 5);
  f();
  f.mockClear();
  expect(f.mock.calls).toEqual([]);
  expect(f()).toBe(5);
});
test('instances', () => {
  const F = jest.fn();
  const made = new F(1);
  expect(F.mock.instances).toEqual([made]);
  expect(made).toBeInstanceOf(F);
  expect(F.mock.contexts[0]).toBe(made);
});
test('new with a returned object', () => {
  const F = jest.fn().mockReturnValue({ x: 1 });
  expect(new F()).toEqual({ x: 1 });
});
test('new with a returned number', () => {
  const F = jest.fn(() => 3);
  expect(new F()).toBeInstanceOf(F);
});
test('new with this', () => {
  const F = jest.fn(function () {
    this.a = 1;
  });
  expect(new F().a).toBe(1);
});
test('results', () => {
  const f = jest.fn((fails) => {
    if (fails) throw new Error('thrown');
    return 1;
  });
  f(false);
  expect(() => f(true)).toThrow('thrown');
  expect(f.mock.results.map(({ type }) => type)).toEqual(['return', 'throw']);
});
test('the order of calls', () => {
  const [a, b] = [jest.fn(), jest.fn()];
  a();
  b();
  expect(a.mock.invocationCallOrder[0]).toBeLessThan(b.mock.invocationCallOrder[0]);
});
test('promises', async () => {
  const f = jest.fn().mockRejectedValueOnce(new Error('rejected')).mockResolvedValue(2);
  await expect(f()).rejects.toThrow('rejected');
  await expect(f()).resolves.toBe(2);
});
test('after its once values', () => {
  const f = jest
    .fn(() => 'default')
    .mockReturnValueOnce('one')
    .mockImplementationOnce(() => 'two');
  expect([f(), f(), f()]).toEqual(['one', 'two', 'default']);
});
test('mockReturnThis', () => {
  const one = { f: jest.fn().mockReturnThis() };
  expect(one.f()).toBe(one);
});
test('getMockImplementation', () => {
  const f = () => 1;
  expect(jest.fn(f).getMockImplementation()).toBe(f);
  expect(jest.fn().getMockImplementation()).toBeUndefined();
});
test('withImplementation', () => {
  const f = jest.fn(() => 1);
  f.withImplementation(
    () => 2,
    () => {
      expect(f()).toBe(2);
    },
  );
  expect(f()).toBe(1);
});
test('withImplementation of an async function', async () => {
  const f = jest.fn(() => 1);
  await f.withImplementation(
    () => 2,
    async () => {
      await null;
      expect(f()).toBe(2);
    },
  );
  expect(f()).toBe(1);
});
test('the last call', () => {
  const f = jest.fn();
  f(1);
  f(2);
  expect(f).toHaveBeenLastCalledWith(2);
  expect(f).toHaveBeenNthCalledWith(1, 1);
  expect(f.mock.lastCall).toEqual([2]);
});
test('what was returned', () => {
  const f = jest.fn((n) => n);
  f(3);
  f(4);
  expect(f).toHaveReturned();
  expect(f).toHaveReturnedTimes(2);
  expect(f).toHaveReturnedWith(3);
  expect(f).toHaveLastReturnedWith(4);
  expect(f).toHaveNthReturnedWith(1, 3);
});
test('called with a matcher', () => {
  const f = jest.fn();
  f({ a: 1, b: 2 });
  expect(f).toHaveBeenCalledWith(expect.objectContaining({ a: 1 }));
});
test('the length of a mock', () => expect(jest.fn((a, b) => a + b)).toHaveLength(2));
test('the name of its function', () => expect(jest.fn().name).toBe('mockConstructor'));
test('an own property', () => {
  const f = Object.assign(jest.fn(), { level: 2 });
  f.mockReset();
  expect(f.level).toBe(2);
});
test('must fail: called with another value', () => {
  const f = jest.fn();
  f(1);
  expect(f).toHaveBeenCalledWith(2);
});
test('must fail: called too often', () => {
  const f = jest.fn();
  f();
  f();
  expect(f).toHaveBeenCalledTimes(1);
});
