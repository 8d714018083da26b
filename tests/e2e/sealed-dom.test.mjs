/** The environments with a DOM: jsdom and happy-dom, in a guest of the sealed engine in real Chromium. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { judged } from './lib/judge.mjs';
import { rigged } from './lib/sealed.mjs';

const API = "import { test, expect, vi } from 'vitest';";
const DOMS = ['jsdom', 'happy-dom'];

/** What user interfaces are written for. */
const ORDINARY = [
  API,
  "class Greeter extends HTMLElement { static observedAttributes = ['name']; log = []; connectedCallback() { this.log.push('in'); this.attachShadow({ mode: 'open' }).innerHTML = `<b>${this.getAttribute('name')}</b><slot></slot>`; } disconnectedCallback() { this.log.push('out'); } attributeChangedCallback(...args) { this.log.push(args.slice(0, 3)); } }",
  "test('custom elements', () => { customElements.define('x-greeter', Greeter); const made = document.createElement('x-greeter'); made.setAttribute('name', 'Ada'); document.body.append(made); expect(made.shadowRoot.querySelector('b').textContent).toBe('Ada'); made.remove(); expect(made.log).toEqual([['name', null, 'Ada'], 'in', 'out']); document.body.innerHTML = '<x-greeter name=B></x-greeter>'; expect(document.body.firstChild).toBeInstanceOf(Greeter); });",
  "test('events', () => { document.body.innerHTML = '<p><b>x</b></p>'; const log = []; document.querySelector('p').addEventListener('click', () => log.push('up')); document.querySelector('p').addEventListener('click', () => log.push('down'), true); document.querySelector('b').click(); expect(log).toEqual(['down', 'up']); const event = new CustomEvent('x', { detail: 1, cancelable: true }); window.addEventListener('x', (heard) => heard.preventDefault(), { once: true }); expect(window.dispatchEvent(event)).toBe(false); expect(event).toBeInstanceOf(Event); });",
  "test('forms', () => { document.body.innerHTML = '<form><input name=a value=1 required><input type=radio name=r value=2 checked><select name=s><option>3</select><button>go</button></form>'; const form = document.querySelector('form'), submit = vi.fn((event) => event.preventDefault()); expect([...new FormData(form)]).toEqual([['a', '1'], ['r', '2'], ['s', '3']]); form.addEventListener('submit', submit); form.querySelector('button').click(); expect(submit).toHaveBeenCalledOnce(); form.elements.a.value = ''; expect(form.checkValidity()).toBe(false); });",
  "test('mutations', async () => { const seen = []; const observer = new MutationObserver((list) => seen.push(...list.map(({ type }) => type))); observer.observe(document.body, { childList: true, attributes: true, subtree: true }); document.body.append(Object.assign(document.createElement('i'), { id: 'a' })); document.body.title = 'b'; await vi.waitFor(() => expect(seen).toEqual(['childList', 'attributes'])); });",
  "test('storage, cookies and history', () => { localStorage.setItem('a', '1'); expect([localStorage.length, sessionStorage.getItem('a')]).toEqual([1, null]); document.cookie = 'a=1'; document.cookie = 'b=2'; expect(document.cookie).toBe('a=1; b=2'); history.pushState({ a: 1 }, '', '/page?q=1'); expect([location.pathname, history.state]).toEqual(['/page', { a: 1 }]); });",
  "test('objects of URLs', () => { expect(URL.createObjectURL(new File(['x'], 'x.txt'))).toMatch(/^blob:/); expect(new URL('/a', location.href).href).toBe('http://localhost:3000/a'); });",
  "test('what Node has stays', async () => { const doubled = new TransformStream({ transform: (chunk, out) => out.enqueue(chunk * 2) }); const read = []; await new ReadableStream({ start(out) { out.enqueue(1); out.close(); } }).pipeThrough(doubled).pipeTo(new WritableStream({ write: (chunk) => void read.push(chunk) })); expect([read, WritableStream.name, TransformStream.name]).toEqual([[2], 'WritableStream', 'TransformStream']); });",
  "test('nothing of the worker is left', () => { expect(['Notification', 'importScripts', 'caches', 'DedicatedWorkerGlobalScope', 'verdictDom', 'verdictNode'].filter((name) => globalThis[name] !== undefined)).toEqual([]); });",
  "test('the window is the global object', () => { expect([window, self, document.defaultView].every((one) => one === globalThis)).toBe(true); window.x = 1; expect(x).toBe(1); expect([typeof PointerEvent, new PointerEvent('p', { pointerId: 3, clientX: 2 }).pointerId]).toEqual(['function', 3]); });",
  "test('elements in a difference', () => { const [a, b] = ['1', '2'].map((text) => Object.assign(document.createElement('p'), { innerHTML: `<b>${text}</b>` })); expect(a).toEqual(b); });",
];

