/**
 * The measurements, on a page with the strict policy. Times are milliseconds of `performance.now()`. What is
 * compared is measured in turns, so that a busy machine is busy for both.
 */

import { VerificationManager, applyBundle, memoryJournal } from '/verdict/index.js';
import { BareManager } from './bare-manager.js';

const BARE = '/bench/bare-worker.js';
const TIMEOUT_MS = 100;

/** Runs `count` times each of the measurements, in turns, and gives the times of each. */
async function inTurns(count, measurements) {
  const times = measurements.map(() => []);
  for (let turn = 0; turn < count; turn += 1) {
    for (const [index, measure] of measurements.entries()) times[index].push(await measure());
  }
  return times;
}

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

async function roundTrip(manager) {
  const begin = performance.now();
  const { output } = await manager.runVerification('eval:1+1');
  const time = performance.now() - begin;
  if (output !== 2) throw new Error(`eval:1+1 gave ${JSON.stringify(output)}`);
  return time;
}

/** From the rejection of a request that spins to the answer to the next. */
async function restart(manager) {
  const rejected = await manager.runVerification('eval:for(;;);', { timeout: TIMEOUT_MS }).then(
    (result) => Promise.reject(new Error(`an endless loop ended: ${JSON.stringify(result)}`)),
    (error) => (error.message === 'Verification timeout' ? performance.now() : Promise.reject(error)),
  );
  await roundTrip(manager);
  return performance.now() - rejected;
}

/** Worker starts on this page: the first of each kind, then `further` more. */
window.measureStarts = async (further, bareFirst) => {
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
};

/** Round trips on warm workers, then restarts after a timeout. */
window.measureManagers = async (trips, restarts) => {
  const ours = await VerificationManager.create({ workers: 1 });
  const bare = new BareManager(BARE);
  await inTurns(20, [() => roundTrip(ours), () => roundTrip(bare)]);
  const [trip, bareTrip] = await inTurns(trips, [() => roundTrip(ours), () => roundTrip(bare)]);
  const [again, bareAgain] = await inTurns(restarts, [() => restart(ours), () => restart(bare)]);
  ours.dispose();
  bare.dispose();
  return { trip: { ours: trip, bare: bareTrip }, restart: { ours: again, bare: bareAgain } };
};


/** Files of a program of `count` modules in a chain, with a test of the last, and what a change of it costs. */
class Program {
  #manager;
  #files;
  #turn = 0;
  #journal = memoryJournal();

  constructor(manager, count) {
    this.#manager = manager;
    const line = (index) => (index === 0 ? 'export const f0 = () => 0;' : `import { f${index - 1} } from './f${index - 1}.js';\nexport const f${index} = () => f${index - 1};`);
    this.#files = new Map(Array.from({ length: count }, (_, index) => [`/src/f${index}.js`, line(index)]));
    this.#files.set('/last.js', 'export const last = 0;');
    this.#files.set('/last.test.js', "import { expect, test } from 'vitest';\nimport { last } from './last.js';\ntest('is a number', () => expect(last).toBeTypeOf('number'));");
  }

  /** The next content of the one file that changes. */
  #next() {
    this.#turn += 1;
    return `export const last = ${this.#turn};`;
  }

  /** Through the gate, with a journal and all phases. */
  async gated() {
    const files = this.#files;
    const adapter = {
      list: () => files.keys(),
      read: (path) => files.get(path),
      write: (path, text) => void files.set(path, text),
      remove: (path) => void files.delete(path),
    };
    const bundle = JSON.stringify({ '/last.js': this.#next() });
    const begin = performance.now();
    const report = await applyBundle(bundle, { manager: this.#manager, adapter, journal: this.#journal, verifyCommand: 'test:/last.test.js' });
    if (!report.success) throw new Error(report.message);
    return performance.now() - begin;
  }

  /** As one would without: the test on a changed copy, then the write. Nothing is proven, and nothing undone. */
  async bare() {
    const text = this.#next();
    const begin = performance.now();
    const vfsSnapshot = [...this.#files].map(([path, old]) => [path, path === '/last.js' ? text : old]);
    const result = await this.#manager.runVerification('test:/last.test.js', { vfsSnapshot });
    if (!result.success) throw new Error(result.error);
    this.#files.set('/last.js', text);
    return performance.now() - begin;
  }
}

/** A change of one file in a program of `count`, through the gate and without it. */
window.measureGate = async (count, turns) => {
  const manager = await VerificationManager.create({ workers: 1 });
  const program = new Program(manager, count);
  // Both engines and the gate's wasm are there before anything is measured.
  await program.gated();
  const [gated, bare] = await inTurns(turns, [() => program.gated(), () => program.bare()]);
  manager.dispose();
  return { gated, bare };
};

window.loaded = true;
