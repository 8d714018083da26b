/** A file in a folder for tests, without a word for tests in its name. */
test('runs', () => {});
