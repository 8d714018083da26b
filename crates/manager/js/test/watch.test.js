/**
 * Watches of a manager, with a wasm that records what it is asked. `tests/e2e/watch.test.mjs` has the real one.
 */

import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Takes a file that names another for its importer. */
const GATE = `
export default async () => {};
export function affectedBy(files, changed) {
  const reached = new Set(changed);
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const [path, text] of files) {
      if ([...reached].some((name) => text.includes(name.slice(name.lastIndexOf('/'))))) reached.add(path);
    }
  }
  return [...reached].filter((path) => files.some(([name]) => name === path));
}
export const capabilitiesFor = () => ({});
`;
const EMPTY_WASM = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
const FILES = {
  '/sum.js': 'export const sum = 1;',
  '/sum.test.js': "import '/sum.js'",
  '/other.test.js': "import './data.json'",
  '/data.json': '{}',
};

let folder;
let modules;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verdict-watch-'));
  await cp(new URL('../', import.meta.url), folder, { recursive: true });
  await mkdir(join(folder, 'wasm'), { recursive: true });
  await writeFile(join(folder, 'wasm', 'manager.js'), 'export default async () => {}; export class ManagerCore {}');
  await writeFile(join(folder, 'wasm', 'gate.js'), GATE);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const load = (path) => import(pathToFileURL(join(folder, path)));
  modules = { ...(await load('verification-manager.js')), ...(await load('watch/globs.js')) };
});
after(() => rm(folder, { recursive: true, force: true }));

/** How a test fails, and how a test file that another file keeps from loading. */
const FAILED = (/** @type {string} */ file) => ({ file, state: 'failed' });
const UNLOADED = (/** @type {string} */ file) => ({ scope: 'file', path: [file], file: '/data.json', state: 'failed' });

/** A manager whose core fails the commands that name one of `failing`. */
function manager(failing = new Set(), entryOf = FAILED) {
  const asked = [];
  let count = 0;
  class Recorded extends modules.VerificationManager {
    static loadCore = async () => ({
      init: async () => true,
      setSnapshot: (files) =>
        files.broken === undefined
          ? { success: true, root: `root ${(count += 1)}`, files: 1, error: null, code: null }
          : { success: false, root: null, files: 0, error: 'broken files', code: 'err:path' },
      run: (command) => {
        asked.push(command);
        const output = [...failing].filter((file) => command.includes(file)).map(entryOf);
        return { id: asked.length, promise: Promise.resolve({ success: output.length === 0, command, output }) };
      },
      cancel: () => {},
      dispose: () => {},
      stats: () => ({}),
    });
  }
  const vm = new Recorded({ workers: 1, gateModule: EMPTY_WASM });
  /** What was asked since the last call. */
  const taken = async (watch) => {
    await watch.idle();
    return asked.splice(0);
  };
  return { vm, taken };
}

const quick = (onResult = () => {}) => ({ onResult, debounceMs: 1 });

