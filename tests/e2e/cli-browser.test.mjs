/**
 * `verdict verify --engine browser` in real Chromium: the report is that of the native engine, files are spread over
 * sessions, a session that dies is replaced, and what is missing is said.
 */

import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { startCli, writeFiles } from './lib/cli.mjs';
import { kill, webdriver } from './lib/webdriver.mjs';

const FILES = {
  'sum.js': 'export const sum = (a, b) => a + b;\n',
  'a.test.js':
    "import { sum } from './sum.js';\nimport { expect, test } from 'vitest';\ntest('adds', () => expect(sum(1, 2)).toBe(3));\ntest.skip('not now', () => {});\n",
  'b.test.ts':
    "import { describe, expect, it } from 'vitest';\ndescribe('types', () => {\n  it('are blanked', () => { const n: number = 1; expect(n).toBe(1); });\n});\n",
  'c.test.js': "import { expect, test } from 'vitest';\ntest('prints', () => { console.log('said'); expect(true).toBe(true); });\n",
  'slow.test.js':
    "import { expect, test } from 'vitest';\ntest('waits', async () => {\n  await new Promise((resolve) => setTimeout(resolve, 1500));\n  expect(1).toBe(1);\n});\n",
  'fails.test.js': "import { expect, test } from 'vitest';\ntest('is wrong', () => {\n  expect({ a: 1 }).toEqual({ a: 2 });\n});\n",
};
/** What no file at the root may be: one that looks at which engine runs it, and one without an end. */
const BAD = {
  'liar/liar.test.js':
    "import { expect, test } from 'vitest';\ntest('looks', () => {\n  if (typeof WebAssembly === 'undefined') throw new Error('seen');\n  expect(1).toBe(1);\n});\n",
  'loop/loop.test.js': "import { expect, test } from 'vitest';\ntest('loops', () => {\n  for (;;);\n});\n",
};
const ALL = 'test:/*.test.{js,ts}';
const PASSING = 'test:/slow.test.js /a.test.js /b.test.ts /c.test.js';

/** @type {string} */
let root;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'verdict-e2e-'));
  await writeFiles(root, { ...FILES, ...BAD });
});
after(() => rm(root, { recursive: true, force: true }));

/** Starts `verdict verify --json`. @param {string[]} args @param {Record<string, string | undefined>} [env] */
function start(args, env) {
  const { child, ended } = startCli(
    ['verify', '--root', root, '--json', ...(args.includes('--timeout') ? [] : ['--timeout', '120000']), ...args],
    env,
  );
  return { child, ended: ended.then(({ code, told, err }) => ({ code, result: told?.results[0], err })) };
}

/** @param {string[]} args @param {Record<string, string | undefined>} [env] */
const verify = (args, env) => start(args, env).ended;

const IN_BROWSER = ['--engine', 'browser'];

/** What must be the same, whichever engine and however many sessions: real time, and what is worth a word about the engine, aside. */
function essence(/** @type {any} */ { timing, engine, provisional, witnesses, outputSha256, ...rest }) {
  return rest;
}

/** States of tests, and codes of files. @param {any} result */
const states = (result) => result.output.map((/** @type {any} */ entry) => `${entry.file} ${entry.test} ${entry.code ?? entry.state}`);

const ALL_PASSED = [
  '/slow.test.js waits passed',
  '/a.test.js adds passed',
  '/a.test.js not now skipped',
  '/b.test.ts are blanked passed',
  '/c.test.js prints passed',
];

