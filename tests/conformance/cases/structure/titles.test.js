import { describe, expect, test } from 'vitest';

/** Names of tests as they are made of cases. Each passes: the names are what is compared. */
const pass = () => {};

describe('printf', () => {
  test.each([['text', 1]])('%s', pass);
  test.each([[12.7, -3.2]])('%d and %d', pass);
  test.each([[12.7, '42px']])('%i and %i', pass);
  test.each([[1.5, '2.5rem', -0]])('%f and %f and %f', pass);
  test.each([[{ a: 1, b: [2] }]])('%j', pass);
  test.each([[{ a: 1, b: [2] }]])('%o', pass);
  test.each([[{ a: { b: { c: { d: 1 } } } }]])('%O', pass);
  test.each([['a'], ['b']])('%# then %$', pass);
  test.each([['a']])('100%% of %s', pass);
  test.each([['a']])('%c styled', pass);
  test.each([['a']])('%x unknown', pass);
  test.each([['a', 'b', 'c']])('only %s', pass);
  test.each([['a']])('more than there are: %s %s', pass);
  test.each([[undefined], [null], [true], [Symbol('s')], [10n]])('%s', pass);
  test.each([[() => {}], [function named() {}]])('%s', pass);
  test.each([[[1, 2]], [/re/g], [new Error('e')], [new Map([['a', 1]])], [new Set([1])]])('%s', pass);
  test.each([[NaN], [Infinity], [-0], [1e21]])('%d', pass);
  test.each([[{ toString: () => 'mine' }]])('%s', pass);
  test.each([[Object.create(null)]])('%o', pass);
  test.each([['it\'s "quoted"']])('%s %j', pass);
});

describe('names', () => {
  test.each([{ a: 1, b: { c: 'x', d: [1, { e: 2 }] } }])('$a $b.c $b.d $b.d.0', pass);
  test.each([{ a: 1 }])('$missing and $a.b', pass);
  test.each([{ name: 'n', long: 'x'.repeat(60) }])('$name: $long', pass);
  test.each([{ f: () => {}, u: undefined, n: null, s: Symbol('s') }])('$f $u $n $s', pass);
  test.each([[1, 2]])('$0 and $1 and $2', pass);
  test.each([[{ a: 1 }, 2]])('$a and %s', pass);
  test.each([{ $a: 1, a_b: 2, 'c-d': 3 }])('$$a $a_b $c-d', pass);
  test.each([{ list: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], object: { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 } }])('$list $object', pass);
  test.each([{ price: 5 }])('costs $$price', pass);
  test.each([{ a: 1 }, { a: 2 }])('%$: $a', pass);
});

describe('tables', () => {
  test.each`
    a    | b      | expected
    ${1} | ${'x'} | ${{ c: 1 }}
    ${2} | ${'y'} | ${[1, 2]}
  `('$a, $b and $expected', ({ a }) => expect(a).toBeGreaterThan(0));
  describe.each`
    n
    ${1}
    ${2}
  `('suite $n', ({ n }) => {
    test(`inside ${n}`, pass);
  });
  test.for`
    a    | b
    ${1} | ${2}
  `('for $a $b', ({ a, b }) => expect(a + b).toBe(3));
});

describe('values', () => {
  test.each(['a', 'b'])('one: %s', (...args) => expect(args).toHaveLength(1));
  test.each([['a', 'b']])('spread: %s', (...args) => expect(args).toEqual(['a', 'b']));
  test.for([['a', 'b']])('not spread: %s', (value) => expect(value).toEqual(['a', 'b']));
  test.each([[['a', 'b']]])('nested: %s', (...args) => expect(args).toEqual([['a', 'b']]));
  test.each([])('none', () => {
    throw new Error('never');
  });
  test.each([1])('given options %i', { retry: 1 }, (n) => expect(n).toBe(1));
  test.each([[1, 2]])('a function as name has no case', () => {});
  test.each([1])(function named() {}, () => {});
  test.skip.each([1, 2])('skipped %i', () => {
    throw new Error('never');
  });
  test.fails.each([1, 2])('fails %i', () => {
    throw new Error('wanted');
  });
  describe.skip.each([1])('skipped suite %i', () => {
    test('inside', pass);
  });
});

describe('', () => {
  test('in a suite without a name', pass);
});
test('', pass);
test('  spaces  ', pass);
test('with\nline\tand tab', pass);
test('ünïcödé ✓ 😀', pass);
test(12, pass);
describe(function SuiteName() {}, () => {
  test(class TestName {}, pass);
});
