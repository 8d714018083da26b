/**
 * `engine: 'auto'` as a page has it: each test file runs in the engine that it needs, the result says which and why, and a page
 * without the sealed frame has the interpreter for all.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { SELF_CHECK, launch } from './lib/browser.mjs';
import { faultyServer } from './lib/faulty-server.mjs';
import { onPage as onPageOf } from './lib/on-page.mjs';

/** What the interpreter has. */
const PLAIN = {
  '/sum.ts': 'export const sum = (a: number, b: number): number => a + b;\n',
  '/plain.test.ts': `import { sum } from './sum';
describe('sum', () => { it('adds', () => { expect(sum(1, 2)).toBe(3); }); });
it('prints', () => { console.log('said'); });
`,
  '/wrong.test.js': "test('is wrong', () => { expect({ a: 1 }).toEqual({ a: 2 }); });\n",
};
/** What it lacks, each with why the file is moved. */
const LACKING = {
  '/caught.test.js': [
    `const closed = () => { let own; new ReadableStream({ start(given) { own = given; } }).cancel(); return own; };
test('expects another error than the one of what is missing', () => { expect(() => closed().enqueue(1)).toThrow(TypeError); });
test('is told why, and no more', async () => {
  const cancel = vi.fn();
  await new ReadableStream(Object.freeze({ cancel })).cancel('why');
  await new ReadableStream({ cancel }).cancel();
  expect(cancel.mock.calls).toEqual([['why'], [undefined]]);
  const source = { cancel() { return Promise.resolve(this).then(cancel); } };
  class Own extends ReadableStream {}
  const own = new Own(source, new CountQueuingStrategy({ highWaterMark: 2 }));
  expect(own).toBeInstanceOf(ReadableStream);
  expect([own.constructor, new ReadableStream().constructor, ReadableStream.name]).toEqual([Own, ReadableStream, 'ReadableStream']);
  await own.cancel();
  expect(cancel).toHaveBeenLastCalledWith(source);
  expect(() => new ReadableStream({ cancel: 1 })).toThrow(TypeError);
  expect(() => ReadableStream()).toThrow(TypeError);
});
`,
    'ReadableStream is not defined',
  ],
  '/dom.test.js': [
    "// @vitest-environment happy-dom\ntest('has a page', () => { document.title = 'a'; expect(document.title).toBe('a'); });\n",
    'its environment has a DOM',
  ],
  '/hidden.test.js': [
    `const canSign = async () => { try { await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign']); return true; } catch { return false; } };
test('catches what tells of something missing', async () => { expect(await canSign()).toBe(true); });
`,
    'crypto.subtle.generateKey is not available in this sandbox',
  ],
  '/intl.test.js': ["test('formats', () => { expect(new Intl.NumberFormat('de').format(1.5)).toBe('1,5'); });\n", 'Intl is not defined'],
  '/streams.test.js': [
    "test('streams', async () => { const { value } = await new Blob(['ab']).stream().getReader().read(); expect(value.length).toBe(2); });\n",
    'Streams are not available in this sandbox',
  ],
  '/subtle.test.js': [
    "test('signs', async () => { const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign']); expect(key.type).toBe('secret'); });\n",
    'crypto.subtle.generateKey is not available in this sandbox',
  ],
  '/transform.test.js': [
    "test('has a stream', () => { expect(new TransformStream().readable).toBeInstanceOf(ReadableStream); });\n",
    'TransformStream is not defined',
  ],
};
const FILES = { ...PLAIN, ...Object.fromEntries(Object.entries(LACKING).map(([file, [text]]) => [file, text])) };
const MOVED = Object.entries(LACKING).map(([file, [, why]]) => ({ file, engine: 'browser', why }));

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof faultyServer>>} */
let server;

