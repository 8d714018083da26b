/**
 * The script of the Web Worker. It takes messages in order and hands each to the wasm instance that its verb needs.
 *
 * - `sandbox` runs `test:`, `eval:` and `project:`. If a file has more than types, it asks for `transformer`, and the request starts again.
 * - `sealed` drives a `test:` for the browser's own engine, which runs in a frame of the page.
 * - `analysis`, which is small, answers everything else.
 *
 * The worker starts in one of two ways:
 *
 * - The manager sends `{ type: 'INIT', generation, modules: { analysis, sandbox, later } }` and gets `READY`. The page has
 *   compiled these modules once. `later` names the modules that it sends on request.
 * - Any other message starts it too. It then loads the wasm from beside this script, when a message first needs it.
 */

import * as analysisGlue from './wasm/analysis.js';
import * as sandboxGlue from './wasm/sandbox.js';
import * as sealedGlue from './wasm/sealed.js';
import * as transformerGlue from './wasm/transformer.js';
import { whyItEnded } from './worker/end.js';
import { Engine } from './worker/engine.js';
import { answerFailure, asksForBrowser, isInit, isSnapshot, isVerify, messageOf, verbOf, withoutUndefined } from './worker/messages.js';
import { askForModule, takeModule } from './worker/modules.js';
import { Sealed } from './worker/sealed.js';
import { SnapshotLog } from './worker/snapshots.js';
import { Transformer } from './worker/transformer.js';

/** Quiet time after which the sandbox makes ready for its first request. */
const WARM_AFTER_MS = 20;

/** @param {object} message */
const post = (message) => self.postMessage(message);

const engines = {
  analysis: new Engine(analysisGlue),
  sandbox: new Engine(sandboxGlue),
};
const transformer = new Transformer(transformerGlue, async () =>
  askable.includes('transformer') ? askForModule('transformer', post) : undefined,
);
const sealed = new Sealed(sealedGlue, {
  post: (message) => {
    // Memory of guests is unknown and freed with them. Only the memory that prepares their modules counts.
    if (message.type === 'VERIFY_COMPLETE') message.memory ??= { heapBytes: heapBytes(), peakBytes: 0 };
    return dead || post(message);
  },
  fetch: async () => (askable.includes('sealed') ? askForModule('sealed', post) : undefined),
  hasPage: () => initialised,
  transformer,
  fatal: (error) => {
    current = underSeal;
    // A panic has left its message; any other end is explained here.
    die(error?.code ? error : whyItEnded(error, sealed));
  },
});
const snapshots = new SnapshotLog();

/** @type {unknown[]} Messages that wait for an engine that is loading. */
const queue = [];
let draining = false;
let initialised = false;
/** Names of modules that the page gives when it is asked. @type {string[]} */
let askable = [];
/** Whether an engine has trapped: nothing more is answered. */
let dead = false;
/** The message that is being carried out. @type {any} */
let current;
/**
 * The request that runs in the browser engine, which leaves this worker free to answer what is no request.
 * @type {Promise<void> | undefined}
 */
let sealing;
/** The message that `sealing` carries out. @type {any} */
let underSeal;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let warming;

self.onmessage = (event) => {
  if (takeModule(event.data) || sealed.takeFrame(event.data)) return;
  queue.push(withoutUndefined(event.data));
  void drain();
};

self.onmessageerror = () => {
  post({ type: 'ERROR', error: { code: 'err:protocol', message: 'A message could not be deserialised' } });
};

async function drain() {
  if (draining) return;
  draining = true;
  clearTimeout(warming);
  while (queue.length > 0 && !dead) {
    const message = queue.shift();
    if (isInit(message) && !initialised) {
      await init(message);
    } else if (isSnapshot(message)) {
      snapshots.push(message);
      if (snapshots.isLong) catchUp();
    } else {
      if (isVerify(message)) await sealing;
      if (dead) break;
      if (isVerify(message) && asksForBrowser(message)) sealing = seal(message).finally(() => (sealing = undefined));
      else await carryOut(message);
    }
  }
  draining = false;
  if (dead || sealing) return;
  if (engines.sandbox.core) prepare();
  else if (initialised) warming = setTimeout(warm, WARM_AFTER_MS);
}

/** Handles the manager's `INIT`. @param {any} message */
async function init({ generation, modules }) {
  initialised = true;
  for (const [name, engine] of Object.entries(engines)) {
    engine.module = modules?.[name];
    engine.generation = generation;
  }
  sealed.generation = generation;
  // The page compiled the module for another worker; this worker instantiates it when needed.
  transformer.module = modules?.transformer;
  sealed.module = modules?.sealed;
  sealed.addresses = modules?.addresses ?? {};
  askable = modules?.later ?? [];
  try {
    await start(engines.analysis);
    engines.analysis.core?.ready?.();
  } catch (error) {
    post({ type: 'ERROR', error: { code: 'err:startup', message: startupText(error) } });
  }
}

