/**
 * What a caller asks, made ready for the core, and why it cannot be.
 * @module
 */

import { messageOf } from './code.js';
import { StartupError } from './load.js';

/** The most workers that are started unasked: each has an engine's memory. */
const MOST_WORKERS = 4;

/**
 * The second argument of `runVerification`: options, a time in milliseconds, or a session's id.
 * @param {unknown} options
 * @returns {any}
 */
export function normalise(options) {
  if (typeof options === 'number') return { timeout: options };
  // Older callers apply what succeeds.
  if (typeof options === 'string') return { sessionId: options, engine: 'boa' };
  return typeof options === 'object' && options !== null ? { ...options } : {};
}

/** Makes options ready to be sent, or adds why they are `refused`. @param {any} options @param {any} defaultLimits */
export function prepare(options, defaultLimits) {
  const { config, confirm, seed, sessionId } = options;
  const limits = options.limits || defaultLimits ? { ...defaultLimits, ...defined(options.limits ?? {}) } : undefined;
  try {
    const sent = structuredClone(defined({ limits, config: withoutPatterns(config), confirm, seed, sessionId }));
    for (const key of ['limits', 'config', 'confirm']) dropUndefined(sent[key]);
    return Object.keys(sent).length === 0 ? options : { ...options, ...sent };
  } catch (error) {
    const message = `The request cannot be sent: ${messageOf(error)}`;
    const { sessionId: _, ...rest } = options;
    return { ...rest, refused: new StartupError(message, { code: 'err:protocol' }) };
  }
}

/** The regular expressions of `test` as the data that the engine reads. @param {any} config */
function withoutPatterns(config) {
  const { alias, testNamePattern } = config?.test ?? {};
  /** @type {Record<string, unknown>} */
  const plain = {};
  if (Array.isArray(alias)) plain.alias = alias.map((entry) => (isRegExp(entry?.find) ? { ...entry, find: parts(entry.find) } : entry));
  if (isRegExp(testNamePattern)) plain.testNamePattern = parts(testNamePattern);
  return Object.keys(plain).length === 0 ? config : { ...config, test: { ...config.test, ...plain } };
}

/** That of another frame is one too. @param {unknown} value @returns {value is RegExp} */
const isRegExp = (value) => Object.prototype.toString.call(value) === '[object RegExp]';

/** @param {RegExp} pattern */
const parts = ({ source, flags }) => ({ source, flags });

/** @param {AbortSignal} signal */
export const cancelled = ({ reason }) =>
  new StartupError('The verification was cancelled', { code: 'err:cancelled', detail: messageOf(reason) });

export const terminated = () => new StartupError('The manager was terminated', { code: 'err:cancelled' });

/** @param {unknown} problem */
export const unreadable = (problem) =>
  new StartupError(`The files cannot be read: ${messageOf(problem)}`, { code: 'err:unavailable', cause: problem });

/** The default number of workers: one per core, without the page's own. */
export function defaultWorkers() {
  const cores = globalThis.navigator?.hardwareConcurrency;
  return Math.min(Math.max((Number.isFinite(cores) ? cores : 1) - 1, 1), MOST_WORKERS);
}

/** Calls a function of the page. What it throws is the page's own to know. @param {Function} callback @param {unknown} value */
export function told(callback, value) {
  try {
    callback(value);
  } catch (error) {
    console.error(error);
  }
}

/** @param {object} object */
const defined = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/**
 * Takes what is `undefined` out of data, where it stands: on its way to the engine it would become `null`.
 * @param {any} data
 * @param {Set<object>} [seen]
 */
function dropUndefined(data, seen = new Set()) {
  if (data === null || typeof data !== 'object' || ArrayBuffer.isView(data) || seen.has(data)) return;
  seen.add(data);
  for (const key of Object.keys(data)) {
    if (data[key] === undefined && !Array.isArray(data)) delete data[key];
    else dropUndefined(data[key], seen);
  }
}

/**
 * A copy of the files. The core refuses what cannot be copied.
 * @template T
 * @param {T} files
 * @returns {T}
 */
export function copy(files) {
  try {
    return structuredClone(files);
  } catch {
    return files;
  }
}

/** @param {unknown} error @param {string} message */
export function toStartupError(error, message) {
  return error instanceof StartupError ? error : new StartupError(message, { detail: messageOf(error), cause: error });
}
