/** A manual mock beside a file needs a call, and one of a module of Node too. */
import fs from 'fs';
import { who } from './lib/beside';

test('a file', () => expect(who()).toBe('real'));
test('a module of Node', () => expect(fs.existsSync(__filename)).toBe(true));
test('a factory takes precedence', () => {
  jest.resetModules();
  jest.doMock('./lib/beside', () => ({ who: () => 'factory' }));
  expect(require('./lib/beside').who()).toBe('factory');
});
test('doMock without a factory', () => {
  jest.resetModules();
  jest.doMock('./lib/greeting');
  expect(require('./lib/greeting').greet()).toBe('manual');
});
