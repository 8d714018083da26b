test('prints what is kept', () => expect({ a: 'a "b"', c: [] }).toMatchSnapshot());
test('prints what stands in the file', () => {
  expect([1, { b: 'c\\' }]).toMatchInlineSnapshot(`
Array [
  1,
  Object {
    "b": "c\\\\",
  },
]
`);
});
