/**
 * Headless Chromium for the end-to-end tests, the demo and the benchmark. `cargo xtask` starts the server
 * and says in the environment where it is (`VERDICT_URL`) and which browser to take (`CHROMIUM`).
 * @module
 */

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

import { noted, say } from './outcomes.mjs';

/** How every browser of these tests is started. */
export const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** The sealed frame's check of its own seal, which a browser writes to the console of its page. */
export const SELF_CHECK = /violates the following Content Security Policy|Refused to connect|Connecting to 'data:,'/;

/** Address of the server, with a slash at the end. */
export function serverUrl() {
  const url = process.env.VERDICT_URL;
  assert.ok(url, 'VERDICT_URL is not set: run this by `cargo xtask test`, `demo` or `bench`');
  return url;
}

/** Which browser is taken. */
export function executable() {
  return process.env.CHROMIUM ?? '/usr/bin/chromium';
}

/** @returns {Promise<import('playwright-core').Browser>} */
export function launch() {
  return chromium.launch({ executablePath: executable(), args: ARGUMENTS });
}

/**
 * A fresh page at a path of the server. What goes wrong on it is collected in `page.problems`: errors of the
 * console, uncaught errors, crashes. A test that provokes one names it in `expected`.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} path From the server's root, without a slash at the start.
 * @param {{ expected?: RegExp, policy?: string }} [options] `expected`: problems that are part of the test; `policy`:
 *   the page's Content-Security-Policy instead of the server's.
 * @returns {Promise<import('playwright-core').Page & { problems: string[], outcomes: () => string[] }>}
 */
export async function newPage(browser, path, { expected, policy } = {}) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const problems = [];
  const note = (/** @type {string} */ text) => {
    if (!expected?.test(text)) problems.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => note(`page: ${error.stack ?? error}`));
  page.on('crash', () => note('the page crashed'));
  const outcomes = await noted(page);
  const url = new URL(path, serverUrl()).href;
  if (policy !== undefined) {
    await page.route(url, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
    });
  }
  await page.goto(url);
  return Object.assign(page, { problems, outcomes });
}

/**
 * Starts a browser before the tests of a file and ends it after them.
 *
 * @param {string} path The page that the tests are on.
 * @typedef {(test: (page: import('playwright-core').Page) => Promise<void>, options?: { expected?: RegExp, policy?: string }) =>
 *   (t?: import('node:test').TestContext) => Promise<void>} OnPage
 * @typedef {(test: (page: import('playwright-core').Page) => Promise<void>) => () => Promise<void>} OnSamePage
 * @returns {{ withPage: OnPage, withSamePage: OnSamePage }} `withPage` makes a test function that has a fresh page, and fails on any
 *   problem of the page that it did not expect. `withSamePage` is the same on one page for all its tests, where each makes what
 *   it needs anew and ends it, a worker for example: to start a page and to compile wasm for it costs more than most tests. What
 *   comes after a test that failed has another page.
 */
export function browserTests(path) {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof newPage>> | undefined} */
  let same;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());
  return {
    withPage: (test, options) => async (t) => {
      const page = await newPage(browser, path, options);
      try {
        await test(page);
      } finally {
        await page.close();
        say(t, page.outcomes());
      }
      assert.deepEqual(page.problems, [], 'problems of the page');
    },
    withSamePage: (test) => async () => {
      const page = (same ??= await newPage(browser, path));
      // Until it has passed.
      same = undefined;
      await test(page);
      assert.deepEqual(page.problems, [], 'problems of the page');
      same = page;
    },
  };
}

/**
 * Tabs of one fresh profile, closed at the end.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {(tab: () => Promise<import('playwright-core').Page>) => Promise<void>} act Calls `tab` for each new tab, on the
 *   page for tests.
 */
export async function withTabs(browser, act) {
  const context = await browser.newContext();
  try {
    await act(async () => {
      const page = await context.newPage();
      await page.goto(new URL('e2e/', serverUrl()).href);
      return page;
    });
  } finally {
    await context.close();
  }
}
