import { afterAll, beforeAll, describe, expect, test as base } from 'vitest';

const log = [];

describe('objects', () => {
  const test = base.extend({
    plain: 'value',
    made: async ({ plain }, use) => {
      log.push('up');
      await use(`${plain} made`);
      log.push('down');
    },
  });
  test('a value and what is made of it', ({ plain, made }) => {
    expect([plain, made]).toEqual(['value', 'value made']);
  });
  base('it is taken down', () => expect(log).toEqual(['up', 'down']));
  test('renamed', ({ made: other }) => expect(other).toBe('value made'));
  test('with a default', ({ plain = 'x' }) => expect(plain).toBe('value'));
  test('no destructuring', (context) => expect(context.made).toBeUndefined());
  test('rest is refused', ({ ...rest }) => expect(rest).toBeDefined());
  test('a fixture that throws', () => {});
  const broken = test.extend({
    broken: async () => {
      throw new Error('cannot be made');
    },
  });
  broken('fails the test', ({ broken }) => expect(broken).toBe(1));
  broken('that asks for it alone', () => {});
  const late = test.extend({
    late: async ({}, use) => {
      await use(1);
      throw new Error('cannot be taken down');
    },
  });
  late('fails the test afterwards', ({ late }) => expect(late).toBe(1));
  const never = test.extend({ never: async ({}, _use) => {} });
  never('without use', ({ never }) => expect(never).toBeUndefined());
  const overridden = test.extend({ plain: 'other' });
  overridden('a value that is overridden', ({ plain, made }) => expect([plain, made]).toEqual(['other', 'other made']));
  const grown = test.extend({ plain: async ({ plain }, use) => use(`${plain}!`) });
  grown('made of what it overrides', ({ plain }) => expect(plain).toBe('value!'));
});

describe('options', () => {
  const calls = [];
  const test = base.extend({
    auto: [
      async ({}, use) => {
        calls.push('auto');
        await use('auto');
      },
      { auto: true },
    ],
    injected: ['default', { injected: true }],
  });
  test('auto', () => expect(calls).toEqual(['auto']));
  test('injected', ({ injected }) => expect(injected).toBe('default'));
});

describe('builder', () => {
  const test = base
    .extend('number', 1)
    .extend('text', { scope: 'test' }, ({ number }) => `n${number}`)
    .extend('cleaned', async ({ number }, { onCleanup }) => {
      onCleanup(() => log.push('cleaned'));
      return number + 1;
    });
  test('values and functions', ({ number, text, cleaned }) => expect([number, text, cleaned]).toEqual([1, 'n1', 2]));
  base('cleaned up', () => expect(log).toContain('cleaned'));
  describe('override', () => {
    test.override('number', 5);
    test('in this suite', ({ text }) => expect(text).toBe('n5'));
  });
  describe('override by an object', () => {
    test.override({ number: 6 });
    test('in that suite', ({ cleaned }) => expect(cleaned).toBe(7));
    describe('deeper', () => {
      test.override({ number: async ({}, use) => use(7) });
      test('again', ({ text }) => expect(text).toBe('n7'));
    });
    test('not here', ({ text }) => expect(text).toBe('n6'));
  });
  test('outside it is as before', ({ text }) => expect(text).toBe('n1'));
});

const calls = [];
const shared = base.extend({
  file: [
    async ({}, use) => {
      calls.push('file');
      await use({ n: calls.length });
      calls.push('file down');
    },
    { scope: 'file' },
  ],
  ofFile: [async ({ file }, use) => use(file.n + 1), { scope: 'file' }],
});
describe('of the file', () => {
  let first;
  shared('made', ({ file }) => {
    first = file;
    expect(file.n).toBeGreaterThan(0);
  });
  shared('the same again', ({ file }) => expect(file).toBe(first));
  shared('by another of the file', ({ ofFile }) => expect(ofFile).toBe(first.n + 1));
  shared.beforeAll(({ file }) => {
    calls.push(`beforeAll ${typeof file}`);
  });
  shared('beforeAll had it', () => expect(calls).toContain('beforeAll object'));
  base('once', () => expect(calls.filter((call) => call === 'file')).toHaveLength(1));
});

describe('scoped', () => {
  const test = base.extend({ dependency: 'default', dependant: ({ dependency }, use) => use({ dependency }) });
  describe('scope', () => {
    test.scoped({ dependency: 'new' });
    test('uses scoped', ({ dependant }) => expect(dependant).toEqual({ dependency: 'new' }));
  });
  test('default', ({ dependant }) => expect(dependant).toEqual({ dependency: 'default' }));
});

describe('hooks of an extended test', () => {
  const seen = [];
  const test = base.extend({ value: async ({}, use) => use('v') });
  test.beforeEach(({ value }) => {
    seen.push(`before ${value}`);
  });
  test.afterEach(({ value }) => {
    seen.push(`after ${value}`);
  });
  test('one', ({ value }) => expect(value).toBe('v'));
  test('two', () => expect(seen).toEqual(['before v', 'after v', 'before v']));
  test.describe('inner', () => {
    test('has them too', () => expect(seen.at(-1)).toBe('before v'));
  });
});

describe('unknown', () => {
  const test = base.extend({ a: 1 });
  test('what no fixture is called', ({ b }) => expect(b).toBeUndefined());
});
describe('of hooks', () => {
  beforeAll(() => {
    log.length = 0;
  });
  afterAll(() => {
    log.push('over');
  });
  base('is empty', () => expect(log).toEqual([]));
});