describe('verdict verify --engine browser', () => {
  test('gives the report of the native engine, in one session and in three', async () => {
    const native = await verify([ALL]);
    const one = await verify([...IN_BROWSER, ALL]);
    const three = await verify([...IN_BROWSER, '--sessions', '3', ALL]);
    assert.deepEqual([native.code, one.code, three.code], [1, 1, 1], one.err + three.err);
    assert.deepEqual([one.result.engine, one.result.provisional], ['browser', true]);
    assert.deepEqual([one.result.error, one.result.output.length], ['1 test(s) failed', 6]);
    assert.deepEqual(essence(three.result), essence(one.result));
    assert.equal(three.result.outputSha256, one.result.outputSha256);
    assert.deepEqual(entries(one.result), entries(native.result));
    assert.deepEqual(one.result.console, native.result.console);
  });

  test('runs other commands natively beside it', async () => {
    const { child, ended } = start([...IN_BROWSER, 'eval:1 + 1'], { PATH: '/nowhere', CHROMEDRIVER: undefined });
    assert.ok(child.pid);
    const { code, result } = await ended;
    assert.deepEqual([code, result.output, result.engine], [0, 2, undefined]);
  });

  test('takes browsers of any WebDriver server, and ends them', async () => {
    const server = await webdriver();
    try {
      const { code, result, err } = await verify([...IN_BROWSER, '--webdriver', server.url, '--sessions', '2', PASSING]);
      assert.equal(code, 0, err + JSON.stringify(result));
      assert.deepEqual(states(result), ALL_PASSED);
      assert.equal(server.started.length, 2);
      assert.equal(server.ended.length, 2);
    } finally {
      await server.close();
    }
  });

  test('runs the file of a browser that was killed again in another', async () => {
    let kills = 0;
    const server = await webdriver(killAt('/slow.test.js', () => kills++ === 0));
    try {
      const { code, result, err } = await verify([...IN_BROWSER, '--webdriver', server.url, PASSING]);
      assert.equal(code, 0, err + JSON.stringify(result));
      assert.deepEqual(states(result), ALL_PASSED);
      assert.deepEqual([kills, server.started.length], [2, 2]);
    } finally {
      await server.close();
    }
  });

  test('takes a grid at a path of its own, and runs only the file again whose session it lost', async () => {
    let losses = 0;
    /** @type {string[]} */
    const begun = [];
    const lose = (/** @type {import('./lib/webdriver.mjs').Call} */ { name, argument }) => {
      if (name === 'begin') begun.push(argument.command);
      return name === 'answer' && begun.at(-1) === 'test:/slow.test.js' && losses++ === 0;
    };
    const server = await webdriver(lose, { prefix: '/wd/hub' });
    try {
      const { code, result, err } = await verify([...IN_BROWSER, '--webdriver', server.url, PASSING]);
      assert.equal(code, 0, err + JSON.stringify(result));
      assert.match(err, /a browser died of test:\/slow\.test\.js: .*no longer there/);
      assert.deepEqual(states(result), ALL_PASSED);
      assert.deepEqual(begun, ['test:/slow.test.js', 'test:/slow.test.js', 'test:/a.test.js', 'test:/b.test.ts', 'test:/c.test.js']);
      assert.equal(server.started.length, 2);
    } finally {
      await server.close();
    }
  });

  test('takes a server by https, where its certificate is trusted', async () => {
    // Of 127.0.0.1, made for this test alone; nobody trusts it who is not told to.
    const [key, cert] = ['key', 'cert'].map((name) => fileURLToPath(new URL(`./tls/${name}.pem`, import.meta.url)));
    const server = await webdriver(undefined, { tls: { key: await readFile(key), cert: await readFile(cert) } });
    try {
      const args = [...IN_BROWSER, '--webdriver', server.url, 'test:/a.test.js'];
      const trusted = await verify(args, { SSL_CERT_FILE: cert });
      assert.equal(trusted.code, 0, trusted.err + JSON.stringify(trusted.result));
      const unknown = await verify(args);
      assert.deepEqual([unknown.code, unknown.result.code], [2, 'err:unavailable']);
      assert.match(unknown.result.error, /no WebDriver server answers there: .*certificate/);
    } finally {
      await server.close();
    }
  });

  test('blames the file that two browsers died of, and no other', async () => {
    const server = await webdriver(killAt('/slow.test.js', () => true));
    try {
      const { code, result, err } = await verify([...IN_BROWSER, '--webdriver', server.url, '--sessions', '2', PASSING]);
      assert.equal(code, 1, err + JSON.stringify(result));
      assert.deepEqual(states(result), ['/slow.test.js /slow.test.js err:crashed', ...ALL_PASSED.slice(1)]);
      assert.equal(result.code, 'err:crashed');
    } finally {
      await server.close();
    }
  });

  test('ends its browsers elsewhere on a Ctrl-C', async () => {
    const server = await webdriver();
    try {
      const { child, ended } = start([...IN_BROWSER, '--webdriver', server.url, PASSING]);
      await server.begun;
      child.kill('SIGINT');
      assert.equal((await ended).code, 130);
      assert.equal(server.ended.length, 1);
    } finally {
      await server.close();
    }
  });

  test('has the native engine as the second witness', async () => {
    const agreed = await verify(['--engine', 'both', '--confirm', '/a.test.js', '--sample', '0', PASSING]);
    assert.equal(agreed.code, 0, agreed.err + JSON.stringify(agreed.result));
    const { witnesses, engine, provisional } = agreed.result;
    assert.deepEqual(
      [engine, provisional, witnesses.files, witnesses.required, witnesses.confirmed],
      ['both', undefined, ['/a.test.js'], 1, 2],
    );
    const lied = await verify(['--engine', 'both', '--confirm', 'all', 'test:/liar/*.test.js']);
    assert.deepEqual([lied.code, lied.result.code], [1, 'err:disagreement']);
    assert.deepEqual(
      lied.result.witnesses.disagreements.map((/** @type {any} */ one) => [one.browser.state, one.boa.state]),
      [['passed', 'failed']],
    );
  });

  test('runs by itself what the interpreter cannot', async () => {
    const project = await mkdtemp(join(tmpdir(), 'verdict-e2e-'));
    await writeFiles(project, {
      'package.json': '{ "name": "p" }',
      'plain.test.js': "test('adds', () => expect(1 + 1).toBe(2));\n",
      'dom.test.js':
        "// @vitest-environment happy-dom\ntest('has a page', () => { document.title = 'a'; expect(document.title).toBe('a'); });\n",
      'intl.test.js': "test('formats', () => expect(new Intl.NumberFormat('de').format(1.5)).toBe('1,5'));\n",
      'slow.test.js':
        "test('counts', () => { let sum = 0; for (let i = 0; i < 3e8; i += 1) sum += i & 3; expect(sum).toBe(450_000_000); });\n",
      'wrong.test.js': "test('is wrong', () => expect(1).toBe(2));\n",
    });
    const run = async () => {
      const { code, told, err } = await startCli(['test', '--root', project, '--json']).ended;
      assert.equal(code, 1, err);
      return told.results[0];
    };
    const entries = async () => {
      const folder = join(project, '.verdict/cache');
      return Promise.all((await readdir(folder)).sort().map(async (name) => [name, (await stat(join(folder, name))).mtimeMs]));
    };
    const result = await run();
    // What the interpreter found is kept, also that a file is too slow for it: nothing is found and written again.
    const kept = await entries();
    assert.equal(kept.length, 4);
    const { timing: _, ...again } = await run();
    assert.deepEqual(await entries(), kept);
    assert.deepEqual({ ...again, timing: result.timing }, result);
    await rm(project, { recursive: true, force: true });
    assert.deepEqual(
      result.output.map((/** @type {any} */ { file, passed }) => [file, passed]),
      [
        ['/dom.test.js', true],
        ['/intl.test.js', true],
        ['/plain.test.js', true],
        ['/slow.test.js', true],
        ['/wrong.test.js', false],
      ],
    );
    assert.deepEqual(result.engines, [
      { file: '/dom.test.js', engine: 'browser', why: 'its environment has a DOM' },
      { file: '/intl.test.js', engine: 'browser', why: 'Intl is not defined' },
      { file: '/slow.test.js', engine: 'browser', why: 'the interpreter was too slow for it' },
    ]);
    assert.deepEqual([result.engine, result.provisional], [undefined, true]);
  });

  test('watches with the engine that each file needs', async () => {
    const project = await mkdtemp(join(tmpdir(), 'verdict-e2e-'));
    await writeFiles(project, {
      'package.json': '{ "name": "p" }',
      'plain.test.js': "test('adds', () => expect(1 + 1).toBe(2));\n",
      'intl.test.js': "test('formats', () => expect(new Intl.NumberFormat('de').format(1.5)).toBe('1,5'));\n",
    });
    const { child, ended } = startCli(['watch', '--root', project, '--json', '--no-cache']);
    let out = '';
    await new Promise((resolve) => {
      child.stdout.on('data', (data) => (out += data).includes('\n') && resolve(undefined));
      child.on('close', resolve);
    });
    child.kill('SIGINT');
    const { told, err } = await ended;
    await rm(project, { recursive: true, force: true });
    assert.equal(told?.success, true, err);
    assert.deepEqual(told.results[0].engines, [{ file: '/intl.test.js', engine: 'browser', why: 'Intl is not defined' }]);
  });

  test('names the files that the time was too short for', async () => {
    const { code, result } = await verify([...IN_BROWSER, '--timeout', '6000', 'test:/loop/loop.test.js /a.test.js']);
    assert.equal(code, 1);
    assert.equal(result.code, 'err:timeout');
    assert.match(
      states(result).join(),
      /\/loop\/loop\.test\.js \/loop\/loop\.test\.js err:timeout.*\/a\.test\.js \/a\.test\.js err:timeout/,
    );
  });

  test('runs a shard, and all of it in order with bail', async () => {
    const shards = await Promise.all(['1/2', '2/2'].map((shard) => verify([...IN_BROWSER, '--shard', shard, ALL])));
    assert.deepEqual(
      shards.map(({ result }) => result.shard),
      ['1/2', '2/2'],
    );
    assert.equal(shards.flatMap(({ result }) => result.output).length, 6);
    const { code, result } = await verify([...IN_BROWSER, '--bail', '1', 'test:/fails.test.js /a.test.js']);
    assert.deepEqual([code, states(result)], [1, ['/fails.test.js is wrong failed']]);
  });

  test('leaves nothing behind when it is killed itself', { skip: process.platform !== 'linux' }, async () => {
    const { child, ended } = start([...IN_BROWSER, PASSING]);
    /** @type {number[]} */
    let below = [];
    while (below.length < 6) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(child.exitCode, null, 'it ended before its browser was seen');
      below = descendantsOf(await processes(), child.pid ?? 0);
    }
    kill(child.pid);
    await ended;
    const until = Date.now() + 15_000;
    let left = below;
    while (left.length > 0 && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      left = (await processes()).filter(({ pid, state }) => below.includes(pid) && state !== 'Z').map(({ pid }) => pid);
    }
    assert.deepEqual(left, []);
  });

  test('replaces a browser of its own that was killed', { skip: process.platform !== 'linux' }, async () => {
    const { child, ended } = start([...IN_BROWSER, PASSING]);
    let killed = 0;
    const watch = setInterval(async () => {
      const all = await processes();
      const below = all.filter(({ pid }) => descendantsOf(all, child.pid ?? 0).includes(pid));
      if (killed || !below.some(({ command }) => command.includes('--type=renderer'))) return;
      // Those of the browser have a type, but for the first, which is no child of another of them.
      const browser = below.find(({ command }) => command.includes('--headless') && !command.includes('--type='));
      if (browser) kill((killed = browser.pid));
    }, 100);
    const { code, result, err } = await ended;
    clearInterval(watch);
    assert.notEqual(killed, 0, 'no browser was seen');
    assert.equal(code, 0, err + JSON.stringify(result));
    assert.deepEqual(states(result), ALL_PASSED);
  });
});

