/** The test API by its module. */
import { afterAll, beforeEach, describe, expect, it, jest, test } from '@jest/globals';
import def, { get } from './lib/names';
import { Service } from './lib/service';

jest.mock('./lib/names', () => ({ __esModule: true, get: jest.fn(() => 'g'), other: () => 'o', default: 7 }));

test('a mock', () => {
  expect(get()).toBe('g');
  expect(def).toBe(7);
  expect(new Service('a').load()).toBe('go');
});
test('the functions are those of the globals', () => {
  expect(it).toBe(globalThis.it);
  expect(describe).toBe(globalThis.describe);
  expect(typeof beforeEach).toBe('function');
  expect(typeof afterAll).toBe('function');
});
