/** A suite that throws: the file must fail. */
describe('a suite', () => {
  test('before', () => {});
  throw new Error('collected');
});
