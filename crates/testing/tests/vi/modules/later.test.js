import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('./src/config.js');
  vi.resetModules();
});

test('doMock acts on imports that come after it', async () => {
  expect((await import('./src/reads-config.js')).read()).toBe('real');
  vi.doMock('./src/config.js', () => ({ flag: 'mocked' }));
  expect((await import('./src/config.js')).flag).toBe('mocked');
  vi.resetModules();
  expect((await import('./src/reads-config.js')).read()).toBe('mocked');
});
test('and is taken back', async () => {
  expect((await import('./src/reads-config.js')).read()).toBe('real');
  expect((await import('./src/config.js')).flag).toBe('real');
});
test('with another factory', async () => {
  vi.doMock('./src/config.js', () => ({ flag: 'one' }));
  expect((await import('./src/config.js')).flag).toBe('one');
  vi.doMock('./src/config.js', () => ({ flag: 'two' }));
  expect((await import('./src/config.js')).flag).toBe('two');
  vi.doUnmock('./src/config.js');
  expect((await import('./src/config.js')).flag).toBe('real');
});
test('resetModules runs modules anew', async () => {
  const one = await import('./src/state.js');
  one.bump();
  expect((await import('./src/state.js')).state.n).toBe(1);
  vi.resetModules();
  const two = await import('./src/state.js');
  expect(two.state.n).toBe(0);
  expect(one.state.n).toBe(1);
});
test('importMock mocks without mocking', async () => {
  const mocked = await vi.importMock('./src/api.js');
  expect(mocked.getUser('x')).toBe(undefined);
  expect(vi.isMockFunction(mocked.getUser)).toBe(true);
  expect((await import('./src/api.js')).getUser('x')).toBe('real x');
});
