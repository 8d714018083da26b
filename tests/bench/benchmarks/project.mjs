/**
 * Whole projects: `verdict` beside `vitest run`, `eslint .` and `tsc --noEmit`, one after another as scripts of packages run them.
 * @module
 */

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { lay } from '../../conformance/projects/lib/lay.mjs';
import { projects } from '../../conformance/projects/projects.mjs';
import { endedSeconds } from '../lib/cpu-time.mjs';
import { header, row } from '../lib/table.mjs';

const TURNS = 3;

/** A published package with its own configuration, one without, and an application with a DOM. */
const NAMES = ['copilotkit-shared', 'lex-schema', 'react-app'];

/** What none of them ships: the same for both linters. */
const LINT = `import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config({ ignores: ['dist'] }, js.configs.recommended, tseslint.configs.recommended);
`;

/** What each keeps for the next run. */
const CACHES = ['.verdict', 'node_modules/.vite', 'node_modules/.vitest', 'node_modules/.cache'];

export const about = `the whole command on ${NAMES.join(', ')}: verdict, beside vitest run, eslint . and tsc --noEmit; cold and warm,
wall and CPU, in milliseconds; the CPU does not count browsers, which react-app and lex-schema need here`;

/** Runs commands one after another, whatever they find. @param {string[][]} commands @param {string} cwd */
function measured(commands, cwd) {
  const [start, cpu] = [performance.now(), endedSeconds()];
  for (const [program, ...words] of commands) {
    const { error, signal } = spawnSync(program, words, { cwd, stdio: 'ignore', env: { ...process.env, CI: 'true', NO_COLOR: '1' } });
    if (error || signal) throw new Error(`${program} ${words.join(' ')}: ${error ?? signal}`);
  }
  return { wall: performance.now() - start, cpu: (endedSeconds() - cpu) * 1000 };
}

export async function run() {
  const program = process.env.VERDICT_CLI;
  if (!program) throw new Error('VERDICT_CLI is not set: run this by `cargo xtask bench project`');
  header();
  for (const name of NAMES) {
    const project = projects.find((one) => one.name === name);
    if (!project) throw new Error(`no project ${name}`);
    const also = [...(project.also ?? []), 'eslint', '@eslint/js', 'typescript-eslint'];
    const files = { ...project.files, [join(project.at ?? '', 'eslint.config.mjs')]: LINT };
    const folder = await lay({ ...project, name: `bench-${name}`, also, files });
    const at = join(folder, project.at ?? '');
    const script = (/** @type {string} */ path, /** @type {string[]} */ ...words) => [
      process.execPath,
      join(folder, 'node_modules', path),
      ...words,
    ];
    const peers = [script('vitest/vitest.mjs', 'run'), script('eslint/bin/eslint.js', '.'), script('typescript/bin/tsc', '--noEmit')];
    const samples = { cold: { ours: [], theirs: [] }, warm: { ours: [], theirs: [] } };
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const root of [folder, at]) for (const cache of CACHES) rmSync(join(root, cache), { recursive: true, force: true });
      for (const state of ['cold', 'warm']) {
        samples[state].ours.push(measured([[program]], at));
        samples[state].theirs.push(measured(peers, at));
      }
    }
    for (const [state, { ours, theirs }] of Object.entries(samples)) {
      for (const what of ['wall', 'cpu']) {
        row(
          `${name}, ${state}, ${what}: Vitest, ESLint, tsc`,
          theirs.map((one) => one[what]),
          { name: 'verdict', samples: ours.map((one) => one[what]) },
        );
      }
    }
  }
}
