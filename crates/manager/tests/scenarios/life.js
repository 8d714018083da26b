/** Workers and managers that start, do not start, and end. @module */

import { compile, compileGiven } from '../../js/load.js';
import { VerificationManager } from '../../js/verification-manager.js';
import { fakeWorker } from '../fake-worker.js';
import { sleep, equal, ok, manager, idle, outcome, TIMEOUT, PASS } from './lib.js';

export const life = {
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
    equal(
      ready,
      [0, 1, 2, 3].flatMap((slot) => [`${slot} made`, `${slot} ready`]),
    );
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
    equal(
      [result.success, result.code, result.error],
      [false, 'err:startup', 'The worker script could not be fetched'],
      JSON.stringify(result),
    );
    ok(/no-such-worker\.js: HTTP 404/.test(result.detail) && result.hint, JSON.stringify(result));
    const { vm: noWasm } = await manager({
      breakerAfter: 1,
      wasmModule: undefined,
      wasmUrl: { analysis: new URL('/none.wasm', location.href), sandbox: new URL('/none.wasm', location.href) },
    });
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
      equal(
        [result.success, result.code, result.error, result.output],
        [false, 'err:unavailable', 'Web Workers are not available here', null],
      );
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
};