/** @param {any} message */
async function carryOut(message) {
  const needsSandbox = isVerify(message) && ['test', 'eval', 'project'].includes(verbOf(message));
  const engine = needsSandbox ? engines.sandbox : engines.analysis;
  if (!engine.core) {
    try {
      await start(engine);
    } catch (error) {
      answerFailure(message, 'err:startup', startupText(error), post);
      return;
    }
  }
  if (isVerify(message)) {
    for (const snapshot of snapshots.since(engine)) {
      if (dead) return;
      run(engine, snapshot);
    }
  }
  if (!dead && run(engine, message)) await lowered(engine, message);
}

/** Carries out a request in the browser engine. @param {any} message */
async function seal(message) {
  try {
    await sealed.load();
  } catch (error) {
    answerFailure(message, 'err:unavailable', messageOf(error), post);
    return;
  }
  for (const snapshot of snapshots.since(sealed)) {
    current = snapshot;
    if (!dead) run(sealed, snapshot);
  }
  underSeal = message;
  if (!dead) await sealed.carryOut(message);
}

/** Carries out a request that needs the transformer. @param {Engine} engine @param {any} message */
async function lowered(engine, message) {
  if (transformer.trapped === undefined) {
    try {
      await transformer.load();
    } catch (error) {
      engine.core?.refuse?.(message, messageOf(error));
      return;
    }
    if (!run(engine, message)) return;
  }
  current = message;
  if (!dead) die(whyItEnded(transformer.trapped ?? new Error('the transformer gave no answer'), transformer));
}

/** Hands the log to the engines that run, so that it can be cut. */
function catchUp() {
  for (const engine of [...Object.values(engines), sealed]) {
    if (!engine.core) continue;
    for (const snapshot of snapshots.since(engine)) {
      if (!dead) run(engine, snapshot);
    }
  }
  // An engine that starts later answers NEED_SNAPSHOT and receives a complete snapshot.
  snapshots.clear();
}

/** @param {Engine} engine */
async function start(engine) {
  const isNew = !engine.core;
  await engine.start((message) => {
    if (dead) return;
    if (message?.type === 'ERROR' && message.error?.code === 'err:crashed') {
      // The message of a panic. The trap that follows adds nothing.
      die(message.error);
    } else {
      // An instance only knows its own memory.
      if (message?.memory) message.memory.heapBytes = heapBytes();
      post(message);
    }
  });
  if (isNew) engine.core?.lower_with?.(transformer.lower);
}

/**
 * Hands a message to an engine. Returns whether the message needs the transformer, which is not loaded yet.
 * @param {Engine} engine
 * @param {any} message
 */
function run(engine, message) {
  current = message;
  let needsMore = false;
  try {
    needsMore = Boolean(engine.core?.handle(message));
  } catch (error) {
    die(whyItEnded(error, engine));
  }
  current = undefined;
  return needsMore && !dead;
}

/** Heap size of all instances in bytes. */
function heapBytes() {
  return [...Object.values(engines), transformer, sealed].reduce((sum, engine) => sum + engine.heapBytes, 0);
}

/** What the next `eval:` would otherwise wait for, done while the page reads the last answer. */
function prepare() {
  try {
    engines.sandbox.core?.prepare?.();
  } catch (error) {
    die(whyItEnded(error, engines.sandbox));
  }
}

/** A trap leaves an instance unusable: say so once, and never anything again. @param {import('./worker/end.js').Ending} ending */
function die({ code, message }) {
  if (dead) return;
  dead = true;
  queue.length = 0;
  answerFailure(isSnapshot(current) ? undefined : current, code, message, post);
  self.close();
}

/** What a first `test:` or `eval:` would otherwise wait for, done while nothing else is to do. */
async function warm() {
  if (draining || dead) return;
  draining = true;
  try {
    await start(engines.sandbox);
    current = undefined;
    engines.sandbox.core?.warm?.();
  } catch (error) {
    // It did not start. The first request tries again and receives the reason. A trap during warm-up is fatal.
    if (engines.sandbox.core) die(whyItEnded(error, engines.sandbox));
  }
  draining = false;
  if (queue.length > 0) void drain();
}

/** @param {unknown} error */
function startupText(error) {
  return `The verification engine could not be started: ${messageOf(error)}`;
}
