import { describe, expect, test } from 'vitest';

/** A proxy as reactive libraries make them: methods work on the target. */
const through = (target) =>
  new Proxy(target, {
    get(object, key) {
      const value = Reflect.get(object, key, object);
      return typeof value === 'function' && key !== 'constructor' ? value.bind(object) : value;
    },
  });
const set = () => through(new Set([5, 6]));
const map = () => through(new Map([[5, { a: 6 }]]));

describe('sets', () => {
  test('toEqual', () => {
    expect(set()).toEqual(new Set([6, 5]));
    expect(new Set([5, 6])).toEqual(set());
    expect(set()).toEqual(set());
    expect(set()).toStrictEqual(new Set([5, 6]));
    expect({ a: set() }).toMatchObject({ a: new Set([5, 6]) });
  });
  test('other values', () => {
    expect(set()).not.toEqual(new Set([5, 7]));
    expect(set()).not.toEqual(new Set([5]));
    expect(new Set([5, 6, 7])).not.toEqual(set());
    expect(set()).not.toEqual(map());
  });
  test('other values fail', () => {
    expect(set()).toEqual(new Set([5, 7]));
  });
  test('toContain', () => {
    expect(set()).toContain(5);
    expect(set()).not.toContain(7);
  });
  test('a snapshot', () => {
    expect(set()).toMatchInlineSnapshot(`
      Set {
        5,
        6,
      }
    `);
  });
});

describe('maps', () => {
  test('toEqual', () => {
    expect(map()).toEqual(new Map([[5, { a: 6 }]]));
    expect(new Map([[5, { a: 6 }]])).toEqual(map());
    expect(map()).toStrictEqual(new Map([[5, { a: 6 }]]));
  });
  test('other values', () => {
    expect(map()).not.toEqual(new Map([[5, { a: 7 }]]));
    expect(map()).not.toEqual(new Map([[6, { a: 6 }]]));
    expect(map()).not.toEqual({});
  });
  test('a snapshot', () => {
    expect(map()).toMatchInlineSnapshot(`
      Map {
        5 => {
          "a": 6,
        },
      }
    `);
  });
});

test('a proxy without members of its own', () => {
  expect(new Proxy(new Date(5), {})).not.toEqual(new Date(5));
  expect(new Proxy(/a/, {})).not.toEqual(/b/);
  expect(new Proxy([1], {})).toEqual([1]);
  expect(new Proxy({ a: 1 }, {})).toEqual({ a: 1 });
});
test('a proxy of a set whose methods do not work', () => {
  expect(() => expect(new Proxy(new Set([1]), {})).toEqual(new Set([1]))).toThrow(TypeError);
});
