import { test } from 'vitest';
import { missing } from './sum';

test('with an import that is not there', () => {
  missing();
});
test('after it', () => {});
