/**
 * The fast layer of `type-check:` in wasm, in a process of its own: milliseconds of CPU for a request,
 * with its messages. An edit comes as a page sends it: the changed file, and the hash of the whole snapshot.
 */

import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { engines } from './analysis.mjs';
import { ownMilliseconds } from './cpu-time.mjs';

/**
 * Measures all files with an engine that never saw them, and then after each edit.
 *
 * @param {Record<string, string>} files
 * @param {Record<string, string>[]} edits What each of them changes.
 * @param {number} rounds How often all of it is done. A round before them is to warm up.
 * @returns {Promise<{ cold: number[], warm: number[] }>}
 */
export async function fastTypes(files, edits, rounds) {
  const child = fork(fileURLToPath(import.meta.url), ['child'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send({ files, edits, rounds });
  const [found] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof found !== 'object') throw new Error(`the fast layer ended with ${found}`);
  return found;
}

const COMMAND = { command: 'type-check:/*.ts', config: { types: { level: 'fast' } } };

async function measured({ files, edits, rounds }) {
  const start = await engines();
  const messages = snapshots(start().verify, files, edits);
  const [cold, warm] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    const engine = start();
    const [first, ...later] = messages.map((message) => cpu(() => checked(engine, message)));
    if (round < 0) continue;
    cold.push(first);
    warm.push(...later);
  }
  return { cold, warm };
}

/** The `SNAPSHOT` of all files, and that of each edit. */
function snapshots(verify, files, edits) {
  const all = { ...files };
  let base = null;
  return [files, ...edits].map((changed) => {
    Object.assign(all, changed);
    const root = succeeded(verify({ ...COMMAND, snapshot: Object.entries(all) })).snapshotRoot;
    const hash = (content) => createHash('sha256').update(content).digest('hex');
    const entries = Object.entries(changed).map(([path, content]) => ({ path, hash: hash(content), content }));
    const message = { base, entries, removed: [], root };
    base = root;
    return message;
  });
}

function checked({ receive, verify }, message) {
  receive(message);
  succeeded(verify({ ...COMMAND, snapshotRef: message.root }));
}

function succeeded(result) {
  if (!result.success) throw new Error(result.error);
  return result;
}

function cpu(work) {
  const before = ownMilliseconds();
  work();
  return ownMilliseconds() - before;
}

if (process.argv[2] === 'child') {
  process.once('message', async (given) => {
    process.send(await measured(given));
    process.disconnect();
  });
}
