/**
 * Loading wasm, with a reason for every way in which that fails.
 * @module
 */

import { refusedBy, watchPolicy } from './policy.js';

/** A part could not be loaded or started. */
export class StartupError extends Error {
  name = 'StartupError';

  /**
   * @param {string} message One sentence.
   * @param {{ code?: import('./index.js').Code, detail?: string, hint?: string, cause?: unknown }} [more] `detail`: what exactly was seen;
   *   `hint`: what to do about it.
   */
  constructor(message, { code = 'err:startup', detail, hint, cause } = {}) {
    super(message, { cause });
    this.code = code;
    this.detail = detail;
    this.hint = hint;
  }
}

const serveWhole = (/** @type {string} */ name) =>
  `Serve the whole dist/ folder, or name the file with the option ${name === 'gate' ? 'gateUrl' : 'wasmUrl'}.`;
const UNREADABLE = 'The answer broke off, or its Content-Encoding is not what its bytes are: check the server, and what stands before it.';
const ALLOW_WASM = "Allow WebAssembly in the page's Content-Security-Policy: script-src 'self' 'wasm-unsafe-eval'.";

/** Compiled modules of this page by address. */
const compiled = new Map();
/** What is being loaded, by address. @type {Set<string>} */
const pending = new Set();

/** What is being fetched and compiled now. */
export function loading() {
  return [...pending];
}

/**
 * Fetches and compiles a wasm file, once a page. A failure is not kept: the next call tries again.
 * @param {string} name What it is called in messages.
 * @param {string | URL} url
 * @returns {Promise<WebAssembly.Module>}
 */
export function compile(name, url) {
  const key = String(url);
  let module = compiled.get(key);
  if (!module) {
    module = fetchAndCompile(name, key);
    compiled.set(key, module);
    pending.add(key);
    module.catch(() => compiled.delete(key)).finally(() => pending.delete(key));
  }
  return module;
}

/** @param {string} name @param {string} url */
async function fetchAndCompile(name, url) {
  if (typeof WebAssembly === 'undefined') {
    throw new StartupError('WebAssembly is not available here', {
      code: 'err:unavailable',
      detail: `The ${name} wasm is needed`,
      hint: 'Use a browser that has WebAssembly, and a mode of it that does not switch it off.',
    });
  }
  watchPolicy();
  let response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw await explainNoAnswer(name, url, cause);
  }
  if (!response.ok) {
    throw new StartupError(`The ${name} wasm could not be fetched: HTTP ${response.status}`, {
      detail: url,
      hint: serveWhole(name),
    });
  }
  const type = (response.headers.get('content-type') ?? '').split(';')[0].trim();
  try {
    if (type === 'application/wasm' && WebAssembly.compileStreaming) {
      return await WebAssembly.compileStreaming(response);
    }
    // A server that does not know the type only prevents streaming.
    return await WebAssembly.compile(await readWasm(response, name, url, type));
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw explainCompileError(name, url, cause);
  }
}

/** @param {string} name @param {string} url @param {any} cause */
async function explainNoAnswer(name, url, cause) {
  const directive = await refusedBy(url);
  return new StartupError(`The ${name} wasm could not be fetched`, {
    detail: directive ? `${url} is refused by the page's Content-Security-Policy: ${directive}` : `${url}: ${cause?.message ?? cause}`,
    hint: directive
      ? "Allow it in the page's Content-Security-Policy: connect-src 'self'."
      : 'Check that the server is reachable and, where it is of another origin, that it allows this one (CORS).',
    cause,
  });
}

/** @param {Response} response @param {string} name @param {string} url @param {string} type */
async function readWasm(response, name, url, type) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length === 0) throw empty(name, url);
  if (bytes[0] === 0 && bytes[1] === 0x61 && bytes[2] === 0x73 && bytes[3] === 0x6d) return bytes;
  const start = new TextDecoder().decode(bytes.subarray(0, 60)).replace(/\s+/g, ' ');
  throw new StartupError(`The ${name} wasm is not WebAssembly`, {
    detail: `${url} has the type ${type || '(none)'} and begins with ${JSON.stringify(start)}`,
    hint: serveWhole(name),
  });
}

/** @param {string} name @param {string} url @param {unknown} [cause] */
function empty(name, url, cause) {
  return new StartupError(`The ${name} wasm is empty`, { detail: `${url}: 0 bytes`, hint: serveWhole(name), cause });
}

/** @param {string} name @param {string} url @param {any} cause */
function explainCompileError(name, url, cause) {
  const text = String(cause?.message ?? cause);
  const detail = `${url}: ${text}`;
  if (/content security policy|unsafe-eval|disallowed by embedder/i.test(text)) {
    return new StartupError(`The ${name} wasm could not be compiled`, { detail, hint: ALLOW_WASM, cause });
  }
  // Any other error comes from the transfer of the bytes.
  if (!(cause instanceof WebAssembly.CompileError)) {
    return new StartupError(`The ${name} wasm could not be read`, { detail, hint: UNREADABLE, cause });
  }
  if (/is empty|fell off end @\+0$/i.test(text)) return empty(name, url, cause);
  if (/magic/i.test(text)) {
    return new StartupError(`The ${name} wasm is not WebAssembly`, { detail, hint: serveWhole(name), cause });
  }
  return new StartupError(`The ${name} wasm could not be compiled`, {
    detail,
    hint: 'The file is damaged or cut short: build dist/ anew and serve it unchanged.',
    cause,
  });
}

/**
 * A module that the caller supplied: compiled, or bytes, or a promise of either.
 * @param {string} name
 * @param {WebAssembly.Module | BufferSource | Promise<WebAssembly.Module | BufferSource>} given
 */
export async function compileGiven(name, given) {
  const what = `the ${name} given as wasmModule`;
  pending.add(what);
  try {
    const value = await given;
    return value instanceof WebAssembly.Module ? value : await WebAssembly.compile(value);
  } catch (cause) {
    if (cause instanceof WebAssembly.CompileError) throw explainCompileError(name, what, cause);
    throw new StartupError(`The ${name} wasm could not be taken`, {
      detail: `${what}: ${/** @type {any} */ (cause)?.message ?? cause}`,
      hint: 'Give a WebAssembly.Module, its bytes, or a promise of either.',
      cause,
    });
  } finally {
    pending.delete(what);
  }
}
