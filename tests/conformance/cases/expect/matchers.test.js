import { describe, expect, test } from 'vitest';

/** Each matcher on what it takes and what it does not; every second test fails. */
function both(name, good, bad) {
  describe(name, () => {
    test('holds', good);
    test('does not hold', bad);
  });
}

both('toBe', () => expect('a').toBe('a'), () => expect('a').toBe('b'));
both('toBe of objects', () => { const o = {}; expect(o).toBe(o); }, () => expect({}).toBe({}));
both('toBe of -0', () => expect(-0).toBe(-0), () => expect(0).toBe(-0));
both('toBe of NaN', () => expect(NaN).toBe(NaN), () => expect(NaN).toBe(0));
both('not.toBe', () => expect(1).not.toBe(2), () => expect(1).not.toBe(1));
both('toBeCloseTo', () => expect(0.1 + 0.2).toBeCloseTo(0.3), () => expect(0.1).toBeCloseTo(0.2));
both('toBeCloseTo with digits', () => expect(1.004).toBeCloseTo(1, 2), () => expect(1.006).toBeCloseTo(1, 2));
both('toBeDefined', () => expect(null).toBeDefined(), () => expect(undefined).toBeDefined());
both('toBeUndefined', () => expect(undefined).toBeUndefined(), () => expect(null).toBeUndefined());
both('toBeNull', () => expect(null).toBeNull(), () => expect(undefined).toBeNull());
both('toBeNullable', () => expect(undefined).toBeNullable(), () => expect(0).toBeNullable());
both('toBeNaN', () => expect(NaN).toBeNaN(), () => expect(1).toBeNaN());
both('toBeTruthy', () => expect('a').toBeTruthy(), () => expect('').toBeTruthy());
both('toBeFalsy', () => expect(0).toBeFalsy(), () => expect([]).toBeFalsy());
both('toBeGreaterThan', () => expect(2).toBeGreaterThan(1), () => expect(1).toBeGreaterThan(1));
both('toBeGreaterThanOrEqual', () => expect(1).toBeGreaterThanOrEqual(1), () => expect(0).toBeGreaterThanOrEqual(1));
both('toBeLessThan', () => expect(1n).toBeLessThan(2n), () => expect(2).toBeLessThan(1));
both('toBeLessThanOrEqual', () => expect(1).toBeLessThanOrEqual(1), () => expect(2).toBeLessThanOrEqual(1));
both('toBeInstanceOf', () => expect([]).toBeInstanceOf(Array), () => expect({}).toBeInstanceOf(Array));
both('toBeTypeOf', () => expect(1).toBeTypeOf('number'), () => expect(1).toBeTypeOf('string'));
both('toBeOneOf', () => expect(2).toBeOneOf([1, 2]), () => expect(3).toBeOneOf([1, 2]));
both('toContain in an array', () => expect([1, 2]).toContain(2), () => expect([1, 2]).toContain(3));
both('toContain in a text', () => expect('abc').toContain('b'), () => expect('abc').toContain('d'));
both('toContain in a Set', () => expect(new Set([1])).toContain(1), () => expect(new Set([1])).toContain(2));
both('toContainEqual', () => expect([{ a: 1 }]).toContainEqual({ a: 1 }), () => expect([{ a: 1 }]).toContainEqual({ a: 2 }));
both('toEqual', () => expect({ a: undefined }).toEqual({}), () => expect({ a: 1 }).toEqual({ a: 2 }));
both('toStrictEqual', () => expect({ a: 1 }).toStrictEqual({ a: 1 }), () => expect({ a: undefined }).toStrictEqual({}));
both('toHaveLength', () => expect([1]).toHaveLength(1), () => expect('ab').toHaveLength(3));
both('toHaveLength of what has none', () => expect({ length: 2 }).toHaveLength(2), () => expect({}).toHaveLength(0));
both('toHaveProperty', () => expect({ a: { b: 1 } }).toHaveProperty('a.b'), () => expect({ a: 1 }).toHaveProperty('b'));
both('toHaveProperty with a value', () => expect({ a: [1, { b: 2 }] }).toHaveProperty('a[1].b', 2), () => expect({ a: 1 }).toHaveProperty('a', 2));
both('toHaveProperty by a path', () => expect({ 'a.b': 1 }).toHaveProperty(['a.b'], 1), () => expect({ a: { b: 1 } }).toHaveProperty(['a.b']));
both('toMatch', () => expect('abc').toMatch(/b/), () => expect('abc').toMatch('d'));
both('toMatchObject', () => expect({ a: 1, b: { c: 2, d: 3 } }).toMatchObject({ b: { c: 2 } }), () => expect({ a: 1 }).toMatchObject({ a: 2 }));
both('toMatchObject of arrays', () => expect([{ a: 1, b: 2 }]).toMatchObject([{ a: 1 }]), () => expect([1, 2]).toMatchObject([1]));
both('toThrow', () => expect(() => { throw new Error('x'); }).toThrow(), () => expect(() => {}).toThrow());
both('toThrow with a text', () => expect(() => { throw new Error('abc'); }).toThrow('b'), () => expect(() => { throw new Error('abc'); }).toThrow('d'));
both('toThrow with a RegExp', () => expect(() => { throw new Error('abc'); }).toThrow(/^abc$/), () => expect(() => { throw new Error('abc'); }).toThrow(/^b$/));
both('toThrow with a class', () => expect(() => { throw new TypeError('x'); }).toThrow(TypeError), () => expect(() => { throw new Error('x'); }).toThrow(TypeError));
both('toThrow with an error', () => expect(() => { throw new Error('x'); }).toThrow(new Error('x')), () => expect(() => { throw new Error('x'); }).toThrow(new Error('y')));
both('toThrow with an asymmetric matcher', () => expect(() => { throw new Error('x'); }).toThrow(expect.objectContaining({ message: 'x' })), () => expect(() => { throw new Error('x'); }).toThrow(expect.objectContaining({ message: 'y' })));
both('toThrowError', () => expect(() => { throw new Error('x'); }).toThrowError('x'), () => expect(() => { throw new Error('x'); }).toThrowError('y'));
both('not.toThrow', () => expect(() => 1).not.toThrow(), () => expect(() => { throw new Error('x'); }).not.toThrow());
both('toSatisfy', () => expect(2).toSatisfy((n) => n % 2 === 0), () => expect(3).toSatisfy((n) => n % 2 === 0));
both('resolves', () => expect(Promise.resolve(1)).resolves.toBe(1), () => expect(Promise.resolve(1)).resolves.toBe(2));
both('rejects', () => expect(Promise.reject(new Error('x'))).rejects.toThrow('x'), () => expect(Promise.reject(new Error('x'))).rejects.toThrow('y'));
both('resolves of what rejects', () => expect(Promise.resolve(1)).resolves.toEqual(1), () => expect(Promise.reject(new Error('x'))).resolves.toBe(1));
both('rejects of what resolves', () => expect(Promise.reject(1)).rejects.toBe(1), () => expect(Promise.resolve(1)).rejects.toBe(1));
both('not.resolves', () => expect(Promise.resolve(1)).resolves.not.toBe(2), () => expect(Promise.resolve(1)).resolves.not.toBe(1));

test('an error has a message in front', () => expect(1, 'one is two').toBe(2));
test('expect.unreachable', () => expect.unreachable('never here'));
test('toThrow of what is no function', () => expect(1).toThrow());
test('toContain of what has nothing', () => expect(1).toContain(1));
test('toBeGreaterThan of what is no number', () => expect('a').toBeGreaterThan(1));
test('toMatch of what is no text', () => expect(1).toMatch(/1/));
test('a matcher that is not there', () => expect(1).toBeSomething());
