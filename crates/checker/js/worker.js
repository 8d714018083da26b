/**
 * The checker as a module worker of a page. It fetches the compiler with its first message, and nothing before that.
 * @module
 */

import { server } from './serve.js';

/** @type {Promise<(message: any) => any> | undefined} */
let starting;

const at = (/** @type {string} */ name) => new URL(name, import.meta.url).href;

async function json(/** @type {string} */ name) {
  const response = await fetch(at(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.json();
}

async function start() {
  const [ts, libraries, types] = await Promise.all([import(at('ts.core.mjs')), json('libraries.json'), json('types.json')]);
  postMessage({ type: 'READY', typescript: ts.version });
  return server(ts, { libraries, types: () => types });
}

addEventListener('message', async ({ data }) => {
  try {
    starting ??= start();
    const said = (await starting)(data);
    if (said !== undefined) postMessage(said);
  } catch (error) {
    postMessage({ type: 'BROKEN', message: error instanceof Error ? error.message : String(error) });
  }
});
