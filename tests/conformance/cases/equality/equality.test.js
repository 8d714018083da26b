import { describe, expect, test } from 'vitest';

class A { constructor(a) { this.a = a; } }
class B { constructor(a) { this.a = a; } }
const cycle = () => { const o = { a: 1 }; o.self = o; return o; };
const getter = (value) => ({ get a() { return value; } });
const symbol = Symbol('s');
const nullProto = (o) => Object.assign(Object.create(null), o);
const error = (message, more) => Object.assign(new Error(message), more);

/** name, left, right */
const pairs = [
  ['NaN', NaN, NaN], ['zeros', 0, -0], ['number and text', 1, '1'], ['null and undefined', null, undefined],
  ['BigInt', 1n, 1n], ['BigInt and number', 1n, 1], ['symbols', symbol, symbol], ['other symbols', Symbol('a'), Symbol('a')],
  ['boxed', new Number(1), new Number(1)], ['boxed and not', new Number(1), 1], ['boxed, other', new String('a'), new String('b')],
  ['undefined key', { a: undefined }, {}], ['undefined key, other way', {}, { a: undefined }], ['undefined against missing', { a: undefined, b: 1 }, { b: 1 }],
  ['holes', [, 1], [undefined, 1]], ['holes both', [, 1], [, 1]], ['length', [1, undefined], [1]], ['nested', { a: [{ b: 1 }] }, { a: [{ b: 1 }] }],
  ['classes', new A(1), new B(1)], ['class and plain', new A(1), { a: 1 }], ['same class', new A(1), new A(1)],
  ['array and object', ['a'], { 0: 'a', length: 1 }], ['array with keys', Object.assign([1], { a: 1 }), [1]],
  ['null prototype', nullProto({ a: 1 }), { a: 1 }], ['cycles', cycle(), cycle()], ['cycle and not', cycle(), { a: 1, self: { a: 1 } }],
  ['getter', getter(1), { a: 1 }], ['getter, other', getter(1), { a: 2 }],
  ['symbol keys', { [symbol]: 1 }, { [symbol]: 1 }], ['symbol keys, other', { [symbol]: 1 }, { [symbol]: 2 }], ['symbol key missing', { [symbol]: 1 }, {}],
  ['not enumerable', Object.defineProperty({}, 'a', { value: 1 }), {}],
  ['dates', new Date(1), new Date(1)], ['dates, other', new Date(1), new Date(2)], ['dates, invalid', new Date(NaN), new Date(NaN)], ['date and number', new Date(1), 1],
  ['regexps', /a/g, /a/g], ['regexps, flags', /a/g, /a/i], ['functions', () => 1, () => 1], ['one function', Math.max, Math.max],
  ['maps', new Map([['a', 1]]), new Map([['a', 1]])], ['maps, order', new Map([['a', 1], ['b', 2]]), new Map([['b', 2], ['a', 1]])],
  ['maps, object keys', new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1]])], ['maps, other', new Map([['a', 1]]), new Map([['a', 2]])],
  ['maps, undefined', new Map([['a', undefined]]), new Map([['b', undefined]])],
  ['sets', new Set([1, 2]), new Set([2, 1])], ['sets of objects', new Set([{ a: 1 }]), new Set([{ a: 1 }])], ['sets, other', new Set([1]), new Set([2])],
  ['set and array', new Set([1]), [1]], ['sets, nested', new Set([new Set([1])]), new Set([new Set([1])])],
  ['typed arrays', new Uint8Array([1, 2]), new Uint8Array([1, 2])], ['typed arrays, kinds', new Uint8Array([1]), new Int8Array([1])], ['typed array and array', new Uint8Array([1]), [1]],
  ['buffers', new Uint8Array([1]).buffer, new Uint8Array([1]).buffer], ['buffers, other', new Uint8Array([1]).buffer, new Uint8Array([2]).buffer],
  ['data views', new DataView(new Uint8Array([1]).buffer), new DataView(new Uint8Array([1]).buffer)],
  ['errors', new Error('a'), new Error('a')], ['errors, message', new Error('a'), new Error('b')], ['errors, class', new Error('a'), new TypeError('a')],
  ['errors, cause', new Error('a', { cause: 1 }), new Error('a', { cause: 2 })], ['errors, cause missing', new Error('a', { cause: 1 }), new Error('a')],
  ['errors, properties', error('a', { code: 1 }), error('a', { code: 2 })], ['errors, name', error('a', { name: 'X' }), error('a')],
  ['aggregate errors', new AggregateError([new Error('a')], 'm'), new AggregateError([new Error('a')], 'm')], ['aggregate errors, other', new AggregateError([new Error('a')], 'm'), new AggregateError([new Error('b')], 'm')],
  ['promises', Promise.resolve(1), Promise.resolve(1)], ['weak maps', new WeakMap(), new WeakMap()],
  ['iterables', { *[Symbol.iterator]() { yield 1; } }, { *[Symbol.iterator]() { yield 1; } }],
  ['arguments', (function () { return arguments; })(1), (function () { return arguments; })(1)], ['arguments and array', (function () { return arguments; })(1), [1]],
];

for (const [name, left, right] of pairs) {
  describe(name, () => {
    test('toEqual', () => expect(left).toEqual(right));
    test('toStrictEqual', () => expect(left).toStrictEqual(right));
    test('toMatchObject', () => expect({ a: left }).toMatchObject({ a: right }));
    test('toEqual, turned', () => expect([right]).toEqual([left]));
  });
}
