import { describe, expect, test, vi } from 'vitest';

/** Each is a test; many fail, and what they say is compared. */
const all = (cases) => {
  for (const [name, run] of Object.entries(cases)) test(name, run);
};
const called = (...calls) => {
  const spy = vi.fn((n) => n);
  for (const args of calls) spy(...args);
  return spy;
};
const schema = (validate) => ({ '~standard': { version: 1, vendor: 'own', validate } });
const text = schema((value) => (typeof value === 'string' ? { value } : { issues: [{ message: 'no text' }] }));

describe('newer matchers', () => {
  all({
    toBeOneOf: () => expect(2).toBeOneOf([1, 2]),
    'toBeOneOf, none': () => expect(3).toBeOneOf([1, 2]),
    'toBeOneOf of a set': () => expect(2).toBeOneOf(new Set([1, 2])),
    'toBeOneOf with matchers': () => expect('x').toBeOneOf([expect.any(Number), expect.any(String)]),
    'toBeOneOf, not': () => expect(1).not.toBeOneOf([1]),
    'toBeOneOf inside': () => expect({ a: 1 }).toEqual({ a: expect.toBeOneOf([1, null]) }),
    toSatisfy: () => expect(3).toSatisfy((n) => n % 2 === 1),
    'toSatisfy, not so': () => expect(2).toSatisfy((n) => n % 2 === 1, 'is odd'),
    'toSatisfy inside': () => expect({ a: 2 }).toEqual({ a: expect.toSatisfy((n) => n % 2 === 1) }),
    toBeNullable: () => expect(undefined).toBeNullable(),
    'toBeNullable of 0': () => expect(0).toBeNullable(),
    toBeTypeOf: () => expect(1n).toBeTypeOf('bigint'),
    'toBeTypeOf, other': () => expect(1n).toBeTypeOf('number'),
    schemaMatching: () => expect({ name: 'n' }).toEqual({ name: expect.schemaMatching(text) }),
    'schemaMatching, not': () => expect({ name: 1 }).toEqual({ name: expect.schemaMatching(text) }),
    'schemaMatching, negated': () => expect({ name: 1 }).toEqual({ name: expect.not.schemaMatching(text) }),
    'schemaMatching of no schema': () => expect({ name: 1 }).toEqual({ name: expect.schemaMatching({}) }),
    'schemaMatching of an asynchronous one': () => expect(1).toEqual(expect.schemaMatching(schema(async (value) => ({ value })))),
    toThrowErrorMatchingInlineSnapshot: () => expect(() => { throw new Error('x'); }).toThrowErrorMatchingInlineSnapshot('[Error: x]'),
    'toThrowErrorMatchingInlineSnapshot of nothing thrown': () => expect(() => {}).toThrowErrorMatchingInlineSnapshot(''),
  });
});

