/** What `only` leaves out is skipped. */
test('left out', () => {});
test.only('runs', () => {});
fit('runs too', () => {});
fdescribe('a suite', () => {
  test('runs', () => {});
  test.skip('skipped', () => {});
});
describe('another suite', () => {
  test('left out', () => {});
  test.only.each([1, 2])('runs %i', () => {});
});
