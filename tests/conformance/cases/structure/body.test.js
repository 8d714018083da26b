import { describe, test } from 'vitest';

test('before', () => {});
describe('whole', () => test('inside', () => {}));
describe('outer', () => {
  test('declared', () => {});
  describe('half', () => {
    test('declared too', () => {});
    throw new Error('a body that throws');
  });
});
describe('after it', () => {
  throw new Error('is not run');
});
test('after', () => {});
