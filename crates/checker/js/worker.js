/**
 * The checker as a module worker of a page. It fetches the compiler with its first message, and nothing before that.
 * @module
 */

import { server } from './serve.js';

/** Where each file is. A bundler has to see each address as it stands here. */
const FILES = {
  'ts.core.mjs': () => new URL('./ts.core.mjs', import.meta.url),
  'libraries.json': () => new URL('./libraries.json', import.meta.url),
  'types.json': () => new URL('./types.json', import.meta.url),
};

/** What each file is to hash to; the build writes it. @type {Record<string, string>} */
const HASHES = BUILT_HASHES;

/** @type {Promise<(message: any) => any> | undefined} */
let starting;

/** Fetches a file, and refuses another content than the built one. */
async function read(/** @type {keyof typeof FILES} */ name) {
  const response = await fetch(FILES[name]()).catch((error) => Promise.reject(new Error(`${name}: ${error.message}`)));
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  const bytes = await response.arrayBuffer();
  // A page that is not secure has no digests. There a broken file shows when it is read.
  const digest = await globalThis.crypto.subtle?.digest('SHA-256', bytes);
  if (digest !== undefined && hex(digest) !== HASHES[name]) throw new Error(`${name} is not as it was built`);
  return bytes;
}

const hex = (/** @type {ArrayBuffer} */ digest) =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function json(/** @type {keyof typeof FILES} */ name) {
  return JSON.parse(new TextDecoder().decode(await read(name)));
}

/** Imports the compiler. Its last line says what it was built from: a bundler may have minified the file once more. */
async function compiler() {
  const { href } = FILES['ts.core.mjs']();
  const ts = await import(href).catch((error) => Promise.reject(new Error(`ts.core.mjs: ${error.message}`)));
  if (ts.builtFrom !== HASHES['ts.core.mjs']) throw new Error('ts.core.mjs is not as it was built');
  return ts;
}

async function start() {
  const [ts, libraries, types] = await Promise.all([compiler(), json('libraries.json'), json('types.json')]);
  postMessage({ type: 'READY', typescript: ts.version });
  return server(ts, { libraries, types: () => types });
}

addEventListener('message', async ({ data }) => {
  try {
    starting ??= start();
    const answer = await starting;
    const said = data.type === 'START' ? undefined : answer(data);
    if (said !== undefined) postMessage(said);
  } catch (error) {
    postMessage({ type: 'BROKEN', message: error instanceof Error ? error.message : String(error) });
  }
});
