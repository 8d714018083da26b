/** The linear memories of a worker's wasm instances. */

/**
 * Starts the page's `WorkerClient` as `window.client`. Its worker keeps the memory of each instance in `memories`.
 * @param {import('playwright-core').Page} page A page of `e2e/` that has loaded.
 * @returns {Promise<import('playwright-core').Worker>}
 */
export async function workerWithMemories(page) {
  const started = page.waitForEvent('worker');
  await page.evaluate('window.client = new WorkerClient(); undefined');
  const worker = await started;
  await worker.evaluate(() => {
    const scope = /** @type {any} */ (globalThis);
    scope.memories = [];
    const note = (/** @type {WebAssembly.Instance} */ instance) => {
      if (instance.exports.memory) scope.memories.push(instance.exports.memory);
    };
    for (const name of /** @type {const} */ (['instantiate', 'instantiateStreaming'])) {
      const original = /** @type {any} */ (WebAssembly[name]);
      scope.WebAssembly[name] = async (/** @type {any[]} */ ...given) => {
        const result = await original.apply(WebAssembly, given);
        note(result.instance ?? result);
        return result;
      };
    }
  });
  return worker;
}
