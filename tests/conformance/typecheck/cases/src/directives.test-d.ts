import { test } from 'vitest';
import { sum } from './sum';

test('an error that is expected', () => {
  // @ts-expect-error a text is no number
  sum('1', 2);
});

test('an error that is expected and not there', () => {
  // @ts-expect-error a number is a number
  sum(1, 2);
});

// @ts-expect-error there is no error
test('a directive before a test', () => {});

test('after that', () => {});
