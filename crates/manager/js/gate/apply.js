/**
 * The gate applies a bundle to a page's own files whole, or leaves them as they were.
 * @module
 */

import { bounded } from '../store/bounded.js';
import { reportStore } from '../store/reports.js';
import { exclusive } from '../store/lock.js';
import { refused } from './refused.js';
import { loadGate } from './wasm.js';

/** @typedef {import('./index.js').ApplyOptions} ApplyOptions */
/** @typedef {import('./index.js').GateReport} GateReport */

/** The turn of each manager or adapter that has no journal by name. @type {WeakMap<object, string>} */
const turns = new WeakMap();
let count = 0;

/**
 * Applies a bundle. Never rejects: the report says what went wrong. Bundles take turns. Turns are per name of the
 * journal in all tabs, else per manager or adapter on this page.
 *
 * @param {string} bundle
 * @param {ApplyOptions} options
 * @returns {Promise<GateReport>}
 */
export async function applyBundle(bundle, options) {
  try {
    return await exclusive(turnOf(options), () => run(bundle, options));
  } catch (error) {
    return refused(error, 'err:protocol');
  }
}

/**
 * Judges a bundle as `applyBundle` does and applies nothing. Never rejects. It waits until nobody applies: files between two
 * states are not judged.
 *
 * @param {string} bundle
 * @param {ApplyOptions} options
 * @returns {Promise<GateReport>}
 */
export async function checkBundle(bundle, options) {
  try {
    return await exclusive(turnOf(options), async () => {
      const [gate, ready] = await prepared(options === undefined ? options : { ...options, store: undefined });
      return gate.checkBundle(bundle, ready);
    });
  } catch (error) {
    return refused(error, 'err:startup');
  }
}

/** What must not be done twice at once. @param {ApplyOptions} options @returns {string} */
export function turnOf(options) {
  const { journal, manager, adapter } = options ?? {};
  if (typeof journal?.name === 'string') return `verdict:gate:${journal.name}`;
  const key = [manager, adapter].find((object) => object !== null && typeof object === 'object');
  if (!key) return 'verdict:gate-of-nobody';
  // A random part makes the name unique to this page.
  if (!turns.has(key)) turns.set(key, `verdict:page-gate:${PAGE}:${++count}`);
  return /** @type {string} */ (turns.get(key));
}

const PAGE = Math.random().toString(36).slice(2);

/** @param {string} bundle @param {ApplyOptions} options @returns {Promise<GateReport>} */
async function run(bundle, options) {
  try {
    const [gate, ready] = await prepared(options);
    const report = await gate.applyBundle(bundle, ready);
    report.warnings.push(...told(report.kept).map(({ message }) => message));
    return report;
  } catch (error) {
    return refused(error, 'err:startup');
  } finally {
    wrote(options);
  }
}

/** Tells the manager, which may follow the files, that they may have changed. @param {{ manager?: any } | undefined} options */
export function wrote(options) {
  const manager = options?.manager;
  if (typeof manager?.filesChanged === 'function') manager.filesChanged();
}

/**
 * The gate's wasm, and options as it takes them: the manager started, the store there.
 *
 * @param {any} options
 * @returns {Promise<[any, any]>}
 */
export async function prepared(options) {
  const manager = options?.manager;
  const { isInitialized } = manager ?? {};
  const isReady = typeof isInitialized === 'function' ? isInitialized.call(manager) : isInitialized;
  if (isReady === false && typeof manager.init === 'function') await manager.init();
  const gate = await loadGate(sourceOf(options));
  if (!options?.store) return [gate, options];
  return [gate, { ...options, store: bounded(await reportStore(options.store).store.catch(failing)) }];
}

/**
 * Why parts of a report could not be kept. Also writes this to the console.
 *
 * @param {Record<string, import('../store/index.js').Saved>} [kept]
 */
export function told(kept = {}) {
  const problems = Object.values(kept)
    .flatMap((saved) => saved.problems)
    .map(({ code, message }) => ({ code, message: `The report is not kept as it should be: ${message}` }));
  for (const { message } of problems) console.warn(message);
  return problems;
}

/** A store that could not be opened. Every use fails. @param {unknown} error */
function failing(error) {
  const fail = () => Promise.reject(error);
  return { get: fail, put: fail, delete: fail, list: fail };
}

/** The address of the wasm: from the call, else from the manager's options. @param {any} options */
export function sourceOf(options) {
  const { gateUrl, gateModule } = { ...options?.manager?.gateSource, ...defined(options) };
  return { gateUrl, gateModule };
}

/** @param {any} options */
function defined(options) {
  const { gateUrl, gateModule } = options ?? {};
  return { ...(gateUrl && { gateUrl }), ...(gateModule && { gateModule }) };
}
