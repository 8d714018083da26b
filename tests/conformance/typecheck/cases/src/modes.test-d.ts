import { assertType, describe, it, test } from 'vitest';

test.skip('skipped', () => {
  assertType<string>(1);
});
it.todo('not written');
describe.skip('a suite that is skipped', () => {
  test('with a test', () => {
    assertType<string>(1);
  });
});
describe.todo('a suite that is not written', () => {
  test('with a test', () => {});
});
test.skipIf(true)('skipped by a condition', () => {
  assertType<string>(1);
});
test.runIf(false)('run by a condition', () => {});
test.fails('meant to fail', () => {
  assertType<string>(1);
});
test.concurrent('concurrent', () => {
  assertType<string>(1);
});
describe.concurrent('a concurrent suite', () => {
  test('with a test', () => {});
});
