/**
 * A start that fails says why: what was seen and what to do, for every cause that a page, a server or a release can have.
 * The table of docs/reference/errors.md is this file's.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';

import { launch, newPage } from './lib/browser.mjs';
import { faultyServer } from './lib/faulty-server.mjs';

/** @typedef {import('./lib/faulty-server.mjs').Fault} Fault */

const SANDBOX = 'wasm/sandbox_bg.wasm';
const HTML = '<!doctype html><title>Not here</title>';

const missing = (/** @type {any} */ answer) => ({ ...answer, status: 404, body: Buffer.from('not found') });
const typed = (/** @type {string} */ type, /** @type {string} */ text) => (/** @type {any} */ answer) => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': type },
  body: text === undefined ? answer.body : Buffer.from(text),
});
const script = (/** @type {string} */ text) => typed('text/javascript', text);
const wasm = (/** @type {(body: Buffer) => Buffer} */ change) => (/** @type {any} */ answer) => ({ ...answer, body: change(answer.body) });
const header = (/** @type {string} */ name, /** @type {string} */ value) => (/** @type {any} */ answer) => ({
  ...answer,
  headers: { ...answer.headers, [name]: value },
});
/** @type {Fault} */
const cut = (_, response) => void response.socket?.destroy();
/** @type {Fault} */
const broken = (answer, response) => {
  response.writeHead(200, { ...answer.headers, 'content-length': answer.body.length });
  response.write(answer.body.subarray(0, 1000), () => response.socket?.destroy());
};
/** @type {Fault} */
const silent = () => {};

/** A module of nothing, which has no imports and no exports. */
const NOTHING = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
/** A module whose start traps: `(module (func $f unreachable) (start $f))`. */
const TRAP = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 8, 1, 0, 10, 5, 1, 3, 0, 0, 0x0b]);

/** What it must come to. @typedef {{ code?: string, error: RegExp, detail: RegExp, hint: RegExp }} Says */

/**
 * Causes: what is served wrongly, options of the manager (as source), and what the result says.
 * @type {[cause: string, fault: Record<string, Fault>, options: string, says: Says][]}
 */
