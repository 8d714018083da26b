/** `jest.retryTimes` runs a test again. */
jest.retryTimes(2);

let attempts = 0;
test('passes at its third attempt', () => {
  attempts += 1;
  expect(attempts).toBe(3);
});
test('must fail: more attempts would be needed', () => {
  throw new Error('always');
});
