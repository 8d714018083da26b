import { describe, expect, test, vi } from 'vitest';

describe('calls', () => {
  test('are on record with arguments, contexts, instances and their order', () => {
    const f = vi.fn(function () { return this?.n });
    const g = vi.fn();
    const o = { n: 5, f };
    o.f(1, 2);
    g();
    f(3);
    expect(f.mock.calls).toEqual([[1, 2], [3]]);
    expect(f.mock.contexts).toEqual([o, undefined]);
    expect(f.mock.instances).toEqual([o, undefined]);
    expect(f.mock.results).toEqual([{ type: 'return', value: 5 }, { type: 'return', value: undefined }]);
    expect(f.mock.lastCall).toEqual([3]);
    expect(f.mock.invocationCallOrder[1]).toBe(f.mock.invocationCallOrder[0] + 2);
    expect(g.mock.invocationCallOrder[0]).toBe(f.mock.invocationCallOrder[0] + 1);
  });
  test('are seen by who took the arrays before', () => {
    const f = vi.fn();
    const state = f.mock;
    const { calls, results } = state;
    f(1);
    expect(f.mock).toBe(state);
    expect(f.mock.calls).toBe(calls);
    expect(calls).toEqual([[1]]);
    expect(results).toEqual([{ type: 'return', value: undefined }]);
    f.mockClear();
    expect(f.mock).toBe(state);
    expect(f.mock.calls).not.toBe(calls);
    expect(calls).toEqual([[1]]);
    expect(f.mock.calls).toEqual([]);
    expect(f.mock.lastCall).toBe(undefined);
  });
  test('are incomplete while they run', () => {
    const seen = [];
    const f = vi.fn(() => { seen.push(f.mock.results.at(-1).type, f.mock.calls.length) });
    f();
    expect(seen).toEqual(['incomplete', 1]);
    expect(f.mock.results[0].type).toBe('return');
  });
  test('that throw say what', () => {
    const error = new Error('x');
    const f = vi.fn(() => { throw error });
    expect(f).toThrow(error);
    expect(f.mock.results).toEqual([{ type: 'throw', value: error }]);
    expect(f.mock.settledResults).toEqual([{ type: 'rejected', value: error }]);
  });
  test('settle', async () => {
    const f = vi.fn(async (n) => { if (n) throw n; return 'v' });
    const a = f(0);
    const b = f(1);
    expect(f.mock.results[0].value).toBe(a);
    expect(f.mock.settledResults).toEqual([{ type: 'incomplete' }, { type: 'incomplete' }]);
    await a;
    await expect(b).rejects.toBe(1);
    expect(f.mock.settledResults).toEqual([{ type: 'fulfilled', value: 'v' }, { type: 'rejected', value: 1 }]);
    vi.fn().mockReturnValue(3)();
  });
  test('of a rejection that nobody awaits are no unhandled ones', async () => {
    const f = vi.fn().mockRejectedValue(new Error('never seen'));
    f();
    await null;
    expect(f.mock.settledResults[0].type).toBe('rejected');
  });
});

describe('implementations', () => {
  test('for single calls come first', () => {
    const f = vi.fn(() => 'default').mockImplementationOnce(() => 1).mockReturnValueOnce(2);
    expect([f(), f(), f()]).toEqual([1, 2, 'default']);
    f.mockImplementation(() => 3).mockImplementationOnce(undefined);
    expect([f(), f()]).toEqual([3, 3]);
  });
  test('of each shorthand', async () => {
    expect(vi.fn().mockReturnValue(1)()).toBe(1);
    const o = { f: vi.fn().mockReturnThis() };
    expect(o.f()).toBe(o);
    await expect(vi.fn().mockResolvedValue(1)()).resolves.toBe(1);
    await expect(vi.fn().mockRejectedValue('e')()).rejects.toBe('e');
    const once = vi.fn().mockResolvedValueOnce(1).mockRejectedValueOnce(2);
    await expect(once()).resolves.toBe(1);
    await expect(once()).rejects.toBe(2);
    expect(once()).toBe(undefined);
    expect(vi.fn().mockThrow(new Error('thrown'))).toThrow('thrown');
    const throwing = vi.fn(() => 1).mockThrowOnce(new Error('once'));
    expect(throwing).toThrow('once');
    expect(throwing()).toBe(1);
  });
  test('are shown', () => {
    const impl = () => 1;
    expect(vi.fn().getMockImplementation()).toBe(undefined);
    expect(vi.fn(impl).getMockImplementation()).toBe(impl);
    expect(vi.fn().mockReturnValue(4).getMockImplementation()()).toBe(4);
    const once = () => 2;
    expect(vi.fn(impl).mockImplementationOnce(once).getMockImplementation()).toBe(once);
  });
  test('that are none fail when they are called', () => {
    expect(() => vi.fn(5)()).toThrow(TypeError);
  });
  test('withImplementation lasts as long as its callback', async () => {
    const f = vi.fn(() => 'a').mockReturnValueOnce('first');
    expect(f.withImplementation(() => 'b', () => { expect(f()).toBe('b') })).toBe(f);
    expect([f(), f()]).toEqual(['first', 'a']);
    const promise = f.withImplementation(() => 'c', async () => { expect(f()).toBe('c'); await null; expect(f()).toBe('c') });
    expect(f()).toBe('c');
    expect(await promise).toBe(f);
    expect(f()).toBe('a');
  });
});

