/** Start-up of workers. Times are milliseconds. */

import { BARE, inTurns } from './turns.js';

/** From the construction of a worker to its READY. */
async function start(url, init) {
  const begin = performance.now();
  const worker = new Worker(url, { type: 'module' });
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.type === 'READY' ? resolve() : reject(new Error(JSON.stringify(data))));
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(init);
  });
  const time = performance.now() - begin;
  return { time, worker };
}

/** From the construction of a worker to the first answer to `eval:1+1`. */
async function startAndAsk(url, init) {
  const begin = performance.now();
  const { worker } = await start(url, init);
  await new Promise((resolve) => {
    worker.onmessage = ({ data }) => data.requestId === 'first' && resolve();
    worker.postMessage({ requestId: 'first', command: 'eval:1+1' });
  });
  worker.terminate();
  return performance.now() - begin;
}

async function startTime(url, init) {
  const { time, worker } = await start(url, init);
  worker.terminate();
  return time;
}

/** Worker starts on this page: the first of each kind, then `further` more. */
export async function measureStarts(further, bareFirst) {
  const compile = async (name) => {
    const bytes = await (await fetch(`/verdict/wasm/${name}_bg.wasm`)).arrayBuffer();
    const begin = performance.now();
    const module = await WebAssembly.compile(bytes);
    return { module, time: performance.now() - begin };
  };
  const analysis = await compile('analysis');
  const sandbox = await compile('sandbox');
  const init = { type: 'INIT', generation: 1, modules: { analysis: analysis.module, sandbox: sandbox.module } };
  const ours = () => startTime('/verdict/worker.js', init);
  const bare = () => startTime(BARE, { type: 'INIT', generation: 1 });
  const order = bareFirst ? [bare, ours] : [ours, bare];
  const first = [await order[0](), await order[1]()];
  const [next, last] = await inTurns(further, order);
  const [asked, bareAsked] = await inTurns(1, [
    () => startAndAsk('/verdict/worker.js', init),
    () => startAndAsk(BARE, { type: 'INIT', generation: 1 }),
  ]);
  return {
    compile: { analysis: analysis.time, sandbox: sandbox.time },
    first: bareFirst ? { ours: first[1], bare: first[0] } : { ours: first[0], bare: first[1] },
    further: bareFirst ? { ours: last, bare: next } : { ours: next, bare: last },
    asked: { ours: asked, bare: bareAsked },
  };
}
