/**
 * Starting a worker, with a reason for every way in which that fails.
 * @module
 */

import { messageOf } from './code.js';
import { StartupError } from './load.js';
import { refusedBy, watchPolicy } from './policy.js';

/** @typedef {Pick<import('./index.js').ManagerOptions, 'createWorker' | 'workerUrl'>} WorkerSource */

const NOT_STARTED = 'The worker script could not be started';
const NOT_FETCHED = 'The worker script could not be fetched';
const serveWhole = (/** @type {string} */ option) => `Serve the whole dist/ folder, or name the script with the option ${option}.`;

/** The media types of scripts that a server sends as modules. */
const JAVASCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i;

/** Matches specifiers of static imports. */
const IMPORTS = /\b(?:from|import)\s*(["'])(\.{0,2}\/[^"'\n]+)\1/g;
/** Maximum number of imports to examine. */
const MOST_IMPORTS = 30;

/**
 * Makes a worker.
 * @param {WorkerSource} source
 * @param {number} slot
 * @param {number} generation
 * @returns {Worker}
 */
export function makeWorker({ createWorker, workerUrl }, slot, generation) {
  if (createWorker) return checked(createWorker(slot, generation));
  if (typeof Worker === 'undefined') {
    throw new StartupError('Web Workers are not available here', {
      code: 'err:unavailable',
      hint: 'Run in a browser, or pass the option createWorker.',
    });
  }
  watchPolicy();
  try {
    if (workerUrl) return new Worker(workerUrl, { type: 'module' });
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  } catch (cause) {
    throw new StartupError(NOT_STARTED, {
      detail: messageOf(cause),
      hint: /trusted/i.test(messageOf(cause))
        ? "The page's Content-Security-Policy wants trusted script addresses: make the worker by the option createWorker."
        : "A worker's script comes from the page's own origin, over http or https: " +
          'serve dist/ there, or make the worker by the option createWorker.',
      cause,
    });
  }
}

/** @param {any} worker */
function checked(worker) {
  if (typeof worker?.postMessage === 'function' && typeof worker.terminate === 'function') return worker;
  throw new StartupError('The option createWorker gave no Worker', {
    detail: `It gave ${worker === null ? 'null' : `a value of type ${typeof worker}`}`,
    hint: 'It gives a new Worker at once: not a promise of one, and not one that is in use.',
  });
}

/**
 * Why a worker did not start. Its `error` event says little: the script is asked for once more.
 * @param {WorkerSource} source
 * @param {any} event
 * @returns {Promise<StartupError>}
 */
export async function explain({ createWorker, workerUrl }, event) {
  return explainStart(createWorker && 'createWorker', workerUrl ?? new URL('./worker.js', import.meta.url), 'workerUrl', event);
}

/**
 * Why the checker did not start.
 * @param {{ createChecker?: () => Worker, url: string }} source
 * @param {any} event
 */
export function refusedStart({ createChecker, url }, event) {
  return explainStart(createChecker && 'createChecker', url, 'checkerUrl', event);
}

/**
 * @param {string | undefined} maker The option that made the worker.
 * @param {string | URL} script
 * @param {string} option The option that names the script.
 * @param {any} event
 */
async function explainStart(maker, script, option, event) {
  if (event?.message) {
    const at = event.filename ? ` (${event.filename}:${event.lineno})` : '';
    return new StartupError('The worker script failed', {
      detail: `${event.message}${at}`,
      hint: 'Serve dist/ unchanged, all of it from one release.',
    });
  }
  if (maker) {
    return new StartupError(NOT_STARTED, {
      detail: `The worker was made by the option ${maker}; its error event gives no reason`,
      hint: `Check the address that ${maker} uses, what it imports, and the worker-src of the Content-Security-Policy.`,
    });
  }
  const url = new URL(String(script), globalThis.location?.href).href;
  const directive = await refusedBy(url);
  if (directive) {
    return new StartupError(NOT_STARTED, {
      detail: `${url} is refused by the page's Content-Security-Policy: ${directive}`,
      hint: "Allow it in the page's Content-Security-Policy: worker-src 'self'.",
    });
  }
  const answer = await ask(url);
  if (answer.problem)
    return new StartupError(NOT_FETCHED, { detail: `${url}: ${answer.problem}`, hint: answer.hint ?? serveWhole(option) });
  if (!JAVASCRIPT.test(answer.type)) {
    return new StartupError('The worker script is not JavaScript', {
      detail: `${url} has the type ${answer.type || '(none)'}`,
      hint: `A module script needs a JavaScript type: text/javascript. ${serveWhole(option)}`,
    });
  }
  if (globalThis.crossOriginIsolated && !answer.header('cross-origin-embedder-policy')) {
    return new StartupError(NOT_STARTED, {
      detail: `${url} comes without a Cross-Origin-Embedder-Policy, and this page is cross-origin isolated`,
      hint: 'Send Cross-Origin-Embedder-Policy: require-corp with the worker script too.',
    });
  }
  const missing = await missingImport(url, answer.text);
  if (missing) {
    return new StartupError('What the worker script imports could not be loaded', { detail: missing, hint: serveWhole(option) });
  }
  return new StartupError(NOT_STARTED, {
    detail: `${url} is there, and so is what it imports`,
    hint: "The browser's console says what is wrong. Serve dist/ unchanged, all of it from one release.",
  });
}

/**
 * Whether an address gives something.
 * @param {string} url
 * @returns {Promise<{ problem?: string, hint?: string, type: string, text: string, header: (name: string) => string | null }>}
 */
async function ask(url) {
  const nothing = { type: '', text: '', header: () => null };
  try {
    const response = await fetch(url);
    if (!response.ok) return { ...nothing, problem: `HTTP ${response.status}` };
    const { headers } = response;
    return { type: headers.get('content-type') ?? '', text: await response.text(), header: (name) => headers.get(name) };
  } catch (cause) {
    return { ...nothing, problem: messageOf(cause), hint: 'Check that the server is reachable and that its answer is whole.' };
  }
}

/**
 * What of the modules that a script imports cannot be had.
 * @param {string} url
 * @param {string} text
 * @param {Set<string>} [seen]
 * @returns {Promise<string | undefined>}
 */
async function missingImport(url, text, seen = new Set([url])) {
  for (const [, , specifier] of text.matchAll(IMPORTS)) {
    const address = new URL(specifier, url).href;
    if (seen.has(address) || seen.size > MOST_IMPORTS) continue;
    seen.add(address);
    const { problem, type, text: below } = await ask(address);
    if (problem) return `${address}: ${problem}`;
    if (!JAVASCRIPT.test(type)) return `${address} has the type ${type || '(none)'}`;
    const missing = await missingImport(address, below, seen);
    if (missing) return missing;
  }
  return undefined;
}
