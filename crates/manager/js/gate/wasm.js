/**
 * The wasm of gate, profiles and reports: fetched and compiled when one of them is first used.
 * @module
 */

import { messageOf } from '../code.js';
import { StartupError, compile, compileGiven } from '../load.js';

/** @type {Promise<typeof import('../wasm/gate.js')> | undefined} */
let loading;

/**
 * The functions of the gate's wasm, instantiated once a page. A failure is not kept: the next call tries again.
 *
 * @param {import('./index.js').GateSource} [source]
 */
export function loadGate(source = {}) {
  loading ??= load(source).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** @param {import('./index.js').GateSource} source */
async function load({ gateModule, gateUrl }) {
  const [bindings, module] = await Promise.all([
    loadBindings(),
    gateModule ? compileGiven('gate', gateModule) : compile('gate', gateUrl ?? new URL('../wasm/gate_bg.wasm', import.meta.url)),
  ]);
  try {
    await bindings.default({ module_or_path: module });
  } catch (cause) {
    throw new StartupError('The gate wasm could not be started', {
      detail: messageOf(cause),
      hint: 'It is of another build than its script: serve dist/ from one release, and check gateUrl and gateModule.',
      cause,
    });
  }
  return bindings;
}

async function loadBindings() {
  try {
    return await import('../wasm/gate.js');
  } catch (cause) {
    throw new StartupError('The gate could not be loaded', {
      detail: messageOf(cause),
      hint: 'Serve the whole dist/ folder.',
      cause,
    });
  }
}
