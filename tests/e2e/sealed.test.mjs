/**
 * `engine: 'browser'` and `engine: 'both'` as a page has them: the same files give the same entries as in the default engine,
 * faults cost their own file and nothing else, and a second witness says what counts.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { SELF_CHECK, launch } from './lib/browser.mjs';
import { faultyServer } from './lib/faulty-server.mjs';
import { onPage as onPageOf } from './lib/on-page.mjs';

const FILES = {
  '/src/add.ts':
    'export const add = (a: number, b: number): number => a + b;\nexport const fail = (): never => {\n  throw new TypeError(`no é`);\n};\n',
  '/a.test.ts': `import { afterEach, describe, expect, it, vi } from 'vitest';
import { add, fail } from './src/add';
enum Level { One = 1 }
describe('adding', () => {
  afterEach(() => {});
  it('adds', () => { expect(add(1, Level.One)).toBe(2); expect([1, { a: 2 }]).toEqual([1, { a: 2 }]); });
  it('is wrong', () => { expect({ sum: add(1, 1) }).toEqual({ sum: 3 }); });
  it.skip('not at all', () => {});
  it.todo('later');
  it.fails('fails as it should', () => { expect(1).toBe(2); });
});
it('throws elsewhere', () => { fail(); });
it('counts calls', () => { const f = vi.fn(() => 1); f(2); expect(f).toHaveBeenCalledWith(2); });
it('waits', async () => { vi.useFakeTimers(); const f = vi.fn(); setTimeout(f, 1000); vi.advanceTimersByTime(1000); expect(f).toHaveBeenCalledOnce(); vi.useRealTimers(); });
it('prints', () => { console.log('said', { a: 1 }); });
`,
  '/b.test.js': `import * as everything from './src/add';
vi.mock('./src/add', async (original) => ({ ...(await original()), add: () => 42 }));
test('is mocked', async () => { expect(everything.add(1, 1)).toBe(42); expect((await import('./src/add')).add()).toBe(42); });
test.each([[1, 2], [3, 4]])('%i and %i', (a, b) => { expect(b - a).toBe(1); });
`,
  '/node.test.js': `import { readFileSync } from 'node:fs';
import path from 'node:path';
test('reads the snapshot', () => { expect(readFileSync(path.join('/src', 'add.ts'), 'utf8')).toContain('add'); });
`,
  '/broken.test.js': 'test("x", () => {\n  const = 1;\n});\n',
  '/missing.test.js': "import { gone } from './src/gone.js';\ntest('x', () => gone());\n",
};

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof faultyServer>>} */
let server;

