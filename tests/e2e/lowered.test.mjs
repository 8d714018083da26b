/**
 * Files with more than types, in Chromium: what lowers them is fetched by the first request that has one and by no other,
 * the result is the native host's, and where it cannot be had the request says so.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { launch, newPage } from './lib/browser.mjs';
import { faultyServer } from './lib/faulty-server.mjs';
import { nativeHost } from './lib/native.mjs';
import { onPage as onPageOf } from './lib/on-page.mjs';

const TRANSFORMER = 'wasm/transformer_bg.wasm';

const PLAIN = {
  '/plain.test.ts': "import { test, expect } from 'vitest';\ntest('adds', () => expect((1 as number) + 1).toBe(2));\n",
};

const LOWERED = {
  '/a.test.ts': `import { expect, test, vi } from 'vitest';
import { Level, thrown } from './level';
vi.mock('./level', async (original) => ({ ...(await original<object>()), mocked: 1 }));
enum Own { A = 1 }
const log: string[] = [];
const named = (name: string) => (...at: unknown[]) => { log.push(name + at.length); };
@named('class') class Point { @named('field') z = 1; constructor(public x: number, private y = 2) {} sum(): number { return this.x + this.y; } }
test('passes', async () => {
  { using open = { [Symbol.dispose]() { log.push('closed'); } }; log.push(String(new Point(Own.A).sum())); }
  expect(log).toEqual(['field3', 'class1', '3', 'closed']);
  expect((await import('./late')).Late.One).toBe('one');
});
test('fails where it stands', () => {
  const value: number = Own.A;
    expect<number>(value).not.toBe(Level.One);
});
test('throws where it stands', () => { thrown<string>('x'); });
test('proposes a snapshot where it stands', () => { expect({ of: Own.A }).toMatchInlineSnapshot(); });
`,
  '/b.test.tsx': `const items = [1, 2];
test('elements', () => { expect(<ul>{items.map((it) => <li key={it}>{it}</li>)}</ul>).toEqual(['ul', 2]); });
`,
  '/level.ts':
    'export enum Level { Zero, One }\n\nexport function thrown<T>(value: T): never { throw new Error(`no ${value as any} é`); }\n',
  '/late.ts': "export enum Late { One = 'one' }\n",
  '/tsconfig.json': '{ "compilerOptions": { "target": "ES2022", "experimentalDecorators": true, "jsxImportSource": "own" } }',
  '/node_modules/own/package.json': '{ "exports": { "./jsx-dev-runtime": "./dev.js" } }',
  '/node_modules/own/dev.js': 'export const jsxDEV = (type, { children }) => [type, Array.isArray(children) ? children.length : 1];\n',
};

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof faultyServer>>} */
let server;
const native = nativeHost();

before(async () => {
  browser = await launch();
  server = await faultyServer({
    missing: { [TRANSFORMER]: (answer) => ({ ...answer, status: 404, body: Buffer.from('not found') }) },
    cut: { [TRANSFORMER]: (_, response) => void response.socket?.destroy() },
    silent: { [TRANSFORMER]: () => {} },
    other: { [TRANSFORMER]: (answer) => ({ ...answer, body: Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]) }) },
  });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const asked = (/** @type {string} */ name) => server.hits(`/fault/${name}/${TRANSFORMER}`).length;

/** @param {string} name The fault of the server. @param {string} body @param {{ files?: object, options?: string, expected?: RegExp }} [how] */
const onPage = (name, body, how) => onPageOf({ browser, url: server.url }, body, { name, files: { ...PLAIN, ...LOWERED }, ...how });

/** What must be the same natively. @param {any} result */
function essence({ success, output, error, code, outputSha256, snapshotRoot, console, snapshots }) {
  return { success, output: JSON.stringify(output), error, code, outputSha256, snapshotRoot, console, snapshots };
}

async function natively(/** @type {string} */ command, files = { ...PLAIN, ...LOWERED }) {
  return essence(await native({ type: 'VERIFY', id: 1, payload: { command, snapshot: Object.entries(files) } }));
}

