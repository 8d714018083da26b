import { expect, test, vi } from 'vitest';

vi.mock('./src/config.js', () => { throw new Error('of the factory') });
vi.mock('./src/manual.js', () => 5);

test('a factory that throws', async () => {
  const error = await import('./src/config.js').catch((error) => error);
  expect(error.message).toContain('[vitest] There was an error when mocking a module. If you are using "vi.mock" factory, make sure there are no top level variables inside');
  expect(error.cause.message).toBe('of the factory');
});
test('a factory that gives no object', async () => {
  await expect(import('./src/manual.js')).rejects.toThrow('[vitest] vi.mock("./src/manual.js", factory?: () => unknown) is not returning an object. Did you mean to return an object with a "default" key?');
});
test('a path that is none', () => {
  expect(() => vi.doMock(5)).toThrow('vi.doMock() expects a string path, but received a number');
});
