/** What the titles of `each` say. */
test.each([{ user: { name: 'Ann' } }])('a text by its path: $user.name', () => {});
test.each([{ user: { age: 5 } }])('a number by its path: $user.age', () => {});
test.each([{ user: { age: 5 } }])('an object: $user', () => {});
test.each([{ list: [1, { b: 2 }] }])('a list: $list', () => {});
test.each([{ a: 1 }, { a: 2 }])('the index: $#', () => {});
test.each([{ a: 1 }])('a key that is not there: $b', () => {});
test.each`
  text   | list
  ${'a'} | ${[1]}
`('a table: $text, $list', () => {});
test.each([['a']])('text: %s', () => {});
test.each([['a']])('an escaped %% and %s', () => {});
test.each([[{ a: 1 }]])('text of an object: %s', () => {});
test.each([[{ a: 1 }, [1, 'b']]])('a row: %s %s', () => {});
test.each([[{ aaaaaaaaaaaaaaaaaaaa: 1, bbbbbbbbbbbbbbbbbbbbbbbbbbbb: 'x', cccccccccccccccccccc: [1, 2] }]])('long: %s', () => {});
test.each([[new Map([[1, { a: 1 }]]), new Set(['a'])]])('others: %s %s', () => {});
test.each([[{ toString: () => 'own' }, () => 1, 5n, Symbol('s')]])('converted: %s %s %s %s', () => {});
test.each([[1.5]])('number: %d', () => {});
test.each([[1.5]])('integer: %i', () => {});
test.each([['1.5']])('float: %f', () => {});
test.each([[{ a: [1] }]])('JSON: %j', () => {});
test.each([[{ a: [1] }]])('object: %o', () => {});
test.each([[{ a: [1] }]])('pretty: %p', () => {});
test.each([['text']])('pretty of a text: %p', () => {});
test.each([['a'], ['b']])('index: %#', () => {});
test.each([['a'], ['b']])('count: %$', () => {});
test.each([['a', 'b', 'c']])('more values than words: %s', () => {});
test.each([['a']])('more words than values: %s %s', () => {});
test.each(['a', 'b'])('single values: %s', () => {});
test.each([[null, undefined]])('nothing: %s %s', () => {});
describe.each([['a', 1]])('a suite: %s %d', (text, number) => {
  test('has its values', () => expect([text, number]).toEqual(['a', 1]));
});

describe('characters without a sign of their own', () => {
  test.each([['a\0b'], ['\0']])('100%% of %s', (text) => expect(text).toContain('\0'));
  test.each([['x', '\0']])('%s and %p', (x) => expect(x).toBe('x'));
});
