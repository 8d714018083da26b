/**
 * `verdict apply` and `verdict run` with browsers: both witnesses decide, the browser alone decides nothing, and whatever
 * the verdict is, the folder is as it was or as the bundle says.
 */

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';

import { readFiles, startCli, writeFiles } from './lib/cli.mjs';
import { webdriver } from './lib/webdriver.mjs';

const FILES = {
  'sum.js': 'export const sum = (a, b) => a + b;\n',
  'sum.test.js': "import { sum } from './sum.js';\ntest('adds', () => expect(sum(1, 2)).toBe(3));\n",
  'other.test.js': "test('is another', () => expect(1).toBe(1));\n",
  'spec/verification.yaml': `version: 1
skills:
  unit:
    tier: 1
    steps:
      - { name: all, run: 'test:/*.test.js' }
profiles:
  pr: [unit]
`,
};
/** Passes in the browser's engine alone. */
const LIES = "export const sum = (a, b) => { if (typeof WebAssembly === 'undefined') throw new Error('seen'); return a + b; };\n";
const GOOD = 'export const sum = (...all) => all.reduce((a, b) => a + b, 0);\n';
const VERIFY = ['--verify', 'test:/*.test.js'];

/** @type {string} */
let root;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'verdict-e2e-'));
  await writeFiles(root, FILES);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Starts to apply another `sum.js`. @param {string} text @param {string[]} args @param {Record<string, string | undefined>} [env] */
async function starting(text, args, env) {
  const folder = await mkdtemp(join(tmpdir(), 'verdict-e2e-bundle-'));
  await writeFiles(folder, { 'bundle.json': JSON.stringify({ '/sum.js': text }) });
  const started = startCli(['apply', join(folder, 'bundle.json'), '--root', root, '--json', '--timeout', '120000', ...args], env);
  return { ...started, ended: started.ended.finally(() => rm(folder, { recursive: true, force: true })) };
}

/** @param {string} text @param {string[]} args @param {Record<string, string | undefined>} [env] */
const apply = async (text, args, env) => (await starting(text, args, env)).ended;

/** @param {string[]} args */
const run = (args) => startCli(['run', '--root', root, '--json', '--timeout', '120000', ...args]).ended;

describe('verdict apply', () => {
  test('applies what both witnesses say passes, and has what the change can break confirmed', async () => {
    const { code, told, err } = await apply(GOOD, [...VERIFY, '--engine', 'both', '--sample', '0']);
    assert.equal(code, 0, err + JSON.stringify(told));
    assert.deepEqual([told.state, told.result.engine, told.result.witnesses.files], ['applied', 'both', ['/sum.test.js']]);
    assert.deepEqual(await readFiles(root), { ...FILES, 'sum.js': GOOD });
  });

  test('applies nothing that the witnesses disagree on', async () => {
    const { code, told, err } = await apply(LIES, [...VERIFY, '--engine', 'both', '--sample', '0']);
    assert.deepEqual([code, told?.state, told?.code], [1, 'refused', 'err:disagreement'], err + JSON.stringify(told));
    assert.deepEqual(await readFiles(root), FILES);
  });

  test('applies nothing on the word of the browser alone', async () => {
    const { code, told, err } = await apply(GOOD, [...VERIFY, '--engine', 'browser']);
    assert.deepEqual([code, told?.state, told?.code], [1, 'refused', 'err:policy'], err + JSON.stringify(told));
    assert.match(told.message, /ask both/);
    assert.deepEqual(await readFiles(root), FILES);
  });

  test('gives the same browsers the files of a verify command and those of a profile', async () => {
    const server = await webdriver();
    try {
      await writeFiles(root, { 'changes/c-1/verify/old.json': 'of an earlier run' });
      const args = [...VERIFY, '--profile', 'pr', '--change', 'c-1', '--engine', 'both', '--confirm', 'all', '--webdriver', server.url];
      const { code, told, err } = await apply(GOOD, args);
      assert.equal(code, 0, err + JSON.stringify(told));
      const tests = told.checks.filter((/** @type {any} */ check) => /^test:/.test(check.command) && check.purpose !== 'baseline');
      assert.deepEqual(
        tests.map((/** @type {any} */ check) => [check.purpose, check.passed]),
        [
          ['verify', true],
          ['profile', true],
        ],
      );
      assert.notEqual(tests[0].root, tests[1].root, 'what a run writes is not judged');
      assert.deepEqual([server.started.length, server.ended.length], [1, 1]);
    } finally {
      await server.close();
    }
  });

  test('leaves the folder as it was where there is no browser, and where it is interrupted', async () => {
    const missing = await apply(GOOD, [...VERIFY, '--engine', 'both'], { PATH: '/nowhere', CHROMEDRIVER: undefined });
    assert.deepEqual([missing.code, missing.told.code], [2, 'err:unavailable']);
    assert.match(missing.told.message, /no chromedriver in PATH/);
    const server = await webdriver();
    try {
      const { child, ended } = await starting(GOOD, [...VERIFY, '--engine', 'both', '--webdriver', server.url]);
      await server.begun;
      child.kill('SIGINT');
      assert.equal((await ended).code, 130);
      assert.equal(server.ended.length, 1);
    } finally {
      await server.close();
    }
    assert.deepEqual(await readFiles(root), FILES);
    // Nothing is left that would be in the way of the next.
    assert.equal((await apply(GOOD, VERIFY)).code, 0);
  });
});

describe('verdict run', () => {
  test('passes a profile on the word of both witnesses, and not of the browser alone', async () => {
    const both = await run(['--engine', 'both', '--confirm', 'all']);
    assert.equal(both.code, 0, both.err + JSON.stringify(both.told));
    assert.equal(both.told.passed, true);
    const alone = await run(['--engine', 'browser']);
    assert.equal(alone.code, 1, alone.err);
    const [step] = alone.told.skills[0].steps;
    assert.deepEqual([step.state, step.code], ['failed', 'err:policy']);
    assert.match(step.error, /ask both/);
  });

  test('fails a profile that the witnesses disagree on', async () => {
    await writeFiles(root, { 'sum.js': LIES });
    const { code, told } = await run(['--engine', 'both', '--confirm', '/sum.test.js']);
    assert.deepEqual([code, told.skills[0].steps[0].code], [1, 'err:disagreement'], JSON.stringify(told));
  });
});
