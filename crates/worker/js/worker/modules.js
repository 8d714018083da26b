/**
 * Wasm modules that this worker asks the page for when it first needs them.
 */

/** @type {Map<string, { resolve(module: WebAssembly.Module): void, reject(error: Error): void }>} */
const asked = new Map();

/**
 * Asks the page for a module, which compiles it once for all workers.
 * @param {string} name
 * @param {(message: object) => void} post
 * @returns {Promise<WebAssembly.Module>}
 */
export function askForModule(name, post) {
  return new Promise((resolve, reject) => {
    asked.set(name, { resolve, reject });
    post({ type: 'NEED_MODULE', name });
  });
}

/**
 * Whether a message is the page's answer, which is taken at once: the request that needs it is running.
 * @param {any} message
 */
export function takeModule(message) {
  const waiting = message?.type === 'MODULE' ? asked.get(message.name) : undefined;
  if (!waiting) return false;
  asked.delete(message.name);
  if (message.module) waiting.resolve(message.module);
  else waiting.reject(new Error(message.error || 'the page gave no reason'));
  return true;
}
