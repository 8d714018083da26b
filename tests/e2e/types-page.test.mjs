/**
 * The full layer of `type-check:` in a page: what TypeScript says, when it is fetched, and what there is without it.
 */

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { launch, newPage } from './lib/browser.mjs';
import { startCli, writeFiles } from './lib/cli.mjs';
import { faultyServer } from './lib/faulty-server.mjs';
import { onPage } from './lib/on-page.mjs';

const CHECKER = fileURLToPath(new URL('../../dist/checker/', import.meta.url));
const STRICT = '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" } }';

const FILES = {
  '/tsconfig.json': STRICT,
  '/src/price.ts': 'export const price = (count: number): number => count * 3;\n',
  '/src/cart.ts': "import { price } from './price';\nexport const label = (count: number): string => price(count).toFixed(2);\n",
  '/src/old.ts': "export const broken: number = 'old';\n",
  '/src/rest.ts':
    "/** A card.\n * @param {string} name */\nexport function card(name: string | undefined): number { return name.length; }\ncard('a', 2);\n",
};
const BREAKS_CALLER = { '/src/price.ts': 'export const price = (count: number): string => String(count * 3);\n' };
const MOVES_OLD = { '/src/old.ts': "// The line has moved.\n\nexport const broken: number = 'old';\n" };

/** A program that takes a compiler minutes: each level doubles what the one below compares. */
const SLOW = `type Wide<N extends number, T extends unknown[] = []> = T['length'] extends N ? T : Wide<N, [...T, T['length']]>;
type Pairs<A extends unknown[]> = { [K in keyof A]: { [L in keyof A]: [A[K], A[L]] } };
type All = Pairs<Wide<900>>;
export const all: All = null!;
export const same: { [K in keyof All]: All[K] } & Pairs<Wide<901>> = all;
`;

const spoiled = (/** @type {(body: Buffer) => Buffer} */ change) => (/** @type {any} */ answer) => ({
  ...answer,
  body: change(answer.body),
});
const missing = (/** @type {any} */ answer) => ({ ...answer, status: 404, body: Buffer.from('not found') });

