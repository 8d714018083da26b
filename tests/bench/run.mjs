/**
 * Measures in headless Chromium, ours and what it is compared with on one page and in turns, and prints medians, 95th
 * percentiles and ratios. Its arguments are names of files in `benchmarks/`; `cargo xtask bench --help` lists them.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';

import { SELF_CHECK, launch, newPage } from '../e2e/lib/browser.mjs';

/** Where pages find packages of npm that ours is compared with. */
const PACKAGES = '/bench/npm/';
const NODE_MODULES = new URL('../../node_modules/', import.meta.url);

/** Beside that a page is isolated, see `isolatedPage`. */
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

const names = process.argv.slice(2);
assert.ok(names.length > 0, 'name what to measure, or run this by `cargo xtask bench`');

const load = () => loadavg()[0].toFixed(1);

const browser = await launch();
try {
  const cores = availableParallelism();
  console.log(
    `Chromium ${browser.version()}, ${cores} cores, ${cpus()[0].model.trim()}, load ${load()}; milliseconds of performance.now()`,
  );
  for (const name of names) {
    const { about, run } = await import(`./benchmarks/${name}.mjs`);
    console.log(`\n${name}: ${about}`);
    await run({ browser, cores, onPage, openPage });
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
  const page = await openPage(module);
  const result = await page.call(name, ...args);
  await page.close();
  return result;
}

/** A fresh page, to call functions of `page/MODULE.js` on one after another. @param {string} module */
async function openPage(module) {
  const page = await newPage({ newPage: isolatedPage }, 'bench/', { expected: SELF_CHECK });
  await page.waitForFunction('window.measure !== undefined');
  return {
    call: (/** @type {string} */ name, /** @type {unknown[]} */ ...args) =>
      page.evaluate(([module, name, args]) => window.measure(module, name, ...args), [module, name, args]),
    async close() {
      assert.deepEqual(page.problems, []);
      await page.close();
    },
  };
}

/** A page that is isolated from other origins: its clock has steps of 5 µs, else they are of 100 µs. */
async function isolatedPage() {
  const page = await browser.newPage();
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.pathname.startsWith(PACKAGES)) return fulfillFromPackage(route, url.pathname.slice(PACKAGES.length));
    // Scripts of workers need it too. What is no script is left alone.
    if (!['document', 'script', 'other'].includes(route.request().resourceType())) return route.continue();
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), ...ISOLATED },
    });
  });
  return page;
}

/** A file of a package. What modules import by the name of a package is made a path. */
async function fulfillFromPackage(route, path) {
  const body = await readFile(new URL(path, NODE_MODULES));
  const isWasm = path.endsWith('.wasm');
  await route.fulfill({
    headers: { ...ISOLATED, 'content-type': isWasm ? 'application/wasm' : 'text/javascript' },
    body: isWasm ? body : body.toString().replaceAll('"@jitl/quickjs-ffi-types"', `"${PACKAGES}@jitl/quickjs-ffi-types/dist/index.mjs"`),
  });
}
