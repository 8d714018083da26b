vi.mock('./globbed/a.js', () => ({ name: 'mocked' }));

test('a mock of a file', async () => {
  expect(import.meta.glob('./globbed/*.js', { eager: true, import: 'name' })).toEqual({ './globbed/a.js': 'mocked', './globbed/b.js': 'b' });
  expect(await import.meta.glob('./globbed/a.js', { import: 'name' })['./globbed/a.js']()).toBe('mocked');
});