describe('files with more than types', () => {
  test('a snapshot without them fetches nothing', async () => {
    const result = await onPage('none', "return [await run('test:/plain.test.ts'), await run('eval:1'), await run('lint:/*.ts')];", {
      files: PLAIN,
    });
    assert.deepEqual(
      result.map((/** @type {any} */ { success }) => success),
      [true, true, true],
      JSON.stringify(result),
    );
    assert.equal(asked('none'), 0);
    assert.equal(server.hits('/fault/none/wasm/sandbox_bg.wasm').length, 1);
  });

  test('what does not import them fetches nothing', async () => {
    const result = await onPage('beside', "return run('test:/plain.test.ts');");
    assert.equal(result.success, true, JSON.stringify(result));
    assert.equal(asked('beside'), 0);
  });

  test('they run as natively, and what lowers them is fetched once', async () => {
    const command = 'test:/*.test.ts /*.test.tsx';
    const { results, events } = await onPage(
      'whole',
      `
      const events = [];
      const results = [await run('${command}', { onProgress: (_, report) => events.push(...report.events.map(({ kind }) => kind)) }), await run('${command}'), await run('eval:import("/late").then(({ Late }) => Late.One)')];
      return { results, events };
    `,
      { options: 'workers: 2, spare: false' },
    );
    const expected = await natively(command);
    assert.deepEqual(essence(results[0]), expected);
    assert.deepEqual(essence(results[1]), expected);
    assert.equal(results[2].success, true, JSON.stringify(results[2]));
    assert.equal(asked('whole'), 1);
    const failed = results[0].output.filter((/** @type {any} */ { passed }) => !passed);
    assert.deepEqual(
      failed.map((/** @type {any} */ { test: name, failedAt: { file, line, column } }) => [name, file, line, column]),
      [
        ['fails where it stands', '/a.test.ts', 15, 31],
        ['throws where it stands', '/level.ts', 3, 52],
      ],
      JSON.stringify(failed),
    );
    // What was begun again is told once.
    const count = (/** @type {string} */ type) => events.filter((/** @type {string} */ one) => one === type).length;
    assert.equal(count('fileStarted'), 3, JSON.stringify(events));
    assert.equal(count('fileStarted'), count('fileFinished'), JSON.stringify(events));
  });

  test('a worker that takes over has it at once', async () => {
    const result = await onPage(
      'again',
      `
      await run('test:/b.test.tsx');
      const late = await run('eval:for (;;) {}', { timeout: 300 });
      return [late, await run('test:/b.test.tsx')];
    `,
    );
    assert.equal(result[1].success, true, JSON.stringify(result));
    assert.equal(asked('again'), 1);
  });

  test('without a manager the worker fetches it itself', async () => {
    const page = await newPage(browser, `${server.url}e2e/`);
    const answer = await page.evaluate(
      (files) => {
        const client = new /** @type {any} */ (window).WorkerClient();
        return client.ask({ type: 'VERIFY', id: 1, payload: { command: 'test:/a.test.ts', snapshot: files } });
      },
      Object.entries({ ...PLAIN, ...LOWERED }),
    );
    await page.close();
    assert.deepEqual(essence(answer), await natively('test:/a.test.ts'));
  });

  for (const [name, why] of /** @type {[string, RegExp][]} */ ([
    [
      'missing',
      /^A file has to be lowered .* could not be loaded: The transformer wasm could not be fetched: HTTP 404 \(\S+transformer_bg\.wasm\)\. Serve the whole dist\/ folder/,
    ],
    ['cut', /could not be loaded: The transformer wasm could not be fetched \(\S+transformer_bg\.wasm: Failed to fetch/],
    ['other', /could not be loaded: ./],
  ])) {
    test(`it is ${name}: the request says so, and the next one runs`, async () => {
      const [lowered, plain, events] = await onPage(
        name,
        `
        const restarts = [];
        vm.addEventListener('worker-restart', ({ detail }) => restarts.push(detail));
        return [await run('test:/b.test.tsx'), await run('test:/plain.test.ts'), restarts];
      `,
        { expected: /transformer_bg\.wasm/ },
      );
      assert.deepEqual([lowered.success, lowered.code], [false, 'err:unavailable'], JSON.stringify(lowered));
      assert.match(lowered.error, why);
      assert.equal(plain.success, true, JSON.stringify(plain));
      assert.deepEqual(events, []);
    });
  }

  test('it never comes: the request runs out of its time', async () => {
    const [lowered, plain] = await onPage(
      'silent',
      "return [await run('test:/b.test.tsx', { timeout: 1500 }), await run('test:/plain.test.ts')];",
    );
    assert.equal(lowered.code, 'err:timeout', JSON.stringify(lowered));
    assert.equal(plain.success, true, JSON.stringify(plain));
  });
});
