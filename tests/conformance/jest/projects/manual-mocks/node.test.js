/** A manual mock of a module of Node. */
import fs from 'fs';
jest.mock('fs');

test('in memory', () => {
  fs.writeFileSync('/a', 'text');
  expect(fs.readFileSync('/a')).toBe('text');
});
test('the rest is an automatic mock', () => {
  expect(fs.existsSync('/')).toBeUndefined();
  expect(jest.isMockFunction(fs.existsSync)).toBe(true);
});
