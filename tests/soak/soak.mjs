/**
 * A soak of a page for a time: quiet run, rounds with disturbances, each followed by a rest in which nothing may be left
 * and memory is taken, and the honest requests once more.
 * @module
 */

import { readFile, readdir } from 'node:fs/promises';

import { SELF_CHECK, newPage } from '../e2e/lib/browser.mjs';
import { growth, sampler } from './memory.mjs';

const CASES = new URL('../hostile/engine/', import.meta.url);

/** Workers of the pool: more than this many make Chromium's own scheduling the subject. */
export const WORKERS = 3;

/**
 * What the last tenth of the samples may be of the first. Both are far above what is seen without a leak (a tenth more),
 * and far below what one costs: a worker that is not terminated is 20 MiB and more, and there are hundreds of restarts.
 */
const ALLOWED = { heap: { factor: 1.5, slack: 8 }, rss: { factor: 1.5, slack: 256 } };

/** How often memory is taken. */
const SAMPLES = 30;

/** How much longer than the time a soak may take until enough has happened, as a factor. */
const MOST_EXTRA = 5;

/** Longest time between two looks at what is left, in milliseconds. */
const ROUND_MS = 3000;

/** The cases of `tests/hostile/engine/` as requests. */
export async function cases() {
  const names = (await readdir(CASES)).filter((name) => name.endsWith('.json')).sort();
  const groups = await Promise.all(names.map(async (name) => JSON.parse(await readFile(new URL(name, CASES), 'utf8'))));
  const part = (/** @type {any} */ given) => (Array.isArray(given) ? given[0].repeat(given[1]) : given);
  const content = (/** @type {any} */ given) => {
    if (Array.isArray(given)) return given.join('\n');
    return given.parts ? given.parts.map(part).join('') : given;
  };
  return groups.flat().map(({ name, command, files, limits, expect }) => ({
    name,
    command,
    // As entries: an object would lose a file that is called __proto__.
    files: Object.entries(files).map(([path, given]) => [path, content(given)]),
    limits,
    expect,
  }));
}

/**
 * @typedef {object} Options
 * @property {number} seconds
 * @property {number} seed
 * @property {(text: string) => void} [tell] Told how it goes.
 * @property {Awaited<ReturnType<typeof cases>>} [requests] In place of all hostile cases.
 * @property {number} [drainMs] Longest wait for the last outcome of a round: far more than the longest time of a request.
 * @property {(report: any) => boolean} [until] What must have happened before the end: on a slow machine the time alone is too short for it.
 * @property {string} [sabotage] A script for the page after the quiet run, for the test of this test.
 */

/** @param {import('playwright-core').Browser} browser @param {Options} options */
export async function soak(browser, { seconds, seed, tell = () => {}, requests, drainMs = 60_000, until = () => true, sabotage = '' }) {
  // A panic of the engine is told on the console too, and so is what a sealed frame checks.
  const page = await newPage(browser, 'soak/', { expected: new RegExp(`panicked|${SELF_CHECK.source}`) });
  const call = (/** @type {string} */ name, /** @type {unknown[]} */ ...given) =>
    page.evaluate(([name, given]) => /** @type {any} */ (window).soak[name](...given), /** @type {const} */ ([name, given]));
  try {
    await page.waitForFunction('window.soak');
    const sample = await sampler(browser, page);
    const verdicts = await call('quiet', seed, JSON.stringify(requests ?? (await cases())), WORKERS, drainMs);
    tell(`quiet run: ${verdicts} verdicts`);
    await page.evaluate(sabotage);
    const begin = performance.now();
    const left = () => seconds * 1000 - (performance.now() - begin);
    const samples = [];
    let violated = 0;
    let isEnough = false;
    while ((left() > 0 || (!isEnough && left() > -MOST_EXTRA * seconds * 1000)) && violated === 0) {
      // The first round ends in a sample too.
      const due = left() - (samples.length > 0 ? (seconds * 1000) / SAMPLES : 0);
      let report;
      do {
        report = await call('round', Math.min(ROUND_MS, (seconds * 1000) / SAMPLES));
        violated = report.violated;
        isEnough = until(report);
      } while (violated === 0 && left() > Math.max(0, due));
      await call('rest');
      samples.push(await sample());
      tell(`${Math.round((performance.now() - begin) / 1000)} s: ${report.asked} requests, ${report.violated} violations`);
    }
    const spent = (performance.now() - begin) / 1000;
    const report = await call('finish');
    const memory = weigh(samples);
    const found = [...page.problems, ...memory.violations, ...(await leftWorkers(page))];
    return {
      ...report,
      verdicts,
      seconds: spent,
      samples: samples.length,
      memory: memory.kinds,
      violations: [...report.violations, ...found],
      violated: report.violated + found.length,
    };
  } finally {
    await page.close();
  }
}

/** Whether memory grew. @param {import('./memory.mjs').Sample[]} samples */
function weigh(samples) {
  /** @type {Record<string, ReturnType<typeof growth>>} */
  const kinds = {};
  const violations = [];
  for (const kind of /** @type {const} */ (['heap', 'rss'])) {
    const numbers = samples.map((it) => it[kind]).filter((number) => number !== null);
    if (numbers.length === 0) continue;
    kinds[kind] = growth(numbers, ALLOWED[kind]);
    const { grows, first, last, most } = kinds[kind];
    if (grows)
      violations.push(`memory grows: ${kind} ${first.toFixed(1)} MiB at first, ${last.toFixed(1)} at last; allowed ${most.toFixed(1)}`);
  }
  return { kinds, violations };
}

/** Workers that outlive their manager, as the browser sees it. @param {import('playwright-core').Page} page */
async function leftWorkers(page) {
  for (let tries = 0; tries < 100 && page.workers().length > 0; tries += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  const left = page.workers().length;
  return left > 0 ? [`${left} workers live after their manager was disposed`] : [];
}
