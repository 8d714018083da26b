/**
 * Measures in headless Chromium, ours and what it is compared with on one page and in turns, and prints medians, 95th
 * percentiles and ratios. Its arguments are names of files in `benchmarks/`; `cargo xtask bench --help` lists them.
 */

import assert from 'node:assert/strict';
import { availableParallelism, cpus, loadavg } from 'node:os';

import { launch, newPage } from '../e2e/lib/browser.mjs';

const names = process.argv.slice(2);
assert.ok(names.length > 0, 'name what to measure, or run this by `cargo xtask bench`');

const load = () => loadavg()[0].toFixed(1);

const browser = await launch();
try {
  const cores = availableParallelism();
  console.log(`Chromium ${browser.version()}, ${cores} cores, ${cpus()[0].model.trim()}, load ${load()}; milliseconds of performance.now()`);
  for (const name of names) {
    const { about, run } = await import(`./benchmarks/${name}.mjs`);
    console.log(`\n${name}: ${about}`);
    await run({ cores, onPage });
  }
  console.log(`\nload ${load()}. On a busy machine take the ratios: what stands in one row was measured in turns.`);
} finally {
  await browser.close();
}

/**
 * Calls a function of `page/MODULE.js` on a fresh page, which has to stay free of problems.
 *
 * @param {string} module
 * @param {string} name
 * @param {...unknown} args
 */
async function onPage(module, name, ...args) {
  const page = await newPage({ newPage: isolatedPage }, 'bench/');
  await page.waitForFunction('window.measure !== undefined');
  const result = await page.evaluate(([module, name, args]) => window.measure(module, name, ...args), [module, name, args]);
  assert.deepEqual(page.problems, []);
  await page.close();
  return result;
}

/** A page that is isolated from other origins: its clock has steps of 5 µs, else they are of 100 µs. */
async function isolatedPage() {
  const page = await browser.newPage();
  await page.route('**/*', async (route) => {
    // Scripts of workers need it too. What is no script is left alone.
    if (!['document', 'script', 'other'].includes(route.request().resourceType())) return route.continue();
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: {
        ...response.headers(),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      },
    });
  });
  return page;
}