describe('what is missing is said, with exit code 2', () => {
  /** @param {string[]} args @param {Record<string, string | undefined>} env @param {RegExp} words */
  async function check(args, env, words) {
    const { code, result, err } = await verify([...IN_BROWSER, ...args, PASSING], env);
    assert.equal(code, 2);
    assert.match(result ? `${result.code}: ${result.error}` : err, words);
  }

  test('no chromedriver', () => check([], { PATH: '/nowhere', CHROMEDRIVER: undefined }, /no chromedriver in PATH: install it/));
  test('a chromedriver that is not there', () =>
    check(['--chromedriver', '/no/chromedriver'], {}, /--chromedriver: there is no program \/no\/chromedriver/));
  test('a chromedriver that is none', () =>
    check(['--chromedriver', process.execPath], {}, /err:unavailable: .*it ended before it listened/));
  test('a Chromium that is none', () => check([], { CHROMIUM: '/bin/false' }, /err:unavailable: .*(session not created|Chrome)/i));
  test('no WebDriver server', () =>
    check(['--webdriver', 'http://127.0.0.1:9'], {}, /err:unavailable: http:\/\/127\.0\.0\.1:9\/: no WebDriver server answers there/));
  test('an address of no WebDriver server', () => check(['--webdriver', 'ftp://127.0.0.1/'], {}, /expected an address such as http/));
  test('no package', () => check(['--dist', root], {}, /is not the folder of the package/));
  test('no package where the environment says', () =>
    check([], { VERDICT_DIST: '/no/dist' }, /\/no\/dist is not the folder of the package/));
});

