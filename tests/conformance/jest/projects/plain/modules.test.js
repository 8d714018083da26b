/** ES modules and CommonJS together, as Babel and Jest join them. */
import * as space from './lib/names';
import Thing, { get } from './lib/names';
import single from './lib/single';
import { extra } from './lib/single';
import common, { other } from './lib/common';
import data from './lib/data.json';
import path, { join } from 'path';

test('a namespace', () => expect(Object.keys(space).sort()).toEqual(['default', 'get', 'other']));
test('a required ES module', () => {
  const required = require('./lib/names');
  expect(required.default).toBe(Thing);
  expect(required.get).toBe(get);
  expect(required.__esModule).toBe(true);
});
test('CommonJS by default', () => {
  expect(single()).toBe('real');
  expect(common.get()).toBe('real get');
});
test('CommonJS by names', () => {
  expect(extra).toBe(1);
  expect(other()).toBe('real other');
});
test('JSON', () => {
  expect(data.list).toEqual([1, 2]);
  expect(require('./lib/data.json')).toBe(data);
});
test('a module of Node', () => {
  expect(path.join).toBe(join);
  expect(require('path').join).toBe(join);
});
test('a name that is not there', () => expect(space.nothing).toBeUndefined());
test('import()', async () => {
  const loaded = await import('./lib/common');
  expect(loaded.get()).toBe('real get');
  expect(loaded.default.get()).toBe('real get');
});
test('import() of an ES module', async () => expect((await import('./lib/names')).default).toBe(Thing));
test('modules that require each other', () => expect(require('./lib/cycle-a').both()).toBe('ab'));
test('a folder with an index', () => expect(require('./lib').common.get()).toBe('real get'));
