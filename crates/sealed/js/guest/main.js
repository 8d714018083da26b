/**
 * The entry of the harness: takes the port, reports that it is ready, and waits for a file to run.
 * @module
 */

import './primordials.js';
import './first.js';
import { expect } from 'vitest:api';
import { installGlobals, withSubtle } from './globals.js';
import { apiObjects, installApi } from './api.js';
import { canary } from './assertions.js';
import { installConsole, roomFor } from './console.js';
import { installDom, prepareDom, removeWorkerGlobals } from './dom.js';
import { faultOf } from './faults.js';
import { harden } from './harden.js';
import { resetModules } from './loader.js';
import { noteMaterial, setModules } from './sent.js';
import { giveFiles } from './natives.js';
import { captureBuiltIns, envOf } from './node.js';
import { giveTexts } from './parts.js';
import { left, recordAll, recordApi } from './proof.js';
import { answer, open, pace, say, sayNow } from './port.js';
import { knownOf } from './faults.js';
import { namePattern, runFile, unhandled } from './runner.js';
import { snapshotOptions } from './snapshots.js';
import './titles.js';
import { isForRunner, run, worker } from './state.js';
import { noteReads, noteUse, noteUses } from './uses.js';
import { getOwnPropertyDescriptor, soon, uncurry } from './primordials.js';

const reasonOf = uncurry(getOwnPropertyDescriptor(PromiseRejectionEvent.prototype, 'reason').get);
const errorOf = uncurry(getOwnPropertyDescriptor(ErrorEvent.prototype, 'error').get);
const prevent = uncurry(Event.prototype.preventDefault);
const stop = uncurry(Event.prototype.stopImmediatePropagation);
const dataOf = uncurry(getOwnPropertyDescriptor(MessageEvent.prototype, 'data').get);

/** Unhandled errors. These listeners are the first, so that no other can hide an error. */
function hearErrors() {
  addEventListener('unhandledrejection', (event) => {
    prevent(event);
    const reason = reasonOf(event);
    unhandled(reason, 'rejection', knownOf(reason)?.assertion !== undefined);
  });
  addEventListener('error', (event) => {
    prevent(event);
    stop(event);
    const error = errorOf(event);
    unhandled(error, 'exception', knownOf(error)?.assertion !== undefined);
  });
}

/** Vitest's configuration for @vitest/runner. */
function configOf({ file, config, seed, setup }) {
  const timers = {};
  for (const [name, value] of Object.entries(config.fakeTimers ?? {})) if (value !== null && value !== undefined) timers[name] = value;
  const sequence = config.sequence ?? {};
  return {
    root: '/',
    name: '',
    setupFiles: setup ?? [],
    passWithNoTests: true,
    allowOnly: false,
    includeTaskLocation: true,
    maxConcurrency: 1,
    testTimeout: config.testTimeout,
    hookTimeout: config.hookTimeout,
    retry: config.retry ?? 0,
    bail: config.bail ?? 0,
    testNamePattern: namePattern(config.testNamePattern),
    sequence: {
      shuffle: sequence.shuffle === true || sequence.shuffle?.tests === true,
      concurrent: false,
      seed: sequence.seed ?? seed ?? 0,
      hooks: config.writtenFor === 'jest' ? 'list' : (sequence.hooks ?? 'stack'),
      setupFiles: 'list',
    },
    clearMocks: config.clearMocks,
    mockReset: config.mockReset,
    restoreMocks: config.restoreMocks,
    unstubGlobals: config.unstubGlobals,
    unstubEnvs: config.unstubEnvs,
    fakeTimers: timers,
    expect: { requireAssertions: false, poll: config.expect?.poll ?? {} },
    chaiConfig: config.chaiConfig,
    tags: [],
    experimental: { importDurations: { limit: 0 }, viteModuleRunner: true },
    diffOptions: undefined,
    logHeapUsage: false,
    file,
  };
}

async function runMessage(message) {
  const { file, config, modules, seed, env, files, dom, snapshot } = message;
  Object.assign(run, {
    file,
    config,
    seed,
    dom: dom !== undefined && dom !== null && dom !== false,
    env: env ?? config.env ?? {},
    needs: message.needs === true,
  });
  pace(message.eager === true);
  roomFor(message.consoleBytes);
  // Files in a reused guest share the realm, but no module.
  resetModules();
  setModules(modules);
  giveFiles(files ?? []);
  worker.filepath = file;
  worker.providedContext = config.provide ?? {};
  worker.config = configOf(message);
  worker.config.snapshotOptions = snapshotOptions(snapshot, config);
  worker.metaEnv = envOf();
  expect.setState({ environment: run.dom ? dom : 'node' });
  // A project whose tests run in Node has no page. Without a runner, the globals are a worker's.
  if (isForRunner() && !run.dom) removeWorkerGlobals();
  warm();
  installApi(config.sealedApi === true, config.writtenFor !== 'vitest');
  if (!isKnown) recordApi();
  isKnown = true;
  if (config.sealedApi === true) noteMaterial();
  if (run.dom) await installDom(dom, message.domOptions);
  await runFile(worker.config, canary);
}

/** Whether the API is in place and recorded. */
let isKnown = false;
let isWarm = false;
/** Compiles code before the first file, while a spare guest is idle. */
function warm() {
  if (isWarm) return;
  isWarm = true;
  noteUses();
  captureBuiltIns();
  harden();
  canary();
  noteReads();
  recordAll(apiObjects());
}

/** What is said of a guest at the end of a file. */
const proofOf = (what) => (what === undefined ? { clean: true } : { clean: false, left: what });

/** Handles a message from the host. */
async function hear(message) {
  switch (message.type) {
    case 'ping':
      return sayNow({ __proto__: null, type: 'pong', n: message.n });
    case 'loaded':
    case 'file':
      return answer(message);
    case 'dom':
      warm();
      return prepareDom(message.name);
    case 'run':
      try {
        await runMessage(message);
      } catch (error) {
        say({ __proto__: null, type: 'loadFailed', fault: faultOf(error) });
        noteUse('what failed');
      }
      sayNow({ __proto__: null, type: 'done', ...(message.prove ? proofOf(await left()) : undefined) });
  }
  return undefined;
}

addEventListener(
  'message',
  ({ data }) => {
    const { port, frame, texts } = data;
    giveTexts(texts);
    run.frame = frame;
    frame.start();
    withSubtle(crypto);
    installGlobals();
    installConsole();
    hearErrors();
    open(port, (event) => hear(dataOf(event)));
    sayNow({ __proto__: null, type: 'ready' });
    soon(warm);
  },
  { once: true },
);
