/**
 * Loading wasm, with a reason for every way in which that fails.
 * @module
 */

/** Why something could not be started. */
export class StartupError extends Error {
  name = 'StartupError';

  /**
   * @param {string} message One sentence.
   * @param {{ code?: string, detail?: string, hint?: string, cause?: unknown }} [more] `detail`: what exactly was seen;
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
const ALLOW_WASM = "Allow WebAssembly in the page's Content-Security-Policy: script-src 'self' 'wasm-unsafe-eval'.";

/** Compiled modules of this page by address. */
const compiled = new Map();

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
    module.catch(() => compiled.delete(key));
  }
  return module;
}

/** @param {string} name @param {string} url */
async function fetchAndCompile(name, url) {
  if (typeof WebAssembly === 'undefined') {
    throw new StartupError('WebAssembly is not available here', { code: 'err:unavailable' });
  }
  let response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new StartupError(`The ${name} wasm could not be fetched`, {
      detail: `${url}: ${/** @type {any} */ (cause)?.message ?? cause}`,
      hint: "Check that the server is reachable and that the page's Content-Security-Policy allows it in connect-src.",
      cause,
    });
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
    // A server that does not know the type costs streaming, nothing more.
    return await WebAssembly.compile(await readWasm(response, name, url, type));
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw explainCompileError(name, url, cause);
  }
}

/** @param {Response} response @param {string} name @param {string} url @param {string} type */
async function readWasm(response, name, url, type) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] === 0 && bytes[1] === 0x61 && bytes[2] === 0x73 && bytes[3] === 0x6d) return bytes;
  const start = new TextDecoder().decode(bytes.subarray(0, 60)).replace(/\s+/g, ' ');
  throw new StartupError(`The ${name} wasm is not WebAssembly`, {
    detail: `${url} has the type ${type || '(none)'} and begins with ${JSON.stringify(start)}`,
    hint: serveWhole(name),
  });
}

/** @param {string} name @param {string} url @param {any} cause */
function explainCompileError(name, url, cause) {
  const text = String(cause?.message ?? cause);
  const byPolicy = /content security policy|unsafe-eval|disallowed by embedder/i.test(text);
  return new StartupError(`The ${name} wasm could not be compiled`, {
    detail: `${url}: ${text}`,
    hint: byPolicy ? ALLOW_WASM : 'The file is damaged or cut short: build dist/ anew and serve it unchanged.',
    cause,
  });
}

/**
 * A module that the caller supplied: compiled, or bytes, or a promise of either.
 * @param {string} name
 * @param {WebAssembly.Module | BufferSource | Promise<WebAssembly.Module | BufferSource>} given
 */
export async function compileGiven(name, given) {
  const value = await given;
  if (value instanceof WebAssembly.Module) return value;
  try {
    return await WebAssembly.compile(value);
  } catch (cause) {
    throw explainCompileError(name, `the ${name} given as wasmModule`, cause);
  }
}
