jest.mock('./lib/common');
const common = require('./lib/common');

test('a required mock', () => {
  expect(common.get()).toBeUndefined();
  common.get.mockReturnValue(3);
  expect(common.get()).toBe(3);
});
test('the module that requires it too', () => expect(require('./lib/uses-common').use()).toBe(3));
test('mocked gives the same function', () => expect(jest.mocked(common.get)).toBe(common.get));
