/**
 * The seal: every way out of it that is known is tried by a guest, against a server that counts what it is asked for. What
 * each came to stands in docs/design/sealed.md too, and is held to it.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';

import { launch, serve } from './lib/sealed.mjs';

/** What each way must come to. */
const EXPECTED = {
  fetch: 'refused: TypeError',
  'fetch, no-cors': 'refused: TypeError',
  'fetch, keepalive': 'refused: TypeError',
  'fetch of data:': 'refused: TypeError',
  'fetch of the frame': 'refused: TypeError',
  XMLHttpRequest: 'refused: error',
  'XMLHttpRequest, synchronous': 'refused: NetworkError',
  'navigator.sendBeacon': 'absent',
  WebSocket: 'refused: error',
  WebSocketStream: 'refused: SecurityError',
  EventSource: 'refused: error',
  WebTransport: 'absent',
  RTCPeerConnection: 'absent',
  'import() of http:': 'refused: TypeError',
  'import() of data:': 'refused: TypeError',
  'importScripts of http:': 'refused: NetworkError',
  'importScripts of data:': 'refused: NetworkError',
  'WebAssembly.compileStreaming': 'refused: TypeError',
  indexedDB: 'refused: SecurityError',
  caches: 'absent',
  'navigator.storage.getDirectory': 'absent',
  'navigator.locks': 'absent',
  cookieStore: 'absent',
  BroadcastChannel: 'no answer',
  'postMessage to the frame': 'no answer',
  'a nested worker of blob:, fetch': 'refused: TypeError',
  'a nested worker of blob:, import()': 'refused: TypeError',
  'a nested worker of blob:, three deep': 'refused: TypeError',
  'a nested worker of http:': 'refused: SecurityError',
  'a nested worker of data:': 'refused: error',
  'a nested module worker of blob:, import': 'refused: error',
  SharedWorker: 'absent',
  'navigator.serviceWorker': 'absent',
  FontFace: 'refused: NetworkError',
  'createImageBitmap of what fetch gives': 'refused: TypeError',
  document: 'absent',
  'window.open': 'absent',
  location: 'read-only',
  'navigator.usb': 'absent',
  Notification: 'refused: denied',
};

/** What only a document can do, tried in the frame's own, where no code under test runs. */
function inDocument(/** @type {string} */ base) {
  const link = (/** @type {string} */ rel) => Object.assign(document.createElement('link'), { rel, href: `${base}${rel}`, as: 'fetch' });
  const attempts = {
    image: () => {
      new Image().src = `${base}image.png`;
    },
    stylesheet: () => document.head.append(link('stylesheet')),
    preconnect: () => document.head.append(link('preconnect')),
    prefetch: () => document.head.append(link('prefetch')),
    preload: () => document.head.append(link('preload')),
    'dns-prefetch': () => document.head.append(link('dns-prefetch')),
    script: () => document.head.append(Object.assign(document.createElement('script'), { src: `${base}script.js` })),
    frame: () => document.body.append(Object.assign(document.createElement('iframe'), { src: `${base}frame-in-frame` })),
    font: () => {
      document.head.append(
        Object.assign(document.createElement('style'), {
          textContent: `@font-face { font-family: x; src: url(${base}font.woff) } body { font-family: x }`,
        }),
      );
      document.body.append('x');
    },
    form: () => {
      const form = Object.assign(document.createElement('form'), { action: `${base}form`, method: 'post' });
      document.body.append(form);
      form.submit();
    },
    ping: () => {
      const a = Object.assign(document.createElement('a'), { href: '#', ping: `${base}ping` });
      document.body.append(a);
      a.click();
    },
    beacon: () => navigator.sendBeacon(`${base}beacon`, 'x'),
    'window.open': () => open(`${base}open`),
    top: () => {
      /** @type {Window} */ (top).location.href = `${base}top`;
    },
    'service worker': () => navigator.serviceWorker.register(`${base}sw.js`),
    storage: () => localStorage.setItem('x', 'y'),
    cookie: () => {
      document.cookie = 'x=y';
    },
  };
  for (const attempt of Object.values(attempts)) {
    try {
      Promise.resolve(attempt()).catch(() => {});
    } catch {
      /* refused */
    }
  }
  return new Promise((resolve) => {
    setTimeout(resolve, 1000);
  });
}

