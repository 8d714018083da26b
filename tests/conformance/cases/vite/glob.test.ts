import { expect, test } from 'vitest';

const keys = (found: object) => Object.keys(found);

test('lazy', async () => {
  const found = import.meta.glob('./globbed/*.js');
  expect(keys(found)).toEqual(['./globbed/a.js', './globbed/b.js']);
  expect(typeof found['./globbed/a.js']).toBe('function');
  expect(await found['./globbed/a.js']()).toMatchObject({ name: 'a', default: 'a by default' });
});
test('eager', () => {
  const found = import.meta.glob<{ name: string }>('./globbed/*.js', { eager: true });
  expect(found['./globbed/b.js'].name).toBe('b');
});
test('one export', async () => {
  expect(import.meta.glob('./globbed/*.js', { eager: true, import: 'default' })).toEqual({
    './globbed/a.js': 'a by default',
    './globbed/b.js': 'b by default',
  });
  expect(await import.meta.glob('./globbed/*.js', { import: 'name' })['./globbed/b.js']()).toBe('b');
  expect(import.meta.glob('./globbed/**/*.{js,ts}', { eager: true, import: 'only' })).toEqual({
    './globbed/a.js': undefined,
    './globbed/b.js': undefined,
    './globbed/deep/c.ts': 1,
  });
});
test('query', async () => {
  expect(import.meta.glob('./globbed/*.txt', { query: '?raw', import: 'default', eager: true })).toEqual({ './globbed/text.txt': 'some text\n' });
  expect(import.meta.glob('./globbed/*.txt', { query: 'url', import: 'default', eager: true })).toEqual({ './globbed/text.txt': '/vite/globbed/text.txt' });
  expect(await import.meta.glob('./globbed/a.js', { query: { b: 'text', c: 1 } })['./globbed/a.js']()).toMatchObject({ name: 'a' });
});
test('several patterns', () => {
  expect(keys(import.meta.glob(['./globbed/**/*.js', './globbed/**/*.ts', '!./globbed/b.js']))).toEqual(['./globbed/a.js', './globbed/deep/c.ts']);
  expect(keys(import.meta.glob(['!./globbed/b.js', './globbed/*.js']))).toEqual(['./globbed/a.js']);
});
test('absolute', () => {
  expect(keys(import.meta.glob('/vite/globbed/*.js'))).toEqual(['/vite/globbed/a.js', '/vite/globbed/b.js']);
  expect(keys(import.meta.glob(['./globbed/a.js', '/vite/globbed/b.js']))).toEqual(['/vite/globbed/a.js', '/vite/globbed/b.js']);
});
test('of the folder above', () => expect(keys(import.meta.glob('../vite/globbed/*.js'))).toEqual(['./globbed/a.js', './globbed/b.js']));
test('base', () => {
  expect(keys(import.meta.glob('./*.js', { base: './globbed' }))).toEqual(['./a.js', './b.js']);
  expect(keys(import.meta.glob('./*.js', { base: '/vite/globbed' }))).toEqual(['./a.js', './b.js']);
  expect(keys(import.meta.glob('./globbed/*.js', { base: '../vite' }))).toEqual(['./globbed/a.js', './globbed/b.js']);
});
test('hidden files', () => {
  expect(keys(import.meta.glob('./globbed/**/*.js'))).toEqual(['./globbed/a.js', './globbed/b.js']);
  expect(keys(import.meta.glob('./globbed/**/*.js', { exhaustive: true }))).toEqual([
    './globbed/.hidden/h.js',
    './globbed/a.js',
    './globbed/b.js',
  ]);
  expect(keys(import.meta.glob('./globbed/.hidden/*.js'))).toEqual(['./globbed/.hidden/h.js']);
});
test('patterns', () => {
  expect(keys(import.meta.glob('./globbed/?.js'))).toEqual(['./globbed/a.js', './globbed/b.js']);
  expect(keys(import.meta.glob('./globbed/[ab].js'))).toEqual(['./globbed/a.js', './globbed/b.js']);
  expect(keys(import.meta.glob('./globbed/[!a].js'))).toEqual(['./globbed/b.js']);
  expect(keys(import.meta.glob('./globbed/{a,deep/c}.{js,ts}'))).toEqual(['./globbed/a.js', './globbed/deep/c.ts']);
  expect(keys(import.meta.glob(`./globbed/a.js`))).toEqual(['./globbed/a.js']);
  expect(keys(import.meta.glob('./globbed/A.js', { caseSensitive: false }))).toEqual(['./globbed/a.js']);
  expect(keys(import.meta.glob('./globbed/none-*.js'))).toEqual([]);
});
test('not itself', () => expect(keys(import.meta.glob('./glob.*.ts'))).toEqual([]));
test('JSON', () => expect(import.meta.glob('./globbed/*.json', { eager: true, import: 'key' })).toEqual({ './globbed/data.json': 'value' }));
test('only keys or values', () => {
  expect(Object.keys(import.meta.glob('./globbed/*.js'))).toEqual(['./globbed/a.js', './globbed/b.js']);
  expect(Object.values(import.meta.glob('./globbed/*.js', { eager: true, import: 'name' }))).toEqual(['a', 'b']);
});
test('over several lines', () => {
  const found = import.meta.glob(
    // A comment with './globbed/b.js'.
    './globbed/a.js',
  );
  expect(keys(found)).toEqual(['./globbed/a.js']);
});
test('another use', () => {
  const { glob } = import.meta;
  expect(() => glob('./globbed/*.js')).toThrow('"import.meta.glob" is statically replaced during file transformation');
});
