import { describe, expect, test, vi } from 'vitest';

test('records', () => {
  const f = vi.fn((a) => a * 2);
  f(1); f(2);
  expect(f.mock.calls).toEqual([[1], [2]]);
  expect(f.mock.results).toEqual([{ type: 'return', value: 2 }, { type: 'return', value: 4 }]);
  expect(f.mock.lastCall).toEqual([2]);
  expect(f.mock.invocationCallOrder).toHaveLength(2);
  expect(f.mock.contexts).toEqual([undefined, undefined]);
});
test('throws and records', () => {
  const f = vi.fn(() => { throw new Error('x'); });
  expect(f).toThrow('x');
  expect(f.mock.results[0].type).toBe('throw');
});
test('settled results', async () => {
  const f = vi.fn().mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('x'));
  expect(await f()).toBe(1);
  await expect(f()).rejects.toThrow('x');
  expect(f.mock.settledResults.map(({ type }) => type)).toEqual(['fulfilled', 'rejected']);
});
test('values once, then always', () => {
  const f = vi.fn().mockReturnValue(0).mockReturnValueOnce(1).mockReturnValueOnce(2);
  expect([f(), f(), f(), f()]).toEqual([1, 2, 0, 0]);
});
test('implementations', () => {
  const f = vi.fn(() => 'a').mockImplementationOnce(() => 'b');
  expect([f(), f()]).toEqual(['b', 'a']);
  f.mockImplementation(() => 'c');
  expect(f()).toBe('c');
  expect(f.getMockImplementation()()).toBe('c');
});
test('withImplementation', () => {
  const f = vi.fn(() => 1);
  f.withImplementation(() => 2, () => { expect(f()).toBe(2); });
  expect(f()).toBe(1);
});
test('mockReturnThis', () => { const o = { f: vi.fn().mockReturnThis() }; expect(o.f()).toBe(o); });
test('names', () => { const f = vi.fn(); expect(f.getMockName()).toBe('vi.fn()'); f.mockName('n'); expect(f.getMockName()).toBe('n'); });
test('mockClear', () => { const f = vi.fn(() => 1); f(); f.mockClear(); expect(f).not.toHaveBeenCalled(); expect(f()).toBe(1); });
test('mockReset', () => { const f = vi.fn(() => 1).mockReturnValue(2); f(); f.mockReset(); expect(f).not.toHaveBeenCalled(); expect(f()).toBe(1); });
test('mockRestore of vi.fn', () => { const f = vi.fn(() => 1).mockReturnValue(2); f.mockRestore(); expect(f()).toBe(1); });
test('new', () => {
  const F = vi.fn(class { constructor(a) { this.a = a; } });
  const made = new F(1);
  expect(made.a).toBe(1);
  expect(made).toBeInstanceOf(F);
  expect(F.mock.instances[0]).toBe(made);
});
test('new of an arrow function', () => { const F = vi.fn(() => ({})); new F(); });
test('isMockFunction', () => { expect(vi.isMockFunction(vi.fn())).toBe(true); expect(vi.isMockFunction(() => {})).toBe(false); });

describe('spyOn', () => {
  const make = () => ({ n: 1, get g() { return this.n; }, set g(n) { this.n = n; }, m(a) { return this.n + a; } });
  test('a method', () => { const o = make(); const spy = vi.spyOn(o, 'm'); expect(o.m(1)).toBe(2); expect(spy).toHaveBeenCalledWith(1); expect(spy.mock.contexts[0]).toBe(o); });
  test('an implementation', () => { const o = make(); vi.spyOn(o, 'm').mockReturnValue(9); expect(o.m(1)).toBe(9); });
  test('a getter', () => { const o = make(); vi.spyOn(o, 'g', 'get').mockReturnValue(7); expect(o.g).toBe(7); });
  test('a setter', () => { const o = make(); const spy = vi.spyOn(o, 'g', 'set'); o.g = 3; expect(spy).toHaveBeenCalledWith(3); expect(o.n).toBe(3); });
  test('restored', () => { const o = make(); const { m } = o; const spy = vi.spyOn(o, 'm').mockReturnValue(0); spy.mockRestore(); expect(o.m).toBe(m); expect(o.m(1)).toBe(2); });
  test('reset keeps the spy', () => { const o = make(); const spy = vi.spyOn(o, 'm').mockReturnValue(0); spy.mockReset(); expect(o.m(1)).toBe(2); expect(spy).toHaveBeenCalledOnce(); });
  test('twice is one', () => { const o = make(); expect(vi.spyOn(o, 'm')).toBe(vi.spyOn(o, 'm')); });
  test('of what is not there', () => vi.spyOn({}, 'nothing'));
  test('of what is no function', () => vi.spyOn({ a: 1 }, 'a'));
  test('of a prototype', () => { class C { m() { return 1; } } const spy = vi.spyOn(C.prototype, 'm'); new C().m(); expect(spy).toHaveBeenCalledTimes(1); });
  test('restoreAllMocks', () => { const o = make(); vi.spyOn(o, 'm').mockReturnValue(0); const f = vi.fn(() => 1); f(); vi.restoreAllMocks(); expect(o.m(1)).toBe(2); expect(f).toHaveBeenCalledOnce(); });
  test('clearAllMocks', () => { const o = make(); const spy = vi.spyOn(o, 'm').mockReturnValue(0); o.m(); vi.clearAllMocks(); expect(spy).not.toHaveBeenCalled(); expect(o.m(1)).toBe(0); });
  test('resetAllMocks', () => { const o = make(); vi.spyOn(o, 'm').mockReturnValue(0); vi.resetAllMocks(); expect(o.m(1)).toBe(2); });
});

