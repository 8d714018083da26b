/** What setup files leave: variables, globals, matchers and hooks. */
test('a variable', () => expect(process.env.SET_UP).toBe('yes'));
test('setupFiles run before the test API is there', () => expect(fromSetup.early).toBe('undefined'));
test('a matcher', () => {
  expect('a').toBeName();
  expect('').not.toBeName();
});
test('hooks', () => expect(globalThis.before).toBe(4));
test('a mock of a setup file', () => {
  expect(mockedInSetup()).toBe('from setup');
  expect(mockedInSetup).toHaveBeenCalledTimes(1);
});
test('cleared after each test', () => expect(mockedInSetup).not.toHaveBeenCalled());
test('must fail: a matcher of a setup file', () => expect('').toBeName());
