/** A factory runs once, when the module loads first. */
let mockRuns = 0;
jest.mock('./lib/common', () => {
  mockRuns += 1;
  return { get: () => mockRuns };
});

test('not before a require', () => expect(mockRuns).toBe(0));
test('once', () => {
  require('./lib/common');
  require('./lib/common');
  expect(mockRuns).toBe(1);
});
test('again after resetModules', () => {
  jest.resetModules();
  expect(require('./lib/common').get()).toBe(2);
});
test('not for a name that was never mocked', () => expect(require('./lib/counter').next()).toBe(1));
test('a factory that throws', () => {
  jest.doMock('./lib/single', () => {
    throw new Error('factory');
  });
  expect(() => require('./lib/single')).toThrow('factory');
});
