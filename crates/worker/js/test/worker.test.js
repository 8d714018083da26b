/**
 * The worker's script with engines that record what they are handed. `self` is a stand-in; the same
 * script runs in a real worker in the end-to-end tests.
 */

import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

/** What wasm-bindgen would write, but for the engine. */
const GLUE = (name) => `
const log = globalThis.log;
export function initSync({ module }) {
  log.push(['initSync', '${name}', module]);
  if (module === 'broken') throw new WebAssembly.CompileError('expected magic word');
  return { memory: { buffer: { byteLength: 65536 } } };
}
export default async function init() {
  log.push(['init', '${name}']);
  await new Promise((resolve) => setTimeout(resolve, 5));
  if (globalThis.missing?.includes('${name}')) throw new TypeError('Failed to fetch');
  return { memory: { buffer: { byteLength: 65536 } } };
}
let refused = { asked: 0, held: 0, limit: 0, system: false };
export const memory_asked = () => refused.asked;
export const memory_held = () => refused.held;
export const memory_limit = () => refused.limit;
export const memory_by_system = () => refused.system;
export class WorkerCore {
  constructor(generation, post) { this.generation = generation; this.post = post; log.push(['new', '${name}', generation]); }
  ready() { this.post({ type: 'READY', said: 'by ${name}', generation: this.generation }); }
  handle(message) {
    log.push(['handle', '${name}', message]);
    const command = message?.payload?.command ?? message?.command ?? '';
    if (command === 'eval:panic') {
      this.post({ type: 'ERROR', error: { code: 'err:crashed', message: 'The engine panicked: at the disco' } });
      throw new WebAssembly.RuntimeError('unreachable');
    }
    if (command === 'eval:stack') throw new RangeError('Maximum call stack size exceeded');
    if (command === 'eval:oob') throw new WebAssembly.RuntimeError('memory access out of bounds');
    if (command === 'eval:memory') refused = { asked: 9, held: 5, limit: 10, system: false };
    if (command === 'eval:system') refused = { asked: 9, held: 5, limit: 10, system: true };
    if (command === 'eval:memory' || command === 'eval:system') throw new WebAssembly.RuntimeError('unreachable');
    if (command === 'eval:big') return this.post({ type: 'PONG', memory: { heapBytes: 65536, peakBytes: 7 } });
    if (command === 'eval:abort') throw new WebAssembly.RuntimeError('unreachable');
    if (command.startsWith('test:lower')) {
      const text = this.lower(command);
      if (text === undefined) return true;
      return void this.post({ answer: text });
    }
    this.post({ answer: message?.id ?? command });
  }
  lower_with(lower) { this.lower = lower; }
  refuse(message, why) { this.post({ refused: message.id, why }); }
  warm() { log.push(['warm', '${name}']); }
}
export function lower(job) {
  log.push(['lower', job]);
  if (job === 'test:lower deep') throw new RangeError('Maximum call stack size exceeded');
  return 'lowered ' + job;
}
`;

/** The state machine of the browser engine, as far as the script carries out what it decides. */
const SEALED = `
const log = globalThis.log;
export function initSync({ module }) {
  log.push(['initSync', 'sealed', module]);
  return { memory: { buffer: { byteLength: 65536 } } };
}
export default async function init() {
  if (globalThis.missing?.includes('sealed')) throw new TypeError('Failed to fetch');
  return { memory: { buffer: { byteLength: 65536 } } };
}
export const memory_asked = () => 0;
export class SealedCore {
  constructor(post, lower) { this.lower = lower; log.push(['new', 'sealed']); }
  handle(message) {
    log.push(['handle', 'sealed', message]);
    if (message?.type !== 'VERIFY') return [];
    this.message = message;
    if (message.payload.command === 'test:trap') throw new WebAssembly.RuntimeError('unreachable');
    if (message.payload.command === 'test:lower') return [{ do: 'needTransformer' }];
    return [{ do: 'needFrame' }, { do: 'wakeAt', ms: performance.now() + 5 }];
  }
  on_frame(message) {
    log.push(['frame', message]);
    if (message.type === 'gone') return this.answer({ error: message.why });
    if (message.type === 'up') return [{ do: 'start', run: 5 }];
    if (message.type === 'started') return [{ do: 'send', run: 5, message: { type: 'run' } }, { do: 'ping', n: 1 }];
    return [];
  }
  on_guest(run, message) {
    log.push(['guest', run, message]);
    return [{ do: 'end', run: 5 }, ...this.answer({ said: message })];
  }
  tick() { return []; }
  on_transformer(why) { return this.answer(why === undefined ? { lowered: this.lower('a job') } : { error: why }); }
  answer(more) { return [{ do: 'post', message: { type: 'VERIFY_COMPLETE', id: this.message.id, ...more } }]; }
}
`;

