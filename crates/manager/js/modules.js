/**
 * The wasm of the workers: where it stands, and what they get of it later than at their start.
 * @module
 */

import { messageOf } from './code.js';

/** Where each file is by itself. A bundler has to see each address as it stands here. */
export const WASM = {
  analysis: () => new URL('./wasm/analysis_bg.wasm', import.meta.url),
  sandbox: () => new URL('./wasm/sandbox_bg.wasm', import.meta.url),
  transformer: () => new URL('./wasm/transformer_bg.wasm', import.meta.url),
  sealed: () => new URL('./wasm/sealed_bg.wasm', import.meta.url),
};

/** @typedef {keyof typeof WASM} WasmName */

/** What workers start with. @type {readonly WasmName[]} */
export const AT_START = ['analysis', 'sandbox'];

/** What they ask for when they first need it. @type {readonly WasmName[]} */
export const LATER = ['transformer', 'sealed'];

/**
 * Addresses for a worker, made absolute.
 * @param {Record<string, string | URL | undefined>} [given]
 */
export function addresses(given = {}) {
  const absolute = (/** @type {[string, string | URL | undefined]} */ [name, url]) => [
    name,
    new URL(String(url), globalThis.location?.href).href,
  ];
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, url]) => url)
      .map(absolute),
  );
}

/**
 * Gives a worker the modules that it asks for. Its question is no message of the protocol: nobody else hears it.
 * @param {any} worker
 * @param {(name: string) => Promise<WebAssembly.Module>} load
 */
export function answerForModules(worker, load) {
  worker.addEventListener?.('message', async (/** @type {MessageEvent} */ event) => {
    if (event.data?.type !== 'NEED_MODULE') return;
    event.stopImmediatePropagation?.();
    const { name } = event.data;
    try {
      worker.postMessage({ type: 'MODULE', name, module: await load(name) });
    } catch (error) {
      worker.postMessage({ type: 'MODULE', name, error: sentence(error) });
    }
  });
}

/** @param {any} error */
function sentence(error) {
  const { detail, hint } = error ?? {};
  return [messageOf(error) + (detail ? ` (${detail})` : ''), hint].filter(Boolean).join('. ');
}