describe('matchers of mocks', () => {
  const called = (...calls) => { const f = vi.fn((a) => a); calls.forEach((call) => f(...call)); return f; };
  const rows = [
    ['toHaveBeenCalled', (f) => expect(f).toHaveBeenCalled()], ['not.toHaveBeenCalled', (f) => expect(f).not.toHaveBeenCalled()],
    ['toHaveBeenCalledOnce', (f) => expect(f).toHaveBeenCalledOnce()], ['toHaveBeenCalledTimes', (f) => expect(f).toHaveBeenCalledTimes(2)],
    ['toHaveBeenCalledWith', (f) => expect(f).toHaveBeenCalledWith(1, 2)], ['toHaveBeenLastCalledWith', (f) => expect(f).toHaveBeenLastCalledWith(1, 2)],
    ['toHaveBeenNthCalledWith', (f) => expect(f).toHaveBeenNthCalledWith(2, 1, 2)], ['toHaveBeenCalledExactlyOnceWith', (f) => expect(f).toHaveBeenCalledExactlyOnceWith(1, 2)],
    ['toHaveReturned', (f) => expect(f).toHaveReturned()], ['toHaveReturnedTimes', (f) => expect(f).toHaveReturnedTimes(1)],
    ['toHaveReturnedWith', (f) => expect(f).toHaveReturnedWith(1)], ['toHaveLastReturnedWith', (f) => expect(f).toHaveLastReturnedWith(3)],
    ['toHaveNthReturnedWith', (f) => expect(f).toHaveNthReturnedWith(1, 3)],
  ];
  const mocks = { never: [], once: [[1, 2]], twice: [[3], [1, 2]] };
  for (const [name, calls] of Object.entries(mocks)) {
    describe(name, () => { for (const [matcher, check] of rows) test(matcher, () => check(called(...calls))); });
  }
  test('of what is no mock', () => expect(() => {}).toHaveBeenCalled());
  test('toHaveBeenCalledBefore', () => { const [a, b] = [vi.fn(), vi.fn()]; a(); b(); expect(a).toHaveBeenCalledBefore(b); expect(b).toHaveBeenCalledAfter(a); });
  test('toHaveBeenCalledBefore, turned', () => { const [a, b] = [vi.fn(), vi.fn()]; b(); a(); expect(a).toHaveBeenCalledBefore(b); });
  test('toHaveResolvedWith', async () => { const f = vi.fn(async () => 1); await f(); expect(f).toHaveResolvedWith(1); expect(f).toHaveResolved(); expect(f).toHaveResolvedTimes(1); expect(f).toHaveLastResolvedWith(1); expect(f).toHaveNthResolvedWith(1, 1); });
});

test('stubGlobal', () => { vi.stubGlobal('answer', 42); expect(globalThis.answer).toBe(42); vi.unstubAllGlobals(); expect('answer' in globalThis).toBe(false); });
test('stubEnv', () => { vi.stubEnv('SOME', 'x'); expect(process.env.SOME).toBe('x'); vi.unstubAllEnvs(); expect(process.env.SOME).toBe(undefined); });
test('mocked', () => { const f = vi.fn(); expect(vi.mocked(f)).toBe(f); });
