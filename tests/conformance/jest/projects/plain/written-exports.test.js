/** A file that imports as an ES module may export as a CommonJS file. */
import assigned, { greeting, greet } from './lib/assigned-exports';
import * as whole from './lib/assigned-exports';
import named, { first } from './lib/named-exports';
import { later, own } from './lib/both-exports';

test('what is assigned is the default', () => expect(assigned('you')).toBe('hello you'));
test('properties are names', () => expect([greeting, greet('me')]).toEqual(['hello', 'hello me']));
test('names of the whole', () => expect(whole.greeting).toBe('hello'));
test('names alone', () => expect([named.first, first]).toEqual(['a.b', 'a.b']));
test('both kinds', () => expect([later, own]).toEqual([2, 1]));
test('required', () => {
  const required = require('./lib/assigned-exports');
  expect(required).toBe(assigned);
  expect(require('./lib/named-exports').first).toBe('a.b');
});
test('a module that only looks at it', () => expect(require('./lib/looks-at-module').value).toBe('object'));
