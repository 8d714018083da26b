import { assertType, describe, test } from 'vitest';

test('left out', () => {
  assertType<string>(1);
});
test.only('the only one', () => {
  assertType<number>(1);
});
describe('a suite', () => {
  test.only('with the only one', () => {
    assertType<string>(1);
  });
  test('and one that is left out', () => {});
});
describe.only('the only suite', () => {
  test('with a test', () => {});
});