describe('watch', () => {
  test('runs everything first, then what a change can affect', async () => {
    const { vm, taken } = manager();
    const seen = [];
    const watch = vm.watch(
      ['test:*.test.js', 'lint:/sum.js', 'eval:1'],
      quick((_, run) => seen.push(run)),
    );
    assert.deepEqual(await taken(watch), []);
    await vm.setSnapshot(FILES);
    assert.deepEqual(await taken(watch), ['test:*.test.js', 'lint:/sum.js', 'eval:1']);
    assert.deepEqual(seen[0], { command: 'test:*.test.js', files: null, changed: [] });
    const check = async (files, expected) => {
      await vm.setSnapshot(files);
      assert.deepEqual(await taken(watch), expected, JSON.stringify(files));
    };
    await check({ entries: { '/sum.js': 'export const sum = 2;' } }, ['test:/sum.test.js', 'lint:/sum.js', 'eval:1']);
    assert.deepEqual(seen.at(-3), { command: 'test:*.test.js', files: ['/sum.test.js'], changed: ['/sum.js'] });
    await check({ entries: { '/data.json': '[]' } }, ['test:/other.test.js', 'eval:1']);
    await check({ entries: { '/data.json': '[]' } }, []);
    // All files again: what is equal runs nothing.
    const now = { ...FILES, '/sum.js': 'export const sum = 2;', '/data.json': '[]' };
    await check(now, []);
    await check({ ...now, '/new.test.js': 'x' }, ['test:/new.test.js', 'eval:1']);
    await check(now, ['eval:1']);
    await check({ removed: ['/sum.js'] }, ['test:/sum.test.js', 'eval:1']);
    await check({ entries: { '/verdict.config.json': '{ "test": { "setupFiles": "./setup.js" } }' } }, [
      'test:*.test.js',
      'lint:/sum.js',
      'eval:1',
    ]);
    await check({ entries: { '/setup.js': '1' } }, ['test:*.test.js', 'lint:/sum.js', 'eval:1']);
    await check({ entries: { '/__snapshots__/sum.test.js.snap': '1' } }, ['test:/sum.test.js', 'eval:1']);
    watch.close();
    await check({ entries: { '/sum.js': '3' } }, []);
  });

  for (const [how, entryOf] of [
    ['test fails', FAILED],
    ['file does not load', UNLOADED],
  ]) {
    test(`failures go first, where a ${how}`, async () => {
      const failing = new Set(['/other.test.js']);
      const { vm, taken } = manager(failing, entryOf);
      await vm.setSnapshot({ ...FILES, '/all.js': '', '/sum.test.js': "'/all.js'", '/other.test.js': "'/all.js'" });
      const watch = vm.watch('test:*.test.js', quick());
      assert.deepEqual(await taken(watch), ['test:*.test.js']);
      await vm.setSnapshot({ entries: { '/other.test.js': "'/all.js' // other" } });
      assert.deepEqual(await taken(watch), ['test:/other.test.js']);
      await vm.setSnapshot({ entries: { '/all.js': '1' } });
      assert.deepEqual(await taken(watch), ['test:/other.test.js', 'test:/sum.test.js']);
      failing.clear();
      await vm.setSnapshot({ entries: { '/all.js': '2' } });
      assert.deepEqual(await taken(watch), ['test:/other.test.js', 'test:/sum.test.js']);
      await vm.setSnapshot({ entries: { '/all.js': '3' } });
      assert.deepEqual(await taken(watch), ['test:/other.test.js /sum.test.js']);
    });
  }

  test('a burst of changes causes few runs, and none is lost', async () => {
    const { vm, taken } = manager();
    await vm.setSnapshot(FILES);
    const watch = vm.watch('test:**/*.test.js', quick());
    await taken(watch);
    const settings = [];
    for (let count = 0; count < 10_000; count += 1) {
      settings.push(vm.setSnapshot({ entries: { [`/many/${count % 100}.test.js`]: `${count}` } }));
    }
    await Promise.all(settings);
    const asked = await taken(watch);
    const files = new Set(asked.flatMap((command) => command.slice('test:'.length).split(' ')));
    assert.equal(files.size, 100);
    assert.ok(asked.length < 100, `${asked.length} runs`);
  });

  test('a snapshot that cannot be set is told, and everything runs after it', async () => {
    const { vm, taken } = manager();
    const seen = [];
    await vm.setSnapshot(FILES);
    const watch = vm.watch(
      'test:*.test.js',
      quick(({ success, error }) => seen.push(success ? 'passed' : error)),
    );
    await taken(watch);
    await vm.setSnapshot({ broken: '' });
    assert.deepEqual(await taken(watch), []);
    await vm.setSnapshot(FILES);
    assert.deepEqual(await taken(watch), ['test:*.test.js']);
    assert.deepEqual(seen, ['passed', 'broken files', 'passed']);
  });

  test('bytes that differ in place are a change', async () => {
    const { vm, taken } = manager();
    const bytes = new Uint8Array(5000);
    await vm.setSnapshot({ ...FILES, '/data.json': bytes });
    const watch = vm.watch('test:*.test.js', quick());
    await taken(watch);
    await vm.setSnapshot({ entries: { '/data.json': bytes } });
    await taken(watch);
    bytes[4000] = 1;
    await vm.setSnapshot({ entries: { '/data.json': bytes } });
    assert.deepEqual(await taken(watch), ['test:/other.test.js']);
    await vm.setSnapshot({ entries: { '/data.json': bytes } });
    assert.deepEqual(await taken(watch), []);
  });

  test('it ends by close, by a signal and with the manager', async () => {
    const { vm, taken } = manager();
    await vm.setSnapshot(FILES);
    const ends = [(watch) => watch.close(), (_, controller) => controller.abort(), () => vm.dispose()];
    for (const end of ends) {
      const controller = new AbortController();
      const seen = [];
      const watch = vm.watch('eval:1', { ...quick((result) => seen.push(result)), signal: controller.signal });
      await taken(watch);
      end(watch, controller);
      await vm.setSnapshot({ entries: { '/a.js': String(Math.random()) } });
      await watch.idle();
      assert.equal(seen.length, 1);
    }
    const closed = vm.watch('eval:1', { ...quick(), signal: AbortSignal.abort() });
    await closed.idle();
  });

  test('arguments that make no watch throw', () => {
    const { vm } = manager();
    for (const [commands, options] of [
      [[], quick()],
      ['', quick()],
      [[1], quick()],
      ['eval:1', undefined],
      ['eval:1', {}],
    ]) {
      assert.throws(() => vm.watch(commands, options), TypeError);
    }
  });

  test('a callback that throws ends nothing', async (t) => {
    const { vm, taken } = manager();
    const errors = [];
    t.mock.method(console, 'error', (error) => errors.push(error.message));
    await vm.setSnapshot(FILES);
    const watch = vm.watch(
      'eval:1',
      quick(async () => Promise.reject(new Error('late'))),
    );
    const other = vm.watch(
      'eval:2',
      quick(() => {
        throw new Error('at once');
      }),
    );
    await taken(watch);
    await taken(other);
    await vm.setSnapshot({ entries: { '/a.js': '1' } });
    await taken(watch);
    await taken(other);
    assert.deepEqual(errors.sort(), ['at once', 'at once', 'late', 'late']);
  });
});

