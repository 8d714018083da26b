//! `vi.fn`, `vi.spyOn`, `expect.extend`.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use support::check;

#[test]
fn mock_functions() {
    check(
        "test('a', () => { const f = vi.fn(); expect(f()).toBe(undefined); expect(f.mock.calls).toEqual([[]]); expect(f.mock.results).toEqual([{ type: 'return', value: undefined }]) });
         test('b', () => { const f = vi.fn((a, b) => a + b); expect(f(1, 2)).toBe(3); expect(f.length).toBe(2); expect(f.mock.lastCall).toEqual([1, 2]) });
         test('c', () => { const f = vi.fn().mockReturnValue(1).mockReturnValueOnce(2); expect([f(), f()]).toEqual([2, 1]) });
         test('d', async () => { const f = vi.fn().mockResolvedValue(1).mockRejectedValueOnce(new Error('x')); await expect(f()).rejects.toThrow('x'); await expect(f()).resolves.toBe(1) });
         test('e', () => { const f = vi.fn(() => { throw new Error('x') }); expect(f).toThrow('x'); expect(f.mock.results[0].type).toBe('throw'); expect(f).not.toHaveReturned() });
         test('f', () => { const f = vi.fn(function () { return this.n }); const o = { n: 5, f }; expect(o.f()).toBe(5); expect(f.mock.contexts[0]).toBe(o) });
         test('g', () => { const F = vi.fn(function (n) { this.n = n }); const o = new F(3); expect(o.n).toBe(3); expect(o).toBeInstanceOf(F); expect(F.mock.instances[0]).toBe(o) });
         test('h', () => { const f = vi.fn(); f(1); f.mockClear(); expect(f).not.toHaveBeenCalled(); f.mockReturnValue(1).mockReset(); expect(f()).toBe(undefined) });
         test('i', () => { const f = vi.fn().mockName('name'); expect(f.getMockName()).toBe('name'); expect(vi.isMockFunction(f)).toBe(true); expect(vi.isMockFunction(() => {})).toBe(false) });
         test('j', () => { const f = vi.fn().mockImplementationOnce(() => 1).mockImplementation(() => 2); expect([f(), f(), f()]).toEqual([1, 2, 2]) });
         test('k', () => { const f = vi.fn(), g = vi.fn(); f(); g(); f(); expect(f.mock.invocationCallOrder[1]).toBeGreaterThan(g.mock.invocationCallOrder[0]) });
         test('l', () => { class A { static s = 5; n = 1 } const A2 = vi.fn(A); expect(new A2()).toBeInstanceOf(A2); expect(new A2().n).toBe(1); expect(A2.s).toBe(5); expect(() => new (vi.fn(() => {}))()).toThrow(TypeError) });
         test('m', () => { const f = vi.fn(() => 1); expect(f.withImplementation(() => 2, () => { expect(f()).toBe(2) })).toBe(f); expect(f()).toBe(1) });
         test('n', () => { expect(jest.fn).toBe(vi.fn); expect(vi.mocked(1)).toBe(1) });",
        &('a'..='n').map(|name| format!("passed {name}")).collect::<Vec<_>>().join("\n"),
    );
}

#[test]
fn spies() {
    check(
        "const make = () => ({ n: 1, m(x) { return this.n + x }, get g() { return 7 } });
         test('a', () => { const o = make(); const s = vi.spyOn(o, 'm'); expect(o.m(2)).toBe(3); expect(s).toHaveBeenCalledWith(2); expect(s.getMockName()).toBe('m') });
         test('b', () => { const o = make(); const s = vi.spyOn(o, 'm').mockReturnValue(9); expect(o.m(2)).toBe(9); s.mockRestore(); expect(o.m(2)).toBe(3) });
         test('c', () => { const o = make(); vi.spyOn(o, 'g', 'get').mockReturnValue(8); expect(o.g).toBe(8); vi.restoreAllMocks(); expect(o.g).toBe(7) });
         test('d', () => { class A { m() { return 1 } } const o = new A(); vi.spyOn(o, 'm').mockImplementation(() => 2); expect(o.m()).toBe(2); vi.restoreAllMocks(); expect(o.m()).toBe(1); expect(Object.hasOwn(o, 'm')).toBe(false) });
         test('e', () => { const o = make(); expect(vi.spyOn(o, 'm')).toBe(vi.spyOn(o, 'm')) });
         test('f', () => { expect(() => vi.spyOn({}, 'x')).toThrow('The property \"x\" is not defined on the object.'); expect(() => vi.spyOn({ x: 1 }, 'x')).toThrow('vi.spyOn() can only spy on a function. Received number.') });
         test('g', () => { const o = make(); const s = vi.spyOn(o, 'm'); o.m(1); vi.clearAllMocks(); expect(s).not.toHaveBeenCalled(); expect(o.m(1)).toBe(2) });
         test('h', () => { const s = vi.spyOn(console, 'log').mockImplementation(() => {}); console.log('x'); expect(s).toHaveBeenCalledWith('x'); s.mockRestore() });",
        &('a'..='h').map(|name| format!("passed {name}")).collect::<Vec<_>>().join("\n"),
    );
}

#[test]
fn matchers_of_the_guests_own() {
    check(
        "expect.extend({
           toBeEven(n) { return { pass: n % 2 === 0, message: () => `expected ${this.utils.printReceived(n)} ${this.isNot ? 'not ' : ''}to be even` } },
           async toBeLater(n, m) { await null; return { pass: n === m, message: () => 'not later' } },
           toBeSame(a, b) { return { pass: this.equals(a, b), message: () => 'differs', actual: a, expected: b } },
           toBeBroken() { return 1 },
         });
         test('a', () => { expect(2).toBeEven(); expect(1).not.toBeEven() });
         test('b', () => { expect(1).toBeEven() });
         test('c', () => { expect(2).not.toBeEven() });
         test('d', async () => { await expect(1).toBeLater(1) });
         test('e', async () => { await expect(1).toBeLater(2) });
         test('f', () => { expect(1).toBeLater(2) });
         test('g', () => { expect({ n: 2 }).toEqual({ n: expect.toBeEven() }); expect({ n: 1 }).toEqual({ n: expect.not.toBeEven() }) });
         test('h', () => { expect({ n: 1 }).toEqual({ n: expect.toBeEven() }) });
         test('i', async () => { await expect(Promise.resolve(2)).resolves.toBeEven() });
         test('j', () => { expect({ a: 1 }).toBeSame({ a: 2 }) });
         test('k', () => { expect(1).toBeBroken() });
         test('l', () => { expect.soft(1).toBeEven() });",
        "passed a
         failed b: expected 1 to be even
         failed c: expected 2 not to be even
         passed d
         failed e: not later
         failed f: not later
         passed g
         failed h: expected { n: 1 } to deeply equal { n: toBeEven<> }
         passed i
         failed j: differs
         failed k: a matcher must return an object { pass, message }
         failed l: expected 1 to be even",
    );
}
