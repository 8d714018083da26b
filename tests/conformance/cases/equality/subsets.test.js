import { expect, test } from 'vitest';
const vals = { null: null, undef: undefined, one: 1, str: 'a', arr: [1], obj: { a: 1 }, fn: () => 1, date: new Date(0), map: new Map(), re: /a/, err: new Error('x'), zero: 0, empty: '', nested: { b: {} } };
for (const [n, v] of Object.entries(vals)) {
  test(n + ' top {}', () => expect(v).toMatchObject({}));
  test(n + ' nested {}', () => expect({ v }).toMatchObject({ v: {} }));
  test(n + ' nested {a}', () => expect({ v }).toMatchObject({ v: { a: 1 } }));
  test(n + ' nested {a undefined}', () => expect({ v }).toMatchObject({ v: { a: undefined } }));
  test(n + ' nested []', () => expect({ v }).toMatchObject({ v: [] }));
  test(n + ' in array', () => expect([v]).toMatchObject([{}]));
  test(n + ' itself', () => expect({ v, w: 1 }).toMatchObject({ v }));
}