describe('calls', () => {
  all({
    toHaveBeenCalledExactlyOnceWith: () => expect(called([1, 2])).toHaveBeenCalledExactlyOnceWith(1, 2),
    'toHaveBeenCalledExactlyOnceWith, twice': () => expect(called([1], [1])).toHaveBeenCalledExactlyOnceWith(1),
    'toHaveBeenCalledExactlyOnceWith, other': () => expect(called([1])).toHaveBeenCalledExactlyOnceWith(2),
    'toHaveBeenCalledExactlyOnceWith, never': () => expect(called()).toHaveBeenCalledExactlyOnceWith(2),
    'toHaveBeenCalledExactlyOnceWith, not': () => expect(called([1])).not.toHaveBeenCalledExactlyOnceWith(1),
    'toHaveBeenCalledBefore and After': () => {
      const [a, b] = [vi.fn(), vi.fn()];
      a();
      b();
      expect(a).toHaveBeenCalledBefore(b);
      expect(b).toHaveBeenCalledAfter(a);
    },
    'toHaveBeenCalledBefore, after': () => {
      const [a, b] = [vi.fn(), vi.fn()];
      a();
      b();
      expect(b).toHaveBeenCalledBefore(a);
    },
    'toHaveBeenCalledAfter, before': () => {
      const [a, b] = [vi.fn().mockName('a'), vi.fn().mockName('b')];
      a();
      b();
      expect(a).toHaveBeenCalledAfter(b);
    },
    'toHaveBeenCalledBefore, never called': () => expect(vi.fn()).toHaveBeenCalledBefore(called([])),
    'toHaveBeenCalledBefore, never called and lenient': () => expect(vi.fn()).toHaveBeenCalledBefore(called([]), false),
    'toHaveBeenCalledBefore of no mock': () => expect(vi.fn()).toHaveBeenCalledBefore(() => {}),
    'toHaveBeenCalledTimes of no mock': () => expect(() => {}).toHaveBeenCalledTimes(1),
    'toHaveBeenNthCalledWith': () => expect(called([1], [2])).toHaveBeenNthCalledWith(2, 2),
    'toHaveBeenNthCalledWith, other': () => expect(called([1], [2])).toHaveBeenNthCalledWith(1, 2),
    'toHaveBeenNthCalledWith, too late': () => expect(called([1])).toHaveBeenNthCalledWith(3, 1),
    'toHaveBeenLastCalledWith, other': () => expect(called([1], [2])).toHaveBeenLastCalledWith(1),
    'toHaveBeenCalledWith, none of many': () => expect(called([1], [2, { a: 1 }])).toHaveBeenCalledWith(3),
    'toHaveBeenCalledWith matchers': () => expect(called([1, 'x'])).toHaveBeenCalledWith(expect.any(Number), expect.stringContaining('x')),
    'toHaveBeenCalledWith, not': () => expect(called([1])).not.toHaveBeenCalledWith(1),
    'toHaveReturnedWith, other': () => expect(called([1])).toHaveReturnedWith(2),
    'toHaveLastReturnedWith': () => expect(called([1], [2])).toHaveLastReturnedWith(2),
    'toHaveNthReturnedWith, other': () => expect(called([1], [2])).toHaveNthReturnedWith(1, 2),
    'toHaveReturned of what throws': () => {
      const spy = vi.fn(() => { throw new Error('x'); });
      expect(spy).toThrow();
      expect(spy).toHaveReturned();
    },
  });
});

describe('promises of calls', () => {
  const later = vi.fn(async (n) => {
    if (n < 0) throw new Error('negative');
    return n;
  });
  const run = async (...values) => {
    later.mockClear();
    for (const value of values) await later(value).catch(() => {});
    return later;
  };
  all({
    toHaveResolved: async () => expect(await run(1)).toHaveResolved(),
    'toHaveResolved of what rejects': async () => expect(await run(-1)).toHaveResolved(),
    toHaveResolvedTimes: async () => expect(await run(1, -1, 2)).toHaveResolvedTimes(2),
    'toHaveResolvedTimes, other': async () => expect(await run(1)).toHaveResolvedTimes(2),
    toHaveResolvedWith: async () => expect(await run(1, 2)).toHaveResolvedWith(2),
    'toHaveResolvedWith, other': async () => expect(await run(1)).toHaveResolvedWith(2),
    toHaveLastResolvedWith: async () => expect(await run(1, 2)).toHaveLastResolvedWith(2),
    'toHaveLastResolvedWith, other': async () => expect(await run(1, 2)).toHaveLastResolvedWith(1),
    toHaveNthResolvedWith: async () => expect(await run(1, 2)).toHaveNthResolvedWith(1, 1),
    'toHaveNthResolvedWith, other': async () => expect(await run(1, 2)).toHaveNthResolvedWith(1, 2),
  });
});

describe('resolves and rejects', () => {
  all({
    resolves: async () => expect(Promise.resolve(1)).resolves.toBe(1),
    'resolves, other': async () => expect(Promise.resolve(1)).resolves.toBe(2),
    'resolves of what rejects': async () => expect(Promise.reject(new Error('no'))).resolves.toBe(1),
    'resolves of no promise': async () => expect(1).resolves.toBe(1),
    rejects: async () => expect(Promise.reject(new Error('no'))).rejects.toThrow('no'),
    'rejects of what resolves': async () => expect(Promise.resolve(1)).rejects.toThrow(),
    'rejects of a function': async () => expect(async () => { throw new TypeError('t'); }).rejects.toThrow(TypeError),
    'rejects with a value': async () => expect(Promise.reject(7)).rejects.toBe(7),
    'rejects with toThrow of a value': async () => expect(Promise.reject(new Error('a'))).rejects.toThrow('b'),
    'rejects with toMatchObject': async () => expect(Promise.reject(Object.assign(new Error('a'), { code: 1 }))).rejects.toMatchObject({ code: 1 }),
    'resolves, not': async () => expect(Promise.resolve(1)).resolves.not.toBe(1),
    'rejects, not': async () => expect(Promise.reject(new Error('a'))).rejects.not.toThrow('a'),
  });
});

