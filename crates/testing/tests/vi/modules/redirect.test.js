import { expect, test, vi } from 'vitest';
import { who } from './src/manual.js';

vi.mock('./src/manual.js');

test('a file of __mocks__ stands in', async () => {
  expect(who()).toBe('mocks folder');
  expect((await vi.importActual('./src/manual.js')).who()).toBe('real');
});
