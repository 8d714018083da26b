/**
 * The native host and the worker run the same engine: the same command on the same files gives the same `output`,
 * byte for byte, and the same root. The files are the demo's.
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { browserTests, serverUrl } from './lib/browser.mjs';

const COMMANDS = [
  'test:/tests/*.test.js',
  'test:/failing.test.js',
  'test:/no-such.test.js',
  'lint:/lib/**/*.js',
  'lint:/failing.test.js',
  'type-check:/src/*.js',
  'type-check:/failing.test.js',
  'eval:Object.keys(vfs).length',
  'eval:({ a: [1, -0, NaN, "ü\\u{1f600}"], f() {} })',
  'eval:null.x',
  'eval:Math.random() + Date.now()',
];

/** What fails in more ways than one, with text that has to survive the way. */
const FAILING = `
import { nothing } from './src/memory.js';
describe('fails', () => {
  it('by a value', () => { expect({ a: [1, 2, { b: 'ü' }] }).toEqual({ a: [1, 2, { b: 'u' }] }); });
  it('by a throw \\ud800 <b>', () => { var x = undefinedName; console.log(x == null); });
  it.skip('not at all', () => {});
  it('prints', () => { console.log('1..1\\nok 1'); expect(0.1 + 0.2).toBeCloseTo(0.3); });
});
`;

const { withSamePage } = browserTests('e2e/');

/** @type {string} */
let folder;
/** @type {[string, string][]} */
let files;

before(async () => {
  const seed = await (await fetch(new URL('seed.json', serverUrl()))).json();
  files = [...seed, ['/failing.test.js', FAILING]];
  folder = await mkdtemp(join(tmpdir(), 'verdict-'));
  for (const [path, text] of files) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
});
after(() => rm(folder, { recursive: true, force: true }));

/** @returns {Promise<any>} The one result of `verdict verify --json`. */
function native(/** @type {string} */ command) {
  const program = process.env.VERDICT_CLI;
  assert.ok(program, 'VERDICT_CLI is not set: run this by `cargo xtask test`');
  return new Promise((resolve, reject) => {
    // The engine has the fast layer of type checks alone.
    const env = { ...process.env, VERDICT_CHECKER: 'off' };
    execFile(program, ['verify', '--root', folder, '--json', command], { env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      // 1: judged and failed. 2: could not be judged, which is a result as well.
      if (error && ![1, 2].includes(Number(error.code))) return reject(new Error(`${error.message}\n${stderr}`));
      resolve(JSON.parse(stdout).results[0]);
    });
  });
}

/** What must be the same. */
function essence(/** @type {any} */ { success, output, error, code, outputSha256, snapshotRoot, console, truncated }) {
  return { success, output: JSON.stringify(output), error, code, outputSha256, snapshotRoot, console, truncated };
}

describe('the native host and the worker', () => {
  for (const command of COMMANDS) {
    test(
      command,
      withSamePage(async (page) => {
        await page.waitForFunction('window.loaded');
        const message = { type: 'VERIFY', id: 1, payload: { command, snapshot: files } };
        const answer = await page.evaluate(async (sent) => {
          const client = new /** @type {any} */ (window).WorkerClient();
          const answer = await client.ask(sent);
          client.worker.terminate();
          return answer;
        }, message);
        assert.equal(answer.type, 'VERIFY_COMPLETE', JSON.stringify(answer));
        assert.deepEqual(essence(answer), essence(await native(command)));
      }),
    );
  }
});
