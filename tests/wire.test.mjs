/**
 * What is on the wire is what the declarations say: real answers of the native host, checked by `tsc` as object literals, in which
 * it refuses members that are not declared as well as those that are missing.
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { startCli, writeFiles } from './e2e/lib/cli.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

const FILES = {
  'sum.js': 'export const sum = (a, b) => a + b;\n',
  'a.test.js': `import { beforeAll, describe, expect, test } from 'vitest';
import { sum } from './sum.js';
describe('s', () => {
  test('passes', () => { console.log('printed'); expect(sum(1, 2)).toBe(3); });
  test('fails', () => { expect({ a: [1] }).toEqual({ a: [2] }); });
  test.skip('skipped', () => {});
  test.todo('later');
});
describe('h', () => {
  beforeAll(() => { throw new AggregateError([new Error('one', { cause: new TypeError('c') })], 'all'); });
  test('t', () => {});
});
test('swallows', () => { try { expect(1).toBe(2); } catch {} });
test('rejects', () => { Promise.reject(Object.assign(new Error('late'), { code: 'E' })); });
test('snapshots', () => { expect({ a: 1 }).toMatchSnapshot(); expect(1).toMatchInlineSnapshot(); });
`,
  'top.test.js': "throw new Error('top');\n",
  'loop.test.js': "test('loops', () => { for (;;); });\n",
  'good.test.js': "import { sum } from './sum.js';\ntest('adds', () => expect(sum(1, 2)).toBe(3));\n",
  'messy.js': "import { gone } from './sum.js';\ndebugger;\nvar x = nobody;\nconsole.log(x == null);\n",
  'package.json': '{ "main": "./sum.js" }\n',
  'evidence.json': '{ "test": { "evidence": "full" } }\n',
  'good.json': JSON.stringify({ '/sum.js': 'export const sum = (a, b) => b + a;\n' }),
  'bad.json': JSON.stringify({ '/sum.js': 'export const sum = (a, b) => b + a;\n', '/wrong.js': 'debugger;\nnobody();\n' }),
  'spec/verification.yaml': `version: 1
skills:
  verify.test:
    tier: 1
    steps: [{ name: unit, run: "test:/good.test.js" }]
profiles:
  pr: [verify.test]
`,
};

/** Each command, and the type of its result. */
const COMMANDS = [
  ['test:/a.test.js /top.test.js', 'TestResult'],
  ['test:/loop.test.js', 'TestResult'],
  ['test:/good.test.js', 'TestResult'],
  ['test:/gone.test.js', 'TestResult'],
  ['lint:/messy.js', 'LintResult'],
  ['type-check:/messy.js', 'TypeCheckResult'],
  ['eval:({ list: [1, null], map: new Map(), text: "x" })', 'EvalResult'],
  ['eval:nobody()', 'EvalResult'],
];

/** What the terminal adds to reports, for its own. */
const OF_TERMINAL = ['run_id', 'iteration', 'saved'];

/** @type {string} */
let root;
/** Below the checkout, so that `tsc` finds the declarations. @type {string} */
let folder;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'verdict-wire-'));
  folder = await mkdtemp(join(ROOT, 'tests/types/.wire-'));
  await writeFiles(root, FILES);
  await writeFile(
    join(folder, 'tsconfig.json'),
    '{ "extends": "../../../tsconfig.json", "compilerOptions": { "skipLibCheck": true }, "include": ["*.ts"] }',
  );
});
after(async () => {
  for (const made of [root, folder]) if (made) await rm(made, { recursive: true });
});

/**
 * What `tsc` says of values as literals of their types.
 * @param {[value: unknown, type: string][]} given
 * @returns {Promise<string[]>} One line an error, without its place.
 */
async function problems(given) {
  const lines = given.map(([value, type], at) => `export const v${at}: wire.${type} = ${JSON.stringify(value, null, 1)};`);
  const imported = "import type * as wire from '../../../crates/manager/js/index.js';";
  await writeFile(join(folder, 'wire.ts'), [imported, ...lines].join('\n'));
  const { code, out } = await new Promise((resolve) => {
    execFile(process.execPath, [TSC, '--project', folder, '--pretty', 'false'], { cwd: ROOT }, (error, stdout) =>
      resolve({ code: error ? 1 : 0, out: String(stdout) }),
    );
  });
  const text = (await readFile(join(folder, 'wire.ts'), 'utf8')).split('\n');
  const found = out.split('\n').filter((/** @type {string} */ line) => line.includes('error TS'));
  assert.equal(found.length > 0, code !== 0, out);
  return found.map((/** @type {string} */ line) => {
    const [, at = '1', what = ''] = /\((\d+),\d+\): error (TS.*)$/.exec(line) ?? [];
    return `${what} (${text[Number(at) - 1]?.trim()})`;
  });
}

