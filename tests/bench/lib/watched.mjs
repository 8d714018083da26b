/** Programs that watch a folder. @module */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../../conformance/node_modules', import.meta.url));

/** Milliseconds after which a program has lost a change. */
const PATIENCE_MS = 60_000;

export class Watched {
  #root;
  #child;
  /** What ends a round. */
  #end;
  #seen = '';
  /** Who waits for a text. @type {{ texts: string[], resolve: () => void } | undefined} */
  #waiting;

  constructor(root, child, end) {
    this.#root = root;
    this.#child = child;
    this.#end = end;
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8');
      output.on('data', (text) => {
        this.#seen += text;
        this.#look();
      });
    }
  }

  /**
   * Starts a program on files, and waits for its first round.
   * @param {Record<string, string>} files
   * @param {(root: string) => [program: string, words: string[]]} command
   * @param {string} end What ends a round.
   * @param {string} [packages] A folder to link as `node_modules`.
   */
  static async start(files, command, end, packages) {
    const root = await mkdtemp(join(tmpdir(), 'verdict-bench-'));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(root, dirname(path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    if (packages) await symlink(packages, join(root, 'node_modules'));
    const [program, words] = command(root);
    const env = { ...process.env, CI: '', NO_COLOR: '1', FORCE_COLOR: undefined };
    const watched = new Watched(root, spawn(program, words, { cwd: root, env }), end);
    await watched.#until(end);
    return watched;
  }

  /** Vitest, with as many threads as it takes. Its folder has no configuration. @param {Record<string, string>} files */
  static vitest(files) {
    const script = join(PACKAGES, 'vitest/vitest.mjs');
    const command = () => [process.execPath, [script, '--watch', '--pool', 'threads']];
    return Watched.start(files, command, 'Waiting for file changes', PACKAGES);
  }

  /** Milliseconds from before a file is written to a text of the round. */
  async edit(path, text, expected) {
    const begin = performance.now();
    await writeFile(join(this.#root, path), text);
    await this.#until('CHANGED', 'RERUN');
    await this.#until(expected);
    const time = performance.now() - begin;
    await this.#until(this.#end);
    return time;
  }

  /** Milliseconds from a key to a text of the round. */
  async key(keys, expected) {
    const begin = performance.now();
    this.#child.stdin.write(keys);
    await this.#until(expected);
    const time = performance.now() - begin;
    await this.#until(this.#end);
    return time;
  }

  async close() {
    const ended = once(this.#child, 'exit');
    this.#child.kill();
    await ended;
    await rm(this.#root, { recursive: true, force: true });
  }

  #look() {
    const found = this.#waiting?.texts.map((text) => [this.#seen.indexOf(text), text.length]).find(([at]) => at >= 0);
    if (!found) return;
    this.#seen = this.#seen.slice(found[0] + found[1]);
    this.#waiting.resolve();
    this.#waiting = undefined;
  }

  /** Waits for one of some texts. @param {string[]} texts @returns {Promise<void>} */
  #until(...texts) {
    return new Promise((resolve, reject) => {
      const late = () => reject(new Error(`no ${texts.join(' or ')} in: ${this.#seen}`));
      const timer = setTimeout(late, PATIENCE_MS);
      this.#waiting = {
        texts,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#look();
    });
  }
}
