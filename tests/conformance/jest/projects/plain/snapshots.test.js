/** Snapshots in the file and in `__snapshots__`. */
test('inline', () => {
  expect({ b: 1, a: [1, 'x'] }).toMatchInlineSnapshot(`
{
  "a": [
    1,
    "x",
  ],
  "b": 1,
}
`);
});
test('inline, indented', () => {
  expect({ a: 1 }).toMatchInlineSnapshot(`
    {
      "a": 1,
    }
  `);
});
test('an error', () => {
  expect(() => {
    throw new Error('boom');
  }).toThrowErrorMatchingInlineSnapshot(`"boom"`);
});
test('a mock', () => {
  expect(jest.fn()).toMatchInlineSnapshot(`[MockFunction]`);
  expect(jest.fn(() => 1)).toMatchInlineSnapshot(`[MockFunction]`);
  expect(jest.fn().mockName('named')).toMatchInlineSnapshot(`[MockFunction named]`);
});
test('a mock that was called', () => {
  const f = jest.fn(() => 1);
  f('a');
  expect(f).toMatchInlineSnapshot(`
[MockFunction] {
  "calls": [
    [
      "a",
    ],
  ],
  "results": [
    {
      "type": "return",
      "value": 1,
    },
  ],
}
`);
});
test('values of many kinds', () => {
  class Foo {
    a = 1;
  }
  expect({
    date: new Date(0),
    error: new Error('x'),
    foo: new Foo(),
    fn: () => 1,
    map: new Map([['a', 1]]),
    named: function named() {},
    none: undefined,
    nothing: null,
    pattern: /a/g,
    symbol: Symbol('q'),
  }).toMatchInlineSnapshot(`
{
  "date": 1970-01-01T00:00:00.000Z,
  "error": [Error: x],
  "fn": [Function],
  "foo": Foo {
    "a": 1,
  },
  "map": Map {
    "a" => 1,
  },
  "named": [Function],
  "none": undefined,
  "nothing": null,
  "pattern": /a/g,
  "symbol": Symbol(q),
}
`);
});
test('quotes', () => {
  expect('a "quoted" `text`').toMatchInlineSnapshot(`"a "quoted" \`text\`"`);
  expect(['a "q"']).toMatchInlineSnapshot(`
[
  "a "q"",
]
`);
});
test('property matchers', () => {
  expect({ id: 123, name: 'a' }).toMatchInlineSnapshot(
    { id: expect.any(Number) },
    `
{
  "id": Any<Number>,
  "name": "a",
}
`,
  );
});
test('in a file', () => {
  expect({ a: 1, text: 'one\ntwo' }).toMatchSnapshot();
  expect('second').toMatchSnapshot();
});
test('in a file with a hint', () => expect(['hinted']).toMatchSnapshot('the hint'));
test('an error in a file', () => {
  expect(() => {
    throw new TypeError('bad');
  }).toThrowErrorMatchingSnapshot();
});
describe('a suite', () => {
  test('property matchers in a file', () => {
    expect({ at: new Date(), name: 'a' }).toMatchSnapshot({ at: expect.any(Date) });
  });
});
test('a serializer', () => {
  expect.addSnapshotSerializer({ test: (value) => value?.kind === 'money', print: ({ amount }) => `Money<${amount}>` });
  expect({ price: { kind: 'money', amount: 5 } }).toMatchInlineSnapshot(`
{
  "price": Money<5>,
}
`);
});
test('must fail: another value', () => expect({ a: 2 }).toMatchInlineSnapshot(`"other"`));
test('must fail: another value in a file', () => expect('changed').toMatchSnapshot());
test('must fail: property matchers that do not fit', () => {
  expect({ id: 'text' }).toMatchSnapshot({ id: expect.any(Number) });
});
test('must fail: a snapshot that was not written', () => expect('new').toMatchSnapshot());
test('must fail: an inline snapshot that was not written', () => expect('new').toMatchInlineSnapshot());
