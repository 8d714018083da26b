/** Functions that return `jest`, so that calls can follow each other. */
test.each([
  ['clearAllMocks', []],
  ['doMock', ['./lib/common', () => 1]],
  ['dontMock', ['./lib/common']],
  ['resetAllMocks', []],
  ['resetModules', []],
  ['restoreAllMocks', []],
  ['setMock', ['./lib/common', 1]],
  ['setTimeout', [5000]],
  ['useFakeTimers', []],
  ['useRealTimers', []],
])('%s', (name, values) => expect(jest[name](...values) === jest).toBe(true));
test('mock', () => expect(jest.mock('./lib/service', () => 1) === jest).toBe(true));
test('unmock', () => expect(jest.unmock('./lib/names') === jest).toBe(true));
