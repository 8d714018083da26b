import { assertType, describe, expectTypeOf, it, suite, test } from 'vitest';
import * as vitest from 'vitest';
import { type Options, sum } from './sum';

test('a type that is right', () => {
  expectTypeOf(sum).returns.toBeNumber();
  expectTypeOf(sum).parameter(2).toEqualTypeOf<Options | undefined>();
  expectTypeOf<Options>().toHaveProperty('round');
});

test('a type that is wrong', () => {
  expectTypeOf(sum(1, 2)).toBeString();
});

test('another type than expected', () => {
  expectTypeOf<{ a: number }>().toEqualTypeOf<{ a: string }>();
});

test('a value of a type', () => {
  assertType<number>(sum(1, 2));
});

test('no value of a type', () => {
  assertType<string>(sum(1, 2));
});

test('an argument too many', () => {
  sum(1, 2, {}, 3);
});

describe('a suite', () => {
  it('has tests', () => {
    expectTypeOf('text').toBeString();
  });
  it('has a test that fails', () => {
    expectTypeOf('text').toBeNumber();
  });
  suite('and suites', () => {
    test('with tests', () => {});
  });
});

vitest.test('of a namespace', () => {
  expectTypeOf(1).toBeAny();
});
