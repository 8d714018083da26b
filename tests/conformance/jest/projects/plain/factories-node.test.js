/** Factories in place of modules of Node. */
import fs from 'fs';
import { join } from 'path';
import os from 'node:os';

jest.mock('fs', () => ({ ...jest.requireActual('fs'), readFileSync: jest.fn(() => 'mocked') }));
jest.mock('path', () => {
  const actual = jest.requireActual('path');
  return { ...actual, join: jest.fn(actual.join) };
});
jest.mock('os', () => ({ hostname: () => 'nowhere' }));

test('fs', () => {
  expect(fs.readFileSync('x')).toBe('mocked');
  expect(typeof fs.existsSync).toBe('function');
});
test('path', () => {
  expect(join('a', 'b')).toBe('a/b');
  expect(join).toHaveBeenCalledTimes(1);
});
test('with the prefix of Node', () => expect(os.hostname()).toBe('nowhere'));
test('required with the prefix', () => expect(require('node:fs').readFileSync('x')).toBe('mocked'));
