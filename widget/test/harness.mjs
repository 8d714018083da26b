/**
 * A browser for the tests of the widgets.
 * @module
 */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDGET = fileURLToPath(new URL('..', import.meta.url));

/**
 * Registers the browser's start and end with the test file that calls this.
 *
 * @returns {{ open: (options?: import('playwright-core').BrowserContextOptions) => Promise<import('playwright-core').Page> }}
 *   `open` gives a fresh page on which `define`, `add`, `FakeManager` and `lived` are there. Errors of
 *   the page and violations of its policy fail the test that closes it.
 */
export function browserTests() {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let server;
  before(async () => {
    const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
    assert.ok(existsSync(executablePath), `no Chromium at ${executablePath}: install it or set CHROMIUM`);
    server = await serve({ '/': WIDGET });
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    async open(options) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      /** @type {string[]} */
      const errors = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(`${server.origin}/test/page.html`);
      await page.waitForFunction(() => /** @type {any} */ (window).loaded);
      const close = page.close.bind(page);
      page.close = async () => {
        const violations = await page.evaluate(() => /** @type {any} */ (window).violations);
        await close();
        await context.close();
        assert.deepEqual({ errors, violations }, { errors: [], violations: [] });
      };
      return page;
    },
  };
}

/**
 * Fails with what axe finds on a page.
 *
 * @param {import('playwright-core').Page} page
 */
export async function assertAccessible(page) {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => [target, failureSummary])]);
  });
  assert.deepEqual(violations, []);
}