/** Faults of the checker's files, by name. */
const FAULTS = {
  whole: {},
  'no-worker': { 'checker/worker.js': missing },
  'no-compiler': { 'checker/ts.core.mjs': missing },
  'no-libraries': { 'checker/libraries.json': missing },
  'cut-types': { 'checker/types.json': spoiled((body) => body.subarray(0, 1000)) },
  'other-compiler': { 'checker/ts.core.mjs': spoiled((body) => Buffer.from(body.toString().replace(/builtFrom = '\w/, "builtFrom = 'x"))) },
  'cut-compiler': { 'checker/ts.core.mjs': spoiled((body) => body.subarray(0, -60)) },
  'broken-worker': { 'checker/worker.js': spoiled(() => Buffer.from('throw new Error("spoiled");')) },
  'no-script': { 'type-checker.js': missing },
  silent: { 'checker/types.json': () => {} },
  slow: {
    'checker/types.json': (/** @type {any} */ { status, headers, body }, /** @type {any} */ response) =>
      void setTimeout(() => response.writeHead(status, headers).end(body), 1500),
  },
};

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof faultyServer>>} */
let server;
before(async () => {
  browser = await launch();
  server = await faultyServer(FAULTS);
});
after(async () => {
  await browser.close();
  await server.close();
});

/** Runs a body on a page with a manager. @param {string} body @param {object} [how] @returns {Promise<any>} */
const page = (body, how = {}) => onPage({ browser }, body, { files: FILES, request: { timeout: 120_000 }, ...how });

/** What there is to read of a result. */
const READ = `const lines = ({ output, rejected, ...rest }) => output ? output.map(({ file, line, column, code, rule, message, severity }) => [file, line, column, code ?? rule, message, severity].join(' ')) : JSON.stringify({ rejected, ...rest });`;

describe('type-check:', () => {
  test('finds what tsc finds, by the project of each file', async () => {
    const { said, types, success } = await page(
      `${READ}
      const result = await run('type-check:/src/*.ts');
      return { said: lines(result), types: result.types, success: result.success };`,
    );
    assert.deepEqual(said, [
      "/src/old.ts 1 14 TS2322 Type 'string' is not assignable to type 'number'. error",
      "/src/rest.ts 3 65 TS18048 'name' is possibly 'undefined'. error",
      '/src/rest.ts 4 11 TS2554 Expected 1 arguments, but got 2. error',
    ]);
    assert.deepEqual([success, types], [false, { layer: 'full', checker: 'typescript 6.0.3' }]);
  });

  test('reads JSDoc, and the packages of the snapshot', async () => {
    const files = {
      '/app.js': [
        '// @ts-check',
        "import { Store } from 'store';",
        "import { test } from 'vitest';",
        '/** @param {number} count @returns {string} */',
        'export const twice = (count) => count * 2;',
        "new Store({ size: 'big' }).open();",
        'test(1);',
        '',
      ].join('\n'),
      '/node_modules/store/package.json': '{ "name": "store", "version": "1.0.0", "types": "index.d.ts", "main": "index.js" }',
      '/node_modules/store/index.js': 'export class Store {}',
      '/node_modules/store/index.d.ts': 'export declare class Store { constructor(options: { size: number }); close(): void; }',
    };
    const said = await page(`${READ} return lines(await run('type-check:/app.js'));`, { files });
    assert.deepEqual(
      said.map((/** @type {string} */ line) => line.split(' ').slice(0, 4).join(' ')),
      ['/app.js 5 33 TS2322', '/app.js 6 13 TS2322', '/app.js 6 28 TS2339', '/app.js 7 6 TS2769'],
    );
  });

  test('says the same as a terminal, byte for byte', async () => {
    const root = await mkdtemp(join(tmpdir(), 'verdict-types-page-'));
    try {
      await writeFiles(root, Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path.slice(1), text])));
      const { told } = await startCli(['verify', '--root', root, '--json', '--timeout', '120000', 'type-check:src/*.ts'], {
        VERDICT_CHECKER: CHECKER,
      }).ended;
      const [terminal] = told.results;
      const inPage = await page(`return await run('type-check:src/*.ts');`);
      for (const key of ['output', 'outputSha256', 'error', 'code', 'success', 'counts', 'warnings', 'snapshotRoot']) {
        assert.deepEqual(inPage[key], terminal[key], key);
      }
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  test('is as fast as the fast layer where that is asked', async () => {
    const { types, requests } = await page(
      `const { types } = await run('type-check:/src/*.ts', { config: { types: { level: 'fast' } } });
      return { types, requests: performance.getEntriesByType('resource').map(({ name }) => name) };`,
    );
    assert.deepEqual(types, { layer: 'fast' });
    assert.deepEqual(
      requests.filter((/** @type {string} */ name) => /checker/.test(name)),
      [],
    );
  });

  test('a cut output counts what is cut', async () => {
    const [whole, cut] = await page(
      `const ask = (limits) => run('type-check:/src/*.ts', { limits });
      return [await ask({}), await ask({ outputBytes: 300 })];`,
    );
    assert.equal(whole.output.length, 3);
    assert.deepEqual(
      [cut.truncated, cut.output.length + cut.omitted, cut.counts.errors],
      [true, 3, whole.counts.errors],
      JSON.stringify(cut),
    );
  });

  test('a baseline says what is new', async () => {
    const { first, second } = await page(
      `const root = (await vm.setSnapshot(${JSON.stringify(FILES)})).root;
      const entries = ${JSON.stringify([...Object.entries(MOVES_OLD), ...Object.entries(BREAKS_CALLER)])};
      const ask = async (entries) => {
        const { success, output } = await run('type-check:/src/*.ts', { baseline: root, vfsSnapshot: { base: root, entries, removed: [] } });
        return { success, said: output.map(({ file, line, code, isNew, severity }) => [file, line, code, isNew, severity].join(' ')) };
      };
      return { first: await ask(entries.slice(0, 1)), second: await ask(entries) };`,
    );
    const old = ['/src/old.ts 3 TS2322 false warning', '/src/rest.ts 3 TS18048 false warning', '/src/rest.ts 4 TS2554 false warning'];
    assert.deepEqual(first, { success: true, said: old });
    assert.deepEqual(second, { success: false, said: ['/src/cart.ts 2 TS2551 true error', ...old] });
  });
});

describe('the life of the checker', () => {
  test('it is fetched by the first request for it, and once', async () => {
    await onPage({ browser, url: server.url }, "await run('lint:/src/*.ts'); await run('test:/src/*.ts'); await run('eval:1');", {
      name: 'whole',
      files: FILES,
    });
    const files = ['worker.js', 'ts.core.mjs', 'libraries.json', 'types.json'].map((name) => `/fault/whole/checker/${name}`);
    const hits = () => files.map((path) => server.hits(path).length);
    assert.deepEqual(hits(), [0, 0, 0, 0]);
    assert.deepEqual(server.hits('/fault/whole/type-checker.js'), []);
    const ask = "(await run('type-check:/src/cart.ts', { timeout: 120000 })).types.layer";
    const layers = await onPage({ browser, url: server.url }, `return [${ask}, ${ask}, ${ask}];`, { name: 'whole', files: FILES });
    assert.deepEqual(layers, ['full', 'full', 'full']);
    assert.deepEqual(hits(), [1, 1, 1, 1]);
  });

  test('a request whose time is over does not end the start of the checker', async () => {
    const [late, next] = await onPage(
      { browser, url: server.url },
      "return [await run('type-check:/src/cart.ts', { timeout: 1000 }), (await run('type-check:/src/cart.ts', { timeout: 120000 })).types.layer];",
      { name: 'slow', files: FILES },
    );
    assert.deepEqual([late.code, late.result.types.code, next], ['err:timeout', 'err:timeout', 'full']);
    assert.equal(server.hits('/fault/slow/checker/worker.js').length, 1);
  });

  test('two requests at once have an answer each, on their own snapshots', async () => {
    const said = await page(
      `${READ}
      const ask = (text) => run('type-check:/a.ts', { vfsSnapshot: { '/a.ts': text } }).then(lines);
      return await Promise.all([ask('export const a: number = "x";'), ask('export const a: string = 1;'), ask('export const a = 1;')]);`,
    );
    assert.deepEqual(said, [
      ["/a.ts 1 14 TS2322 Type 'string' is not assignable to type 'number'. error"],
      ["/a.ts 1 14 TS2322 Type 'number' is not assignable to type 'string'. error"],
      [],
    ]);
  });

  test('a time limit ends the checker, with what the fast layer knows, and the next request has a new one', async () => {
    const slow = { '/slow.ts': `${SLOW}\nundeclared;\n`, '/a.ts': 'export const a: number = "x";\n' };
    const { late, next, stats } = await page(
      `${READ}
      await vm.prewarm();
      const late = await run('type-check:/slow.ts', { timeout: 1500 });
      const next = lines(await run('type-check:/a.ts', { vfsSnapshot: { '/a.ts': 'export const a: number = "x";' } }));
      return { late, next, stats: vm.getStats() };`,
      { files: slow },
    );
    assert.deepEqual([late.rejected, late.code], ['Verification timeout', 'err:timeout'], JSON.stringify(late));
    const { success, code, output, types } = late.result;
    assert.deepEqual(
      [success, code, types.layer, types.code, types.unchecked],
      [false, 'err:timeout', 'fast', 'err:timeout', 'Verification timeout'],
    );
    assert.deepEqual(
      output.map((/** @type {any} */ { code: of, variable }) => [of, variable]),
      [['TS2304', 'undeclared']],
    );
    assert.deepEqual(next, ["/a.ts 1 14 TS2322 Type 'string' is not assignable to type 'number'. error"]);
    assert.deepEqual([stats.active, stats.failed], [0, 2]);
  });

  test('a request that waits behind a slow one has its own time, and one that is cancelled makes room', async () => {
    const slow = { '/slow.ts': SLOW, '/a.ts': 'export const a: number = "x";\n' };
    const { first, second, third } = await page(
      `${READ}
      await vm.prewarm();
      const abort = new AbortController();
      const first = run('type-check:/slow.ts', { signal: abort.signal });
      const second = run('type-check:/a.ts', { timeout: 700 });
      const third = run('type-check:/a.ts').then(lines);
      const late = await second;
      abort.abort();
      return { first: await first, second: late, third: await third };`,
      { files: slow },
    );
    assert.equal(second.code, 'err:timeout');
    assert.equal(first.code, 'err:cancelled', JSON.stringify(first));
    assert.deepEqual(third, ["/a.ts 1 14 TS2322 Type 'string' is not assignable to type 'number'. error"]);
  });

  test('dispose, reset and terminate settle what the checker runs', async () => {
    for (const end of ['dispose', 'reset', 'terminate']) {
      const { code } = await page(
        `await vm.prewarm();
        const asked = run('type-check:/slow.ts');
        while (vm.getStats().slots.some(({ status }) => status === 'busy') || vm.getStats().active === 0) await new Promise((go) => setTimeout(go, 5));
        void vm.${end}();
        return await asked;`,
        { files: { '/slow.ts': SLOW } },
      );
      assert.equal(code, 'err:cancelled', end);
    }
  });
});

describe('without the checker', () => {
  const BROKEN = { '/a.ts': 'export const a: number = "x";\nundeclared;\n' };

  /** @type {[name: keyof typeof FAULTS, error: RegExp][]} */
  const cases = [
    ['no-worker', /^The checker did not start: The worker script could not be fetched$/],
    ['broken-worker', /^The checker did not start: The worker script failed$/],
    ['no-compiler', /^The checker did not start: ts\.core\.mjs: Failed to fetch/],
    ['cut-compiler', /^The checker did not start: ts\.core\.mjs: Invalid or unexpected token$/],
    ['no-libraries', /^The checker did not start: libraries\.json: HTTP 404$/],
    ['cut-types', /^The checker did not start: types\.json is not as it was built$/],
    ['other-compiler', /^The checker did not start: ts\.core\.mjs is not as it was built$/],
    ['no-script', /^The checker did not start: /],
  ];
  test('a start that never ends has a limit, for all that wait', async () => {
    const codes = await onPage(
      { browser, url: server.url },
      "const ask = async () => { const { code, error } = await run('type-check:/a.ts'); return `${code}: ${error}`; }; return [...await Promise.all([ask(), ask()]), await ask()];",
      { name: 'silent', files: BROKEN, options: 'workers: 1, spare: false, startupTimeoutMs: 3000' },
    );
    assert.deepEqual(codes, Array(3).fill('err:startup: The checker did not start: no READY within 3000 ms'));
  });

  for (const [name, expected] of cases) {
    test(`${name}: the fast layer's findings stay, and the result says why`, async () => {
      const results = await onPage({ browser, url: server.url }, "return [await run('type-check:/a.ts'), await run('type-check:/a.ts')];", {
        name,
        files: BROKEN,
        expected: /404|spoiled/,
      });
      for (const { success, code, error, hint, output, types } of results) {
        assert.deepEqual([success, code, types.layer, types.code], [false, 'err:startup', 'fast', 'err:startup'], error);
        assert.match(error, expected);
        assert.match(types.unchecked, expected);
        assert.match(hint, /dist\//);
        assert.deepEqual(
          output.map((/** @type {any} */ { code: of }) => of),
          ['TS2304'],
        );
      }
    });
  }

  test('a page that switches it off has the fast layer alone', async () => {
    const { success, types, requests } = await page(
      `const { success, types } = await run('type-check:/src/old.ts');
      return { success, types: types ?? null, requests: performance.getEntriesByType('resource').filter(({ name }) => /checker/.test(name)).length };`,
      { options: 'workers: 1, spare: false, checker: false' },
    );
    assert.deepEqual([success, types, requests], [true, null, 0]);
  });
});

describe('a change', () => {
  const bundle = (/** @type {object} */ change) => JSON.stringify(JSON.stringify(change));
  const ADAPTER = `const files = new Map(Object.entries(${JSON.stringify(FILES)}));
    const adapter = { list: () => [...files.keys()], read: (path) => files.get(path), write: (path, text) => void files.set(path, text), remove: (path) => void files.delete(path) };`;

  test('that breaks the types of a file that it does not touch is refused by the gate', async () => {
    const { success, errors, text } = await page(
      `${ADAPTER}
      const report = await vm.applyBundle(${bundle(BREAKS_CALLER)}, { adapter, timeoutMs: 120000, policy: { allowUnverified: true } });
      return { ...report, text: files.get('/src/price.ts') };`,
    );
    assert.equal(success, false);
    assert.deepEqual(
      errors.map((/** @type {any} */ { file, code }) => [file, code]),
      [['/src/cart.ts', 'TS2551']],
      JSON.stringify(errors),
    );
    assert.equal(text, FILES['/src/price.ts']);
  });

  test('that leaves old errors as they were is applied', async () => {
    const report = await page(
      `${ADAPTER}
      const report = await vm.applyBundle(${bundle(MOVES_OLD)}, { adapter, timeoutMs: 120000, policy: { allowUnverified: true } });
      return { ...report, text: files.get('/src/old.ts') };`,
    );
    assert.equal(report.success, true, JSON.stringify(report));
    assert.match(JSON.stringify(report.phases), /1 known from before/);
    assert.equal(report.text, MOVES_OLD['/src/old.ts']);
  });

  test('that is proposed has its callers checked too, and old errors are excused', async () => {
    const { breaks, moves, adds } = await page(
      `const ask = async (change) => { const { passed, errors } = await vm.verifyProposal(change, { timeout: 120000 }); return { passed, errors }; };
      return {
        breaks: await ask(${JSON.stringify(BREAKS_CALLER)}),
        moves: await ask(${JSON.stringify(MOVES_OLD)}),
        adds: await ask({ '/src/old.ts': ${JSON.stringify(`${FILES['/src/old.ts']}export const more: string = 1;\n`)} }),
      };`,
    );
    assert.equal(breaks.passed, false);
    assert.match(breaks.errors.join('\n'), /^\/src\/cart\.ts:2:\d+: .*TS2551/);
    assert.deepEqual(moves, { passed: true, errors: [] });
    assert.equal(adds.passed, false);
    assert.deepEqual([adds.errors.length, /old\.ts:2:14: .*TS2322/.test(adds.errors[0])], [1, true], JSON.stringify(adds));
  });
});

describe('typeAt', () => {
  test('says what is at a place, and why it cannot', async () => {
    const {
      found,
      nothing,
      missing: gone,
    } = await page(
      `const nothing = await vm.typeAt('/src/cart.ts', 1, 1);
      const gone = await vm.typeAt('/none.ts', 1, 1).catch(({ code }) => code);
      return { found: await vm.typeAt('/src/cart.ts', 2, 50), nothing, missing: gone };`,
    );
    assert.deepEqual(found, {
      type: '(count: number) => number',
      name: 'price',
      kind: 'const',
      file: '/src/cart.ts',
      line: 2,
      column: 49,
      endLine: 2,
      endColumn: 54,
    });
    assert.deepEqual([nothing, gone], [null, 'err:not_found']);
  });
});

describe('a page with a strict policy', () => {
  test('needs nothing more for the checker', async () => {
    const opened = await newPage(browser, 'e2e/', {
      policy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'",
    });
    const layer = await opened.evaluate(`(async () => {
      const { VerificationManager } = await import('/verdict/verification-manager.js');
      const vm = await VerificationManager.create({ workers: 1, spare: false });
      const { types } = await vm.runVerification('type-check:/a.ts', { timeout: 120000, vfsSnapshot: { '/a.ts': 'export const a = 1;' } });
      vm.dispose();
      return types.layer;
    })()`);
    assert.equal(layer, 'full');
    await opened.close();
  });
});