/** What entries say that both engines say the same of. @param {any} result */
function entries(result) {
  return result.output.map((/** @type {any} */ { file, line, column, path, state, passed, error, scope }) => ({
    file,
    line,
    column,
    path,
    state,
    passed,
    error,
    scope,
  }));
}

/**
 * Kills the browser that begins a file.
 * @param {string} file
 * @param {() => boolean} wanted
 */
function killAt(file, wanted) {
  return (/** @type {import('./lib/webdriver.mjs').Call} */ { name, argument, pid }) => {
    if (name === 'begin' && argument.command === `test:${file}` && wanted()) setTimeout(kill, 300, pid);
  };
}

/** @typedef {{ pid: number, parent: number, state: string, command: string }} Process */

/** All processes, or some of them, with their command lines. @param {number[]} [some] @returns {Promise<Process[]>} */
async function processes(some) {
  const pids = some ?? (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const read = pids.map(async (pid) => {
    try {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { pid, parent: Number(parent), state, command: await readFile(`/proc/${pid}/cmdline`, 'utf8') };
    } catch {
      // It ended meanwhile.
      return undefined;
    }
  });
  return (await Promise.all(read)).filter((one) => one !== undefined);
}

/** @param {Process[]} all @param {number} root @returns {number[]} */
function descendantsOf(all, root) {
  const below = all.filter(({ parent }) => parent === root).map(({ pid }) => pid);
  return below.flatMap((pid) => [pid, ...descendantsOf(all, pid)]);
}
