'use strict';

/** A factory that keeps a part of the module. */
const { use } = require('./lib/uses-common');

jest.mock('./lib/common', () => {
  const original = jest.requireActual('./lib/common');
  return { ...original, get: jest.fn(() => 'partial') };
});

function strict() {
  return this;
}

test('the file is strict', () => expect(strict()).toBeUndefined());
test('partial', () => {
  expect(use()).toBe('partial');
  expect(require('./lib/common').other()).toBe('real other');
});
test('must fail: another value', () => expect(use()).toBe('real get'));
