/** Matchers, asymmetric matchers and those of one's own. */
test('of values', () => {
  expect([1, 2]).toContainEqual(2);
  expect('abc').toMatch(/b/);
  expect({ a: { b: 1 } }).toHaveProperty('a.b', 1);
  expect(0.1 + 0.2).toBeCloseTo(0.3);
  expect(new Set([1])).toEqual(new Set([1]));
  expect(null).toBeNull();
});
test('of numbers', () => {
  expect(NaN).toBeNaN();
  expect(1n).toBeGreaterThan(0n);
  expect(5).toBeLessThanOrEqual(5);
});
test('of errors', () => {
  class Own extends Error {}
  const fails = () => {
    throw new Own('message');
  };
  expect(fails).toThrow(Own);
  expect(fails).toThrow(new Error('message'));
  expect(fails).toThrow(/mess/);
  expect(fails).toThrow('ess');
  expect(fails).not.toThrow(TypeError);
});
test('undefined in objects', () => {
  expect({ a: undefined }).toEqual({});
  expect({ a: undefined }).not.toStrictEqual({});
});
test('toStrictEqual', () => {
  class A {
    a = 1;
  }
  expect(new A()).toEqual({ a: 1 });
  expect(new A()).not.toStrictEqual({ a: 1 });
  expect([, 1]).toEqual([undefined, 1]);
  expect([, 1]).not.toStrictEqual([undefined, 1]);
});
test('asymmetric', () => {
  expect([1, 2, 3]).toEqual(expect.arrayContaining([3, 1]));
  expect({ a: 1, b: 2 }).toEqual(expect.objectContaining({ a: 1 }));
  expect('abc').toEqual(expect.stringContaining('b'));
  expect({ x: 'q' }).toMatchObject({ x: expect.stringMatching(/q/) });
  expect({ a: null }).not.toEqual({ a: expect.anything() });
});
test('closeTo', () => expect({ a: 0.1 + 0.2 }).toEqual({ a: expect.closeTo(0.3, 5) }));
test('not asymmetric', () => {
  expect({ a: 'x' }).toEqual({ a: expect.not.stringContaining('y') });
  expect([1]).toEqual(expect.not.arrayContaining([2]));
  expect({ a: 1 }).toEqual(expect.not.objectContaining({ b: 1 }));
});
test('arrayOf', () => {
  expect([1, 2]).toEqual(expect.arrayOf(expect.any(Number)));
  expect([1, 'a']).toEqual(expect.not.arrayOf(expect.any(Number)));
});
test('expect.extend', () => {
  expect.extend({
    toBeEven(n) {
      return { pass: n % 2 === 0, message: () => `${n} is ${this.isNot ? 'even' : 'odd'}` };
    },
  });
  expect(2).toBeEven();
  expect(3).not.toBeEven();
  expect({ n: 2 }).toEqual({ n: expect.toBeEven() });
  expect(() => expect(3).toBeEven()).toThrow('3 is odd');
});
test('an async matcher', async () => {
  expect.extend({
    async toBeLater(value) {
      return { pass: (await value) === 1, message: () => 'never' };
    },
  });
  await expect(Promise.resolve(1)).toBeLater();
});
test('the utilities of a matcher', () => {
  expect.extend({
    toBeSame(received, expected) {
      return { pass: this.equals(received, expected), message: () => this.utils.printReceived(received) };
    },
  });
  expect({ a: [1] }).toBeSame({ a: [1] });
});
test('addEqualityTesters', () => {
  class Amount {
    constructor(value, unit) {
      Object.assign(this, { value, unit });
    }
  }
  expect.addEqualityTesters([(a, b) => (a instanceof Amount && b instanceof Amount ? a.value === b.value : undefined)]);
  expect(new Amount(1, 'a')).toEqual(new Amount(1, 'b'));
});
test('a matcher in place of a built-in', () => {
  expect.extend({
    toBeFalsy() {
      return { pass: true, message: () => 'replaced' };
    },
  });
  expect(1).toBeFalsy();
});
test('toHaveProperty with a list', () => {
  expect({ 'a.b': { c: [1] } }).toHaveProperty(['a.b', 'c', 0], 1);
  expect({ a: 1 }).not.toHaveProperty('b');
});
test('rejects and resolves', async () => {
  await expect(Promise.resolve({ a: 1 })).resolves.toMatchObject({ a: 1 });
  await expect(Promise.reject(new Error('no'))).rejects.toMatchObject({ message: 'no' });
});
test('must fail: toBe', () => expect(1).toBe(2));
test('must fail: toEqual', () => expect({ a: 1 }).toEqual({ a: 2 }));
test('must fail: not', () => expect(1).not.toBe(1));
test('must fail: resolves of a value', () => expect(1).resolves.toBe(1));
test('must fail: an error that is not thrown', () => expect(() => {}).toThrow());
test('must fail: an object that has more', () => expect({ a: 1, b: 2 }).toEqual({ a: 1 }));
