/**
 * Two witnesses: the browser's engine first, then, for what matters and for a sample, the interpreter.
 * @module
 */

import { StartupError } from './load.js';

/**
 * @typedef {object} Core What the wasm decides.
 * @property {(first: object, confirm: unknown, seed: number) => { command?: string, plan: unknown }} witnessPlan
 * @property {(first: object, second: object | undefined, plan: unknown, confirm: unknown) => object} witnessConfirm
 */

/**
 * Runs a command under both engines. What is not a `test:` is the same in both and runs once.
 * @param {(command: unknown, options: any) => Promise<any>} run With one engine.
 * @param {Core} core
 * @param {unknown} command
 * @param {any} options
 */
export async function runBoth(run, core, command, { confirm, onProvisional, ...options }) {
  const began = performance.now();
  const first = await run(command, { ...options, engine: 'browser' });
  if (first.provisional !== true) return first;
  told(onProvisional, first);
  // Drawn now: no guest of the first run could know it.
  const { command: again, plan } = planned(core, first, confirm);
  const left = options.timeout > 0 ? { timeout: Math.max(1, options.timeout - (performance.now() - began)) } : {};
  const second = again === undefined ? undefined : await run(again, { ...options, ...left, config: whole(options.config), engine: 'boa' });
  const { provisional: _, ...rest } = first;
  return { ...rest, ...core.witnessConfirm(first, second, plan, confirm) };
}

/** @param {Core} core @param {object} first @param {unknown} confirm */
function planned(core, first, confirm) {
  try {
    return core.witnessPlan(first, confirm, draw());
  } catch (cause) {
    throw new StartupError(`Malformed request at /confirm: ${/** @type {any} */ (cause)?.message ?? cause}`, { code: 'err:protocol', cause });
  }
}

/** 53 random bits: what a number holds. */
function draw() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1f_ffff) * 2 ** 32 + low;
}

/** The files are chosen already. @param {any} config */
function whole(config) {
  if (!config?.test) return config;
  const { shard: _, ...test } = config.test;
  return { ...config, test };
}

/** @param {unknown} callback @param {object} result */
function told(callback, result) {
  if (typeof callback !== 'function') return;
  try {
    callback(Object.freeze({ ...result }));
  } catch (error) {
    reportError(error);
  }
}
