/** With `resetModules`, each test has modules of its own. */
import * as before from './lib/counter';

jest.mock('./lib/mocked', () => ({ made: Math.random() }), { virtual: true });
const kept = require('./lib/counter');
const mocked = require('./lib/mocked');

test('what was required before stays', () => expect([kept.next(), before.next(), kept.next()]).toEqual([1, 2, 3]));
test('what is required in a test runs anew', () => expect(require('./lib/counter').next()).toBe(1));
test('in each test', () => {
  expect(require('./lib/counter').next()).toBe(1);
  expect(require('./lib/counter').next()).toBe(2);
});
test('what is imported, too', async () => {
  const { next } = await import('./lib/counter');
  expect(next()).toBe(1);
});
test('in each test, too', async () => {
  const { default: counter } = await import('./lib/counter');
  expect([counter.next(), require('./lib/counter').next()]).toEqual([1, 2]);
});
test('mocks stay mocks, and are made anew', () => {
  const again = require('./lib/mocked');
  expect(typeof again.made).toBe('number');
  expect(again.made).not.toBe(mocked.made);
});
describe('with a hook', () => {
  let counter;
  beforeEach(() => {
    counter = require('./lib/counter');
  });
  test('the hook of a test has its modules', () => expect([counter.next(), require('./lib/counter').next()]).toEqual([1, 2]));
});