describe('soft, poll and counts', () => {
  all({
    'soft, twice': () => {
      expect.soft(1, 'first').toBe(2);
      expect.soft({ a: 1 }).toEqual({ a: 2 });
    },
    poll: async () => {
      let n = 0;
      await expect.poll(() => (n += 1), { interval: 1 }).toBe(3);
    },
    'poll in vain': async () => {
      await expect.poll(() => 1, { interval: 5, timeout: 20 }).toBe(2);
    },
    'poll of what throws at first': async () => {
      let n = 0;
      await expect.poll(() => {
        n += 1;
        if (n < 3) throw new Error('not yet');
        return n;
      }, { interval: 1 }).toBe(3);
    },
    'assertions, none': () => expect.assertions(0),
    'assertions, too few': () => {
      expect.assertions(2);
      expect(1).toBe(1);
    },
    'assertions, too many': () => {
      expect.assertions(1);
      expect(1).toBe(1);
      expect(1).toBe(1);
    },
    hasAssertions: () => {
      expect.hasAssertions();
      expect(1).toBe(1);
    },
    'hasAssertions, none': () => expect.hasAssertions(),
    unreachable: () => expect.unreachable(),
    'a message': () => expect(1, 'is what it is').toBe(2),
    'a message, not': () => expect(1, 'is what it is').not.toBe(1),
  });
});

describe('extended', () => {
  expect.extend({
    toBeEven(received) {
      const pass = received % 2 === 0;
      return { pass, message: () => `expected ${this.utils.printReceived(received)} ${this.isNot ? 'not ' : ''}to be even`, actual: received, expected: 'even' };
    },
    async toBeEvenLater(received) {
      await null;
      return { pass: received % 2 === 0, message: () => `expected ${received} to be even later` };
    },
    toBeDeep(received, expected) {
      return { pass: this.equals(received, expected), message: () => this.utils.matcherHint('toBeDeep') };
    },
    toSay: () => ({ pass: false, message: 'no function' }),
    toGiveNothing: () => undefined,
  });
  all({
    'holds': () => expect(2).toBeEven(),
    'does not hold': () => expect(3).toBeEven(),
    'not': () => expect(2).not.toBeEven(),
    'inside': () => expect({ a: 2, b: 3 }).toEqual({ a: expect.toBeEven(), b: expect.not.toBeEven() }),
    'inside, not so': () => expect({ a: 3 }).toEqual({ a: expect.toBeEven() }),
    'asynchronous': async () => expect(2).toBeEvenLater(),
    'asynchronous, does not hold': async () => expect(3).toBeEvenLater(),
    'of a promise': async () => expect(Promise.resolve(3)).resolves.toBeEven(),
    'equals': () => expect({ a: [1] }).toBeDeep({ a: [1] }),
    'equals, not so': () => expect({ a: [1] }).toBeDeep({ a: [2] }),
    'a message that is no function': () => expect(1).toSay(),
    'a result that is none': () => expect(1).toGiveNothing(),
    'chained by chai': () => expect(2).to.be.a('number').and.toBeEven(),
  });
});

describe('wrong uses', () => {
  all({
    'toHaveLength of a number': () => expect(1).toHaveLength(1),
    'toHaveLength without a number': () => expect([1]).toHaveLength('1'),
    'toBeInstanceOf of no class': () => expect({}).toBeInstanceOf('Object'),
    'toBeCloseTo of a text': () => expect('1').toBeCloseTo(1),
    'toBeGreaterThan a text': () => expect(1).toBeGreaterThan('0'),
    'toContain of null': () => expect(null).toContain(1),
    'toContain a number in a text': () => expect('12').toContain(1),
    'toContainEqual of a number': () => expect(1).toContainEqual(1),
    'toMatchObject of a text': () => expect('a').toMatchObject({ a: 1 }),
    'toHaveProperty of null': () => expect(null).toHaveProperty('a'),
    'toMatch a number': () => expect('12').toMatch(12),
    'toThrow of a promise': () => expect(Promise.resolve()).toThrow(),
    'toBeTypeOf of no type': () => expect(1).toBeTypeOf('integer'),
    'toHaveBeenCalled of no mock': () => expect(() => {}).toHaveBeenCalled(),
    'not twice': () => expect(1).not.not.toBe(1),
  });
});