describe('the seal', () => {
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let server;
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {string} */
  let source;
  before(async () => {
    [server, browser, source] = await Promise.all([serve(), launch(), readFile(new URL('./lib/ways-out.js', import.meta.url), 'utf8')]);
  });
  after(() => Promise.all([server?.close(), browser?.close()]));

  const onPage = async (/** @type {string} */ path, /** @type {(page: import('playwright-core').Page) => Promise<void>} */ act) => {
    const page = await browser.newPage();
    server.hits.length = 0;
    try {
      await page.goto(server.url + path);
      await act(page);
    } finally {
      await page.close();
    }
  };

  for (const [path, isolated] of /** @type {const} */ ([
    ['page.html', false],
    ['isolated.html', true],
  ])) {
    test(`no way leads out of it, ${isolated ? 'with' : 'without'} COOP and COEP`, () =>
      onPage(path, async (page) => {
        assert.equal(await page.evaluate(() => crossOriginIsolated), isolated);
        const { up, said, heard } = await page.evaluate(
          async ([source, base]) => {
            const rig = /** @type {any} */ (window);
            /** @type {any[]} */
            const heard = [];
            new BroadcastChannel('verdict-leak').onmessage = ({ data }) => heard.push(data);
            window.addEventListener('message', ({ data }) => heard.push(data));
            const { frame, up } = await rig.frame('/frame.html');
            const guest = `self.onmessage = ({ data }) => { globalThis.PORT = data.port; globalThis.BASE = ${JSON.stringify(base)}; (0, eval)(${JSON.stringify(source)}); onmessage(); };`;
            frame.port.postMessage({ type: 'harness', source: guest });
            const { events } = await rig.run(frame, 1, null, ['done'], 90_000);
            return { up, said: events[0]?.said, heard };
          },
          [source, server.url],
        );
        assert.deepEqual(up, { type: 'up', sealed: true });
        assert.deepEqual(Object.fromEntries(said ?? []), EXPECTED);
        assert.deepEqual(heard, [], 'what the page heard');
        assert.deepEqual(server.hits, [], 'what the server was asked for');
      }));

    test(`nor does one lead out of the frame's document, ${isolated ? 'with' : 'without'} COOP and COEP`, () =>
      onPage(path, async (page) => {
        await page.evaluate(async () => /** @type {any} */ (window).frame('/frame.html'));
        const [, frame] = page.frames();
        await frame.evaluate(inDocument, server.url);
        assert.deepEqual(server.hits, []);
        assert.equal(page.url(), server.url + path);
      }));
  }

  test('the same guest in a worker of a page without a policy does get out', () =>
    onPage('open.html', async (page) => {
      await page.evaluate(
        ([source, base]) =>
          new Promise((resolve) => {
            const worker = new Worker(
              URL.createObjectURL(
                new Blob([
                  `globalThis.BASE = ${JSON.stringify(base)}; globalThis.PORT = { postMessage: (x) => self.postMessage(x) };\n${source}`,
                ]),
              ),
            );
            worker.onmessage = ({ data }) => {
              if (typeof data === 'string') resolve(undefined);
            };
            worker.postMessage('go');
          }),
        [source, server.url],
      );
      assert.ok(server.hits.length > 8, server.hits.join('\n'));
    }));

  for (const [query, why] of [
    ['?plain', /origin http:.*lacks `sandbox/],
    ['?sandbox', /connections are allowed/],
    ['?noeval', /'unsafe-eval'/],
  ]) {
    test(`a frame that is served with less says that it is no seal: ${query}`, () =>
      onPage('page.html', async (page) => {
        const up = await page.evaluate(async (query) => (await /** @type {any} */ (window).frame(`/frame.html${query}`)).up, `${query}`);
        assert.equal(up.sealed, false);
        assert.match(up.why, /** @type {RegExp} */ (why));
      }));
  }

  test('the table of the docs says what was found', async () => {
    const text = await readFile(new URL('../../docs/design/sealed.md', import.meta.url), 'utf8');
    const rows = Object.entries(EXPECTED).map(([name, outcome]) => `| ${name} | ${outcome} |`);
    assert.deepEqual(
      rows.filter((row) => !text.includes(row)),
      [],
    );
  });
});