describe('names and shapes', () => {
  test('of vi.fn', () => {
    const f = vi.fn(function named(a, b) {});
    expect(f.name).toBe('Mock');
    expect(f.length).toBe(2);
    expect(f.getMockName()).toBe('vi.fn()');
    expect(f.mockName('x').getMockName()).toBe('x');
    expect(f.mockName(5).getMockName()).toBe('x');
    f.mockReset();
    expect(f.getMockName()).toBe('vi.fn()');
    expect(typeof f.prototype).toBe('object');
  });
  test('of mocks of mocks', () => {
    const f = vi.fn();
    expect(vi.fn(f)).toBe(f);
    expect(vi.isMockFunction(f)).toBe(true);
    expect(vi.isMockFunction(() => {})).toBe(false);
    expect(vi.isMockFunction()).toBe(false);
    expect(vi.mocked(f)).toBe(f);
    expect(f._isMockFunction).toBe(true);
  });
  test('statics are copied, inherited ones too', () => {
    class A { static a = 1 }
    class B extends A { static b = 2 }
    const F = vi.fn(B);
    expect([F.a, F.b]).toEqual([1, 2]);
  });
});

describe('classes', () => {
  test('construct and are instances of the mock', () => {
    class A { static s = 5; n = 1; constructor(m) { this.m = m } method() {} }
    const F = vi.fn(A);
    const o = new F(2);
    expect(o).toBeInstanceOf(F);
    expect(o).not.toBeInstanceOf(A);
    expect([o.n, o.m, F.s]).toEqual([1, 2, 5]);
    expect(F.mock.instances).toEqual([o]);
    expect(F.mock.contexts[0]).toBe(o);
    expect(F).toHaveBeenCalledWith(2);
  });
  test('by function, and what cannot construct', () => {
    const F = vi.fn(function (n) { this.n = n });
    expect(new F(3).n).toBe(3);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(() => new (vi.fn(() => {}))()).toThrow(new TypeError('() => {} is not a constructor'));
    expect(warn).toHaveBeenCalledWith("[vitest] The vi.fn() mock did not use 'function' or 'class' in its implementation, see https://vitest.dev/api/vi#vi-spyon for examples.");
    warn.mockRestore();
    expect(() => new (vi.fn().mockReturnValue(1))()).toThrow('Cannot use `mockReturnValue` when called with `new`. Use `mockImplementation` with a `class` keyword instead.');
    expect(() => new (vi.fn().mockResolvedValueOnce(1))()).toThrow('Cannot use `mockResolvedValueOnce` when called with `new`.');
    expect(new (vi.fn())()).toBeTypeOf('object');
    expect(new (vi.fn().mockReturnThis())()).toBeTypeOf('object');
  });
  test('can be given an implementation that is a class', () => {
    const F = vi.fn().mockImplementation(class { k = 7 });
    expect(new F().k).toBe(7);
  });
  test('can be extended', () => {
    class Sub extends vi.fn(class { z = 1 }) {}
    expect(new Sub().z).toBe(1);
    expect(Sub.mock.instances.length).toBe(1);
    expect(vi.isMockFunction(Sub)).toBe(true);
  });
});

describe('clearing', () => {
  test('mockClear forgets calls, mockReset also what was told', () => {
    const f = vi.fn(() => 1).mockReturnValue(2);
    f();
    f.mockClear();
    expect(f).not.toHaveBeenCalled();
    expect(f()).toBe(2);
    expect(f.mockReset()).toBe(f);
    expect(f).not.toHaveBeenCalled();
    expect(f()).toBe(1);
    expect(f.mockRestore()).toBe(undefined);
    expect(f).not.toHaveBeenCalled();
  });
  test('all at once', () => {
    const o = { m: () => 'original' };
    const f = vi.fn(() => 1).mockReturnValue(2);
    const s = vi.spyOn(o, 'm').mockReturnValue('spied');
    f();
    o.m();
    expect(vi.clearAllMocks()).toBe(vi);
    expect(f).not.toHaveBeenCalled();
    expect([f(), o.m()]).toEqual([2, 'spied']);
    expect(vi.resetAllMocks()).toBe(vi);
    expect([f(), o.m()]).toEqual([1, 'original']);
    expect(s).toHaveBeenCalledTimes(1);
    s.mockReturnValue('again');
    f.mockReturnValue(3);
    expect(vi.restoreAllMocks()).toBe(vi);
    expect(vi.isMockFunction(o.m)).toBe(false);
    expect([f(), o.m(), s()]).toEqual([3, 'original', 'again']);
    expect(s).toHaveBeenCalledTimes(2);
  });
  test('of a call that is still running', async () => {
    let go;
    const f = vi.fn(() => new Promise((resolve) => { go = resolve }));
    const first = f();
    f.mockClear();
    f();
    go(1);
    await null;
    expect(f.mock.calls.length).toBe(1);
    void first;
  });
  test('by using', () => {
    const o = { m: () => 1 };
    const s = vi.spyOn(o, 'm').mockReturnValue(2);
    expect(o.m()).toBe(2);
    s[Symbol.dispose]();
    expect(o.m()).toBe(1);
  });
});