/** What the terminal prints as JSON. @param {string[]} words @returns {Promise<any>} */
async function told(...words) {
  const { told: printed, err } = await startCli([...words, '--json', '--root', root]).ended;
  assert.ok(printed, err);
  return printed;
}

describe('the wire', () => {
  test('has results as they are declared', async () => {
    const { results } = await told('verify', ...COMMANDS.map(([command = '']) => command));
    assert.deepEqual(
      results.map((/** @type {any} */ { success }) => success),
      [false, false, true, false, false, false, true, false],
    );
    // They show what they are there for.
    const [rich, limited] = results;
    assert.ok(rich.snapshots && rich.counts && rich.console.total > 0 && limited.limit);
    const entries = rich.output.flatMap((/** @type {object} */ entry) => Object.keys(entry));
    for (const key of ['scope', 'failedAt', 'diff', 'stack', 'swallowed', 'errors']) assert.ok(entries.includes(key), key);
    assert.deepEqual(
      await problems(results.map((/** @type {object} */ result, /** @type {number} */ at) => [result, COMMANDS[at]?.[1]])),
      [],
    );
  });

  test('has reports of the gate, of profiles and of runs as they are declared', async () => {
    const refused = await told('check', join(root, 'bad.json'), '--verify', 'test:/good.test.js');
    const applied = await told('apply', join(root, 'good.json'), '--verify', 'test:/good.test.js', '--run', 'r1');
    const profile = await told('run', '--profile', 'pr');
    const { version, ...kept } = JSON.parse(await readFile(join(root, 'runs/r1/verification-1.json'), 'utf8'));
    assert.deepEqual([refused.state, applied.state, profile.passed, version], ['refused', 'applied', true, 1]);
    assert.ok(refused.errors.length > 0 && refused.checks.length > 2 && kept.levels.L1.checks.length > 0);
    for (const report of [refused, applied, profile]) for (const key of OF_TERMINAL) delete report[key];
    const found = await problems([
      [refused, 'GateReport'],
      [applied, 'GateReport'],
      [{ ...profile, problems: [] }, 'ProfileRun'],
      [kept, 'PersistedVerificationReport'],
    ]);
    assert.deepEqual(found, []);
  });

  test('has the kind of each command, and null for one without a verb', async () => {
    const commands = ['test:/good.test.js', 'lint:/messy.js', 'typecheck:/messy.js', 'eval:1', 'test:', 'run:/good.test.js', 'nothing'];
    const { results } = await told('verify', ...commands);
    const kinds = results.map((/** @type {any} */ { kind }) => kind);
    assert.deepEqual(kinds, ['test', 'lint', 'type-check', 'eval', 'test', null, null]);
    assert.deepEqual(await problems(results.map((/** @type {object} */ result) => [result, 'VerifyResult'])), []);
  });

  test('has evidence as it is declared', async () => {
    const { results } = await told('verify', 'test:/a.test.js', '--config', join(root, 'evidence.json'));
    const [{ evidence }] = results;
    const [file] = evidence.files;
    assert.ok(evidence.divided && file.imports.length > 0 && file.tests.length > 0 && file.mutants.length > 0);
    assert.ok(file.tests.some((/** @type {any} */ { assertions, functions }) => assertions.length > 0 && functions.length > 0));
    assert.deepEqual(await problems([[results[0], 'TestResult']]), []);
  });

  test('a member that is missing, of another type or not declared is found', async () => {
    const { results } = await told('verify', 'test:/good.test.js');
    const [result] = results;
    const [entry] = result.output;
    const { scope: _, ...without } = entry;
    /** @type {[object, RegExp][]} */
    const cases = [
      [{ ...result, output: [without] }, /^TS2741: Property 'scope' is missing/],
      [{ ...result, output: [{ ...entry, duration_ms: 1 }] }, /^TS2353: .*"duration_ms"' does not exist in type 'TestEntry'/],
      [{ ...result, code: 'err:nothing' }, /^TS2322: Type '"err:nothing"' is not assignable/],
      [{ ...result, kind: 'lint' }, /^TS2322: Type '"lint"' is not assignable to type '"test"'/],
      [{ ...result, kind: undefined }, /^TS2741: Property 'kind' is missing/],
    ];
    const found = await problems(cases.map(([value]) => [value, 'TestResult']));
    assert.equal(found.length, cases.length, found.join('\n'));
    for (const [at, [, expected]] of cases.entries()) assert.match(found[at] ?? '', expected);
  });
});
