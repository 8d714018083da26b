/**
 * The sealed frame without the rest of the product: a server that says what it was asked for, pages with the policies that
 * hosts have, and a stand-in for the trusted worker that speaks to the frame and to a guest over their ports.
 * @module
 */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';

import { bundles } from '../../../crates/sealed/js/bundle.mjs';
import { ARGUMENTS, executable } from './browser.mjs';
import { CONFIG, functionForm } from './function-form.mjs';

/** What the frame's response must say, as `cargo xtask serve` says it. */
export const FRAME_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  .../** @type {Record<string, string>} */ (
    Object.fromEntries(
      readFileSync(new URL('../../../crates/sealed/js/frame.headers', import.meta.url), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(': ')),
    )
  ),
};

/** The policy of a strict page: no `eval`, no inline script, Trusted Types. */
const PAGE = "default-src 'none'; script-src 'self'; frame-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const FRAME = new URL('../../../crates/sealed/js/frame.html', import.meta.url);

/** Paths that are the rig's own; every other request is a hit. */
const OWN = ['/page.html', '/isolated.html', '/open.html', '/rig.js', '/frame.html', '/favicon.ico'];

/**
 * Serves the pages and the frame, `/frame.html?plain` and `/frame.html?sandbox` with less than it needs.
 * @returns {Promise<{ url: string, hits: string[], close: () => Promise<void> }>}
 */
export async function serve() {
  /** @type {string[]} */
  const hits = [];
  const frame = await readFile(FRAME);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    if (!OWN.includes(url.pathname)) hits.push(`${request.method} ${request.url}`);
    const answer = (/** @type {Record<string, string>} */ headers, /** @type {string | Buffer} */ body) =>
      response.writeHead(200, headers).end(body);
    const page = { 'Content-Type': 'text/html', 'Content-Security-Policy': PAGE };
    const html = '<!doctype html><title>rig</title><script src="/rig.js"></script>';
    switch (url.pathname) {
      case '/page.html':
        return answer(page, html);
      case '/isolated.html':
        return answer({ ...page, ...ISOLATED }, html);
      case '/open.html':
        return answer({ 'Content-Type': 'text/html' }, html);
      case '/rig.js':
        return answer({ 'Content-Type': 'text/javascript' }, `(${rig})()`);
      case '/frame.html': {
        const plain = { 'Content-Type': 'text/html' };
        const headers = {
          '?plain': plain,
          '?sandbox': { ...plain, 'Content-Security-Policy': 'sandbox allow-scripts' },
          '?noeval': {
            ...FRAME_HEADERS,
            'Content-Security-Policy': FRAME_HEADERS['Content-Security-Policy'].replace("'unsafe-eval' ", ''),
          },
        };
        return answer(/** @type {any} */ (headers)[url.search] ?? FRAME_HEADERS, frame);
      }
      default:
        return answer({ 'Content-Type': 'text/javascript', 'Access-Control-Allow-Origin': '*' }, '1');
    }
  });
  server.on('upgrade', (request, socket) => {
    hits.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  return { url: `http://127.0.0.1:${port}/`, hits, close };
}

/** Chromium, as all tests start it. */
export const launch = () => chromium.launch({ executablePath: executable(), args: ARGUMENTS });

/**
 * Starts a server, a browser and a page with a frame in it that has the harness, bundled anew. `run` runs a test file of some
 * files, and gives its events and how it ended.
 */
export async function rigged() {
  const [server, browser, { 'harness.js': harness, 'happy-dom.js': happy, 'jsdom.js': jsdom }] = await Promise.all([
    serve(),
    launch(),
    bundles(),
  ]);
  const page = await browser.newPage();
  await page.goto(`${server.url}page.html`);
  const open = () =>
    page.evaluate(
      async ([harness, happy, jsdom]) => {
        const rig = /** @type {any} */ (window);
        const { frame, up } = await rig.frame('/frame.html');
        frame.port.postMessage({ type: 'harness', source: harness });
        frame.port.postMessage({ type: 'happy-dom', source: happy });
        frame.port.postMessage({ type: 'jsdom', source: jsdom });
        rig.opened = frame;
        return up;
      },
      [harness, happy, jsdom],
    );
  const up = await open();
  if (!up.sealed) throw new Error(up.why);
  let runs = 0;
  const messageOf = async (
    /** @type {Record<string, string | string[]>} */ files,
    { file = '/a.test.js', config = {}, patience: _ = 0, subject = undefined, ...more } = /** @type {any} */ ({}),
  ) => {
    const modules = await functionForm(files, subject);
    const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Array.isArray(text) ? text.join('\n') : text]));
    const snapshot = file.replace(/([^/]+)$/, '__snapshots__/$1.snap');
    return {
      type: 'run',
      file,
      seed: 7,
      config: { ...CONFIG, ...config },
      setup: [],
      modules,
      snapshot: { path: snapshot, text: texts[snapshot] ?? null },
      env: {},
      dom: null,
      files: Object.entries(texts),
      browserPrefix: '',
      ...more,
    };
  };
  const run = async (/** @type {Record<string, string | string[]>} */ files, more = /** @type {any} */ ({})) => {
    const { patience = 20_000 } = more;
    const message = await messageOf(files, more);
    const texts = Object.fromEntries(message.files);
    return page.evaluate(
      ([run, message, patience, texts]) => {
        const rig = /** @type {any} */ (window);
        return rig.run(rig.opened, run, message, ['done'], patience, texts);
      },
      [++runs, message, patience, texts],
    );
  };
  /** Runs test files one after another in one guest, as long as it is proven clean. */
  const runAll = async (/** @type {Record<string, string | string[]>[]} */ list, more = /** @type {any} */ ({})) => {
    const messages = [];
    for (const files of list) messages.push(await messageOf(files, { prove: true, ...more }));
    return page.evaluate(
      ([run, messages, patience]) => {
        const rig = /** @type {any} */ (window);
        return rig.runAll(rig.opened, run, messages, patience);
      },
      [(runs += 100), messages, more.patience ?? 20_000],
    );
  };
  const close = () => Promise.all([server.close(), browser.close()]);
  return { run, runAll, page, close };
}

