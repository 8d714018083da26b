/**
 * Tabs of a browser as people have them: one is shown, the others are hidden. Playwright keeps every page visible, so this
 * speaks the DevTools protocol itself, by a pipe.
 * @module
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ARGUMENTS, executable, serverUrl } from './browser.mjs';

/**
 * @typedef {object} Tab
 * @property {(program: string) => Promise<any>} run Gives what an expression evaluates to; a promise is awaited.
 * @property {(method: string, params?: object) => Promise<any>} send A command of the DevTools protocol.
 * @property {string} targetId
 */

/**
 * Starts a browser and ends it after the test.
 *
 * @param {(tabs: { open: (path: string) => Promise<Tab>, show: (tab: Tab) => Promise<void> }) => Promise<void>} act `open`: a new
 *   tab at a path of the server, loaded; `show`: makes it the one that is visible.
 * @param {{ more?: string[], memory?: number }} [options] `more`: arguments of the browser beside those that every one has;
 *   `memory`: MiB of its own that each of its processes may have.
 */
export async function inTabs(act, { more = [], memory } = {}) {
  const profile = await mkdtemp(join(tmpdir(), 'verdict-tabs-'));
  const command = [executable(), ...ARGUMENTS, ...more, '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'];
  if (memory) command.unshift('/bin/sh', '-c', `ulimit -d ${memory * 1024} && exec "$0" "$@"`);
  const child = spawn(command[0], command.slice(1), {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const send = conversation(/** @type {any} */ (child.stdio[3]), /** @type {any} */ (child.stdio[4]));
  try {
    await act({
      open: (path) => open(send, new URL(path, serverUrl()).href),
      show: async ({ targetId }) => void (await send('Target.activateTarget', { targetId })),
    });
  } finally {
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @typedef {(method: string, params?: object, sessionId?: string) => Promise<any>} Send */

/**
 * @param {import('node:stream').Writable} to
 * @param {import('node:stream').Readable} from
 * @returns {Send}
 */
function conversation(to, from) {
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let received = '';
  from.setEncoding('utf8').on('data', (part) => {
    const messages = (received + part).split('\0');
    received = messages.pop() ?? '';
    for (const { id, error, result } of messages.map((text) => JSON.parse(text))) {
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  let gone = false;
  from.on('close', () => {
    gone = true;
    for (const { reject } of waiting.values()) reject(new Error('the browser is gone'));
  });
  let last = 0;
  return (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      if (gone) return reject(new Error('the browser is gone'));
      last += 1;
      waiting.set(last, { resolve, reject });
      to.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
}

/** @param {Send} send @param {string} url @returns {Promise<Tab>} */
async function open(send, url) {
  const { targetId } = await send('Target.createTarget', { url });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const run = async (/** @type {string} */ expression) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, sessionId);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  // A tab on its way to its page has no place to evaluate anything in, or loses it.
  const loaded = `location.href === ${JSON.stringify(url)} && document.readyState === 'complete'`;
  for (let tries = 0; !(await run(loaded).catch(() => false)); tries += 1) {
    if (tries > 1000) throw new Error(`${url} does not load`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { targetId, run, send: (method, params) => send(method, params, sessionId) };
}
