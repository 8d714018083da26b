/*
 * Every way out of the seal that is known, tried by a guest: it posts `[name, outcome]` for each, an outcome being
 * `absent`, `refused: NAME`, `no answer` or what was got. `BASE` is the server that counts. A classic script for a worker.
 */
/* eslint-disable no-undef */
const WAIT = 1500;
const short = (error) => `refused: ${error?.name ?? error}`;
const opened = (target, good, bad = ['error', 'close']) => new Promise((resolve) => {
  for (const type of good) target.addEventListener(type, (event) => resolve(`GOT ${type} ${event.data ?? ''}`));
  for (const type of bad) target.addEventListener(type, () => resolve(`refused: ${type}`));
});
const inner = (source, url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))) => {
  const worker = new Worker(url);
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => resolve('refused: error');
  });
};
const tell = 'then(() => postMessage("GOT an answer"), (error) => postMessage("refused: " + error.name))';

const ways = {
  'fetch': () => fetch(`${BASE}fetch`),
  'fetch, no-cors': () => fetch(`${BASE}fetch-no-cors`, { mode: 'no-cors' }),
  'fetch, keepalive': () => fetch(`${BASE}fetch-keepalive`, { keepalive: true, method: 'POST', body: 'x' }),
  'fetch of data:': () => fetch('data:,x'),
  'fetch of the frame': () => fetch(`${BASE}frame.html`),
  'XMLHttpRequest': () => { const request = new XMLHttpRequest(); request.open('GET', `${BASE}xhr`); const done = opened(request, ['load']); request.send(); return done; },
  'XMLHttpRequest, synchronous': () => { const request = new XMLHttpRequest(); request.open('GET', `${BASE}xhr-sync`, false); request.send(); return `GOT ${request.status}`; },
  'navigator.sendBeacon': () => (navigator.sendBeacon === undefined ? 'absent' : `GOT ${navigator.sendBeacon(`${BASE}beacon`, 'x')}`),
  'WebSocket': () => opened(new WebSocket(`${BASE.replace('http', 'ws')}ws`), ['open']),
  'WebSocketStream': () => (typeof WebSocketStream === 'undefined' ? 'absent' : new WebSocketStream(`${BASE.replace('http', 'ws')}wss`).opened),
  'EventSource': () => opened(new EventSource(`${BASE}events`), ['open', 'message']),
  'WebTransport': () => (typeof WebTransport === 'undefined' ? 'absent' : new WebTransport(`${BASE.replace('http:', 'https:')}wt`).ready),
  'RTCPeerConnection': () => (typeof RTCPeerConnection === 'undefined' ? 'absent' : 'GOT one'),
  'import() of http:': () => import(`${BASE}import.js`),
  'import() of data:': () => import('data:text/javascript,export default 1'),
  'importScripts of http:': () => importScripts(`${BASE}scripts.js`),
  'importScripts of data:': () => importScripts('data:text/javascript,0'),
  'WebAssembly.compileStreaming': () => WebAssembly.compileStreaming(fetch(`${BASE}a.wasm`)),
  'indexedDB': () => (typeof indexedDB === 'undefined' ? 'absent' : opened(indexedDB.open('x'), ['success'], ['error'])),
  'caches': () => (typeof caches === 'undefined' ? 'absent' : caches.open('x')),
  'navigator.storage.getDirectory': () => (navigator.storage === undefined ? 'absent' : navigator.storage.getDirectory()),
  'navigator.locks': () => (navigator.locks === undefined ? 'absent' : navigator.locks.request('x', () => 'GOT it')),
  'cookieStore': () => (typeof cookieStore === 'undefined' ? 'absent' : cookieStore.getAll()),
  'BroadcastChannel': () => { const channel = new BroadcastChannel('verdict-leak'); const got = opened(channel, ['message'], []); channel.postMessage('x'); return got; },
  'postMessage to the frame': () => { const got = opened(self, ['message'], []); self.postMessage('x'); return got; },
  'a nested worker of blob:, fetch': () => inner(`fetch('${BASE}nested').${tell}`),
  'a nested worker of blob:, import()': () => inner(`import('${BASE}nested-import.js').${tell}`),
  'a nested worker of blob:, three deep': () => inner(`const url = URL.createObjectURL(new Blob([${JSON.stringify(`fetch('${'BASE'}').${tell}`)}.replace('BASE', '${BASE}deep')])); const w = new Worker(url); w.onmessage = (e) => postMessage(e.data);`),
  'a nested worker of http:': () => inner('', `${BASE}worker.js`),
  'a nested worker of data:': () => inner('', 'data:text/javascript,postMessage("GOT it")'),
  'a nested module worker of blob:, import': () => new Promise((resolve) => { const worker = new Worker(URL.createObjectURL(new Blob([`import '${BASE}static.js'; postMessage('GOT it')`], { type: 'text/javascript' })), { type: 'module' }); worker.onmessage = ({ data }) => resolve(data); worker.onerror = () => resolve('refused: error'); }),
  'SharedWorker': () => (typeof SharedWorker === 'undefined' ? 'absent' : opened(new SharedWorker(`${BASE}shared.js`), ['open'])),
  'navigator.serviceWorker': () => (navigator.serviceWorker === undefined ? 'absent' : navigator.serviceWorker.register(`${BASE}sw.js`)),
  'FontFace': () => (typeof FontFace === 'undefined' ? 'absent' : new FontFace('x', `url(${BASE}font.woff)`).load()),
  'createImageBitmap of what fetch gives': async () => createImageBitmap(await (await fetch(`${BASE}image.png`)).blob()),
  'document': () => (typeof document === 'undefined' ? 'absent' : 'GOT one'),
  'window.open': () => (typeof open === 'undefined' ? 'absent' : `GOT ${open(`${BASE}open`)}`),
  'location': () => { self.location = `${BASE}location`; return self.location.href.startsWith('blob:null/') ? 'read-only' : 'GOT away'; },
  'navigator.usb': () => (navigator.usb === undefined ? 'absent' : 'GOT it'),
  'Notification': () => (typeof Notification === 'undefined' ? 'absent' : `refused: ${Notification.permission}`),
};

onmessage = async () => {
  const said = [];
  for (const [name, way] of Object.entries(ways)) {
    let outcome;
    try {
      outcome = await Promise.race([Promise.resolve(way()).then((value) => (typeof value === 'string' ? value : `GOT ${Object.prototype.toString.call(value)}`)), new Promise((resolve) => { setTimeout(resolve, WAIT, 'no answer'); })]);
    } catch (error) { outcome = short(error); }
    said.push([name, outcome]);
  }
  PORT.postMessage(JSON.stringify({ type: 'batch', seq: 0, events: [{ type: 'done', said }] }));
};
