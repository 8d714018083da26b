/**
 * TypeScript's own command line in a process that stays: it starts once for many runs. Each run is a new program.
 * @module
 */

import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(import.meta.url);

/** Ends a run where the command line would end its process. */
const ENDED = Symbol('ended');

/** What the command line writes in a folder. */
function run(/** @type {any} */ ts, /** @type {string} */ folder, /** @type {string[]} */ args) {
  let output = '';
  process.chdir(folder);
  const system = {
    ...ts.sys,
    args,
    getCurrentDirectory: () => folder,
    write: (/** @type {string} */ text) => {
      output += text;
    },
    exit: () => {
      throw ENDED;
    },
  };
  try {
    ts.executeCommandLine(system, () => {}, args);
  } catch (error) {
    if (error !== ENDED) throw error;
  }
  return output;
}

/** Starts such a process. `run` gives what the command line writes in a folder. */
export function commandLine() {
  const child = fork(FILE);
  /** @type {{ done: (output: string) => void, failed: (error: Error) => void } | undefined} */
  let waiting;
  child.on('message', (/** @type {{ output: string }} */ { output }) => waiting?.done(output));
  child.on('exit', (code) => waiting?.failed(new Error(`tsc ended with ${code}`)));
  return {
    run: (/** @type {string} */ folder, /** @type {string[]} */ args) =>
      new Promise((done, failed) => {
        waiting = { done, failed };
        child.send({ folder, args });
      }),
    end: () => {
      waiting = undefined;
      child.disconnect();
    },
  };
}

if (process.argv[1] === FILE) {
  const ts = createRequire(import.meta.url)('typescript');
  process.on('message', ({ folder, args }) => process.send?.({ output: run(ts, folder, args) }));
}
