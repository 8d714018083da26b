/**
 * What a page sees of a manager, with workers that do what they are told. Each is one test; see page.rs.
 */

import { compile, compileGiven } from '../js/load.js';
import { createModule } from '../js/di-module.js';
import { registerVerificationManager } from '../js/register.js';
import { VerificationManager } from '../js/verification-manager.js';
import { fakeWorker } from './fake-worker.js';

/** The smallest module there is. */
const EMPTY = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
const MODULES = { analysis: EMPTY, sandbox: EMPTY };
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function equal(actual, expected, what = '') {
  const [a, b] = [actual, expected].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${what}\n  got      ${a}\n  expected ${b}`);
}
function ok(value, what) {
  if (!value) throw new Error(what);
}

/** A manager on fake workers, with every event that it dispatches. */
async function manager(options = {}, start = 'ready') {
  const vm = await VerificationManager.create({
    createWorker: () => fakeWorker(start), wasmModule: MODULES, workers: 1, backoffMs: 5, spare: false, ...options,
  });
  const events = [];
  for (const type of ['verification-start', 'verification-progress', 'verification-complete', 'worker-restart', 'stats']) {
    vm.addEventListener(type, ({ detail }) => events.push([type, detail]));
  }
  return { vm, events, seen: (type) => events.filter(([it]) => it === type).map(([, detail]) => detail) };
}

/** Until so many workers have nothing to do. */
async function idle(vm, count) {
  const now = () => vm.getStats().slots.filter(({ state }) => state === 'idle').length;
  for (let wait = 0; wait < 300 && now() < count; wait++) await sleep(10);
  equal(now(), count, 'workers that are idle');
}

async function outcome(promise) {
  try {
    const { success, error, code } = await promise;
    return [success, error, code];
  } catch (error) {
    return ['rejected', error.message, error.code];
  }
}

const TIMEOUT = ['rejected', 'Verification timeout', 'err:timeout'];
const PASS = [true, null, null];

export const scenarios = {
  async verify_resolves_with_the_workers_answer() {
    const { vm, seen } = await manager();
    equal(await vm.init(), true);
    equal(await vm.init(), true);
    const result = await vm.runVerification('eval:pass', { sessionId: 's1' });
    equal([result.success, result.sessionId, result.type, result.id], [true, 's1', undefined, undefined]);
    equal(await outcome(vm.runVerification('eval:fail', 's2')), [false, '1 test(s) failed', null]);
    // Nothing but true is a pass.
    const { passed } = vm.getStats();
    await vm.runVerification('eval:truthy');
    equal(vm.getStats().passed, passed);
    equal(seen('verification-complete').map(({ id, command, sessionId, success }) => [id, command, sessionId, success]), [
      ['1', 'eval:pass', 's1', true], ['2', 'eval:fail', 's2', false], ['3', 'eval:truthy', null, false],
    ]);
    vm.dispose();
  },

  async verifying_before_init_starts_by_itself() {
    const vm = new VerificationManager({ createWorker: () => fakeWorker(), wasmModule: MODULES });
    equal([vm.isInitialized(), vm.getStats().totalRuns, vm.getHistory()], [false, 0, []]);
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    equal(vm.isInitialized(), true);
    vm.dispose();
    equal(vm.isInitialized(), false);
    const never = new VerificationManager();
    never.dispose();
    equal((await outcome(never.runVerification('eval:pass')))[2], 'err:cancelled');
  },

  async the_toolchain_is_what_the_last_ready_worker_states() {
    const vm = new VerificationManager({ createWorker: () => fakeWorker(), wasmModule: MODULES, backoffMs: 5, spare: false });
    equal(vm.getToolchain(), null);
    await vm.init();
    const first = vm.getToolchain();
    equal(first, { engine: '1.2.3', rules: '1.0.1', checker: '1.0.0', protocol: '1.0.0' });
    ok(Object.isFrozen(first), 'a page could change what is stated');
    equal(await outcome(vm.runVerification('eval:hang', 50)), TIMEOUT);
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    equal(vm.getToolchain().rules, '1.0.2', 'the replacement states its own');
    vm.dispose();
    // A worker of another protocol is refused, and one that states nothing is taken at its word.
    const { vm: other } = await manager({}, 'version');
    await other.init();
    equal(other.getToolchain(), null);
    other.dispose();
  },

  async time_runs_out_and_those_that_wait_are_not_lost() {
    const { vm, seen } = await manager();
    await vm.init();
    const started = performance.now();
    const all = ['eval:hang', 'eval:pass', 'eval:generation'].map((command) => vm.runVerification(command, 150));
    equal(await outcome(all[0]), TIMEOUT);
    ok(performance.now() - started < 2000, 'the timeout was late');
    equal(await outcome(all[1]), PASS);
    equal((await all[2]).output, 2, 'ran on the replacement');
    equal(seen('worker-restart'), [{ slot: 0, generation: 2, reason: 'timeout' }]);
    const { restarts, failed, passed, active, queued } = vm.getStats();
    equal([restarts, failed, passed, active, queued], [1, 1, 2, 0, 0]);
    equal(vm.getHistory().map(({ code }) => code), [null, null, 'err:timeout']);
    vm.dispose();
  },

  async a_crash_is_blamed_on_what_runs() {
    const { vm, seen } = await manager();
    for (const [command, text] of [['eval:throw', /at the worker/], ['eval:last-words', /^The engine panicked: x$/]]) {
      const after = [vm.runVerification(command), vm.runVerification('eval:pass')];
      const [success, error, code] = await outcome(after[0]);
      equal([success, code], [false, 'err:crashed']);
      ok(text.test(error), error);
      equal(await outcome(after[1]), PASS);
    }
    equal(seen('worker-restart').map(({ reason }) => reason), ['crashed', 'crashed']);
    vm.dispose();
  },

  async strange_messages_and_second_answers_change_nothing() {
    const { vm } = await manager();
    equal(await outcome(vm.runVerification('eval:strange')), PASS);
    equal(vm.getStats().dropped, 7);
    equal(await outcome(vm.runVerification('eval:twice')), PASS);
    await sleep(20);
    equal([vm.getStats().dropped, vm.getStats().passed, vm.getStats().restarts], [8, 2, 0]);
    equal(await outcome(vm.runVerification('eval:protocol')), [false, 'no', 'err:protocol']);
    vm.dispose();
  },

  async an_error_without_a_number_is_not_the_request_that_runs() {
    const { vm } = await manager();
    equal(await outcome(vm.runVerification('eval:unnumbered')), PASS);
    equal([vm.getStats().dropped, vm.getStats().restarts, vm.getStats().passed], [4, 0, 1]);
    vm.dispose();
    // One that could not take its first message does not start, and says so at once.
    const other = (await manager({ breakerAfter: 2 }, 'unread')).vm;
    const before = performance.now();
    equal(await outcome(other.runVerification('eval:pass')), [
      false, 'The worker could not take its first message: A message could not be deserialised', 'err:startup',
    ]);
    ok(performance.now() - before < 10_000, 'it waited for the time of a start');
    other.dispose();
  },

  async a_message_that_cannot_be_deserialised_is_the_end_of_its_worker() {
    const made = [];
    const { vm, seen } = await manager({ createWorker: () => made[made.push(fakeWorker()) - 1] });
    const all = ['eval:silent', 'eval:pass'].map((command) => outcome(vm.runVerification(command)));
    for (let wait = 0; wait < 300 && vm.getStats().active === 0; wait++) await sleep(10);
    made[0].dispatchEvent(new MessageEvent('messageerror'));
    equal(await all[0], [false, 'A message of the worker could not be deserialised', 'err:crashed']);
    equal(await all[1], PASS);
    // With nothing to do nobody is blamed.
    made[1].dispatchEvent(new MessageEvent('messageerror'));
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    equal([seen('worker-restart').map(({ reason }) => reason), vm.getStats().failed], [['crashed', 'failed'], 1]);
    vm.dispose();
  },

  async a_worker_that_ended_without_a_word_costs_no_request() {
    const { vm, seen } = await manager({ heartbeatMs: 300 });
    equal((await vm.runVerification('eval:close')).output, 1);
    await sleep(100);
    const before = performance.now();
    const all = ['eval:generation', 'eval:pass'].map((command) => vm.runVerification(command, { timeout: 60_000 }));
    equal((await all[0]).output, 2, 'it ran on another');
    ok(performance.now() - before < 15_000, 'it cost the time of the request');
    equal(await outcome(all[1]), PASS);
    equal(seen('worker-restart'), [{ slot: 0, generation: 2, reason: 'silent' }]);
    equal([vm.getStats().failed, vm.getStats().passed, seen('verification-start').length], [0, 3, 3]);
    vm.dispose();
    // The spare one takes over, with the files.
    const other = await manager({ heartbeatMs: 300, spare: undefined });
    await other.vm.setSnapshot({ '/a.js': '1' });
    await idle(other.vm, 2);
    equal((await other.vm.runVerification('eval:close')).output, 1);
    await sleep(100);
    equal((await other.vm.runVerification('eval:snapshots')).output.length, 1);
    equal([other.vm.getStats().restarts, other.vm.getStats().failed], [1, 0]);
    other.vm.dispose();
  },

  async a_part_on_a_worker_that_ended_runs_on_another() {
    const { vm, seen } = await manager({ workers: 2, heartbeatMs: 300 });
    const files = [1, 2, 3, 4, 5].map((n) => [`/${n}.js`, '']);
    await vm.init();
    await idle(vm, 2);
    await vm.runVerification('eval:close');
    await sleep(100);
    const result = await vm.runVerification('test:/*.js', { vfsSnapshot: files, timeout: 60_000 });
    equal([result.success, result.output.map(({ test }) => test)], [true, files.map(([path]) => path)]);
    equal(seen('worker-restart').map(({ reason }) => reason), ['silent']);
    vm.dispose();
  },

  async a_live_worker_is_asked_beside_the_request_and_only_after_a_while() {
    const posted = [];
    const createWorker = () => {
      const worker = fakeWorker();
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (message, ...rest) => (posted.push([message.type, message.id]), post(message, ...rest));
      return worker;
    };
    const { vm } = await manager({ createWorker });
    for (let at = 0; at < 20; at += 1) await vm.runVerification('eval:pass');
    ok(posted.filter(([type]) => type === 'PING').length <= 3, `a burst was asked between: ${posted}`);
    await sleep(200);
    posted.length = 0;
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    equal(posted.filter(([type]) => type !== 'SNAPSHOT'), [['PING', undefined], ['VERIFY', 21]]);
    equal([vm.getStats().dropped, vm.getStats().restarts, vm.getStats().completed], [0, 0, 21]);
    vm.dispose();
  },

  async a_page_that_stood_still_loses_no_worker_and_no_answer() {
    const { vm } = await manager({ heartbeatMs: 200 });
    await vm.runVerification('eval:pass');
    await sleep(100);
    const asked = [vm.runVerification('eval:pass', 2000), vm.runVerification('eval:generation', 2000)];
    const until = performance.now() + 3500;
    while (performance.now() < until);
    equal(await outcome(asked[0]), PASS);
    equal([(await asked[1]).output, vm.getStats().restarts, vm.getStats().failed], [1, 0, 0]);
    vm.dispose();
  },

  async a_worker_that_has_grown_is_replaced_after_its_request() {
    const { vm, seen } = await manager({ recycleBytes: 5e6 });
    const all = ['eval:grown', 'eval:grown', 'eval:generation'].map((command) => vm.runVerification(command));
    const [first, second, third] = await Promise.all(all);
    equal([first.output, second.output, third.output], [1, 2, 3]);
    equal([first.success, 'memory' in first], [true, false], 'what the worker weighs is no part of the result');
    equal(seen('worker-restart').map(({ reason }) => reason), ['memory', 'memory']);
    const { recycled, restarts, passed, failed } = vm.getStats();
    equal([recycled, restarts, passed, failed], [2, 2, 3, 0]);
    vm.dispose();
    // Half a gigabyte by default; what it weighed last is in the statistics.
    const { vm: other } = await manager();
    equal([(await other.runVerification('eval:grown')).output, other.getStats().slots[0].heapBytes, other.getStats().restarts], [1, 5e6, 0]);
    other.dispose();
  },

  async a_request_that_exhausts_its_worker_keeps_what_had_ended() {
    const { vm, seen } = await manager();
    const all = [
      vm.runVerification('test:"/1-exhausted.js"', { vfsSnapshot: { '/1-exhausted.js': '' } }),
      vm.runVerification('eval:stack'),
      vm.runVerification('eval:pass'),
    ];
    const { success, code, error, detail, output } = await all[0];
    equal([success, code, error, output.map(({ test }) => test)], [false, 'err:memory', 'The engine is out of memory', ['/1-exhausted.js']]);
    ok(/not ended: \/1-exhausted\.js$/.test(detail), detail);
    equal(await outcome(all[1]), [false, 'The engine is out of stack', 'err:stack']);
    equal(await outcome(all[2]), PASS);
    equal(seen('worker-restart').map(({ reason }) => reason), ['memory', 'crashed']);
    vm.dispose();
  },

  async workers_start_one_after_another() {
    const ready = [];
    const createWorker = (slot) => {
      const worker = fakeWorker();
      ready.push(`${slot} made`);
      worker.addEventListener('message', ({ data }) => data.type === 'READY' && ready.push(`${slot} ready`));
      return worker;
    };
    const { vm } = await manager({ createWorker, workers: 3, spare: undefined });
    equal(await vm.init(), true);
    await idle(vm, 4);
    equal(ready, [0, 1, 2, 3].flatMap((slot) => [`${slot} made`, `${slot} ready`]));
    equal([vm.getStats().workers, vm.getStats().spare, vm.getStats().restarts], [3, 1, 0]);
    vm.dispose();
    // What waits has them started at once.
    ready.length = 0;
    const busy = (await manager({ createWorker, workers: 3 })).vm;
    const all = [1, 2, 3].map(() => outcome(busy.runVerification('eval:silent', { timeout: 30_000 })));
    for (let wait = 0; wait < 300 && busy.getStats().active < 3; wait++) await sleep(10);
    equal(busy.getStats().active, 3);
    equal(ready.slice(0, 4), ['0 made', '0 ready', '1 made', '2 made']);
    busy.dispose();
    await Promise.all(all);
  },

  async terminating_twice_settles_everything_once() {
    const { vm, seen } = await manager();
    const all = ['eval:hang', 'eval:pass'].map((command) => outcome(vm.runVerification(command)));
    for (let wait = 0; wait < 300 && vm.getStats().active === 0; wait++) await sleep(10);
    vm.terminate();
    vm.terminate();
    for (const each of all) equal((await each)[2], 'err:cancelled');
    equal(seen('verification-complete').length, 2);
    equal(await outcome(vm.runVerification('eval:pass')), PASS, 'another call starts anew');
    // While it starts, and with nothing at all.
    const early = (await manager({}, 'never')).vm;
    const asked = outcome(early.runVerification('eval:pass'));
    early.terminate();
    early.terminate();
    equal((await asked)[2], 'err:cancelled');
    for (const it of [vm, early]) it.dispose();
    early.terminate();
  },

  async a_terminated_worker_is_heard_no_more() {
    const made = [];
    const { vm } = await manager({ createWorker: () => made[made.push(fakeWorker()) - 1] });
    equal(await outcome(vm.runVerification('eval:silent', 30)), TIMEOUT);
    const next = vm.runVerification('eval:silent', 60_000);
    // A worker on a busy machine takes its time to start.
    for (let wait = 0; wait < 200 && vm.getStats().active === 0; wait++) await sleep(20);
    equal(vm.getStats().active, 1, 'the new worker does not start');
    made[0].dispatchEvent(new MessageEvent('message', { data: { type: 'VERIFY_COMPLETE', id: 2, success: true } }));
    equal(vm.getStats().active, 1, 'the old worker answered for the new one');
    vm.dispose();
    equal((await outcome(next))[2], 'err:cancelled');
  },

  async signals_cancel() {
    const { vm, seen } = await manager();
    await vm.init();
    equal(await outcome(vm.runVerification('eval:pass', { signal: AbortSignal.abort() })), [false, 'The verification was cancelled', 'err:cancelled']);
    equal(vm.getStats().restarts, 0);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const all = [
      vm.runVerification('eval:hang', { signal: running.signal }),
      vm.runVerification('eval:pass', { signal: waiting.signal }),
      vm.runVerification('eval:pass'),
    ].map(outcome);
    await sleep(30);
    waiting.abort();
    equal((await all[1])[2], 'err:cancelled');
    equal(vm.getStats().restarts, 0, 'cancelling what waits costs no worker');
    running.abort();
    equal((await all[0])[2], 'err:cancelled');
    equal(await all[2], PASS);
    const { cancelled, failed, passed } = vm.getStats();
    equal([cancelled, failed, passed], [3, 0, 1]);
    equal(seen('worker-restart').map(({ reason }) => reason), ['cancelled']);
    vm.dispose();
  },

  async disposing_settles_everything_once() {
    const { vm, seen } = await manager();
    const all = Array.from({ length: 5 }, () => outcome(vm.runVerification('eval:hang')));
    await sleep(30);
    vm.dispose();
    vm.dispose();
    for (const each of all) equal((await each)[2], 'err:cancelled');
    equal((await outcome(vm.runVerification('eval:pass')))[2], 'err:cancelled');
    equal(seen('verification-complete').length, 6);
    equal(await vm.init(), false);
    // While starting.
    const early = (await manager({}, 'never')).vm;
    const init = early.init();
    const asked = outcome(early.runVerification('eval:pass'));
    early.dispose();
    equal([await init, (await asked)[2]], [false, 'err:cancelled']);
  },

  async a_worker_that_does_not_start_is_explained() {
    const { vm } = await manager({ breakerAfter: 2 }, 'error');
    equal(await outcome(vm.runVerification('eval:pass')), [false, 'no engine', 'err:startup']);
    equal([await vm.init(), vm.getStats().workers, vm.getStats().restarts], [false, 0, 1]);
    equal((await outcome(vm.runVerification('eval:pass')))[2], 'err:startup');
    const never = (await manager({ breakerAfter: 1, startupTimeoutMs: 40 }, 'never')).vm;
    equal(await outcome(never.runVerification('eval:pass')), [false, 'No READY within 40 ms', 'err:startup']);
    const other = (await manager({}, 'version')).vm;
    equal((await outcome(other.runVerification('eval:pass')))[2], 'err:version');
    // One bad start is not the end.
    const second = (await manager({ startupTimeoutMs: 200 }, 'second')).vm;
    equal(await outcome(second.runVerification('eval:pass')), PASS);
    for (const it of [vm, never, other, second]) it.dispose();
  },

  async reset_tries_again() {
    let start = 'error';
    const { vm } = await manager({ breakerAfter: 1, createWorker: () => fakeWorker(start) });
    equal((await outcome(vm.runVerification('eval:pass')))[2], 'err:startup');
    start = 'ready';
    equal(await vm.reset(), true);
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    vm.dispose();
  },

  async a_script_or_wasm_that_is_not_there_is_err_startup_with_a_hint() {
    // The test runner puts a Worker of its own in place of the page's, which fails in other words.
    const { Worker } = globalThis;
    globalThis.Worker = document.body.appendChild(document.createElement('iframe')).contentWindow.Worker;
    const workerUrl = new URL('/no-such-worker.js', location.href);
    const { vm } = await manager({ breakerAfter: 1, createWorker: undefined, workerUrl });
    const result = await vm.runVerification('eval:pass');
    globalThis.Worker = Worker;
    equal([result.success, result.code, result.error], [false, 'err:startup', 'The worker script could not be fetched'], JSON.stringify(result));
    ok(/no-such-worker\.js: HTTP 404/.test(result.detail) && result.hint, JSON.stringify(result));
    const { vm: noWasm } = await manager({ breakerAfter: 1, wasmModule: undefined, wasmUrl: { analysis: new URL('/none.wasm', location.href), sandbox: new URL('/none.wasm', location.href) } });
    const missing = await noWasm.runVerification('eval:pass');
    equal([missing.code, missing.error], ['err:startup', 'The analysis wasm could not be fetched: HTTP 404']);
    ok(missing.hint, 'no hint');
    const html = URL.createObjectURL(new Blob(['<!doctype html><p>Not found'], { type: 'text/html' }));
    const error = await compile('sandbox', html).catch((it) => it);
    equal([error.code, error.message], ['err:startup', 'The sandbox wasm is not WebAssembly']);
    ok(/text\/html.*<!doctype/.test(error.detail), error.detail);
    const cut = URL.createObjectURL(new Blob([new Uint8Array([0, 0x61, 0x73, 0x6d, 1])], { type: 'application/wasm' }));
    equal((await compile('sandbox', cut).catch((it) => it)).message, 'The sandbox wasm could not be compiled');
    // The right bytes under the wrong type are good enough.
    const bytes = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    ok((await compile('x', URL.createObjectURL(new Blob([bytes], { type: 'text/plain' })))) instanceof WebAssembly.Module, 'no module');
    ok((await compileGiven('x', Promise.resolve(bytes))) instanceof WebAssembly.Module, 'no module');
    for (const it of [vm, noWasm]) it.dispose();
  },

  async without_workers_every_request_is_err_unavailable() {
    const { Worker } = globalThis;
    globalThis.Worker = undefined;
    try {
      const { vm } = await manager({ createWorker: undefined });
      equal(await vm.init(), false);
      const result = await vm.runVerification('test:/a.js');
      equal([result.success, result.code, result.error, result.output], [false, 'err:unavailable', 'Web Workers are not available here', null]);
      ok(result.hint, 'no hint');
      equal((await vm.ping()).code, 'err:unavailable');
      vm.dispose();
    } finally {
      globalThis.Worker = Worker;
    }
  },

  async without_a_core_every_request_says_why() {
    class Broken extends VerificationManager {
      static loadCore = () => Promise.reject(new Error('no wasm today'));
    }
    const vm = await Broken.create();
    const result = await vm.runVerification('test:/a.js', 's');
    equal([result.success, result.code, result.detail, result.sessionId], [false, 'err:startup', 'no wasm today', 's']);
    equal([await vm.init(), (await vm.setSnapshot({})).code, (await vm.ping()).code], [false, 'err:startup', 'err:startup']);
    equal([vm.getStats().passRate, vm.getHistory()], [100, []]);
    vm.dispose();
  },

  async snapshots_travel_once_and_then_as_deltas() {
    const { vm } = await manager();
    const first = await vm.setSnapshot({ '/a.js': 'a', '/b.bin': new Uint8Array([255, 0]), '/c.js': 'c' });
    equal([first.success, first.files, first.code], [true, 3, null]);
    const sent = async () => (await vm.runVerification('eval:snapshots')).output;
    equal((await sent()).length, 1);
    equal((await sent()).length, 1, 'what it has is not sent again');
    // Every form gives the same root.
    for (const same of [
      [['c.js', 'c'], ['./a.js', 'a'], ['/b.bin', new Uint8Array([255, 0])]],
      [{ path: '/a.js', content: 'a' }, { path: '/b.bin', content: { base64: '/wA=' } }, { path: '/c.js', content: 'c' }],
      new Map([['/a.js', 'a'], ['/b.bin', new Uint8Array([255, 0]).buffer], ['/c.js', 'c']]),
      Object.assign(Object.create(null), { '/a.js': 'a', '/b.bin': new Uint8Array([255, 0]), '/c.js': 'c' }),
    ]) equal((await vm.setSnapshot(same)).root, first.root);
    // A change, a copy and a removal.
    const second = await vm.setSnapshot({ base: first.root, entries: { '/a.js': 'A', '/d.js': 'c' }, removed: ['/b.bin'] });
    const [whole, delta] = await sent();
    equal([whole.base, whole.entries.length, whole.root], [null, 3, first.root]);
    equal([delta.base, delta.removed, delta.root], [first.root, ['/b.bin'], second.root]);
    equal(delta.entries.map(({ path, content }) => [path, content && String.fromCharCode(...content)]), [['/a.js', 'A'], ['/d.js', undefined]]);
    // A delta says what is removed, or has files for entries; but a file may have that name.
    await vm.setSnapshot({ '/a': '' });
    for (const [given, files] of [
      [{ entries: { '/b': '' } }, 2],
      [{ entries: new Map([['/c', '']]) }, 3],
      [{ entries: [['/d', '']] }, 4],
      [{ entries: [{ path: '/e', content: '' }] }, 5],
      [{ entries: {}, removed: ['/e'] }, 4],
      [{ removed: ['/d'] }, 3],
      [{ entries: 'a text' }, 1],
      [{ entries: new Uint8Array(1), x: '' }, 2],
      [{ entries: { base64: '' } }, 1],
      [{ entries: new ArrayBuffer(1), removed: '' }, 2],
    ]) equal((await vm.setSnapshot(given)).files, files);
    equal((await vm.setSnapshot({ '/a.js': 'A', '/c.js': 'c', '/d.js': 'c' })).root, second.root);
    // A request with its own files leaves the others alone.
    const own = (await vm.runVerification('eval:payload', { vfsSnapshot: { '/x': '' } })).output;
    ok(own.snapshotRef !== second.root, 'the request had its own files');
    equal((await vm.runVerification('eval:payload')).output.snapshotRef, second.root);
    // A new worker is sent a whole one.
    await outcome(vm.runVerification('eval:silent', 20));
    equal((await sent()).map(({ base }) => base), [null]);
    vm.dispose();
  },

  async a_worker_that_lacks_a_snapshot_is_sent_a_whole_one() {
    const { vm, seen } = await manager();
    await vm.setSnapshot({ '/a': '1' });
    await vm.runVerification('eval:pass');
    const { root } = await vm.setSnapshot({ '/a': '2' });
    const { success, output } = await vm.runVerification('eval:forget');
    equal([success, output.map((it) => it.base === null), output.at(-1).root], [true, [true, false, true], root]);
    equal(seen('verification-start').length, 2, 'sent again is not started again');
    equal((await outcome(vm.runVerification('eval:never-content')))[2], 'err:integrity');
    // Why it does not take a snapshot reaches the request that needs it, after one more try: of the last one.
    equal(await outcome(vm.runVerification('eval:refuse')), [false, 'the path /x is of no use, 2', 'err:path']);
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    vm.dispose();
  },

  async what_cannot_be_judged_is_refused() {
    const { vm } = await manager();
    const refused = async (options, ...command) =>
      (await outcome(vm.runVerification(command.length > 0 ? command[0] : 'eval:pass', options)))[2];
    equal(await refused({ vfsSnapshot: { '../x': '' } }), 'err:path');
    equal(await refused({ vfsSnapshot: { '/a': '', '/a/b': '' } }), 'err:path');
    equal(await refused({ vfsSnapshot: [['/a', ''], ['a', '']] }), 'err:path');
    equal(await refused({ vfsSnapshot: { '/a': 3 } }), 'err:protocol');
    equal(await refused({ vfsSnapshot: 'files' }), 'err:protocol');
    equal(await refused({ vfsSnapshot: { removed: ['/none'] } }), 'err:path');
    equal(await refused({ vfsSnapshot: { base: 'other', removed: [] } }), 'err:integrity');
    equal(await refused({ config: { test: () => {} } }), 'err:protocol');
    equal(await refused({ engine: 'browser' }), 'err:unavailable');
    equal(await refused({ priority: 'urgent' }), 'err:protocol');
    for (const command of [undefined, null, 3, {}, Symbol.iterator]) equal(await refused({}, command), 'err:command');
    equal(vm.getStats().failed, 15);
    // After a snapshot that was not taken nothing is judged on the one before.
    await vm.setSnapshot({ '/a': '' });
    equal((await vm.setSnapshot({ '': '' })).code, 'err:path');
    equal(await refused({}), 'err:path');
    equal(await refused({ vfsSnapshot: {} }), null);
    equal((await vm.setSnapshot({ removed: ['/a'] })).code, 'err:path');
    await vm.setSnapshot({ '/__proto__': 'x', '/a b#?:': '' });
    equal(await refused({}), null);
    vm.dispose();
  },

  async options_reach_the_worker_as_they_were() {
    const { vm } = await manager({ limits: { instructions: 5, tests: 7 } });
    const config = { test: { testTimeout: 9 } };
    const promise = vm.runVerification('eval:payload', { config, limits: { tests: 8 }, seed: 4, sessionId: { a: 1 } });
    config.test.testTimeout = 10;
    const { output } = await promise;
    equal([output.config, output.limits, output.seed, output.sessionId], [{ test: { testTimeout: 9 } }, { instructions: 5, tests: 8 }, 4, { a: 1 }]);
    vm.dispose();
  },

  async times_that_are_none_are_sane() {
    const { vm } = await manager({ timeoutMs: 40 });
    for (const timeout of [0, -1, NaN, undefined, 'soon']) equal(await outcome(vm.runVerification('eval:silent', { timeout })), TIMEOUT);
    equal(await outcome(vm.runVerification('eval:silent', { limits: { timeMs: 20 } })), TIMEOUT);
    const long = [Infinity, 2 ** 31, 1e300].map((timeout) => outcome(vm.runVerification('eval:silent', timeout)));
    await sleep(120);
    equal([vm.getStats().active, vm.getStats().queued], [1, 2], 'a long time is not over at once');
    vm.dispose();
    for (const each of long) equal((await each)[2], 'err:cancelled');
  },

  async progress_is_passed_on() {
    const { vm, seen } = await manager();
    const events = [];
    await vm.runVerification('eval:progress', { onProgress: (event) => { events.push(event.kind); throw new Error('of the page'); } });
    equal(events, ['started']);
    const event = { kind: 'started' };
    const counts = { files: { finished: 0, failed: 0 }, tests: { total: null, finished: 0, failed: 0 } };
    equal(seen('verification-progress'), [{ id: '1', command: 'eval:progress', event, events: [event], ...counts }]);
    vm.dispose();
  },

  async events_come_in_order_and_listeners_may_call_back() {
    const { vm, events } = await manager();
    await vm.init();
    events.length = 0;
    let again;
    vm.addEventListener('verification-complete', () => {
      again ??= vm.runVerification('eval:pass');
    });
    await vm.runVerification('eval:pass');
    await again;
    equal(events.filter(([type]) => type !== 'stats').map(([type, { id }]) => `${type} ${id}`), [
      'verification-start 1', 'verification-complete 1', 'verification-start 2', 'verification-complete 2',
    ]);
    ok(events.every(([, detail]) => Object.isFrozen(detail)), 'details are frozen');
    equal(events.at(-1)[0], 'stats');
    equal([events.at(-1)[1].completed, events.at(-1)[1].active], [2, 0]);
    vm.dispose();
  },

  async an_event_bus_of_either_kind_is_told() {
    for (const wrap of [(bus) => bus, (bus) => ({ api: bus })]) {
      const told = [];
      const { vm } = await manager({ eventBus: wrap({ emit: (name) => { told.push(name); throw new Error('of the bus'); } }) });
      await vm.runVerification('eval:pass');
      ok(['verification:start', 'verification:complete', 'verification:stats'].every((name) => told.includes(name)), String(told));
      vm.dispose();
    }
  },

  async history_is_bounded_and_newest_first() {
    const { vm } = await manager({ historyLimit: 3 });
    for (let at = 0; at < 5; at += 1) await vm.runVerification('eval:pass', `s${at}`);
    equal(vm.getHistory().map(({ id, sessionId }) => [id, sessionId]), [['5', 's4'], ['4', 's3'], ['3', 's2']]);
    const [entry] = vm.getHistory();
    equal(Object.keys(entry), ['id', 'command', 'sessionId', 'success', 'error', 'code', 'startedAt', 'durationMs', 'queuedMs']);
    ok(Math.abs(entry.startedAt - Date.now()) < 60_000 && entry.durationMs >= entry.queuedMs && entry.queuedMs >= 0, JSON.stringify(entry));
    vm.clearHistory();
    equal(vm.getHistory(), []);
    equal(vm.getStats().completed, 5, 'statistics stay');
    vm.dispose();
  },

  async statistics_add_up() {
    const { vm } = await manager();
    equal([vm.getStats().passRate, vm.getStats().lastVerificationTime], [100, null]);
    await Promise.all(['eval:pass', 'eval:pass', 'eval:fail'].map((command) => vm.runVerification(command)));
    const stats = vm.getStats();
    equal([stats.passed, stats.failed, stats.completed, stats.totalRuns, stats.passRate, stats.workers], [2, 1, 3, 3, 67, 1]);
    equal(stats.slots, [{ slot: 0, generation: 1, state: 'idle', heapBytes: 0 }]);
    ok(Math.abs(stats.lastVerificationTime - Date.now()) < 60_000, 'no time');
    vm.dispose();
  },

  async pings_are_answered_and_not_counted() {
    const { vm } = await manager();
    const { success, roundTripMs, code } = await vm.ping();
    ok(success && roundTripMs >= 0 && roundTripMs < 1000 && code === null, 'no pong');
    equal([vm.getStats().completed, vm.getHistory()], [0, []]);
    const hanging = outcome(vm.runVerification('eval:hang', 100));
    equal((await vm.ping()).success, true, 'it waits for the replacement');
    equal(await hanging, TIMEOUT);
    vm.dispose();
  },

  async the_queue_is_bounded() {
    const { vm } = await manager({ queueLimit: 2 });
    await vm.init();
    const all = Array.from({ length: 1000 }, () => outcome(vm.runVerification('eval:silent', 60_000)));
    equal((await all[999])[2], 'err:busy');
    const { active, queued, refused } = vm.getStats();
    equal([active, queued, refused], [1, 2, 997]);
    vm.dispose();
    for (const each of all) ok(['err:busy', 'err:cancelled'].includes((await each)[2]), 'lost');
  },

  async several_workers_run_at_once() {
    const { vm } = await manager({ workers: 3 });
    await vm.init();
    await idle(vm, 3);
    const hanging = [1, 2].map(() => outcome(vm.runVerification('eval:hang', 300)));
    for (let at = 0; at < 5; at += 1) equal(await outcome(vm.runVerification('eval:pass')), PASS);
    equal(vm.getStats().restarts, 0, 'those that passed did not wait for those that hang');
    for (const each of hanging) equal(await each, TIMEOUT);
    vm.dispose();
  },

  async files_of_a_test_are_spread_over_idle_workers() {
    const { vm, seen } = await manager({ workers: 3 });
    const files = ['/1-slow.js', '/2.js', '/3-slow.js', '/4.js', '/5.js'];
    await vm.setSnapshot(files.map((path) => [path, '']));
    await vm.init();
    await idle(vm, 3);
    const kinds = [];
    const before = performance.now();
    const result = await vm.runVerification('test:/*.js', { limits: { tests: 3 }, onProgress: (_, { events }) => kinds.push(...events) });
    // In the order of the files, whatever ended first.
    equal(result.output.map(({ test }) => test), files);
    equal(result.console.entries.map(({ file }) => file), files);
    equal([result.success, result.error, result.code, result.command, result.console.total], [true, null, null, 'test:/*.js', 5]);
    equal(result.timing.files.length, 5);
    ok(result.timing.totalMs >= 100 && result.timing.totalMs <= performance.now() - before, `it took ${result.timing.totalMs}`);
    // Each is asked for whole; its other limits stay.
    equal(JSON.parse(result.console.entries[0].text), { tests: 3, outputBytes: Number.MAX_SAFE_INTEGER });
    equal(kinds.filter(({ kind }) => kind === 'started'), [{ kind: 'started', verb: 'test', files: 5 }]);
    equal(['fileStarted', 'testFinished', 'fileFinished'].map((it) => kinds.filter(({ kind }) => kind === it).length), [5, 5, 5]);
    ok(kinds.map(({ file }) => file).indexOf('/2.js') < kinds.findLastIndex(({ file }) => file === '/1-slow.js'), 'one after another');
    equal([seen('verification-start').length, seen('verification-complete').length, vm.getStats().passed, vm.getHistory().length], [1, 1, 1, 1]);
    // The whole output is cut, not each file's.
    const cut = await vm.runVerification('test:/*.js', { limits: { outputBytes: 500 } });
    equal([cut.truncated, cut.output.length > 0 && cut.output.length < 5, cut.success], [true, true, true]);
    // Too few to be worth it, or a worker that has something to do.
    equal((await vm.runVerification('test:/2.js /4.js')).output.length, 1);
    const busy = [1, 2].map(() => vm.runVerification('eval:silent', { timeout: 300 }).catch(() => 0));
    equal((await vm.runVerification('test:/*.js')).output.length, 1, 'went whole to the one that was idle');
    await Promise.all(busy);
    vm.dispose();
  },

  async files_of_a_lint_are_spread_some_at_once() {
    const { vm, seen } = await manager({ workers: 3 });
    const files = Array.from({ length: 35 }, (_, n) => `/${String(n).padStart(2, '0')}${n === 34 ? 'warn' : ''}.js`);
    await vm.setSnapshot(files.map((path) => [path, '']));
    await vm.init();
    await idle(vm, 3);
    let busy = 0;
    vm.addEventListener('stats', ({ detail }) => (busy = Math.max(busy, detail.slots.filter(({ state }) => state === 'busy').length)));
    const kinds = [];
    const result = await vm.runVerification('lint:/*.js', { onProgress: (_, { events }) => kinds.push(...events) });
    equal(result.output.map(({ file }) => file), files, 'in the order of the files');
    equal(result.output.map(({ message }) => Number(/of (\d+)$/.exec(message)[1])), files.map((_, at) => (at < 32 ? 16 : 3)));
    equal([result.success, result.error, result.code, result.command, result.timing.files.length], [false, 'Found 34 linting issue(s)', null, 'lint:/*.js', 35]);
    equal([busy, seen('verification-complete').length, vm.getStats().failed], [3, 1, 1]);
    equal(kinds.filter(({ kind }) => kind === 'started'), [{ kind: 'started', verb: 'lint', files: 35 }]);
    equal(['fileStarted', 'fileFinished'].map((it) => kinds.filter(({ kind }) => kind === it).length), [35, 35]);
    // Fewer are read by one.
    equal((await vm.runVerification('lint:/[01]*.js')).output.length, 1, 'the pattern went as it was');
    vm.dispose();
  },

  async a_file_that_does_not_end_leaves_the_results_of_the_others() {
    const { vm, seen } = await manager({ workers: 2 });
    const files = ['/1.js', '/2.js', '/3-hang.js', '/4.js', '/5.js'];
    const vfsSnapshot = files.map((path) => [path, '']);
    await vm.init();
    await idle(vm, 2);
    const error = await vm.runVerification('test:/*.js', { timeout: 1000, vfsSnapshot }).catch((it) => it);
    equal([error.message, error.code], ['Verification timeout', 'err:timeout']);
    ok(/not ended: \/3-hang\.js$/.test(error.detail), error.detail);
    // Of the one that hangs the test that had ended is known too.
    equal(error.result.output.map(({ test }) => test), files);
    equal([error.result.success, error.result.code, error.result.outputSha256.length, error.result.snapshotRoot.length], [false, 'err:timeout', 64, 64]);
    equal([seen('worker-restart').length, vm.getStats().failed, seen('verification-complete').length], [1, 1, 1]);
    // The same of one that ran whole.
    const whole = await vm.runVerification('test:"/9-hang.js"', { timeout: 100, vfsSnapshot: { '/9-hang.js': '' } }).catch((it) => it);
    equal([whole.result.output.length, /not ended: \/9-hang\.js$/.test(whole.detail)], [1, true]);
    await idle(vm, 2);
    const crash = [...files.slice(0, 2), '/3-crash.js', '/4-slow.js', '/5.js'].map((path) => [path, '']);
    const result = await vm.runVerification('test:/*.js', { vfsSnapshot: crash });
    equal([result.success, result.code, result.output.map(({ test }) => test).slice(0, 3)], [false, 'err:crashed', ['/1.js', '/2.js', '/3-crash.js']]);
    ok(/not ended: \/3-crash\.js$/.test(result.detail), result.detail);
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    vm.dispose();
  },

  async a_request_in_parts_is_cancelled_as_one() {
    const { vm, seen } = await manager({ workers: 2 });
    const vfsSnapshot = [1, 2, 3, 4, 5].map((n) => [`/${n}-hang.js`, '']);
    await vm.init();
    await idle(vm, 2);
    const controller = new AbortController();
    const asked = outcome(vm.runVerification('test:/*.js', { vfsSnapshot, signal: controller.signal }));
    await sleep(50);
    equal([vm.getStats().active, vm.getStats().slots.filter(({ state }) => state === 'busy').length], [1, 2]);
    controller.abort();
    equal((await asked)[2], 'err:cancelled');
    equal([seen('worker-restart').map(({ reason }) => reason), vm.getStats().cancelled], [['cancelled', 'cancelled'], 1]);
    await idle(vm, 2);
    const last = outcome(vm.runVerification('test:/*.js', { vfsSnapshot }));
    await sleep(20);
    vm.dispose();
    equal((await last)[2], 'err:cancelled');
  },

  async a_spare_worker_takes_over_at_once() {
    const made = [];
    const createWorker = (slot, generation) => (made.push([slot, generation]), fakeWorker());
    const { vm, seen } = await manager({ spare: undefined, createWorker });
    await vm.init();
    equal(made, [[0, 1]], 'the spare one waits for the first');
    const { workers, spare } = vm.getStats();
    equal([workers, spare], [1, 1]);
    const idle = () => vm.getStats().slots.filter(({ state }) => state === 'idle').length;
    for (let wait = 0; wait < 200 && idle() < 2; wait++) await sleep(20);
    equal([made, vm.getStats().restarts], [[[0, 1], [1, 1]], 0]);
    const all = ['eval:hang', 'eval:pass', 'eval:generation'].map((command) => vm.runVerification(command, 400));
    equal([vm.getStats().active, vm.getStats().queued], [1, 2], 'it does not add to what runs at once');
    equal(await outcome(all[0]), TIMEOUT);
    equal(await outcome(all[1]), PASS);
    equal([(await all[2]).output, vm.getStats().restarts], [1, 1], 'no start was waited for');
    for (let wait = 0; wait < 200 && idle() < 2; wait++) await sleep(20);
    equal([made.at(-1), vm.getStats().spare], [[0, 2], 1], 'and another is there for the next time');
    equal(seen('worker-restart'), [{ slot: 0, generation: 2, reason: 'timeout' }]);
    vm.dispose();
    equal([vm.getStats().workers, vm.getStats().spare], [0, 0]);
  },

  async interactive_goes_before_background_which_has_its_turn() {
    const { vm, seen } = await manager();
    const asked = [['b1', 'background'], ['b2', 'background'], ...[1, 2, 3, 4, 5].map((n) => [`i${n}`, n % 2 ? undefined : 'interactive'])];
    await Promise.all(asked.map(([sessionId, priority]) => vm.runVerification('eval:pass', { sessionId, priority })));
    equal(seen('verification-complete').map(({ sessionId }) => sessionId), ['i1', 'i2', 'i3', 'i4', 'b1', 'i5', 'b2']);
    vm.dispose();
  },

  async two_managers_know_nothing_of_each_other() {
    const [one, two] = [(await manager()).vm, (await manager()).vm];
    const hanging = outcome(one.runVerification('eval:hang', 80));
    equal(await outcome(two.runVerification('eval:pass')), PASS);
    equal(await hanging, TIMEOUT);
    equal([one.getStats().failed, two.getStats().failed], [1, 0]);
    one.dispose();
    equal(await outcome(two.runVerification('eval:pass')), PASS);
    two.dispose();
  },

  async it_is_found_as_a_global_and_in_a_container() {
    const options = { createWorker: () => fakeWorker(), wasmModule: MODULES };
    const target = new EventTarget();
    let registered;
    let ready = 0;
    target.DIContainer = { register: (module) => { registered = module; } };
    target.addEventListener('verification-manager-ready', () => { ready += 1; });
    const vm = registerVerificationManager(target, options);
    equal(target.app.modules.VerificationManager === vm && registered.factory() === vm && ready === 1, true);
    equal(registered.metadata.id, 'VerificationManager');
    // Both generations of containers; used before init.
    ok(vm.api === vm, 'no api');
    equal(await outcome(vm.runVerification('eval:pass')), PASS);
    const told = [];
    const made = createModule(options).factory({ EventBus: { emit: (name) => told.push(name) } });
    equal([await made.init(), told.includes('verification:stats')], [true, true]);
    for (const it of [vm, made]) it.dispose();
  },
};