let folder;
let copies = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verdict-worker-'));
});
after(() => rm(folder, { recursive: true }));

/**
 * A scope whose script is the one for classic workers. `send` dispatches as a browser does.
 * @param {{ broken?: boolean }} [options] Whether `worker.js` cannot be loaded.
 */
async function classicWorker({ broken = false } = {}) {
  const here = join(folder, String((copies += 1)));
  await cp(new URL('../', import.meta.url), here, { recursive: true });
  await mkdir(join(here, 'wasm'));
  for (const name of ['analysis', 'sandbox', 'transformer']) await writeFile(join(here, 'wasm', `${name}.js`), GLUE(name));
  if (!broken) await writeFile(join(here, 'wasm', 'sealed.js'), SEALED);
  await writeFile(join(here, 'package.json'), '{"type":"module"}');
  const posted = [];
  globalThis.log = [];
  const scope = Object.assign(new EventTarget(), { postMessage: (message) => posted.push(structuredClone(message)), close: () => {} });
  let onmessage;
  const call = (event) => onmessage?.(event);
  Object.defineProperty(scope, 'onmessage', {
    get: () => onmessage,
    set: (listener) => {
      if (!onmessage) scope.addEventListener('message', call);
      onmessage = listener;
    },
  });
  globalThis.self = scope;
  await import(pathToFileURL(join(here, 'verification-worker.js')));
  return {
    posted,
    send: (...messages) =>
      messages.forEach((data) => scope.dispatchEvent(Object.assign(new Event('message', { cancelable: true }), { data }))),
    settled: () => new Promise((resolve) => setTimeout(resolve, 200)),
  };
}

