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
 * @typedef {{ expected?: RegExp, policy?: string }} Options `expected`: problems that are part of the test; `policy`: the page's
 *   Content-Security-Policy instead of the server's.
 * @typedef {import('playwright-core').Page & { problems: string[], outcomes: () => string[], renew: (path: string, expected?: RegExp) =>
 *   Promise<void> }} TestPage `renew` makes it as new: another document, with nothing in the storage of its origin.
 */

/**
 * A fresh page at a path of the server. What goes wrong on it is collected in `page.problems`: errors of the
 * console, uncaught errors, crashes. A test that provokes one names it in `expected`.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} path From the server's root, without a slash at the start.
 * @param {Options} [options]
 * @returns {Promise<TestPage>}
 */
export async function newPage(browser, path, { expected, policy } = {}) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const problems = [];
  let allowed = expected;
  const note = (/** @type {string} */ text) => {
    if (!allowed?.test(text)) problems.push(text);
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
  const renew = async (/** @type {string} */ path, /** @type {RegExp | undefined} */ expected) => {
    const { origin } = new URL(page.url());
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('about:blank');
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await session.detach();
    outcomes();
    problems.length = 0;
    allowed = expected;
    await page.goto(new URL(path, serverUrl()).href);
  };
  return Object.assign(page, { problems, outcomes, renew });
}

/** Pages that a test has ended with, by their browser. @type {WeakMap<import('playwright-core').Browser, TestPage[]>} */
const free = new WeakMap();

/**
 * Runs `act` on a page that is as new, and fails on any problem of the page that was not expected. The page is one that another
 * test has ended with, if there is one: a renderer of its own, and compiling wasm in it, cost more than most tests. What a test
 * failed on is closed.
 *
 * @template T
 * @param {import('playwright-core').Browser} browser
 * @param {string} path
 * @param {Options} options
 * @param {(page: TestPage) => Promise<T>} act
 * @param {(page: TestPage) => void} [ended] Is called with the page, whether `act` failed or not.
 * @returns {Promise<T>}
 */
export async function onNewPage(browser, path, { expected, policy }, act, ended = () => {}) {
  const known = policy === undefined ? free.get(browser)?.pop() : undefined;
  await known?.renew(path, expected);
  const page = known ?? (await newPage(browser, path, { expected, policy }));
  let isRight = false;
  try {
    const result = await act(page);
    assert.deepEqual(page.problems, [], 'problems of the page');
    isRight = policy === undefined;
    return result;
  } finally {
    ended(page);
    if (isRight) free.set(browser, [...(free.get(browser) ?? []), page]);
    else await page.close();
  }
}

/**
 * Starts a browser before the tests of a file and ends it after them.
 *
 * @param {string} path The page that the tests are on.
 * @typedef {(test: (page: import('playwright-core').Page) => Promise<void>, options?: Options) =>
 *   (t?: import('node:test').TestContext) => Promise<void>} OnPage
 * @typedef {(test: (page: import('playwright-core').Page) => Promise<void>) => () => Promise<void>} OnSamePage
 * @returns {{ withPage: OnPage, withSamePage: OnSamePage }} `withPage` makes a test function that has a page as new, and fails on any
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
    withPage:
      (test, options = {}) =>
      (t) =>
        onNewPage(browser, path, options, test, (page) => say(t, page.outcomes())),
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
