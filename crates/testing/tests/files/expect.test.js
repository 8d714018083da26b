import { test, describe, expect, vi } from 'vitest'
let n = 0;
test('poll', async () => { n = 0; await expect.poll(() => ++n).toBe(3); expect(n).toBe(3) });
test('poll fails', async () => { await expect.poll(() => 1, { timeout: 100, interval: 20 }).toBe(2) });
test('poll async', async () => { n = 0; await expect.poll(async () => { n++; if (n < 3) throw new Error('x'); return n }, { interval: 5 }).toBeGreaterThan(2) });
test('poll not', async () => { n = 0; await expect.poll(() => ++n, { interval: 5 }).not.toBeLessThan(4) });
test('poll not awaited', () => { expect.poll(() => 1).toBe(1) });
test('poll resolves', async () => { await expect.poll(() => 1).resolves.toBe(1) });
test('poll throws', async () => { await expect.poll(() => { throw new Error('e') }).toThrow() });
test('poll cause', async () => { let e; try { await expect.poll(() => 1, { timeout: 30, interval: 10 }).toBe(2) } catch (x) { e = x } expect(e.cause.message).toBe('Matcher did not succeed in time.') });
test('state', () => { expect(1).toBe(1); expect(expect.getState().assertionCalls).toBe(2); expect(expect.getState().currentTestName).toBe('state'); expect.setState({ foo: 1 }); expect(expect.getState().foo).toBe(1) });
describe('d', () => { test('name', () => { expect(expect.getState().currentTestName).toBe('d > name') }) });
test('arrayOf jest only', () => { expect(typeof expect.any).toBe('function') });
const schema = { '~standard': { version: 1, vendor: 'x', validate: (v) => typeof v === 'string' ? { value: v } : { issues: [{ message: 'no' }] } } };
test('schema', () => { expect({ a: 's' }).toEqual({ a: expect.schemaMatching(schema) }); expect({ a: 1 }).toEqual({ a: expect.not.schemaMatching(schema) }); expect(() => expect.schemaMatching({})).toThrow() });
test('schema fails', () => { expect({ a: 1 }).toEqual({ a: expect.schemaMatching(schema) }) });
test('satisfy', () => { expect({ a: 2 }).toEqual({ a: expect.toSatisfy((x) => x > 1) }); expect({ a: 2 }).toEqual({ a: expect.not.toSatisfy((x) => x > 5) }); expect({ a: 2 }).toEqual({ a: expect.toBeOneOf([1, 2]) }); expect({ a: 2 }).not.toEqual({ a: expect.toBeOneOf([1]) }) });
test('testers', () => {
  class Vol { constructor(a, u) { this.a = a; this.u = u } }
  expect(new Vol(1, 'L')).not.toEqual(new Vol(1000, 'mL'));
  expect.addEqualityTesters([function (a, b) { if (a instanceof Vol && b instanceof Vol) { return this.equals(a.u === 'L' ? a.a * 1000 : a.a, b.u === 'L' ? b.a * 1000 : b.a) } return undefined }]);
  expect(new Vol(1, 'L')).toEqual(new Vol(1000, 'mL')); expect({ x: [new Vol(1, 'L')] }).toEqual({ x: [new Vol(1000, 'mL')] }); expect([new Vol(1, 'L')]).toContainEqual(new Vol(1000, 'mL')); expect({ a: 1, v: new Vol(1, 'L') }).toMatchObject({ v: new Vol(1000, 'mL') });
  expect(new Set([new Vol(1, 'L')])).toEqual(new Set([new Vol(1000, 'mL')])); expect(new Vol(1, 'L')).toStrictEqual(new Vol(1000, 'mL'));
  const f = vi.fn(); f(new Vol(1, 'L')); expect(f).toHaveBeenCalledWith(new Vol(1000, 'mL'));
});
expect.extend({
  toBeFoo(received, expected) { const { isNot, promise, equals, utils } = this; return { pass: equals(received, expected), message: () => `${utils.matcherHint('toBeFoo', undefined, undefined, { isNot, promise })} ${utils.printReceived(received)}|${utils.printExpected(expected)}|${utils.stringify([1])}|${isNot}|${promise}` } },
  async toBeLater(received) { await null; return { pass: received === 'late', message: () => 'not late' } },
  toIter(a, b) { return { pass: this.equals(a, b, [...this.customTesters, this.utils.iterableEquality]), message: () => 'iter' } },
  toSub(a, b) { return { pass: this.equals(a, b, [this.utils.subsetEquality, this.utils.iterableEquality]), message: () => 'sub' } },
  toStrict(a, b) { return { pass: this.equals(a, b, undefined, true), message: () => 'strict' } },
  toName() { return { pass: this.currentTestName === 'ext', message: () => this.currentTestName } },
  toDiff(a, b) { return { pass: false, message: () => 'differs', actual: a, expected: b } },
});
test('ext', async () => { expect('foo').toBeFoo('foo'); expect(1).not.toBeFoo(2); await expect('late').toBeLater(); await expect(Promise.resolve('foo')).resolves.toBeFoo('foo'); expect(new Set([1])).toIter(new Set([1])); expect({ a: 1, b: 2 }).toSub({ a: 1 }); expect({ a: undefined }).not.toStrict({}); expect(1).toName(); expect({ a: 'foo' }).toEqual({ a: expect.toBeFoo('foo') }); expect({ a: 'foo' }).toEqual({ a: expect.not.toBeFoo('bar') }) });
test('ext fails', () => { expect('a').toBeFoo('b') });
test('ext fails not', () => { expect('a').not.toBeFoo('a') });
test('ext later fails', async () => { await expect('x').toBeLater() });
test('ext later forgotten', () => { expect('x').toBeLater() });
test('ext resolves fails', async () => { await expect(Promise.resolve(1)).resolves.toBeFoo(2) });
test('ext diff', () => { expect({ a: 1 }).toDiff({ a: 2 }) });
test('ext soft', () => { expect.soft('a').toBeFoo('b'); expect.soft('a').toBeFoo('c') });
test('ext poll', async () => { n = 0; await expect.poll(() => ++n, { interval: 3 }).toBeFoo(3); await expect.poll(() => 'late', { interval: 3 }).toBeLater() });
test('message', () => { expect(1, 'msg').toBe(2) });
test('message ext', () => { expect(1, 'msg').toBeFoo(2) });
test('unreachable', () => { expect.unreachable('no') });
test('unreachable2', () => { expect.unreachable() });
test('assertions', () => { expect.assertions(2); expect(1).toBe(1) });
test('assertions ok', () => { expect.assertions(1); expect(1).toBe(1) });
test('hasAssertions', () => { expect.hasAssertions() });
test('assertions in promise', async () => { expect.assertions(1); await expect(Promise.resolve(1)).resolves.toBe(1) });
test('soft', () => { expect.soft(1).toBe(2); expect.soft(1).toBe(1); expect.soft(3).toBe(4) });
test('soft resolves', async () => { await expect.soft(Promise.resolve(1)).resolves.toBe(2); expect.soft(5).toBe(6) });
test('asym object', () => { expect(expect.anything().asymmetricMatch(1)).toBe(true); expect(expect.stringContaining('a').asymmetricMatch('b')).toBe(false); expect(String(expect.anything())).toBe('Anything'); expect(expect.stringContaining('a').toString()).toBe('StringContaining') });
test('resolved', async () => { const f = vi.fn(async (x) => { if (x === 0) throw new Error('zero'); return x }); await f(1); await f(2); await f(0).catch(() => {}); expect(f).toHaveResolved(); expect(f).toHaveResolvedTimes(2); expect(f).toHaveResolvedWith(1); expect(f).not.toHaveResolvedWith(3); expect(f).not.toHaveLastResolvedWith(2); expect(f).toHaveNthResolvedWith(2, 2); const g = vi.fn(async () => 7); await g(); expect(g).toHaveLastResolvedWith(7) });
test('resolved fails', async () => { const f = vi.fn(async (x) => x); await f(1); expect(f).toHaveResolvedWith(2) });
test('resolved fails2', async () => { const f = vi.fn(async (x) => x); await f(1); expect(f).toHaveLastResolvedWith({ a: 2 }) });
test('order', () => { const a = vi.fn(), b = vi.fn(); a(); b(); expect(a).toHaveBeenCalledBefore(b); expect(b).toHaveBeenCalledAfter(a); expect(a).not.toHaveBeenCalledAfter(b) });
test('order fails', () => { const a = vi.fn().mockName('aa'), b = vi.fn().mockName('bb'); a(); b(); expect(b).toHaveBeenCalledBefore(a) });
test('order none', () => { const a = vi.fn(), b = vi.fn(); b(); expect(a).toHaveBeenCalledBefore(b, false) });
test('order none fails', () => { const a = vi.fn(), b = vi.fn(); b(); expect(a).toHaveBeenCalledBefore(b) });
test('fake asym', () => { expect(1).toEqual(2) });
test('once exactly', () => { const f = vi.fn(); f(1); expect(f).toHaveBeenCalledExactlyOnceWith(1); f(1); expect(f).not.toHaveBeenCalledExactlyOnceWith(1) });
