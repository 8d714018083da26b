/** Calls of `jest.mock` move above `require`; what a factory uses later may be a `const` named `mock…`. */
const fn = require('./lib/single');
const { get } = require('./lib/common');
const mockGet = jest.fn(() => 'later');

jest.mock('./lib/single', () => jest.fn(() => 'mock'));
jest.mock('./lib/common', () => ({ get: (...args) => mockGet(...args) }));

test('above a require', () => expect(fn()).toBe('mock'));
test('a name that begins with mock', () => expect(get()).toBe('later'));
test('its calls', () => {
  get(1, 2);
  expect(mockGet).toHaveBeenLastCalledWith(1, 2);
});