/** A fresh worker; `send` gives what was posted once it is quiet. */
async function worker() {
  const here = join(folder, String((copies += 1)));
  await cp(new URL('../', import.meta.url), here, { recursive: true });
  await mkdir(join(here, 'wasm'));
  for (const name of ['analysis', 'sandbox', 'transformer']) await writeFile(join(here, 'wasm', `${name}.js`), GLUE(name));
  await writeFile(join(here, 'wasm', 'sealed.js'), SEALED);
  await writeFile(join(here, 'package.json'), '{"type":"module"}');
  const posted = [];
  const log = [];
  let closed = 0;
  globalThis.log = log;
  globalThis.self = {
    postMessage: (message) => posted.push(structuredClone(message)),
    close: () => {
      closed += 1;
    },
  };
  const scope = globalThis.self;
  await import(pathToFileURL(join(here, 'worker.js')));
  return {
    log,
    posted,
    scope,
    closed: () => closed,
    async send(...messages) {
      for (const message of messages) scope.onmessage({ data: message });
      // Quiet is when nothing has happened for a while, however slow the machine is.
      for (let seen = -1; seen !== posted.length + log.length; ) {
        seen = posted.length + log.length;
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      return posted;
    },
    handled: () => log.filter(([what]) => what === 'handle').map(([, name, message]) => [name, message]),
  };
}

const INIT = { type: 'INIT', generation: 7, modules: { analysis: 'A', sandbox: 'S' } };
const verify = (id, command) => ({ type: 'VERIFY', id, payload: { command } });
const whole = (root) => ({ type: 'SNAPSHOT', payload: { base: null, entries: [], removed: [], root } });
const delta = (base, root) => ({ type: 'SNAPSHOT', payload: { base, entries: [], removed: [], root } });

test('INIT is answered by READY, and the sandbox is warmed in idle time', async () => {
  const w = await worker();
  assert.deepEqual(await w.send(INIT), [{ type: 'READY', said: 'by analysis', generation: 7 }]);
  assert.deepEqual(w.log, [
    ['initSync', 'analysis', 'A'],
    ['new', 'analysis', 7],
    ['initSync', 'sandbox', 'S'],
    ['new', 'sandbox', 7],
    ['warm', 'sandbox'],
  ]);
});

test('a classic worker loads the module and answers what came before it was there, in order', async () => {
  const w = await classicWorker();
  w.send(verify(1, 'lint:/a'), verify(2, 'lint:/a'));
  await w.settled();
  w.send(verify(3, 'lint:/a'));
  await w.settled();
  assert.deepEqual(w.posted, [{ answer: 1 }, { answer: 2 }, { answer: 3 }]);
});

test('a classic worker whose module cannot be loaded says so to each message', async () => {
  const w = await classicWorker({ broken: true });
  const early = { type: 'VERIFY', payload: { command: 'eval:1', sessionId: 's' } };
  w.send(early, { requestId: 'q', command: 'eval:1' });
  await w.settled();
  w.send({ type: 'PING', id: 3 });
  await w.settled();
  const [first, second, third] = w.posted;
  assert.deepEqual([first.type, first.success, first.code, first.sessionId], ['VERIFY_COMPLETE', false, 'err:startup', 's']);
  assert.deepEqual([second.requestId, second.result.code], ['q', 'err:startup']);
  assert.deepEqual([third.type, third.id, third.error.code], ['ERROR', 3, 'err:startup']);
  assert.match(third.error.message, /^The worker's module could not be loaded: ./);
  assert.equal(w.posted.length, 3);
});

test('limits that are undefined are absent', async () => {
  const w = await worker();
  const limits = { timeMs: undefined, tests: 5 };
  await w.send(
    INIT,
    { type: 'VERIFY', id: 1, payload: { command: 'lint:/a', limits } },
    { requestId: 'q', command: 'lint:/a', limits: { tests: undefined } },
  );
  const seen = w.handled().map(([, message]) => message.payload?.limits ?? message.limits);
  assert.deepEqual(seen.map(Object.entries), [[['tests', 5]], []]);
});

test('verbs go to the instance that has them, everything else to analysis, in order', async () => {
  const w = await worker();
  const messages = [
    verify(1, 'test:/a'),
    verify(2, 'lint:/a'),
    verify(3, 'eval:1'),
    verify(4, 'type-check:/a'),
    verify(5, 'nonsense'),
    verify(6, ' test :/a'),
    verify(7, undefined),
    { type: 'PING', id: 8 },
    { type: 'WHAT', id: 9 },
    null,
    3,
    'text',
    { id: 10 },
  ];
  await w.send(INIT, ...messages);
  assert.deepEqual(
    w
      .handled()
      .map(([name]) => name[0])
      .join(''),
    'sasaasaaaaaaa',
  );
  assert.deepEqual(
    w.handled().map(([, message]) => message),
    messages,
  );
});

test('snapshots wait for the request that needs them, whole ones replace what came before', async () => {
  const w = await worker();
  await w.send(INIT, whole('1'), delta('1', '2'), { type: 'PING' });
  assert.deepEqual(
    w.handled().map(([, { type }]) => type),
    ['PING'],
  );
  await w.send(verify(1, 'lint:/a'), whole('3'), delta('3', '4'), verify(2, 'test:/a'), verify(3, 'lint:/a'));
  const seen = w
    .handled()
    .slice(1)
    .map(([name, { payload, id }]) => `${name} ${payload.root ?? id}`);
  assert.deepEqual(seen, [
    'analysis 1',
    'analysis 2',
    'analysis 1',
    'sandbox 3',
    'sandbox 4',
    'sandbox 2',
    'analysis 3',
    'analysis 4',
    'analysis 3',
  ]);
});

test('a long log is handed over and cut', async () => {
  const w = await worker();
  await w.send(INIT, whole('0'));
  const deltas = Array.from({ length: 200 }, (_, at) => delta(String(at), String(at + 1)));
  await w.send(...deltas, verify(1, 'lint:/a'));
  const read = (engine) =>
    w
      .handled()
      .filter(([name]) => name === engine)
      .map(([, { payload }]) => payload.root ?? 'VERIFY');
  const all = ['0', ...deltas.map(({ payload }) => payload.root)];
  assert.deepEqual(read('analysis'), [...all, 'VERIFY']);
  // The other one is kept in step as far as the log was cut, and reads the rest when it is needed.
  assert.deepEqual(read('sandbox'), all.slice(0, 195));
  await w.send(verify(2, 'test:/a'));
  assert.deepEqual(read('sandbox'), [...all, 'VERIFY']);
});

test('without INIT the wasm is loaded when a message needs it, and answers keep their order', async () => {
  const w = await worker();
  await w.send({ type: 'VERIFY', payload: { command: 'lint:/a' } }, { requestId: 'r', command: 'eval:1' }, { type: 'PING', id: 1 });
  assert.deepEqual(w.posted, [{ answer: 'lint:/a' }, { answer: 'eval:1' }, { answer: 1 }]);
  assert.deepEqual(
    w.log.filter(([what]) => what !== 'handle'),
    [
      ['init', 'analysis'],
      ['new', 'analysis', 0],
      ['init', 'sandbox'],
      ['new', 'sandbox', 0],
    ],
  );
});

test('an engine that cannot start is told in the shape of each envelope, and tried again', async () => {
  const w = await worker();
  globalThis.missing = ['sandbox'];
  await w.send(
    verify(1, 'test:/a'),
    { type: 'VERIFY', payload: { command: 'test:/a', sessionId: 's' } },
    { requestId: 'r', command: 'test:/a' },
    verify(2, 'lint:/a'),
  );
  const text = 'The verification engine could not be started: Failed to fetch';
  const result = { success: false, output: null, error: text, code: 'err:startup' };
  assert.deepEqual(w.posted, [
    { type: 'ERROR', id: 1, error: { code: 'err:startup', message: text } },
    { type: 'VERIFY_COMPLETE', ...result, sessionId: 's' },
    { requestId: 'r', result },
    { answer: 2 },
  ]);
  globalThis.missing = undefined;
  assert.deepEqual((await w.send(verify(3, 'test:/a'))).at(-1), { answer: 3 });
});

test('a module that does not instantiate is err:startup', async () => {
  const w = await worker();
  await w.send({ ...INIT, modules: { analysis: 'broken', sandbox: 'S' } });
  assert.deepEqual(w.posted, [
    {
      type: 'ERROR',
      error: { code: 'err:startup', message: 'The verification engine could not be started: expected magic word' },
    },
  ]);
});

test('the memory of a worker is that of all its instances', async () => {
  const w = await worker();
  await w.send(INIT, verify(1, 'eval:big'));
  assert.deepEqual(w.posted.at(-1), { type: 'PONG', memory: { heapBytes: 131072, peakBytes: 7 } });
});

const LATER = { ...INIT, modules: { ...INIT.modules, later: ['transformer'] } };
const instantiated = (w) => w.log.filter(([what, name]) => what.startsWith('init') && name === 'transformer');

test('what lowers is asked for by the first request that needs it, which is begun again', async () => {
  const w = await worker();
  await w.send(LATER, verify(1, 'test:plain'), verify(2, 'test:lower'), verify(3, 'lint:/a'));
  assert.deepEqual(w.posted.slice(1), [{ answer: 1 }, { type: 'NEED_MODULE', name: 'transformer' }]);
  await w.send({ type: 'MODULE', name: 'transformer', module: 'T' });
  assert.deepEqual(w.posted.slice(3), [{ answer: 'lowered test:lower' }, { answer: 3 }]);
  await w.send(verify(4, 'test:lower'));
  assert.deepEqual(w.posted.slice(5), [{ answer: 'lowered test:lower' }]);
  assert.deepEqual(instantiated(w), [['initSync', 'transformer', 'T']]);
});

test('a worker that starts with it asks for nothing, and instantiates it when it is needed', async () => {
  const w = await worker();
  await w.send({ ...LATER, modules: { ...LATER.modules, transformer: 'T' } }, verify(1, 'test:plain'));
  assert.deepEqual(instantiated(w), []);
  await w.send(verify(2, 'test:lower'));
  assert.deepEqual(w.posted.slice(1), [{ answer: 1 }, { answer: 'lowered test:lower' }]);
});

test('without a page that gives it, it comes from beside the script', async () => {
  const w = await worker();
  await w.send(verify(1, 'test:lower'));
  assert.deepEqual(w.posted, [{ answer: 'lowered test:lower' }]);
  assert.deepEqual(instantiated(w), [['init', 'transformer']]);
});

test('what cannot be had refuses the request that needs it and no other, and is tried again', async () => {
  const w = await worker();
  await w.send(LATER, verify(1, 'test:lower'));
  await w.send({ type: 'MODULE', name: 'transformer', error: 'HTTP 404' }, verify(2, 'test:plain'));
  const why = 'A file has to be lowered (it has more than types, or JSX), and what does that could not be loaded: HTTP 404';
  assert.deepEqual(w.posted.slice(2), [{ refused: 1, why }, { answer: 2 }]);
  await w.send(verify(3, 'test:lower'));
  assert.deepEqual(w.posted.slice(4), [{ type: 'NEED_MODULE', name: 'transformer' }]);
});

test('a trap of what lowers ends the worker', async () => {
  const w = await worker();
  await w.send(verify(1, 'test:lower deep'), verify(2, 'test:plain'));
  assert.equal(w.closed(), 1);
  assert.deepEqual(
    w.posted.map(({ id, error }) => [id, error.code]),
    [[1, 'err:stack']],
  );
});

for (const [command, code, text] of [
  ['eval:panic', 'err:crashed', 'The engine panicked: at the disco'],
  ['eval:stack', 'err:stack', "Calls nest deeper than the worker's own call stack (Maximum call stack size exceeded)"],
  ['eval:memory', 'err:memory', 'The request held 5 bytes and asked for 9 more: its limit is 10 bytes (limits.memoryBytes)'],
  ['eval:system', 'err:memory', 'The request held 5 bytes and asked for 9 more: the system has none left'],
  [
    'eval:oob',
    'err:crashed',
    'The engine crashed: memory access out of bounds, most likely its stack ran out (memory access out of bounds)',
  ],
  ['eval:abort', 'err:crashed', 'The engine crashed: it aborted without a word (unreachable)'],
]) {
  test(`a trap is said once and is the end: ${command}`, async () => {
    const w = await worker();
    await w.send(INIT, verify(1, command), verify(2, 'lint:/a'));
    assert.deepEqual(w.posted.slice(1), [{ type: 'ERROR', id: 1, error: { code, message: text } }]);
    await w.send(verify(3, 'lint:/a'));
    assert.equal(w.posted.length, 2);
    assert.equal(w.closed(), 1);
  });
}

test('a message that cannot be deserialised is err:protocol', async () => {
  const w = await worker();
  w.scope.onmessageerror();
  assert.equal(w.posted[0].error.code, 'err:protocol');
});

const sealedRequest = (id, command = 'test:/a') => ({ type: 'VERIFY', id, payload: { command, engine: 'browser' } });
const WITH_SEALED = { ...INIT, modules: { ...INIT.modules, later: ['transformer', 'sealed'] } };

test('a test for the browser engine is driven by its own instance, in a frame of the page', async () => {
  const w = await worker();
  globalThis.fetch = async (url) => ({ ok: true, text: async () => `the text of ${String(url).split('/').at(-1)}` });
  const asked = await w.send(WITH_SEALED, whole('1'), sealedRequest(1));
  assert.deepEqual(asked.at(-1), { type: 'NEED_MODULE', name: 'sealed' });
  assert.deepEqual((await w.send({ type: 'MODULE', name: 'sealed', module: 'B' })).at(-1), { type: 'NEED_FRAME', n: 1 });
  const { port1: page, port2: port } = new MessageChannel();
  const open = [page];
  const seen = [];
  page.postMessage({ type: 'up', sealed: true });
  page.onmessage = ({ data }) => {
    seen.push([data.type, data.source ?? data.run ?? data.n]);
    if (data.type !== 'start') return;
    open.push(data.port);
    page.postMessage({ type: 'started', run: data.run });
    data.port.onmessage = ({ data: { type } }) => data.port.postMessage({ seen: type });
  };
  // While it runs the worker answers what is no request; the next request waits.
  const answers = await w.send(
    { type: 'PING', id: 2 },
    verify(3, 'lint:/a'),
    { type: 'FRAME', n: 0, error: 'an old one' },
    { type: 'FRAME', n: 1, port },
  );
  const told = answers.map(({ type, id, said, answer }) => (type === 'VERIFY_COMPLETE' ? [id, said] : answer)).filter(Boolean);
  assert.deepEqual(told, [2, [1, { seen: 'run' }], 3]);
  // A guest is started when what it runs is there.
  assert.deepEqual(seen, [
    ['harness', 'the text of harness.js'],
    ['start', 5],
    ['ping', 1],
    ['end', 5],
  ]);
  assert.deepEqual(
    w.handled().map(([name, { type, id }]) => [name, id ?? type]),
    [
      ['sealed', 'SNAPSHOT'],
      ['sealed', 1],
      ['analysis', 2],
      ['analysis', 'SNAPSHOT'],
      ['analysis', 3],
    ],
  );
  for (const one of open) one.close();
});

test('what other verbs do is the same in both engines', async () => {
  const w = await worker();
  await w.send(WITH_SEALED, { type: 'VERIFY', id: 1, payload: { command: 'lint:/a', engine: 'browser' } });
  assert.deepEqual(
    w.handled().map(([name]) => name),
    ['analysis'],
  );
});

test('without a frame, a page or the wasm the browser engine says why', async () => {
  const refused = await worker();
  await refused.send(WITH_SEALED, sealedRequest(1));
  const answer = (await refused.send({ type: 'MODULE', name: 'sealed', error: 'HTTP 404' })).at(-1);
  assert.deepEqual(
    [answer.id, answer.error],
    [1, { code: 'err:unavailable', message: 'The browser engine could not be loaded: HTTP 404' }],
  );
  const alone = await worker();
  const [only] = await alone.send(sealedRequest(1));
  assert.deepEqual(only, {
    type: 'VERIFY_COMPLETE',
    id: 1,
    error: 'no page makes a frame for this worker',
    memory: { heapBytes: 65536, peakBytes: 0 },
  });
  const without = await worker();
  await without.send(WITH_SEALED, sealedRequest(1));
  await without.send({ type: 'MODULE', name: 'sealed', module: 'B' });
  const posted = await without.send({ type: 'FRAME', n: 1, error: 'refused' });
  const held = { heapBytes: 131072, peakBytes: 0 };
  assert.deepEqual(posted.at(-1), { type: 'VERIFY_COMPLETE', id: 1, error: 'refused', memory: held });
});

test('what the browser engine lowers is asked for as by the sandbox', async () => {
  const w = await worker();
  await w.send({ ...WITH_SEALED, modules: { ...WITH_SEALED.modules, sealed: 'B', transformer: 'T' } }, sealedRequest(1, 'test:lower'));
  const { memory, ...answer } = w.posted.at(-1);
  assert.deepEqual(answer, { type: 'VERIFY_COMPLETE', id: 1, lowered: 'lowered a job' });
  assert.ok(memory.heapBytes >= 131072, 'the transformer counts too');
});

test('a harness that cannot be had is why there is no engine', async () => {
  const w = await worker();
  globalThis.fetch = async () => ({ ok: false, status: 404 });
  await w.send(
    { ...WITH_SEALED, modules: { ...WITH_SEALED.modules, sealed: 'B', addresses: { harness: 'https://a.example/h.js' } } },
    sealedRequest(1),
  );
  const { port1, port2 } = new MessageChannel();
  const answer = (await w.send({ type: 'FRAME', n: 1, port: port2 })).at(-1);
  assert.equal(answer.error, 'The browser engine could not be loaded: https://a.example/h.js answers HTTP 404');
  port1.close();
});

test('a trap of the browser engine ends the worker, which says of which request', async () => {
  const w = await worker();
  await w.send(WITH_SEALED, sealedRequest(4, 'test:trap'));
  const posted = await w.send({ type: 'MODULE', name: 'sealed', module: 'B' }, { type: 'PING' });
  const last = posted.at(-1);
  assert.deepEqual([last.id, last.error?.code, w.closed()], [4, 'err:crashed', 1]);
});
