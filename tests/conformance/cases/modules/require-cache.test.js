// `require.cache`: what was required is there, can be replaced, and runs again when it is deleted.
import { createRequire } from 'node:module';

const required = createRequire(import.meta.url);
const [name, user] = ['./required/name.cjs', './required/user.cjs'].map((file) => required.resolve(file));
const forget = () => [name, user].forEach((path) => delete required.cache[path]);

beforeEach(forget);

test('it has the module', () => {
  expect(required.cache[name]).toBeUndefined();
  expect(name in required.cache).toBe(false);
  const exports = required('./required/name.cjs');
  const module = required.cache[name];
  expect([module.exports === exports, module.id, module.filename, module.loaded]).toEqual([true, name, name, true]);
  expect(Object.keys(required.cache)).toContain(name);
  expect(Object.hasOwn(required.cache, name)).toBe(true);
  expect(Object.getOwnPropertyDescriptor(required.cache, name)).toMatchObject({ enumerable: true, configurable: true, writable: true });
});
test('it is one for all', () => {
  expect(createRequire(import.meta.url).cache).toBe(required.cache);
  expect(require.cache).toBe(required.cache);
});
test('exports can be replaced', () => {
  required('./required/name.cjs');
  required.cache[name].exports = { name: () => 'mock' };
  expect(required('./required/user.cjs').user()).toBe('mock');
});
test('a deleted module runs again', () => {
  const first = required('./required/name.cjs');
  expect(required('./required/name.cjs')).toBe(first);
  expect(delete required.cache[name]).toBe(true);
  const second = required('./required/name.cjs');
  expect([second === first, second.runs - first.runs]).toEqual([false, 1]);
});
test('a module can be put in place of a file', () => {
  required.cache[name] = { id: name, filename: name, loaded: true, exports: { name: () => 'put' } };
  expect(required('./required/user.cjs').user()).toBe('put');
  expect(required('./required/name.cjs').name()).toBe('put');
});
test('with Object.assign and defineProperty', () => {
  Object.assign(required.cache, { [name]: { exports: { name: () => 'assigned' } } });
  expect(required('./required/user.cjs').user()).toBe('assigned');
  Object.defineProperty(required.cache, name, { value: { exports: 'defined' }, writable: true, enumerable: true, configurable: true });
  expect(required('./required/name.cjs')).toBe('defined');
});
test('what throws is not there', () => {
  expect(() => required('./required/throws.cjs')).toThrow('at load');
  expect(required.cache[required.resolve('./required/throws.cjs')]).toBeUndefined();
  expect(() => required('./required/throws.cjs')).toThrow('at load');
});
test('what nobody required', () => {
  expect(delete required.cache['/nothing.js']).toBe(true);
  expect(required.cache['/nothing.js']).toBeUndefined();
  expect(Symbol('a') in required.cache).toBe(false);
});
test('all of it can be emptied', () => {
  const first = required('./required/user.cjs');
  for (const path of Object.keys(required.cache)) if (path.includes('/required/')) delete required.cache[path];
  expect(required('./required/user.cjs')).not.toBe(first);
});