before(async () => {
  browser = await launch();
  const missing = (answer) => ({ ...answer, status: 404, body: Buffer.from('not found') });
  const open = ({ headers: { 'content-security-policy': _, ...headers }, ...answer }) => ({ ...answer, headers });
  server = await faultyServer({
    unsealed: { 'sealed/frame.html': open },
    frameless: { 'sealed/frame.html': missing },
    bare: { 'sealed/harness.js': missing },
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
    request: { engine: 'browser' },
    expected: SELF_CHECK,
    ...how,
  });

/** What both engines must say alike. */
const entries = ({ output }) =>
  output?.map(({ file, path, state, line, column, error, assertions, failedAt, diff, code }) => ({
    file,
    path,
    state,
    line,
    column,
    error,
    assertions,
    failedAt,
    diff,
    code,
  }));

describe('the sealed browser engine', () => {
  test('the same files give the same entries', async () => {
    const command = 'test:/a.test.ts /b.test.js /node.test.js /broken.test.js /missing.test.js';
    const [theirs, ours] = await onPage(`return [await run('${command}'), await run('${command}', { engine: 'boa' })];`);
    assert.deepEqual(entries(theirs), entries(ours), JSON.stringify(theirs));
    assert.deepEqual([theirs.engine, theirs.provisional, ours.engine, ours.provisional], ['browser', true, undefined, undefined]);
    assert.deepEqual([theirs.success, theirs.error, theirs.code], [ours.success, ours.error, ours.code]);
    assert.deepEqual(theirs.console.entries, ours.console.entries);
  });

  test('positions, frames and stacks are those of the files', async () => {
    const result = await onPage("return run('test:/a.test.ts');");
    const of = (name) => result.output.find((entry) => entry.test === name);
    assert.deepEqual(of('throws elsewhere').failedAt, { file: '/src/add.ts', line: 3, column: 9 });
    assert.match(of('throws elsewhere').stack, /^TypeError: no é\n {4}at fail \(\/src\/add\.ts:3:9\)\n {4}at \/a\.test\.ts:12:32$/);
    assert.match(of('is wrong').errors[0].frame.text, /7\| .*toEqual[^]*\^/);
  });

  test('files are spread over workers, each with a frame of its own', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [
        `/t${n}.test.js`,
        `const before = globalThis.seen; globalThis.seen = 1; test('t', () => expect(before).toBe(undefined));`,
      ]),
    );
    const { result, frames } = await onPage(
      `const result = await run('test:/*.test.js'); return { result, frames: document.querySelectorAll('iframe').length };`,
      { files, options: 'workers: 2, spare: false' },
    );
    assert.deepEqual([result.success, result.engine, result.provisional], [true, 'browser', true], JSON.stringify(result));
    assert.equal(result.output.length, 12);
    // One for each worker that was given a file.
    assert.ok([1, 2].includes(frames), `${frames} frames`);
  });

  test('with isolate: false guests are used again, and the result says so', async () => {
    const files = {
      '/a.test.js': "import { count } from './count.js';\ntest('first', () => { globalThis.left = 1; expect(count()).toBe(1); });\n",
      '/b.test.js':
        "import { count } from './count.js';\ntest('second', () => { expect(globalThis.left).toBe(1); expect(count()).toBe(1); });\ntest.skip('not', () => {});\n",
      '/c.test.js': "test('fails', () => { expect(1).toBe(2); });\n",
      '/d.test.js': "test('fourth', () => { expect(1).toBe(1); });\n",
      '/count.js': 'let n = 0;\nexport const count = () => (n += 1);\n',
    };
    const result = await onPage(
      "return run('test:/a.test.js /b.test.js /c.test.js /d.test.js', { config: { test: { isolate: false } } });",
      { files },
    );
    assert.deepEqual(
      result.output?.map(({ test, state }) => [test, state]),
      [
        ['first', 'passed'],
        ['second', 'passed'],
        ['not', 'skipped'],
        ['fails', 'failed'],
        ['fourth', 'passed'],
      ],
      JSON.stringify(result).slice(0, 2000),
    );
    assert.equal(result.reused, true);
  });

  test('what ends the manager ends its frames', async () => {
    const left = await onPage(`await run('test:/b.test.js'); vm.dispose(); return document.querySelectorAll('iframe').length;`);
    assert.equal(left, 0);
  });

  test('while it runs its worker answers, and a cancelled request costs that worker', async () => {
    const files = { '/hangs.test.js': "test('hangs', () => { for (;;) {} }, 60000);\n" };
    const { ping, cancelled, next } = await onPage(
      `const stop = new AbortController();
       const running = run('test:/hangs.test.js', { signal: stop.signal });
       await new Promise((resolve) => setTimeout(resolve, 1500));
       stop.abort();
       const cancelled = await running;
       const left = document.querySelectorAll('iframe').length;
       return { ping: left, cancelled, next: await run('eval:1+1', { engine: 'boa' }) };`,
      { files },
    );
    assert.equal(cancelled.code, 'err:cancelled', JSON.stringify(cancelled));
    assert.equal(ping, 0, 'the frame is gone with its worker');
    assert.equal(next.success, true);
  });

  for (const [name, why] of [
    ['unsealed', /frame has the origin|Content-Security-Policy/],
    ['frameless', /frame\.html answers HTTP 404/],
    ['bare', /harness\.js answers HTTP 404/],
    ['wasmless', /HTTP 404/],
  ]) {
    test(`is unavailable, and says why: ${name}`, async () => {
      const [result, other] = await onPage("return [await run('test:/b.test.js'), await run('test:/b.test.js', { engine: 'boa' })];", {
        name,
        expected: /404|violates|Refused|Connecting/,
      });
      assert.equal(result.success, false);
      assert.equal(result.code, 'err:unavailable', JSON.stringify(result));
      assert.match(`${result.error} ${result.detail ?? ''}`, why);
      assert.equal(other.success, true, JSON.stringify(other));
    });
  }

  test('nothing of it is fetched before it is asked for', async () => {
    await onPage("return run('test:/b.test.js', { engine: 'boa' });", { name: 'unused' });
    for (const path of ['wasm/sealed_bg.wasm', 'sealed/harness.js', 'sealed/frame.html', 'sealed/happy-dom.js']) {
      assert.equal(server.hits(`/fault/unused/${path}`).length, 0, path);
    }
  });

  test('a DOM for tests that want one', async () => {
    const files = {
      '/dom.test.js':
        "// @vitest-environment happy-dom\ntest('has a document', () => { document.body.innerHTML = '<p>x</p>'; expect(document.querySelector('p').textContent).toBe('x'); });\n",
    };
    const result = await onPage("return run('test:/dom.test.js');", { files });
    assert.equal(result.success, true, JSON.stringify(result));
  });

  test('an engine that there is not is a malformed request', async () => {
    const result = await onPage("return run('test:/b.test.js', { engine: 'quick' });");
    assert.equal(result.code, 'err:protocol');
  });
});

