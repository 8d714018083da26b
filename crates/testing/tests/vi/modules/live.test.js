import { expect, test, vi } from 'vitest';
import { read } from './src/reads-config.js';
import { flag } from './src/config.js';

const { state } = vi.hoisted(() => ({ state: { flag: 'first' } }));
vi.mock('./src/config.js', () => ({ get flag() { return state.flag } }));

test('getters of a factory are asked each time', () => {
  expect([flag, read()]).toEqual(['first', 'first']);
  state.flag = 'second';
  expect([flag, read()]).toEqual(['second', 'second']);
});