/** What only one of them does as a browser does. */
const OF_JSDOM = [
  API,
  'const of = (html) => { document.body.innerHTML = html; return document.body.firstChild; };',
  "test('text is parsed as in a browser', () => { expect([of('<div><//funky>x</div>').innerHTML, of('<div><p>a<div>b</div></p></div>').innerHTML, of('<pre>\\na</pre>').textContent]).toEqual(['<!--/funky-->x', '<p>a</p><div>b</div><p></p>', 'a']); });",
  "test('attributes have names', () => { const { attributes } = of('<input disabled>'); expect([Object.hasOwn(attributes, 'disabled'), Object.keys(attributes)]).toEqual([true, ['0']]); });",
  "test('selectors', () => { of('<fieldset disabled><p>a</p><p></p><button>b</button></fieldset>'); expect([':disabled', 'p:empty', 'p ~ button'].map((selector) => document.querySelectorAll(selector).length)).toEqual([2, 1, 1]); });",
  "test('what is hidden, and what has the focus', () => { const hidden = of('<p hidden>x</p>'); hidden.focus(); expect([getComputedStyle(hidden).display, document.activeElement]).toEqual(['none', document.body]); });",
  "test('storage is spied on', () => { const spy = vi.spyOn(Storage.prototype, 'setItem'); localStorage.setItem('a', 'b'); expect(spy).toHaveBeenCalledOnce(); expect(localStorage).toBeInstanceOf(Storage); });",
  "test('there is no canvas', () => { expect([typeof matchMedia, document.createElement('canvas').getContext('2d')]).toEqual(['undefined', null]); });",
  'test(\'snapshots in the text\', () => { expect(of(\'<p class="a">b</p>\')).toMatchInlineSnapshot(`\n  <p\n    class="a"\n  >\n    b\n  </p>\n`); expect(1).toMatchInlineSnapshot(`1`); });',
];

/** An entry in a line, with the first line of its error. */
const line = (/** @type {any} */ { path, state, faults: [fault] }) =>
  `${state}: ${path.join(' > ')}${fault && state === 'failed' ? `: ${fault.message.split('\n')[0]}` : ''}`;

describe('a DOM', () => {
  /** @type {Awaited<ReturnType<typeof rigged>>} */
  let rig;
  before(async () => {
    rig = await rigged();
  });
  after(() => rig?.close());

  /** Runs a test file in a DOM. @param {string} dom @param {string[]} text @param {any} [more] */
  const run = async (dom, text, more) => {
    const { events, end } = await rig.run({ '/a.test.js': text }, { dom, ...more });
    assert.equal(end, 'done');
    return { events, lines: judged(events).map(line) };
  };

  for (const dom of DOMS) {
    test(`${dom} has what user interfaces are written for`, async () => {
      const { events, lines } = await run(dom, ORDINARY);
      assert.deepEqual(
        lines.filter((one) => !one.startsWith('passed')).map((one) => one.split(':', 2).join(':')),
        ['failed: elements in a difference'],
        lines.join('\n'),
      );
      assert.equal(
        events.find(({ type }) => type === 'testFault').fault.diff,
        '- Expected\n+ Received\n\n  <p>\n    <b>\n-     2\n+     1\n    </b>\n  </p>',
      );
    });

    test(`${dom} reaches no network`, async () => {
      const text = [
        API,
        "test('xhr', () => { const request = new XMLHttpRequest(); request.open('GET', '/'); request.send(); });",
        "test('socket', () => { new WebSocket('ws://localhost/'); });",
        "test('fetch', async () => { await fetch('/'); });",
      ];
      const { lines } = await run(dom, text);
      for (const name of ['xhr', 'socket', 'fetch']) assert.match(lines.join('\n'), new RegExp(`failed: ${name}: \\w+ is not available`));
    });

    test(`${dom} has its options`, async () => {
      const text = [API, "test('t', () => { expect(location.href).toBe('https://a.example/b'); });"];
      assert.deepEqual((await run(dom, text, { domOptions: { url: 'https://a.example/b' } })).lines, ['passed: t']);
      const { lines } = await run(dom, text);
      assert.match(lines.join('\n'), /^failed: t: expected 'http:\/\/localhost:3000\/' to be/);
    });

    test(`${dom} reports an error of a handler`, async () => {
      const text = [
        API,
        "test('t', async () => { const button = document.createElement('button'); button.addEventListener('click', () => { throw new Error('of the handler'); }); button.click(); await new Promise((done) => setTimeout(done, 20)); });",
      ];
      const { events } = await run(dom, text);
      assert.ok(events.some(({ fault }) => fault?.message?.includes('of the handler')));
    });
  }

  test('happy-dom has bodies of requests', async () => {
    const text = [
      API,
      "test('bodies', async () => { expect(await new Response(new Blob(['b'])).text()).toBe('b'); const form = new FormData(); form.append('a', '1'); expect((await new Response(form).formData()).get('a')).toBe('1'); expect(await new Request('http://x/y', { method: 'POST', body: 'q' }).text()).toBe('q'); expect([...new Headers({ a: 'b' })]).toEqual([['a', 'b']]); });",
    ];
    assert.deepEqual((await run('happy-dom', text)).lines, ['passed: bodies']);
  });

  test('jsdom does what browsers do', async () => {
    const { lines } = await run('jsdom', OF_JSDOM);
    assert.deepEqual(
      lines.filter((one) => !one.startsWith('passed')),
      [],
      lines.join('\n'),
    );
  });

  test('a set-up that replaces built-ins moves no snapshot in the text', async () => {
    const text = [
      API,
      "Array.prototype.at = () => 1; test('t', () => { expect('a').toMatchInlineSnapshot(`\"a\"`); expect('b').toMatchInlineSnapshot(`\"b\"`); });",
    ];
    for (const dom of [null, ...DOMS]) assert.deepEqual((await run(/** @type {any} */ (dom), text)).lines, ['passed: t']);
  });
});
