import { test as base, describe, expect, beforeEach, beforeAll, afterAll, afterEach, aroundEach, aroundAll, onTestFinished, onTestFailed, it } from 'vitest'
const log = [];
const test = base.extend({
  plain: 5,
  arr: [1, 2],
  db: async ({}, use) => { log.push('db+'); await use({ q: 1 }); log.push('db-') },
  user: async ({ db, task }, use) => { log.push('user+'); await use({ db, name: task.name }); log.push('user-') },
  auto: [async ({}, use) => { log.push('auto+'); await use('auto'); log.push('auto-') }, { auto: true }],
  file: [async ({}, use) => { log.push('file+'); await use({ n: 0 }); log.push('file-') }, { scope: 'file' }],
  sync: ({ plain }, use) => use(plain * 2),
});
test('a plain', ({ plain, arr }) => { expect(plain).toBe(5); expect(arr).toEqual([1, 2]); expect(log).toEqual(['auto+']); log.length = 0 });
test('b user', ({ user }) => { expect(user.name).toBe('b user'); expect(user.db.q).toBe(1); expect(log).toEqual(['auto-', 'db+', 'user+', 'auto+']); log.length = 0 });
test('c torn', () => { expect(log).toEqual(['auto-', 'user-', 'db-', 'auto+']); log.length = 0 });
test('d file', ({ file }) => { file.n++; expect(file.n).toBe(1); });
test('e file again', ({ file }) => { file.n++; expect(file.n).toBe(2); });
test('f sync', ({ sync }) => { expect(sync).toBe(10) });
test('g ctx name', (ctx) => { });
test('h rest', ({ ...r }) => { });
test('i default', ({ plain = 3, db: { q } }) => { expect(q).toBe(1) });
const test2 = test.extend({ plain: ({ plain }, use) => use(plain + 1), more: 'm' });
test2('j chain', ({ plain, sync, more }) => { expect([plain, sync, more]).toEqual([6, 12, 'm']) });
const bad = base.extend({ nouse: async ({}, use) => {}, thrower: async ({}, use) => { throw new Error('setup') }, late: async ({}, use) => { await use(1); throw new Error('teardown') } });
bad('k no use', ({ nouse }) => {});
bad('l throws', ({ thrower }) => {});
bad('m teardown', ({ late }) => {});
test('n unknown deps', () => { });
it('unknown', () => { expect(() => base.extend({ a: ({ b }, use) => use(b) })).toThrow('depends on unknown fixture') });
describe('override', () => {
  test.override({ plain: 50 });
  test('o', ({ plain, sync }) => { expect([plain, sync]).toEqual([50, 100]) });
  describe('deep', () => { test('p', ({ plain }) => { expect(plain).toBe(50) }) });
});
test('q', ({ plain }) => { expect(plain).toBe(5) });
const named = base.extend('port', 80).extend('url', ({ port }) => `http://x:${port}`).extend('res', { scope: 'test' }, async ({}, { onCleanup }) => { onCleanup(() => { log.push('cleaned') }); return 7 });
named('r', ({ port, url, res }) => { expect([port, url, res]).toEqual([80, 'http://x:80', 7]); log.length = 0 });
named('s', () => { expect(log).toEqual(['cleaned']) });
test.for([1, 2])('t %i', (n, { plain, expect: e }) => { e(plain).toBe(5) });
test.each([[1, 2]])('u %i %i', (a, b) => { expect(a + b).toBe(3) });
describe('hooks', () => {
  const t = base.extend({ x: 1 });
  t.beforeEach(({ x }) => { expect(x).toBe(1) });
  t('v', ({ x }) => { });
  it('w', () => {});
});
describe('suite hooks', () => {
  const t = base.extend({});
  t.beforeAll(() => {});
  test.beforeAll(({ file }) => { expect(file.n).toBeGreaterThan(0) });
  test('x', ({ file }) => {});
});