const SERVED = [
  // The worker's script.
  [
    'script 404',
    { 'worker.js': missing },
    '',
    { error: /^The worker script could not be fetched$/, detail: /worker\.js: HTTP 404$/, hint: /dist\/.*workerUrl/ },
  ],
  [
    'script cut off',
    { 'worker.js': cut },
    '',
    { error: /^The worker script could not be fetched$/, detail: /worker\.js: Failed to fetch/, hint: /reachable/ },
  ],
  [
    'script is HTML',
    { 'worker.js': typed('text/html', HTML) },
    '',
    { error: /^The worker script is not JavaScript$/, detail: /type text\/html$/, hint: /text\/javascript/ },
  ],
  [
    'script of the wrong type',
    { 'worker.js': typed('text/plain', 'self.onmessage = null;') },
    '',
    { error: /^The worker script is not JavaScript$/, detail: /type text\/plain/, hint: /text\/javascript/ },
  ],
  [
    'script imports what is 404',
    { 'wasm/analysis.js': missing },
    '',
    { error: /imports could not be loaded$/, detail: /analysis\.js: HTTP 404$/, hint: /dist\// },
  ],
  [
    'script imports HTML',
    { 'worker/engine.js': typed('text/html', HTML) },
    '',
    { error: /imports could not be loaded$/, detail: /engine\.js has the type text\/html/, hint: /dist\// },
  ],
  [
    'script does not parse',
    { 'worker.js': script('const = 1;') },
    '',
    {
      error: /^The worker script could not be started$/,
      detail: /worker\.js is there, and so is what it imports$/,
      hint: /console.*one release/,
    },
  ],
  [
    'script throws',
    { 'worker.js': script("throw new Error('at the top');") },
    '',
    { error: /^The worker script failed$/, detail: /at the top.*worker\.js:1/, hint: /one release/ },
  ],
  [
    'script of another origin',
    {},
    "workerUrl: 'http://127.0.0.1:1/worker.js',",
    { error: /^The worker script could not be started$/, detail: /origin|access/, hint: /own origin/ },
  ],
  [
    'script that says nothing',
    { 'worker.js': script('') },
    'startupTimeoutMs: 250,',
    { error: /^No READY within 250 ms$/, detail: /^What it needs is loaded/, hint: /workerUrl.*startupTimeoutMs/ },
  ],
  [
    'script of another release',
    { 'worker.js': script('onmessage = ({ data }) => postMessage({ type: "READY", protocol: 99, generation: data.generation });') },
    '',
    {
      code: 'err:version',
      error: /^The worker speaks protocol 99, this manager speaks \d+$/,
      detail: /two releases/,
      hint: /one release.*caches/,
    },
  ],
  [
    'script that cannot read its first message',
    {
      'worker.js': script(
        'onmessage = () => postMessage({ type: "ERROR", error: { code: "err:protocol", message: "A message could not be deserialised" } });',
      ),
    },
    '',
    {
      error: /^The worker could not take its first message: A message could not be deserialised$/,
      detail: /compiled wasm/,
      hint: /own origin/,
    },
  ],
  // createWorker.
  [
    'createWorker gives nothing',
    {},
    'createWorker: () => undefined,',
    { error: /^The option createWorker gave no Worker$/, detail: /type undefined/, hint: /at once/ },
  ],
  [
    'createWorker gives a promise',
    {},
    'createWorker: async () => null,',
    { error: /^The option createWorker gave no Worker$/, detail: /type object/, hint: /not a promise/ },
  ],
  [
    'createWorker names a script that is not there',
    {},
    "createWorker: () => new Worker('/none/worker.js', { type: 'module' }),",
    { error: /^The worker script could not be started$/, detail: /createWorker/, hint: /createWorker.*worker-src/ },
  ],
  // The engine's wasm.
  [
    'wasm 404',
    { [SANDBOX]: missing },
    '',
    { error: /^The sandbox wasm could not be fetched: HTTP 404$/, detail: /sandbox_bg\.wasm$/, hint: /dist\/.*wasmUrl/ },
  ],
  [
    'wasm cut off',
    { [SANDBOX]: cut },
    '',
    { error: /^The sandbox wasm could not be fetched$/, detail: /sandbox_bg\.wasm: Failed to fetch/, hint: /reachable/ },
  ],
  [
    'wasm broken off',
    { [SANDBOX]: broken },
    '',
    { error: /^The sandbox wasm could not be read$/, detail: /sandbox_bg\.wasm: ./, hint: /broke off/ },
  ],
  [
    'wasm that never ends',
    { [SANDBOX]: silent },
    'startupTimeoutMs: 300,',
    { error: /^No READY within 300 ms$/, detail: /^Still loading: \S+sandbox_bg\.wasm$/, hint: /connection/ },
  ],
  [
    'wasm is HTML',
    { [SANDBOX]: typed('text/html', HTML) },
    '',
    { error: /^The sandbox wasm is not WebAssembly$/, detail: /text\/html.*doctype/, hint: /wasmUrl/ },
  ],
  [
    'wasm is HTML and says that it is wasm',
    { [SANDBOX]: typed('application/wasm', HTML) },
    '',
    { error: /^The sandbox wasm is not WebAssembly$/, detail: /magic word/, hint: /wasmUrl/ },
  ],
  [
    'wasm is JSON',
    { [SANDBOX]: typed('application/json', '{"error":"gone"}') },
    '',
    { error: /^The sandbox wasm is not WebAssembly$/, detail: /application\/json.*gone/, hint: /wasmUrl/ },
  ],
  [
    'wasm is empty',
    { [SANDBOX]: wasm(() => Buffer.alloc(0)) },
    '',
    { error: /^The sandbox wasm is empty$/, detail: /0 bytes$/, hint: /dist\// },
  ],
  [
    'wasm is empty, of no type',
    { [SANDBOX]: typed('application/octet-stream', '') },
    '',
    { error: /^The sandbox wasm is empty$/, detail: /0 bytes$/, hint: /dist\// },
  ],
  [
    'wasm is brotli of nothing',
    { [SANDBOX]: (answer) => ({ ...answer, headers: { ...answer.headers, 'content-encoding': 'br' }, body: Buffer.alloc(0) }) },
    '',
    { error: /^The sandbox wasm (is empty|could not be read)$/, detail: /./, hint: /dist\/|Content-Encoding/ },
  ],
  [
    'wasm is not the brotli that it says',
    { [SANDBOX]: header('content-encoding', 'br') },
    '',
    { error: /^The sandbox wasm could not be (read|fetched)$/, detail: /./, hint: /Content-Encoding/ },
  ],
  [
    'wasm is truncated',
    { [SANDBOX]: wasm((body) => body.subarray(0, body.length >> 1)) },
    '',
    { error: /^The sandbox wasm could not be compiled$/, detail: /sandbox_bg\.wasm: .*WebAssembly/, hint: /cut short/ },
  ],
  [
    'wasm is damaged',
    { [SANDBOX]: wasm((body) => Buffer.concat([body.subarray(0, 2000), Buffer.alloc(5000, 0xff), body.subarray(7000)])) },
    '',
    { error: /^The sandbox wasm could not be compiled$/, detail: /./, hint: /damaged/ },
  ],
  [
    'wasm is of another module',
    {},
    "wasmUrl: { analysis: new URL('wasm/manager_bg.wasm', base) },",
    {
      error: /^The verification engine could not be started: .*[Ii]mport/,
      detail: /does not start with the script/,
      hint: /another build.*wasmUrl/,
    },
  ],
  [
    'wasm is a module of nothing',
    { 'wasm/analysis_bg.wasm': wasm(() => NOTHING) },
    '',
    { error: /^The verification engine could not be started: /, detail: /does not start with the script/, hint: /another build/ },
  ],
  [
    'wasm traps when it starts',
    { 'wasm/analysis_bg.wasm': wasm(() => TRAP) },
    '',
    {
      error: /^The verification engine could not be started: .*unreachable/,
      detail: /does not start with the script/,
      hint: /another build/,
    },
  ],
  [
    'the second wasm is of another module',
    {},
    "wasmUrl: { sandbox: new URL('wasm/analysis_bg.wasm', base) },",
    { error: /^The verification engine could not be started: /, detail: /does not start with the script/, hint: /another build/ },
  ],
  [
    'wasm given is damaged',
    {},
    'wasmModule: { sandbox: new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 9, 9]) },',
    { error: /^The sandbox wasm could not be compiled$/, detail: /given as wasmModule/, hint: /damaged/ },
  ],
  [
    'wasm given is none',
    {},
    "wasmModule: { sandbox: Promise.reject(new Error('no cache')) },",
    { error: /^The sandbox wasm could not be taken$/, detail: /given as wasmModule: no cache/, hint: /its bytes/ },
  ],
  // The manager's own.
  [
    "the manager's wasm 404",
    { 'wasm/manager_bg.wasm': missing },
    '',
    { error: /^The manager wasm could not be fetched: HTTP 404$/, detail: /manager_bg/, hint: /wasmUrl/ },
  ],
  [
    "the manager's wasm is of another module",
    { 'wasm/manager_bg.wasm': wasm(() => NOTHING) },
    '',
    { error: /^The manager wasm could not be started$/, detail: /./, hint: /another build/ },
  ],
];

/** The same for policies of the page. @type {[cause: string, policy: string, says: Says][]} */
const POLICIES = [
  [
    'a policy without worker-src',
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'; connect-src 'self'",
    {
      error: /^The worker script could not be started$/,
      detail: /refused by the page's Content-Security-Policy: worker-src$/,
      hint: /worker-src 'self'/,
    },
  ],
  [
    'a policy without wasm-unsafe-eval',
    "script-src 'self'; worker-src 'self'; connect-src 'self'",
    {
      error: /^The manager wasm could not be compiled$/,
      detail: /Content Security Policy|disallowed by embedder/,
      hint: /'wasm-unsafe-eval'/,
    },
  ],
  [
    'a policy without connect-src',
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'",
    {
      error: /^The manager wasm could not be fetched$/,
      detail: /refused by the page's Content-Security-Policy: connect-src$/,
      hint: /connect-src 'self'/,
    },
  ],
  [
    'a policy that wants trusted addresses',
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; require-trusted-types-for 'script'",
    { error: /^The worker script could not be started$/, detail: /TrustedScriptURL/, hint: /createWorker/ },
  ],
];

/**
 * Asks a manager for something, twice, and gives what it says.
 * @param {import('playwright-core').Page} page
 * @param {string} base Where the package is.
 * @param {string} [options] As source, which may name the `base`.
 * @returns {Promise<any>}
 */
const ask = (page, base, options = '') =>
  page.evaluate(`(async (path) => {
    const base = new URL(path, location.href);
    const { VerificationManager } = await import(path + 'verification-manager.js');
    const vm = await VerificationManager.create({ workers: 1, spare: false, backoffMs: 5, breakerAfter: 2, ${options} });
    const result = await vm.runVerification('eval:6 * 7', 10_000).catch(({ message, code }) => ({ rejected: message, code }));
    const again = await vm.runVerification('eval:1').then(({ code }) => code, ({ code }) => code);
    const { active, queued } = vm.getStats();
    vm.dispose();
    return { ...result, again, left: active + queued };
  })(${JSON.stringify(base)})`);

/** A page that is isolated wants its worker to be. */
const ISOLATED = 'script without the Cross-Origin-Embedder-Policy of the page';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('playwright-core').Page} */
let shared;
/** @type {Awaited<ReturnType<typeof faultyServer>>} */
let server;
/** Whether the script of 'comes back' is there. */
let back = false;

const named = (/** @type {string} */ cause) => cause.replace(/\W+/g, '-');

before(async () => {
  browser = await launch();
  server = await faultyServer({
    ...Object.fromEntries(SERVED.map(([cause, fault]) => [named(cause), fault])),
    'comes-back': { 'worker.js': (answer) => (back ? answer : missing(answer)) },
    // Two starts find nothing, and two looks at why.
    'comes-back-by-itself': {
      'worker.js': (answer) => (server.hits('/fault/comes-back-by-itself/worker.js').length > 4 ? answer : missing(answer)),
    },
  });
  shared = await newPage(browser, `${server.url}e2e/`);
  // What is not spoiled is compiled once.
  await shared.evaluate(`(async () => {
    const compile = async (name) => [name, await WebAssembly.compileStreaming(fetch('/verdict/wasm/' + name + '_bg.wasm'))];
    window.modules = Object.fromEntries(await Promise.all(['manager', 'analysis', 'sandbox'].map(compile)));
  })()`);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** @param {any} result @param {Says} says */
function check(result, { code = 'err:startup', error, detail, hint }) {
  const { console: _, ...shown } = result;
  const what = JSON.stringify(shown);
  assert.equal(result.rejected, undefined, what);
  assert.deepEqual([result.success, result.code], [false, code], what);
  assert.match(result.error, error, what);
  assert.match(String(result.detail), detail, what);
  assert.match(String(result.hint), hint, what);
  assert.deepEqual([result.again, result.left], [code, 0], what);
}

describe('a start that cannot work', () => {
  for (const [cause, fault, options, says] of SERVED) {
    // Each has a package of its own, so that they can share a page.
    test(cause, async () => {
      const whole = ['manager', 'analysis', 'sandbox'].filter(
        (name) => !(`wasm/${name}_bg.wasm` in fault) && !options.includes(`${name}:`),
      );
      const given = `wasmModule: { ${whole.map((name) => `${name}: window.modules.${name}`).join(', ')} }, ${options}`;
      check(await ask(shared, `/fault/${named(cause)}/`, given), says);
    });
  }

  for (const [cause, policy, says] of POLICIES) {
    test(cause, async () => {
      const page = await newPage(browser, `${server.url}e2e/`, { expected: /./, policy: `default-src 'none'; img-src data:; ${policy}` });
      check(await ask(page, '/verdict/'), says);
      await page.close();
    });
  }

  test(ISOLATED, async () => {
    const page = await browser.newPage();
    await page.route('**/e2e/', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'cross-origin-embedder-policy': 'require-corp' } });
    });
    await page.goto(`${server.url}e2e/`);
    assert.equal(await page.evaluate('crossOriginIsolated'), true);
    const says = {
      error: /^The worker script could not be started$/,
      detail: /without a Cross-Origin-Embedder-Policy/,
      hint: /require-corp/,
    };
    check(await ask(page, '/verdict/'), says);
    await page.close();
  });

  for (const [cause, remove, error] of [
    ['no WebAssembly', 'WebAssembly', /^WebAssembly is not available here$/],
    ['no Worker', 'Worker', /^Web Workers are not available here$/],
  ]) {
    test(`${cause} is err:unavailable`, async () => {
      const page = await newPage(browser, `${server.url}e2e/`);
      const result = await page.evaluate(`(async () => {
        delete globalThis.${remove};
        const { VerificationManager } = await import('/verdict/index.js');
        return (await VerificationManager.create()).runVerification('eval:1');
      })()`);
      await page.close();
      assert.deepEqual([result.success, result.code], [false, 'err:unavailable']);
      assert.match(result.error, error);
      assert.match(result.hint, /browser/);
    });
  }

  test('each cause has a detail or a hint of its own, and the table of docs/reference/errors.md has each', async () => {
    const all = [...SERVED.map(([, , , says]) => says), ...POLICIES.map(([, , says]) => says)];
    const page = await readFile(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');
    for (const cause of [ISOLATED, ...[...SERVED, ...POLICIES].map(([name]) => name)])
      assert.ok(page.includes(`| ${cause} |`), `docs/reference/errors.md lacks “${cause}”`);
    assert.ok(new Set(all.map(({ error, detail, hint }) => `${error} ${detail} ${hint}`)).size > all.length - 6);
  });
});

describe('a restart loop', () => {
  test('is stopped by the breaker, waits longer each time, and reset() closes it', async () => {
    const page = await newPage(browser, `${server.url}e2e/`, { expected: /404|worker/ });
    const path = '/fault/comes-back/worker.js';
    const first = /** @type {any} */ (
      await page.evaluate(`(async () => {
        const { VerificationManager } = await import('/fault/comes-back/index.js');
        window.restarts = [];
        window.vm = await VerificationManager.create({ workers: 1, spare: false, breakerAfter: 4, backoffMs: 150 });
        vm.addEventListener('worker-restart', ({ detail }) => restarts.push(detail.reason));
        const { code, error } = await vm.runVerification('eval:1');
        const start = performance.now();
        const second = await vm.runVerification('eval:2');
        return { code, error, second: [second.code, second.error, Boolean(second.hint)], took: performance.now() - start, slots: vm.getStats().slots, init: await vm.init() };
      })()`)
    );
    assert.deepEqual([first.code, first.error], ['err:startup', 'The worker script could not be fetched']);
    assert.deepEqual(first.second, ['err:startup', 'The worker script could not be fetched', true]);
    // One more start would have waited for 1200 ms first.
    assert.ok(first.took < 1000, `a request on a broken slot is answered at once, not in ${first.took} ms`);
    assert.deepEqual([first.slots.map((/** @type {any} */ { state }) => state), first.init], [['broken'], false]);
    // Each start asks for the script, and once more to say why.
    const hits = server.hits(path);
    assert.equal(hits.length, 8);
    const starts = hits.filter((_, at) => at % 2 === 0);
    const waits = starts.slice(1).map((at, i) => at - starts[i]);
    for (const [i, wait] of waits.entries()) assert.ok(wait >= 150 * 2 ** i, `waited ${waits}`);
    await new Promise((resolve) => setTimeout(resolve, 700));
    assert.equal(server.hits(path).length, 8, 'it went on trying');

    const still = await page.evaluate(
      '(async () => [await vm.reset(), (await vm.runVerification("eval:1")).code, vm.getStats().slots[0].state])()',
    );
    assert.deepEqual(still, [false, 'err:startup', 'broken']);
    back = true;
    const after = await page.evaluate(`(async () => {
      const ready = await vm.reset();
      const { output } = await vm.runVerification('eval:6 * 7');
      return { ready, output, slots: vm.getStats().slots.map(({ state }) => state), restarts };
    })()`);
    assert.deepEqual(
      [/** @type {any} */ (after).ready, /** @type {any} */ (after).output, /** @type {any} */ (after).slots],
      [true, 42, ['idle']],
    );
    await page.close();
    assert.deepEqual(page.problems, []);
  });

  test('a start that comes back by itself closes it too', async () => {
    const page = await newPage(browser, `${server.url}e2e/`, { expected: /404|worker/ });
    const result = /** @type {any} */ (
      await page.evaluate(`(async () => {
        const { VerificationManager } = await import('/fault/comes-back-by-itself/index.js');
        const vm = await VerificationManager.create({ workers: 1, spare: false, backoffMs: 20 });
        const { success, output, error } = await vm.runVerification('eval:6 * 7');
        return { success, output, error, restarts: vm.getStats().restarts };
      })()`)
    );
    assert.deepEqual([result.success, result.output, result.error], [true, 42, null]);
    assert.equal(result.restarts, 2);
    await page.close();
  });
});

test('workers: one less than there are cores, at least one, at most four; what is asked for, as it is asked', async () => {
  const page = await newPage(browser, `${server.url}e2e/`);
  const slots = await page.evaluate(`(async () => {
    const { VerificationManager } = await import('/verdict/index.js');
    const slots = {};
    const count = async (name, options) => {
      const vm = new VerificationManager({ spare: false, createWorker: () => new Worker('/e2e/workers/telling-worker.js'), ...options });
      await vm.init();
      slots[name] = vm.getStats().slots.length;
      vm.dispose();
    };
    for (const cores of [1, 2, 3, 4, 5, 16, undefined, NaN, 0]) {
      Object.defineProperty(navigator, 'hardwareConcurrency', { value: cores, configurable: true });
      await count(cores, {});
    }
    for (const workers of [1, 2, 6]) await count('asked ' + workers, { workers });
    return slots;
  })()`);
  await page.close();
  assert.deepEqual(slots, { 1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 16: 4, undefined: 1, NaN: 1, 0: 1, 'asked 1': 1, 'asked 2': 2, 'asked 6': 6 });
});
