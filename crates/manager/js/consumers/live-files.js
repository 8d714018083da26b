/**
 * The live files of an agent, read again for each verification. For callers that never set a snapshot.
 * @module
 */

/** @typedef {import('../gate/index.js').Adapter} Adapter */

/** Longest reading of all files, in milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * Makes a function that reads all files and hands them on. A call never uses files that were read earlier. Calls that
 * wait at the same time share one reading.
 *
 * @param {Pick<Adapter, 'list' | 'read'>} adapter
 * @param {(files: Map<string, any>) => Promise<{ success: boolean, error: string | null }>} hand
 * @returns {() => Promise<unknown>} Resolves to what went wrong, or null.
 */
export function reader(adapter, hand) {
  const readAll = async (/** @type {{ isLate: boolean }} */ reading) => {
    try {
      const files = new Map();
      for (const item of await adapter.list('/')) {
        const path = typeof item === 'string' ? item : /** @type {any} */ (item).path;
        const content = await adapter.read(path);
        if (content !== null && content !== undefined) files.set(path, content);
      }
      if (!reading.isLate) await hand(files);
      return null;
    } catch (error) {
      return error ?? new Error('no reason given');
    }
  };
  const bounded = async () => {
    const reading = { isLate: false };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(() => {
        reading.isLate = true;
        resolve(new Error(`no answer within ${PATIENCE_MS} ms`));
      }, PATIENCE_MS);
    });
    const problem = await Promise.race([readAll(reading), late]);
    clearTimeout(timer);
    return problem;
  };
  let running = Promise.resolve(/** @type {unknown} */ (null));
  /** @type {Promise<unknown> | undefined} */
  let waiting;
  return () => {
    waiting ??= running.then(() => {
      waiting = undefined;
      running = bounded();
      return running;
    });
    return waiting;
  };
}
