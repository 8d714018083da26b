/**
 * A server that serves what the tests' own serves, and the package once more for every way in which that can go wrong:
 * below `/fault/NAME/` with one file of it spoiled.
 * @module
 */

import { createServer } from 'node:http';

import { serverUrl } from './browser.mjs';

/**
 * @typedef {{ status: number, headers: Record<string, string>, body: Buffer }} Answer
 * @typedef {(answer: Answer, response: import('node:http').ServerResponse) => Answer | void} Fault Spoils an answer, or answers by
 *   itself.
 */

/** Headers that are about the connection to the server behind. */
const OWN = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/**
 * @param {Record<string, Record<string, Fault>>} faults By name: what is spoiled, by path below the package.
 * @returns {Promise<{ url: string, hits: (path: string) => number[], close: () => Promise<void> }>} `hits`: when a path was asked
 *   for, in milliseconds.
 */
export async function faultyServer(faults) {
  /** @type {Map<string, number[]>} */
  const asked = new Map();
  /** What the server behind gives, asked for once. @type {Map<string, Promise<Answer>>} */
  const whole = new Map();
  const server = createServer(async (request, response) => {
    const path = String(request.url);
    asked.set(path, [...(asked.get(path) ?? []), performance.now()]);
    const [, name, below] = /^\/fault\/([^/]+)\/(.*)$/.exec(path) ?? [];
    const real = name ? `verdict/${below}` : path.slice(1);
    if (!whole.has(real)) whole.set(real, fetchWhole(real));
    const answer = /** @type {Answer} */ (await whole.get(real));
    const spoiled = faults[name]?.[below] ? faults[name][below](answer, response) : answer;
    if (!spoiled) return;
    response.writeHead(spoiled.status, { ...spoiled.headers, 'content-length': spoiled.body.length });
    response.end(spoiled.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    hits: (path) => asked.get(path) ?? [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param {string} path @returns {Promise<Answer>} */
async function fetchWhole(path) {
  const response = await fetch(new URL(path, serverUrl()));
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !OWN.includes(name)));
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}
