/**
 * Memory of a page, taken while nothing runs on it.
 * @module
 */

import { readFile } from 'node:fs/promises';

/** How often resident memory is read at most, while it is above what it was, and how far apart. */
const READINGS = 10;
const READING_MS = 200;

/** MiB. @typedef {{ heap: number, rss: number | null }} Sample */

/**
 * Samples a page: its JavaScript heap after a garbage collection, which is exact and has the manager and all that it
 * keeps, and the resident memory of all renderer processes, which has the wasm memories and the workers too and is as
 * coarse as an allocator is. (`performance.measureUserAgentSpecificMemory` needs an isolated page, whose policy is not the
 * one that is served, and answers when it likes.)
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').Page} page
 * @returns {Promise<() => Promise<Sample>>}
 */
export async function sampler(browser, page) {
  const session = await page.context().newCDPSession(page);
  const system = await browser.newBrowserCDPSession();
  const renderers = async () => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => resident(id)));
    const known = sizes.filter((size) => size !== null);
    return known.length > 0 ? known.reduce((sum, size) => sum + size, 0) : null;
  };
  let lowest = 0;
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    let rss = await renderers();
    // A worker that is terminated in the middle of something gives its memory back when it gets to it.
    for (let reading = 1; reading < READINGS && rss !== null && rss > lowest * 1.2; reading += 1) {
      await new Promise((resolve) => setTimeout(resolve, READING_MS));
      rss = Math.min(rss, (await renderers()) ?? rss);
    }
    lowest = Math.min(lowest || Infinity, rss ?? Infinity);
    return { heap: usedSize / 2 ** 20, rss };
  };
}

/** Resident MiB of a process; null where the system does not say, or the process is gone. */
async function resident(/** @type {number} */ pid) {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const size = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return size === undefined ? null : Number(size) / 1024;
  } catch {
    return null;
  }
}

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Medians of the first and the last tenth, but of three samples at least, so that one peak is none of them, and the most that the last may be.
 *
 * @param {number[]} numbers
 * @param {{ factor: number, slack: number }} allowed
 */
export function growth(numbers, { factor, slack }) {
  const tenth = Math.max(3, Math.ceil(numbers.length / 10));
  const [first, last] = [median(numbers.slice(0, tenth)), median(numbers.slice(-tenth))];
  const most = first * factor + slack;
  return { first, last, most, peak: Math.max(...numbers), grows: last > most };
}
