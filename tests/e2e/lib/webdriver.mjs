/**
 * A chromedriver for the end-to-end tests, and a server before it that says what is asked of it.
 * @module
 */

import { spawn } from 'node:child_process';
import { createServer, request as ask } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createInterface } from 'node:readline';

/** Which chromedriver is taken. */
export function chromedriver() {
  return process.env.CHROMEDRIVER ?? 'chromedriver';
}

/** @typedef {{ name: string, argument: any, pid: number | undefined }} Call A call of the page's script, and the browser that it goes to. */

/**
 * A WebDriver server. Whoever connects to it is passed on to a chromedriver of its own.
 *
 * @param {(call: Call) => unknown} [onCall] Is told each call of the page's script before it is passed on. Where it says `true`, the
 *   session is lost, as one of a grid is whose machine is gone.
 * @param {{ prefix?: string, tls?: { key: Buffer, cert: Buffer } }} [how] `prefix`: the path that it answers at, and at no other; `tls`: it
 *   speaks https.
 * @returns {Promise<{ url: string, started: number[], ended: string[], begun: Promise<void>, close: () => Promise<void> }>} `started`: processes
 *   of browsers; `ended`: sessions that were ended by whoever began them; `begun`: settled once a page has begun a command.
 */
export async function webdriver(onCall = () => {}, { prefix = '', tls } = {}) {
  const driver = spawn(chromedriver(), ['--port=0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let port = 0;
  for await (const line of createInterface({ input: driver.stdout })) {
    port = Number(/successfully on port (\d+)/.exec(line)?.[1] ?? 0);
    if (port) break;
  }
  driver.stdout.resume();
  /** @type {Map<string, number>} */
  const browsers = new Map();
  /** @type {string[]} */
  const ended = [];
  /** @type {() => void} */
  let begin = () => {};
  /** @type {Promise<void>} */
  const begun = new Promise((resolve) => (begin = resolve));
  /** @type {import('node:http').RequestListener} */
  const answer = async (request, response) => {
    const body = await text(request);
    const { method, headers } = request;
    const refuse = (/** @type {string} */ error, /** @type {string} */ message) =>
      response
        .writeHead(404, { 'Content-Type': 'application/json; charset=utf-8' })
        .end(JSON.stringify({ value: { error, message, stacktrace: '' } }));
    if (!request.url?.startsWith(`${prefix}/`)) return refuse('unknown command', `nothing is at ${request.url}`);
    const url = request.url.slice(prefix.length);
    const session = /^\/session\/([^/]+)/.exec(url)?.[1];
    if (method === 'DELETE' && session) ended.push(session);
    if (url.endsWith('/execute/async')) {
      const [name, argument] = JSON.parse(body).args;
      const pid = browsers.get(session ?? '');
      if (name === 'begin') begin();
      if (onCall({ name, argument, pid }) === true) {
        kill(pid);
        return refuse('invalid session id', `the session ${session} is no longer there`);
      }
    }
    const passed = ask({ port, host: '127.0.0.1', path: url, method, headers: { ...headers, host: `127.0.0.1:${port}` } }, async (said) => {
      const told = await text(said);
      if (url === '/session') {
        const { sessionId, capabilities } = JSON.parse(told).value;
        if (sessionId) browsers.set(sessionId, capabilities['goog:processID']);
      }
      response.writeHead(said.statusCode ?? 502, { 'Content-Type': 'application/json; charset=utf-8' }).end(told);
    });
    passed.on('error', () => response.destroy());
    passed.end(body);
  };
  const server = tls ? createTlsServer(tls, answer) : createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${own}${prefix}`,
    get started() {
      return [...browsers.values()];
    },
    ended,
    begun,
    close: async () => {
      for (const pid of browsers.values()) kill(pid);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      driver.kill('SIGKILL');
    },
  };
}

/** Ends a process, if it is there. @param {number | undefined} pid */
export function kill(pid) {
  if (!pid) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (/** @type {any} */ (error).code !== 'ESRCH') throw error;
  }
}

/** @param {import('node:stream').Readable} stream */
async function text(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
