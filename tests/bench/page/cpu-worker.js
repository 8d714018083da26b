/**
 * Two engines in one worker: ours, by the messages that it takes, and QuickJS. For each `{ turns, source }` it answers
 * with the times of both, in milliseconds, and with what they computed.
 */

import * as glue from '/verdict/wasm/sandbox.js';
import { newQuickJSWASMModuleFromVariant } from '/bench/npm/quickjs-emscripten-core/dist/index.mjs';

const QUICKJS = '/bench/npm/@jitl/quickjs-wasmfile-release-sync/dist';

/** Nothing is to be stopped by what it is limited to. */
const limits = { instructions: 1e12, loopIterations: 1e12, timeMs: 1e9 };

async function quickJs() {
  const quickJs = await newQuickJSWASMModuleFromVariant({
    type: 'sync',
    importFFI: () => import(`${QUICKJS}/ffi.mjs`).then(({ QuickJSFFI }) => QuickJSFFI),
    importModuleLoader: () => import(`${QUICKJS}/emscripten-module.browser.mjs`).then((module) => module.default),
  });
  return (source) => {
    // As ours, each program has a context of its own; making it is not measured.
    const context = quickJs.newContext();
    const begin = performance.now();
    const handle = context.unwrapResult(context.evalCode(source));
    const time = performance.now() - begin;
    const value = context.dump(handle);
    handle.dispose();
    context.dispose();
    return { time, value };
  };
}

async function ours() {
  await glue.default();
  let answer;
  const core = new glue.WorkerCore(0, (message) => (answer = message));
  return (source) => {
    core.prepare();
    core.handle({ type: 'VERIFY', id: 1, payload: { command: `eval:${source}`, snapshot: [], limits } });
    if (!answer.success) throw new Error(answer.error);
    return { time: answer.timing.totalMs, value: answer.output };
  };
}

const engines = Promise.all([ours(), quickJs()]);

self.onmessage = async ({ data: { turns, source } }) => {
  try {
    const runs = await engines;
    const times = runs.map(() => []);
    for (let turn = -1; turn < turns; turn += 1) {
      const found = runs.map((run) => run(source));
      if (String(found[0].value) !== String(found[1].value)) throw new Error(`ours gives ${found[0].value}, QuickJS ${found[1].value}`);
      // The first is to warm up.
      if (turn >= 0) found.forEach(({ time }, index) => times[index].push(time));
    }
    self.postMessage({ times });
  } catch (error) {
    self.postMessage({ error: String(error?.stack ?? error) });
  }
};
