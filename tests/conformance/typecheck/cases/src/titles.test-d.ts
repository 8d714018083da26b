import { assertType, describe, test } from 'vitest';

const TITLE = 'a title';

test('it\'s "quoted"', () => {});
test("it's \"quoted\" too", () => {});
test('two\nlines', () => {});
test(`a template of ${TITLE}`, () => {});
test(TITLE, () => {});
test.each([1, 2])('each %i', (value) => {
  assertType<number>(value);
});
test.each([1, 2])('each that fails %i', (value) => {
  assertType<string>(value);
});
test.each`
  a
  ${1}
`('a table $a', ({ a }) => {
  assertType<number>(a);
});
test.for([1])('for %i', (value) => {
  assertType<string>(value);
});
describe.each([1])('suite %i', (value) => {
  test('in it', () => {
    assertType<string>(value);
  });
});
