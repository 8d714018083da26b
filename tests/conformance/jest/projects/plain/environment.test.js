/** What surrounds a test file. */
const path = require('path');

test('jest is in every module, and no global', () => {
  expect(typeof jest).toBe('object');
  expect(typeof globalThis.jest).toBe('undefined');
});
test('fail is gone', () => expect(typeof fail).toBe('undefined'));
test('variables', () => {
  expect(process.env.NODE_ENV).toBe('test');
  expect(process.env.JEST_WORKER_ID).toMatch(/^\d+$/);
});
test('the place of a module', () => {
  expect(path.basename(__filename)).toBe('environment.test.js');
  expect(path.dirname(__filename)).toBe(__dirname);
  expect(typeof module).toBe('object');
  expect(module.exports).toBe(exports);
});
test('require.resolve', () => expect(require.resolve('./lib/names')).toMatch(/lib\/names\.js$/));
test('require of JSON', () => expect(require('./package.json').name).toBe('plain'));
test('a module object', () => expect(module.filename).toBe(__filename));
test('no DOM', () => {
  expect(typeof window).toBe('undefined');
  expect(typeof document).toBe('undefined');
});
test('jest.setTimeout and retryTimes are there', () => {
  expect(jest.setTimeout(5000)).toBe(jest);
  expect(typeof jest.retryTimes).toBe('function');
});
test('this at the top is exports', () => {
  expect(require('./lib/common')).toHaveProperty('get');
});
test('jest.getSeed', () => expect(jest.getSeed()).toEqual(expect.any(Number)));
test('isEnvironmentTornDown', () => expect(jest.isEnvironmentTornDown()).toBe(false));