describe('two witnesses', () => {
  const PLAIN = {
    '/a.test.js': "test('one', () => expect(1).toBe(1));\ntest('two', () => expect(2).toBe(2));\n",
    '/b.test.js': "test('three', () => expect(3).toBe(3));\n",
    '/tells.test.js':
      "test('knows where it runs', () => { expect(typeof navigator === 'undefined' || navigator.userAgent).toBeTruthy(); expect(typeof WorkerGlobalScope).toBe('function'); });\n",
    '/lacks.test.js':
      "test('needs the network', async () => { try { await fetch('https://a.example'); } catch (error) { if (!/stub|sealed|network/.test(error.message)) throw error; if (/this sandbox/.test(error.message)) throw error; } });\n",
  };

  test('what both say is confirmed, and is provisional before', async () => {
    const { result, provisional } = await onPage(
      `let provisional; const result = await run('test:/a.test.js /b.test.js', { engine: 'both', confirm: { required: 'all' }, onProvisional: (told) => { provisional = told; } }); return { result, provisional };`,
      { files: PLAIN },
    );
    assert.deepEqual([provisional.engine, provisional.provisional, provisional.success], ['browser', true, true]);
    assert.equal(result.success, true, JSON.stringify(result));
    assert.deepEqual(
      [result.engine, result.provisional ?? false, result.witnesses.confirmed, result.witnesses.disagreements],
      ['both', false, 3, []],
    );
    assert.deepEqual(result.witnesses.files, ['/a.test.js', '/b.test.js']);
  });

  test('a disagreement fails, and is shown with both results', async () => {
    const result = await onPage("return run('test:/tells.test.js', { engine: 'both', confirm: { required: ['/tells.test.js'] } });", {
      files: PLAIN,
    });
    assert.deepEqual([result.success, result.code], [false, 'err:disagreement'], JSON.stringify(result));
    const [{ browser: first, boa: second }] = result.witnesses.disagreements;
    assert.deepEqual([first.state, second.state], ['passed', 'failed']);
  });

  test('a sample is drawn from what is not required', async () => {
    const result = await onPage("return run('test:/a.test.js /b.test.js', { engine: 'both', confirm: { sample: 1 } });", { files: PLAIN });
    assert.deepEqual([result.success, result.witnesses.required, result.witnesses.sampled], [true, 0, 3], JSON.stringify(result));
    const none = await onPage("return run('test:/a.test.js', { engine: 'both', confirm: { sample: 0 } });", { files: PLAIN });
    assert.deepEqual([none.success, none.witnesses.files], [true, []]);
  });

  test('what the second engine lacks is unconfirmed, and the policy decides', async () => {
    const [strict, lax] = await onPage(
      `const how = (unconfirmed) => run('test:/lacks.test.js', { engine: 'both', confirm: { required: 'all', unconfirmed } });
       return [await how('fail'), await how('allow')];`,
      { files: PLAIN },
    );
    assert.deepEqual(
      [strict.success, strict.code, strict.witnesses.unconfirmed.length],
      [false, 'err:unavailable', 1],
      JSON.stringify(strict),
    );
    assert.deepEqual([lax.success, lax.witnesses.unconfirmed.length], [true, 1], JSON.stringify(lax));
  });

  test('a result that was cut confirms nothing', async () => {
    const result = await onPage(
      `const vfsSnapshot = { '/a.test.js': "for (let n = 0; n < 90; n += 1) test(n + 'x'.repeat(100), () => expect(1).toBe(1));" };
       return run('test:/a.test.js', { engine: 'both', confirm: { required: 'all' }, vfsSnapshot, limits: { outputBytes: 9000 } });`,
    );
    assert.deepEqual(
      [result.success, result.code, result.truncated],
      [false, 'err:limit', true],
      JSON.stringify({ ...result, output: result.output.length }),
    );
  });

  test('a policy that is none is refused', async () => {
    const result = await onPage("return run('test:/a.test.js', { engine: 'both', confirm: { required: 'some' } });", { files: PLAIN });
    assert.equal(result.code, 'err:protocol', JSON.stringify(result));
  });

  test('what is no test runs once', async () => {
    const result = await onPage("return run('lint:/a.test.js', { engine: 'both' });", { files: PLAIN });
    assert.deepEqual([result.success, result.witnesses], [true, undefined], JSON.stringify(result));
  });
});
