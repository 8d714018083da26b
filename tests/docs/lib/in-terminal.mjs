/**
 * Examples for a terminal, run by the native `verdict` in a folder of their own.
 *
 * Each line of a `sh` fence is a command and must exit with 0, or with N where it ends in `# exits with N`. A fence with `file=PATH` is
 * written to the folder, and `run="COMMAND"` then runs a command. Lines of a `jsonl` fence are requests to `verdict serve --stdio`.
 * @module
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { executable } from '../../e2e/lib/browser.mjs';
import { writeFiles } from '../../e2e/lib/cli.mjs';
import { ROOT } from './pages.mjs';

/** The project that examples work on. */
const PROJECT = {
  'package.json': '{ "name": "sum", "type": "module" }\n',
  'tsconfig.json': '{ "compilerOptions": { "allowJs": true }, "include": ["src"] }\n',
  'src/sum.js': '/** Adds. */\nexport const sum = (a, b) => a + b;\n',
  'tests/sum.test.js': [
    "import { expect, test } from 'vitest';",
    "import { sum } from '../src/sum.js';",
    '',
    "test('adds', () => expect(sum(1, 2)).toBe(3));",
    '',
  ].join('\n'),
  'change.md': [
    '```paws-change',
    'operation: MODIFY',
    'file_path: /src/sum.js',
    '```',
    '',
    '```js',
    '/** Adds. */',
    'export const sum = (a, b, c = 0) => a + b + c;',
    '```',
    '',
  ].join('\n'),
  'spec/verification.yaml': [
    'version: 1',
    'skills:',
    '  unit: { tier: 1, steps: [{ name: unit, run: "test:/tests/**/*.test.js" }] }',
    'profiles: { pr: [unit] }',
    '',
  ].join('\n'),
};

/** A folder with the project, and a way to run commands in it. */
export async function terminal() {
  const program = process.env.VERDICT_CLI;
  assert.ok(program, 'VERDICT_CLI is not set: run this by `cargo xtask test`');
  const folder = await mkdtemp(join(tmpdir(), 'verdict-docs-'));
  const [bin, project] = [join(folder, 'bin'), join(folder, 'project')];
  await mkdir(bin);
  await symlink(program, join(bin, 'verdict'));
  await writeFiles(project, PROJECT);
  const env = {
    VERDICT_DIST: `${ROOT}dist`,
    ...process.env,
    CHROMIUM: executable(),
    VERDICT_CHECKER: 'off',
    PATH: `${bin}:${process.env.PATH}`,
  };
  /** @returns {Promise<{ code: number, out: string, all: string }>} */
  const sh = (/** @type {string} */ command, input = '') =>
    new Promise((resolve) => {
      const child = execFile('/bin/sh', ['-c', command], { cwd: project, env, maxBuffer: 1 << 26 }, (error, out, err) => {
        resolve({ code: Number(error?.code ?? 0), out, all: out + err });
      });
      // A command may end before it reads its input.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    });
  return { project, sh, close: () => rm(folder, { recursive: true, force: true }) };
}

/** The commands of a fence, each with the exit code that it must have. */
export function commands(/** @type {string} */ code) {
  const lines = code
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'));
  return lines.map((line) => ({ line, code: Number(/# exits with (\d)/.exec(line)?.[1] ?? 0) }));
}

/**
 * Carries out fences in one folder, in their order.
 * @param {import('./pages.mjs').Fence[]} fences
 * @returns {Promise<number>} How many commands and requests ran.
 */
export async function runInTerminal(fences) {
  const { project, sh, close } = await terminal();
  let ran = 0;
  try {
    for (const {
      language,
      attributes: { file, run },
      code,
      line,
    } of fences) {
      if (file) await writeFiles(project, { [file]: code });
      if (language === 'jsonl') {
        const answers = (await sh('verdict serve --stdio', code)).out
          .trim()
          .split('\n')
          .map((text) => JSON.parse(text));
        const results = answers.filter(({ type, success }) => type === 'VERIFY_COMPLETE' && success);
        assert.equal(results.length, code.trim().split('\n').length, `line ${line}: ${JSON.stringify(answers)}`);
        ran += results.length;
      }
      for (const expected of commands(language === 'sh' ? code : (run ?? ''))) {
        assert.match(expected.line, /^verdict( |$)/, `line ${line}: only \`verdict\` runs here`);
        const { code: exit, all } = await sh(expected.line);
        assert.equal(exit, expected.code, `line ${line}: ${expected.line}\n${all}`);
        ran += 1;
      }
    }
  } finally {
    await close();
  }
  return ran;
}
