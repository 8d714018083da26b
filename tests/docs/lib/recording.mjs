/**
 * A recording of the terminal: a person works on a small project, and `verdict` runs in a pseudo-terminal of `script`, which Linux has.
 * @module
 */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { writeFiles } from '../../e2e/lib/cli.mjs';

/** Columns and rows of the terminal. */
const [WIDTH, HEIGHT] = [92, 40];

/** Longest pause between two events of a recording, in seconds. */
const PAUSE = 1;

/** A shop whose cart asks for a property that lines do not have, and compares loosely. */
const PROJECT = {
  'package.json': '{ "name": "shop", "type": "module" }\n',
  'tsconfig.json':
    '{\n  "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" },\n  "include": ["src"]\n}\n',
  'eslint.config.js': "import js from '@eslint/js';\n\nexport default [js.configs.recommended, { rules: { eqeqeq: 'warn' } }];\n",
  'vitest.config.js':
    "import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ test: { include: ['src/**/*.test.ts'] } });\n",
  'src/cart.ts': [
    'export interface Line {',
    '  name: string;',
    '  price: number;',
    '  count: number;',
    '}',
    '',
    '/** What all lines cost together. */',
    'export function total(lines: Line[]): number {',
    '  if (lines.length == 0) return 0;',
    '  return lines.reduce((sum, line) => sum + line.prize, 0);',
    '}',
    '',
  ].join('\n'),
  'src/cart.test.ts': [
    "import { expect, test } from 'vitest';",
    "import { total } from './cart';",
    '',
    "test('an empty cart costs nothing', () => {",
    '  expect(total([])).toBe(0);',
    '});',
    '',
    "test('a line costs as often as it is ordered', () => {",
    "  expect(total([{ name: 'tea', price: 4, count: 3 }])).toBe(12);",
    '});',
    '',
  ].join('\n'),
};

/** What is typed, in order. */
const TYPED = ['verdict', "sed -i 's/line.prize/line.price * line.count/' src/cart.ts", 'verdict'];

/**
 * Makes a recording.
 * @returns {Promise<{ cast: string, text: string }>} `cast`: asciicast of version 2. `text`: what stands in the terminal at the end,
 *   without colours and with one word for each time.
 */
export async function record() {
  const program = process.env.VERDICT_CLI;
  assert.ok(program, 'VERDICT_CLI is not set: run this by `cargo xtask test`');
  const folder = await mkdtemp(join(tmpdir(), 'verdict-recording-'));
  try {
    const [bin, project] = [join(folder, 'bin'), join(folder, 'shop')];
    await mkdir(bin);
    await symlink(resolve(program), join(bin, 'verdict'));
    const typed = TYPED.map((line) => `printf '\\033[1m$\\033[0m %s\\n' ${quoted(line)}\n${line}\n`).join('');
    await writeFiles(folder, { 'typed.sh': `cd ${quoted(project)}\nstty cols ${WIDTH} rows ${HEIGHT}\n${typed}` });
    await writeFiles(project, PROJECT);
    const [out, timing] = [join(folder, 'out'), join(folder, 'timing')];
    const { CI: _, NO_COLOR: __, ...env } = process.env;
    await promisify(execFile)('script', ['-qc', `sh ${join(folder, 'typed.sh')}`, '--log-out', out, '--log-timing', timing], {
      env: { ...env, PATH: `${bin}:${env.PATH}`, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' },
      maxBuffer: 1 << 26,
    });
    return told(await readFile(out), await readFile(timing, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;

/** Reads the log of `script`: its output, and a line of seconds and bytes for each part of it. */
function told(/** @type {Buffer} */ out, /** @type {string} */ timing) {
  // A line at the start says when it was made, and one at the end when it ended.
  const start = out.indexOf('\n') + 1;
  const decoder = new TextDecoder();
  const lines = [JSON.stringify({ version: 2, width: WIDTH, height: HEIGHT, title: 'verdict' })];
  let [at, seconds, all] = [start, 0, ''];
  for (const [, waited, bytes] of timing.matchAll(/^(?:O )?([\d.]+) (\d+)$/gm)) {
    const text = decoder.decode(out.subarray(at, at + Number(bytes)), { stream: true });
    at += Number(bytes);
    seconds += Math.min(Number(waited), PAUSE);
    lines.push(JSON.stringify([Number(seconds.toFixed(3)), 'o', text]));
    all += text;
  }
  return { cast: `${lines.join('\n')}\n`, text: atTheEnd(all) };
}

/** What stands in a terminal after this output. A progress bar clears its line before it is drawn again. */
function atTheEnd(/** @type {string} */ output) {
  const lines = output.split('\n').map((line) =>
    line
      .replace(/\r$/, '')
      .replace(/^[^]*(?:\u001b\[2K|\r)/, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what colours are made of.
      .replace(/\u001b\[[\d;?]*[A-Za-z]/g, '')
      .replace(/\b\d+(?:\.\d+)? m?s\b/g, '… ms')
      .replace(/node v[\d.]+/, 'node')
      .trimEnd(),
  );
  return `${lines.join('\n').trim()}\n`;
}
