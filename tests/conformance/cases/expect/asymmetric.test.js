import { describe, expect, test } from 'vitest';

const cases = [
  ['anything', expect.anything(), [0, '', {}, false], [null, undefined]],
  ['any(Number)', expect.any(Number), [1, NaN, new Number(1)], ['1', 1n]],
  ['any(String)', expect.any(String), ['', new String('a')], [1]],
  ['any(Boolean)', expect.any(Boolean), [true], [0]],
  ['any(BigInt)', expect.any(BigInt), [1n], [1]],
  ['any(Symbol)', expect.any(Symbol), [Symbol('a')], ['a']],
  ['any(Function)', expect.any(Function), [() => {}, class {}], [{}]],
  ['any(Object)', expect.any(Object), [{}, [], null], [1]],
  ['any(Array)', expect.any(Array), [[]], [{}]],
  ['any(Error)', expect.any(Error), [new TypeError('x')], [{ message: 'x' }]],
  ['arrayContaining', expect.arrayContaining([1, 2]), [[2, 1, 3]], [[1], 'a', null]],
  ['not.arrayContaining', expect.not.arrayContaining([1, 2]), [[1], [3]], [[1, 2, 3]]],
  ['objectContaining', expect.objectContaining({ a: 1 }), [{ a: 1, b: 2 }], [{ a: 2 }, {}]],
  ['objectContaining, nested', expect.objectContaining({ a: { b: expect.any(Number) } }), [{ a: { b: 1 } }], [{ a: { b: '1' } }, { a: { b: 1, c: 2 } }]],
  ['not.objectContaining', expect.not.objectContaining({ a: 1 }), [{ a: 2 }, {}], [{ a: 1 }]],
  ['stringContaining', expect.stringContaining('b'), ['abc'], ['ac', 1]],
  ['not.stringContaining', expect.not.stringContaining('b'), ['ac'], ['abc']],
  ['stringMatching', expect.stringMatching(/^a/), ['abc'], ['bc']],
  ['stringMatching a text', expect.stringMatching('b'), ['abc'], ['ac']],
  ['not.stringMatching', expect.not.stringMatching(/^a/), ['bc'], ['abc']],
  ['closeTo', expect.closeTo(0.3), [0.1 + 0.2], [0.31, '0.3']],
  ['closeTo with digits', expect.closeTo(10, 0), [10.4], [10.6]],
  ['not.closeTo', expect.not.closeTo(1), [2], [1.001]],
  ['toBeOneOf', expect.toBeOneOf([1, null]), [1, null], [2]],
  ['toSatisfy', expect.toSatisfy((n) => n > 1), [2], [1]],
];

for (const [name, matcher, good, bad] of cases) {
  describe(name, () => {
    good.forEach((value, index) => test(`takes ${index}`, () => expect({ value }).toEqual({ value: matcher })));
    bad.forEach((value, index) => test(`refuses ${index}`, () => expect({ value }).not.toEqual({ value: matcher })));
  });
}

test('in toStrictEqual', () => expect([1, { a: 'x' }]).toStrictEqual([expect.any(Number), { a: expect.any(String) }]));
test('in toHaveBeenCalledWith', () => {
  const f = vi.fn();
  f({ a: 1 }, 'x');
  expect(f).toHaveBeenCalledWith(expect.objectContaining({ a: 1 }), expect.any(String));
});
test('in a Map', () => expect(new Map([['a', 1]])).toEqual(new Map([['a', expect.any(Number)]])));
test('is told in a failure', () => expect({ a: 'x', b: 1 }).toEqual({ a: expect.any(Number), b: expect.anything() }));
test('any without a class', () => expect.any());
test('a value that calls itself a matcher', () => expect({ a: 1 }).toEqual({ a: { asymmetricMatch: () => true } }));
