/**
 * The manager's wasm, instantiated once a page.
 * @module
 */

import loadWasm, { ManagerCore } from './wasm/manager.js';
import { messageOf } from './code.js';
import { StartupError, compile, compileGiven } from './load.js';

let loaded;

/**
 * Makes the core of a manager. A failure to load is not kept: the next call tries again.
 * @param {object} options Options of the manager.
 * @param {object} host What the core asks of the script.
 */
export async function loadCore(options, host) {
  loaded ??= load(options).catch((error) => {
    loaded = undefined;
    throw error;
  });
  await loaded;
  return fitting(() => new ManagerCore(options, host));
}

async function load({ wasmModule, wasmUrl }) {
  const module = wasmModule?.manager
    ? await compileGiven('manager', wasmModule.manager)
    : await compile('manager', wasmUrl?.manager ?? new URL('./wasm/manager_bg.wasm', import.meta.url));
  await fitting(() => loadWasm({ module_or_path: module }));
}

/** Does what fails where the wasm and its script are of two builds. */
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
