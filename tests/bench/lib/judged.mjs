/**
 * A change through the native gate, beside the verify command alone, on a folder.
 * @module
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { endedSeconds } from './cpu-time.mjs';
import { modulePath, moduleText, project, testPath, testText } from './project.mjs';

const COMMAND = 'test:/tests/**/*.test.{js,ts}';

/** Milliseconds that a program takes, seconds of CPU of all its processes, and what it prints. */
async function timed(program, args) {
  const [begin, cpu] = [performance.now(), endedSeconds()];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  const [code] = await once(child, 'close');
  return { ms: performance.now() - begin, cpu: endedSeconds() - cpu, code, text };
}

/** A project in a folder of its own, which changes with every change that is applied. */
export class Judged {
  #root;
  #program;
  #edition = 0;

  constructor(program, root) {
    this.#program = program;
    this.#root = root;
  }

  /**
   * @param {string} program
   * @param {number} modules
   * @param {number} [tests]
   */
  static async create(program, modules, tests) {
    const root = await mkdtemp(join(tmpdir(), 'verdict-bench-'));
    const files = Object.entries(project(modules, tests));
    for (const [path, text] of files) {
      await mkdir(join(root, dirname(path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return new Judged(program, root);
  }

  /** The verify command alone: milliseconds, and seconds of CPU. */
  async verify() {
    const { ms, cpu, code, text } = await timed(this.#program, ['verify', '--root', this.#root, '--timeout', '600000', '--json', COMMAND]);
    if (code !== 0) throw new Error(`the verify command failed: ${text.slice(0, 2000)}`);
    return { ms, cpu };
  }

  /**
   * Applies a change of some modules, and of their tests: milliseconds, seconds of CPU, and the gate's report.
   * @param {number[]} modules
   * @param {number[]} [tests]
   */
  apply(modules, tests = []) {
    return this.#gate('apply', modules, tests);
  }

  /** The same, judged and not applied. @param {number[]} modules @param {number[]} [tests] */
  judge(modules, tests = []) {
    return this.#gate('check', modules, tests);
  }

  async #gate(command, modules, tests) {
    this.#edition += 1;
    const tested = new Set(tests);
    const changes = {};
    for (const index of modules) {
      changes[modulePath(index)] = moduleText(index, this.#edition);
      if (tested.has(index)) changes[testPath(index)] = testText(index, this.#edition);
    }
    const bundle = `${this.#root}.json`;
    await writeFile(bundle, JSON.stringify(changes));
    const { ms, cpu, code, text } = await timed(this.#program, [
      command,
      '--root',
      this.#root,
      '--timeout',
      '600000',
      '--json',
      '--verify',
      COMMAND,
      bundle,
    ]);
    await rm(bundle);
    if (code !== 0) throw new Error(`the change was refused: ${text.slice(0, 2000)}`);
    return { ms, cpu, report: JSON.parse(text) };
  }

  /** Removes what the gate remembers. */
  forget() {
    return rm(join(this.#root, '.verdict/records'), { recursive: true, force: true });
  }

  remove() {
    return rm(this.#root, { recursive: true, force: true });
  }
}

/** How often the verifier was asked, by purpose, and for how long: `verify 1 (1200 ms), mutant 8 (90 ms)`. */
export function told({ checks }) {
  const purposes = new Map();
  for (const { purpose, durationMs } of checks) {
    const { count, ms } = purposes.get(purpose) ?? { count: 0, ms: 0 };
    purposes.set(purpose, { count: count + 1, ms: ms + durationMs });
  }
  return [...purposes].map(([purpose, { count, ms }]) => `${purpose} ${count} (${ms.toFixed(0)} ms)`).join(', ');
}