/* What follows runs in the page. */
/* eslint-disable no-undef */

/** Puts `window.rig` in place: what the page and the trusted worker do, as far as the frame and the guest can tell. */
function rig() {
  const page = /** @type {any} */ (window);
  /** A frame and what it said when it was up. */
  page.frame = (/** @type {string} */ src) =>
    new Promise((resolve) => {
      const element = document.createElement('iframe');
      element.src = src;
      element.onload = () => {
        const { port1, port2 } = new MessageChannel();
        /** @type {((message: any) => void)[]} */
        const listeners = [];
        const frame = {
          element,
          port: port1,
          said: /** @type {any[]} */ ([]),
          on: (/** @type {any} */ listener) => listeners.push(listener),
        };
        port1.onmessage = ({ data }) => {
          frame.said.push(data);
          for (const listener of listeners) listener(data);
          if (data.type === 'up') resolve({ frame, up: data });
        };
        /** @type {Window} */ (element.contentWindow).postMessage('verdict', '*', [port2]);
      };
      document.body ? document.body.append(element) : document.addEventListener('DOMContentLoaded', () => document.body.append(element));
    });
  /** The events of one run of a guest, until one of `types` comes. */
  page.run = (
    /** @type {any} */ frame,
    /** @type {number} */ run,
    /** @type {any} */ message,
    until = ['done'],
    patience = 20_000,
    files = {},
  ) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      /** @type {any[]} */
      const events = [];
      let seq = 0;
      const end = (/** @type {string} */ why) => {
        clearTimeout(timer);
        resolve({ events, end: why });
      };
      const timer = setTimeout(end, patience, 'timeout');
      frame.on((/** @type {any} */ said) => {
        if (said.type === 'died' && said.run === run) end(`died: ${said.message}`);
      });
      port1.onmessage = ({ data: text }) => {
        const data = JSON.parse(text);
        if (data.seq !== seq++) events.push({ type: 'out of order', seq: data.seq });
        for (const event of data.events) {
          events.push(event);
          if (event.type === 'ready' && message) port1.postMessage(message);
          if (event.type === 'readFile')
            port1.postMessage({ type: 'file', n: event.n, text: /** @type {any} */ (files)[event.path] ?? null });
          if (event.type === 'load')
            port1.postMessage({
              type: 'loaded',
              n: event.n,
              ...(event.specifier in files
                ? { id: event.specifier }
                : {
                    error: {
                      name: 'Error',
                      message: `Cannot find module '${event.specifier}' imported from '${event.importer}'`,
                      code: 'ERR_MODULE_NOT_FOUND',
                    },
                  }),
            });
          if (until.includes(event.type)) {
            frame.port.postMessage({ type: 'end', run });
            end(event.type);
          }
        }
      };
      frame.port.postMessage({ type: 'start', run, port: port2 }, [port2]);
    });
  /** What came of files that run one after another, in one guest as long as it says that it is clean. */
  page.runAll = async (/** @type {any} */ frame, /** @type {number} */ run, /** @type {any[]} */ messages, patience = 20_000) => {
    const outcomes = [];
    /** @type {MessagePort | undefined} */
    let port;
    for (const message of messages) {
      const isFresh = port === undefined;
      /** @type {any[]} */
      const events = [];
      const end = await new Promise((resolve) => {
        const timer = setTimeout(resolve, patience, { type: 'timeout' });
        if (port === undefined) {
          const { port1, port2 } = new MessageChannel();
          port = port1;
          run += 1;
          frame.port.postMessage({ type: 'start', run, port: port2 }, [port2]);
        } else port.postMessage(message);
        const taken = port;
        taken.onmessage = ({ data: text }) => {
          for (const event of JSON.parse(text).events) {
            events.push(event);
            if (event.type === 'ready') taken.postMessage(message);
            if (event.type === 'load') taken.postMessage({ type: 'loaded', n: event.n, error: { name: 'Error', message: 'not there' } });
            if (event.type === 'readFile') taken.postMessage({ type: 'file', n: event.n, text: null });
            if (event.type === 'done') {
              clearTimeout(timer);
              resolve(event);
            }
          }
        };
      });
      outcomes.push({ isFresh, clean: end.clean === true, left: end.left ?? (end.type === 'timeout' ? 'timeout' : null), events });
      if (end.clean === true) continue;
      frame.port.postMessage({ type: 'end', run });
      port = undefined;
    }
    if (port !== undefined) frame.port.postMessage({ type: 'end', run });
    return outcomes;
  };
}
