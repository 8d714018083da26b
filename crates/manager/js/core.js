/**
 * The manager's wasm, instantiated once a page.
 * @module
 */

import loadWasm, { ManagerCore } from './wasm/manager.js';
import { messageOf } from './code.js';
import { StartupError, compile, compileGiven } from './load.js';

/**
 * What the wasm's `ManagerCore` has, with what its methods give.
 *
 * @typedef {object} Core
 * @property {() => Promise<boolean>} init
 * @property {(files: unknown) => import('./index.js').SnapshotAnswer} setSnapshot
 * @property {(command: string, options: object) => { id: number, promise: Promise<import('./index.js').VerifyResult> }} run
 * @property {(id: number) => void} cancel
 * @property {(place: object, options: object) => import('./type-checker.js').Question} typeAt
 * @property {(timeoutMs: number) => Promise<import('./index.js').PingAnswer>} ping
 * @property {() => import('./index.js').Stats} stats
 * @property {() => import('./index.js').HistoryEntry[]} history
 * @property {() => import('./index.js').Toolchain | null} toolchain
 * @property {() => void} clearHistory
 * @property {() => void} reset
 * @property {() => void} dispose
 */

/**
 * What the core asks of the script.
 *
 * @typedef {object} CoreHost
 * @property {(slot: number, generation: number) => Worker} createWorker
 * @property {() => Promise<object>} loadModules What workers are given at their start.
 * @property {(event: Event) => Promise<Error>} explain Why a worker could not start.
 * @property {() => void} startChecker A request will need the checker of types.
 * @property {(id: number, question: import('./type-checker.js').Question, ms: number) => Promise<object>} checkTypes
 * @property {(id: number) => void} cancelTypes
 * @property {(type: string) => boolean} hears Whether anybody listens for an event.
 * @property {(type: string, detail: object) => void} emit
 */

/** @type {Promise<void> | undefined} */
let loaded;

/**
 * Makes the core of a manager. A failure to load is not kept: the next call tries again.
 * @param {import('./index.js').ManagerOptions} options
 * @param {CoreHost} host
 * @returns {Promise<Core>}
 */
export async function loadCore(options, host) {
  loaded ??= load(options).catch((error) => {
    loaded = undefined;
    throw error;
  });
  await loaded;
  return fitting(() => /** @type {Core} */ (/** @type {unknown} */ (new ManagerCore(options, host))));
}

/** @param {import('./index.js').ManagerOptions} options */
async function load({ wasmModule, wasmUrl }) {
  const module = wasmModule?.manager
    ? await compileGiven('manager', wasmModule.manager)
    : await compile('manager', wasmUrl?.manager ?? new URL('./wasm/manager_bg.wasm', import.meta.url));
  await fitting(() => loadWasm({ module_or_path: module }));
}

/**
 * Does what fails where the wasm and its script are of two builds.
 * @template T
 * @param {() => T | Promise<T>} start
 */
async function fitting(start) {
  try {
    return await start();
  } catch (cause) {
    throw new StartupError('The manager wasm could not be started', {
      detail: messageOf(cause),
      hint: 'It is of another build than its script: serve dist/ from one release, and check wasmUrl and wasmModule.',
      cause,
    });
  }
}