before(async () => {
  browser = await launch();
  const open = ({ headers: { 'content-security-policy': _, ...headers }, ...answer }) => ({ ...answer, headers });
  const missing = (answer) => ({ ...answer, status: 404, body: Buffer.from('not found') });
  server = await faultyServer({
    whole: {},
    unsealed: { 'sealed/frame.html': open },
    wasmless: { 'wasm/sealed_bg.wasm': missing },
  });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** @param {string} body @param {{ name?: string, files?: object, options?: string, expected?: RegExp }} [how] `name`: the fault of the server. */
const onPage = (body, how) =>
  onPageOf({ browser, url: server.url }, body, {
    name: 'whole',
    files: FILES,
    request: { engine: 'auto', timeout: 120_000 },
    expected: SELF_CHECK,
    ...how,
  });

/** File and state of each test. */
const states = ({ output }) => output?.map(({ file, state }) => `${file} ${state}`);
/** A result without what differs from run to run. */
const stable = ({ timing, ...result }) => result;

describe("engine: 'auto' in a page", () => {
  test('each file runs in the engine that it needs, and the result says why', async () => {
    const { result, again, alone } = await onPage(
      `const result = await run('test:/*.test.*');
       const again = await run('test:/*.test.*');
       const alone = await run('test:/intl.test.js');
       return { result, again, alone };`,
    );
    assert.deepEqual(states(result), [
      '/caught.test.js passed',
      '/caught.test.js passed',
      '/dom.test.js passed',
      '/hidden.test.js passed',
      '/intl.test.js passed',
      '/plain.test.ts passed',
      '/plain.test.ts passed',
      '/streams.test.js passed',
      '/subtle.test.js passed',
      '/transform.test.js passed',
      '/wrong.test.js failed',
    ]);
    assert.deepEqual(result.engines, MOVED, JSON.stringify(result));
    assert.deepEqual(
      [result.engine, result.provisional, result.success, result.error, result.code, result.warnings],
      [undefined, true, false, '1 test(s) failed', null, undefined],
    );
    assert.deepEqual(
      result.console.entries.map(({ file, text }) => [file, text]),
      [['/plain.test.ts', 'said']],
    );
    assert.equal(result.timing.files.length, 9);
    assert.deepEqual(stable(again), stable(result), 'what is remembered changes no result');
    assert.deepEqual([alone.success, alone.engines], [true, MOVED.filter(({ file }) => file === '/intl.test.js')]);
  });

  test('the number of workers changes nothing', async () => {
    const one = await onPage("return run('test:/*.test.*');");
    const several = await onPage("await vm.init(); return run('test:/*.test.*');", { options: 'workers: 3' });
    assert.deepEqual(stable(several), stable(one));
  });

  test('files that the interpreter can run give the bytes that they give there', async () => {
    for (const command of ['test:/plain.test.ts', 'test:/plain.test.ts /wrong.test.js', 'test:/none.test.js', 'test:/*.nothing']) {
      const [auto, boa] = await onPage(`return [await run('${command}'), await run('${command}', { engine: 'boa' })];`);
      assert.deepEqual(stable(auto), stable(boa), command);
    }
  });

  test('a shard, and a configuration of the snapshot', async () => {
    const config = JSON.stringify({ test: { environment: 'jsdom' } });
    const files = { ...PLAIN, '/verdict.config.json': config };
    const [all, first, second, bail] = await onPage(
      `const shard = (shard) => run('test:/*.test.*', { config: { test: { shard } } });
       return [await run('test:/*.test.*'), await shard('1/2'), await shard('2/2'), await run('test:/*.test.*', { config: { test: { bail: 1 } } })];`,
      { files },
    );
    const why = 'its environment has a DOM';
    assert.deepEqual(
      all.engines,
      ['/plain.test.ts', '/wrong.test.js'].map((file) => ({ file, engine: 'browser', why })),
    );
    assert.deepEqual([first.shard, second.shard], ['1/2', '2/2']);
    assert.deepEqual([...states(first), ...states(second)].sort(), states(all).sort());
    // With bail, what runs depends on what failed before: the interpreter has all.
    assert.deepEqual([bail.engines, bail.provisional], [undefined, undefined], JSON.stringify(bail));
  });

  test('a listing has the tests of all files', async () => {
    const listed = await onPage("return run('test:/plain.test.ts /dom.test.js', { config: { test: { list: true } } });");
    assert.equal(listed.listed, true, JSON.stringify(listed));
    assert.deepEqual(
      listed.output.map(({ test }) => test),
      ['adds', 'prints', 'has a page'],
    );
  });

  for (const [name, why] of [
    ['unsealed', /not sealed/],
    ['wasmless', /HTTP 404/],
  ]) {
    test(`without the sealed frame the interpreter has all, and says how many files need more: ${name}`, async () => {
      const result = await onPage("return run('test:/*.test.*');", { name, expected: /404|violates|Refused|Connecting/ });
      assert.deepEqual(
        states(result)?.filter((state) => state.endsWith('passed')),
        ['/plain.test.ts passed', '/plain.test.ts passed'],
        JSON.stringify(result),
      );
      assert.equal(result.output.length, 11);
      assert.deepEqual([result.engines, result.provisional, result.warnings?.length], [undefined, undefined, 2]);
      const [caught, missing] = result.warnings;
      assert.match(caught, /^\/hidden\.test\.js has failed, and its code caught this error: crypto\.subtle\.generateKey is not available/);
      assert.match(missing, /^7 test file\(s\) need a browser: /);
      assert.match(missing, why);
    });
  }

  test('nothing of the sealed engine is fetched while no file needs it', async () => {
    await onPage("return run('test:/plain.test.ts');", { name: 'whole', files: PLAIN });
    const before = server.hits('/fault/whole/wasm/sealed_bg.wasm').length;
    await onPage("return run('test:/plain.test.ts');", { name: 'whole', files: PLAIN });
    assert.equal(server.hits('/fault/whole/wasm/sealed_bg.wasm').length, before);
  });

  test('the time is that of both engines, and what had ended is kept', async () => {
    const files = { ...PLAIN, '/loop.test.js': '// @vitest-environment jsdom\ntest("loops", () => { for (;;); });\n' };
    const failed = await onPage("return run('test:/plain.test.ts /loop.test.js', { timeout: 8_000 });", { files });
    const { code, result } = failed.rejected ? failed : { ...failed, result: failed };
    assert.equal(code, 'err:timeout', JSON.stringify(failed));
    assert.deepEqual(
      states(result)?.filter((state) => state.endsWith('passed')),
      ['/plain.test.ts passed', '/plain.test.ts passed'],
    );
  });

  test('a gate applies nothing that a test in the browser alone vouches for', async () => {
    const apply = (command) =>
      `const { applyBundle } = await import('/fault/whole/index.js');
       const live = new Map(Object.entries(${JSON.stringify(FILES)}));
       const adapter = { list: () => [...live.keys()], read: (path) => live.get(path), write: (path, text) => void live.set(path, text), remove: (path) => void live.delete(path) };
       const bundle = JSON.stringify({ '/sum.ts': ${JSON.stringify(`// Adds.\n${PLAIN['/sum.ts']}`)} });
       const report = await applyBundle(bundle, { adapter, manager: vm, engine: 'auto', verifyCommand: '${command}' });
       return { report, text: live.get('/sum.ts') };`;
    const plain = await onPage(apply('test:/plain.test.ts'));
    assert.equal(plain.report.success, true, JSON.stringify(plain.report));
    assert.match(plain.text, /^\/\/ Adds\./);
    const moved = await onPage(apply('test:/plain.test.ts /dom.test.js'));
    assert.deepEqual([moved.report.success, moved.report.state], [false, 'refused'], JSON.stringify(moved.report));
    assert.match(JSON.stringify(moved.report), /provisional/);
    assert.equal(moved.text, PLAIN['/sum.ts']);
  });

  test('another word is no engine', async () => {
    const result = await onPage("return run('test:/plain.test.ts', { engine: 'any' });");
    assert.deepEqual(
      [result.code, result.error],
      ['err:protocol', 'Malformed request at /engine: expected "boa", "browser", "both" or "auto"'],
    );
  });
});