test('which files a command names', () => {
  const { parse, matcher } = modules;
  const check = (command, paths, expected) => {
    const matches = matcher(parse(command).patterns);
    assert.deepEqual(
      paths.filter((path) => matches(path)),
      expected,
      command,
    );
  };
  const paths = ['/a.js', '/src/a.js', '/src/deep/a.test.ts', '/src/b c.js', '/node_modules/x/a.js'];
  check('test:a.js "/src/b c.js"', paths, ['/a.js', '/src/b c.js']);
  check('lint:**/*.js', paths, ['/a.js', '/src/a.js', '/src/b c.js']);
  check('lint:./src/*.js', paths, ['/src/a.js', '/src/b c.js']);
  check('lint:/src/**', paths, ['/src/a.js', '/src/deep/a.test.ts', '/src/b c.js']);
  check('lint:/src/{a,deep/*}.{js,test.ts}', paths, ['/src/a.js', '/src/deep/a.test.ts']);
  check('lint:/node_modules/**/?.js', paths, ['/node_modules/x/a.js']);
  check('lint:/src**/a.js', paths, ['/src/a.js']);
  assert.equal(parse('run:a'), null);
  assert.equal(parse('test:"a'), null);
  for (const pattern of ['/[ab].js', '/{a,**}/x', '/{a', '/\\*']) assert.equal(matcher([pattern]), null, pattern);
});
