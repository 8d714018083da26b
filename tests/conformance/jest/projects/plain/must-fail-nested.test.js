/** A test within a test must fail. */
test('outer', () => {
  test('inner', () => {});
});
