/** A file without imports, which requires ES modules. */
const names = require('./lib/names');
const common = require('./lib/common');
const { Service } = require('./lib/service');
const { use } = require('./lib/uses-names');
const { joined } = require('./lib/uses-both');

test('its names', () => expect(names.get()).toBe('real get'));
test('its default', () => expect(new names.default().run()).toBe('real run'));
test('one that imports it', () => {
  expect(use()).toBe('real get');
  expect(new Service('a').load()).toBe('real getreal other');
});
test('one that imports CommonJS which ran before', () => expect(joined()).toBe(common.get()));
test('a spy on it', () => {
  jest.spyOn(names, 'get').mockReturnValue('spied');
  expect(use()).toBe('spied');
  jest.restoreAllMocks();
});
