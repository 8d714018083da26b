/**
 * The checker as a process of Node: `node node.mjs`, one JSON object a line in each direction. With `--background` it
 * leaves the processors to others.
 * @module
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';

import { server } from './serve.js';

const at = (/** @type {string} */ name) => new URL(name, import.meta.url);

/** Reads a file that the manifest names, and refuses another content. */
function read(/** @type {string} */ name, /** @type {Record<string, string>} */ hashes) {
  const bytes = readFileSync(at(name));
  if (createHash('sha256').update(bytes).digest('hex') !== hashes[name]) throw new Error(`${name} is not as it was built`);
  return bytes.toString('utf8');
}

function say(/** @type {unknown} */ message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** @returns {Promise<(message: any) => any>} */
async function start() {
  const { typescript, files } = JSON.parse(readFileSync(at('manifest.json'), 'utf8'));
  read('ts.core.mjs', files);
  const ts = await import(at('ts.core.mjs').href);
  if (ts.version !== typescript) throw new Error(`ts.core.mjs is TypeScript ${ts.version}, not ${typescript}`);
  const libraries = JSON.parse(read('libraries.json', files));
  let types;
  const answer = server(ts, { libraries, types: () => (types ??= JSON.parse(read('types.json', files))) });
  say({ type: 'READY', typescript, node: process.version });
  return answer;
}

if (process.argv.includes('--background')) {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system that does not allow it is only slower.
  }
}
try {
  const answer = await start();
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const said = answer(JSON.parse(line));
    if (said !== undefined) say(said);
  }
} catch (error) {
  say({ type: 'BROKEN', message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
