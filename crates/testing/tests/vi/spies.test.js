import { expect, test, vi } from 'vitest';

const make = () => ({ n: 1, m(x) { return this.n + x }, get g() { return 7 }, set w(v) { this.seen = v } });

test('call what they stand for', () => {
  const o = make();
  const s = vi.spyOn(o, 'm');
  expect(o.m(2)).toBe(3);
  expect(s).toHaveBeenCalledWith(2);
  expect(s.getMockName()).toBe('m');
  expect(s.name).toBe('m');
  expect(s.length).toBe(1);
  expect(vi.spyOn(o, 'm')).toBe(s);
});
test('without an implementation still call it', () => {
  const o = make();
  vi.spyOn(o, 'm').mockImplementation();
  expect(o.m(1)).toBe(2);
});
test('are put back', () => {
  const o = make();
  const s = vi.spyOn(o, 'm').mockReturnValue(9);
  expect(o.m(2)).toBe(9);
  expect(s.mockRestore()).toBe(undefined);
  expect(o.m(2)).toBe(3);
  expect(vi.isMockFunction(o.m)).toBe(false);
  expect(s.getMockImplementation()).toBe(undefined);
  const again = vi.spyOn(o, 'm');
  expect(again).not.toBe(s);
});
test('keep their name when they are reset', () => {
  const o = make();
  const s = vi.spyOn(o, 'm').mockName('x').mockReturnValue(0);
  s.mockReset();
  expect(s.getMockName()).toBe('m');
  expect(o.m(2)).toBe(3);
});
test('of getters', () => {
  const o = make();
  const s = vi.spyOn(o, 'g', 'get');
  expect(o.g).toBe(7);
  expect(s).toHaveBeenCalledTimes(1);
  expect(s.getMockName()).toBe('get g');
  s.mockReturnValue(8);
  expect(o.g).toBe(8);
  vi.restoreAllMocks();
  expect(o.g).toBe(7);
});
test('of setters', () => {
  const o = make();
  const s = vi.spyOn(o, 'w', 'set');
  o.w = 3;
  expect(o.seen).toBe(3);
  expect(s).toHaveBeenCalledWith(3);
  s.mockImplementation(function (v) { this.seen = v * 2 });
  o.w = 3;
  expect(o.seen).toBe(6);
  s.mockRestore();
  o.w = 3;
  expect(o.seen).toBe(3);
});
test('of a getter and a setter of one name', () => {
  const o = { get x() { return 1 }, set x(v) { this.v = v } };
  vi.spyOn(o, 'x', 'get').mockReturnValue(5);
  o.x = 2;
  expect([o.x, o.v]).toEqual([5, 2]);
});
test('of methods that a getter gives', () => {
  const o = { get f() { return () => 'f' } };
  const s = vi.spyOn(o, 'f');
  expect(o.f()).toBe('f');
  expect(s).toHaveBeenCalledOnce();
  s.mockReturnValue('g');
  expect(o.f()).toBe('g');
  vi.restoreAllMocks();
  expect(o.f()).toBe('f');
});
test('of symbols', () => {
  const key = Symbol('q');
  const o = { [key]: () => 1 };
  vi.spyOn(o, key).mockReturnValue(2);
  expect(o[key]()).toBe(2);
});
test('of what is inherited are taken away again', () => {
  class A { m() { return 1 } get v() { return 2 } static s() { return 3 } }
  const o = new A();
  vi.spyOn(o, 'm').mockImplementation(() => 4);
  vi.spyOn(o, 'v', 'get').mockReturnValue(5);
  vi.spyOn(A, 's').mockReturnValue(6);
  expect([o.m(), o.v, A.s()]).toEqual([4, 5, 6]);
  vi.restoreAllMocks();
  expect([o.m(), o.v, A.s()]).toEqual([1, 2, 3]);
  expect(Object.getOwnPropertyNames(o)).toEqual([]);
});
test('of prototypes count for all instances', () => {
  class A { m() { return 1 } }
  const s = vi.spyOn(A.prototype, 'm').mockReturnValue(2);
  const [a, b] = [new A(), new A()];
  a.m();
  b.m();
  expect(s.mock.contexts[0]).toBe(a);
  expect(s.mock.contexts[1]).toBe(b);
  s.mockRestore();
  expect(new A().m()).toBe(1);
});
test('of classes', () => {
  const o = { K: class A { static s = 5; n = 1 } };
  const s = vi.spyOn(o, 'K');
  const k = new o.K();
  expect(k).toBeInstanceOf(o.K);
  expect([k.n, o.K.s, s.getMockName()]).toEqual([1, 5, 'A']);
  expect(s).toHaveBeenCalledTimes(1);
});
test('of built-ins', () => {
  const s = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  expect(Math.random()).toBe(0.5);
  s.mockRestore();
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  console.log('x', 1);
  expect(log).toHaveBeenCalledWith('x', 1);
  log.mockRestore();
  const now = vi.spyOn(Date, 'now').mockReturnValue(42);
  expect(Date.now()).toBe(42);
  now.mockRestore();
});
test('keep how a property is defined', () => {
  const o = Object.defineProperty({}, 'm', { value: () => 1, writable: true, configurable: true, enumerable: false });
  const s = vi.spyOn(o, 'm');
  expect(Object.keys(o)).toEqual([]);
  s.mockRestore();
  expect(Object.getOwnPropertyDescriptor(o, 'm')).toMatchObject({ enumerable: false, writable: true });
});
test('refuse what cannot be spied upon', () => {
  expect(() => vi.spyOn(null, 'x')).toThrow('The vi.spyOn() function could not find an object to spy upon. The first argument must be defined.');
  expect(() => vi.spyOn(5, 'x')).toThrow('Vitest cannot spy on a primitive value.');
  expect(() => vi.spyOn({}, 'x')).toThrow('The property "x" is not defined on the object.');
  expect(() => vi.spyOn(() => {}, 'x')).toThrow('The property "x" is not defined on the function.');
  expect(() => vi.spyOn({ x: 1 }, 'x')).toThrow('vi.spyOn() can only spy on a function. Received number.');
  expect(() => vi.spyOn(Object.freeze({ a() {} }), 'a')).toThrow('Cannot redefine property: a');
});
