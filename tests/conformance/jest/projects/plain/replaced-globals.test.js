// Set-up files of some packages replace the globals of the test API.
const { expect: first, it: own } = global;
test('expect', () => {
  global.expect = Object.assign((...values) => first(...values), first);
  global.expect(1).toBe(1);
  expect(2).toBe(2);
});
test('it', () => {
  'use strict';
  globalThis.it = own;
  expect(typeof it).toBe('function');
});
