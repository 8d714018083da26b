/** With `fakeTimers.enableGlobally` no test asks for them. */
test('they are fake', () => {
  const f = jest.fn();
  setTimeout(f, 50);
  jest.advanceTimersByTime(50);
  expect(f).toHaveBeenCalledTimes(1);
});
