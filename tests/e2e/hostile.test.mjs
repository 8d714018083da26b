/**
 * Every case of `tests/hostile/engine/` in a Web Worker. What each must give is held by `crates/engine/tests/hostile.rs`; here
 * the worker is held to the native host's answer, byte for byte, and to answering the next request.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';
import { groups, snapshotOf } from './lib/hostile.mjs';
import { nativeHost } from './lib/native.mjs';

const { withPage } = browserTests('e2e/');

const native = nativeHost();

/** Everything but real time. */
function essence(/** @type {any} */ { timing, ...rest }) {
  return { ...rest, output: JSON.stringify(rest.output) };
}

for (const [group, cases] of await groups('engine')) {
  describe(`hostile: ${group}`, () => {
    test(
      `${cases.length} cases`,
      withPage(async (page) => {
        await page.waitForFunction('window.loaded');
        const wrong = [];
        for (const { name, command, files, limits } of cases) {
          const message = { type: 'VERIFY', id: name, payload: { command, snapshot: snapshotOf(files), limits } };
          const [answer, pong] = await page.evaluate(async (sent) => {
            const page = /** @type {any} */ (window);
            page.client ??= new page.WorkerClient();
            const answer = await page.client.ask(sent);
            if ((answer.code ?? answer.error?.code) !== 'err:crashed') return [answer, await page.client.ask({ type: 'PING' })];
            // A crashed worker says nothing more: the cases after this one have another.
            page.client = undefined;
            return [answer, { type: 'PONG' }];
          }, message);
          assert.equal(pong.type, 'PONG', `after: ${name}`);
          try {
            assert.deepEqual(essence(answer), essence(await native(message)));
          } catch (error) {
            wrong.push(`${name}: ${/** @type {Error} */ (error).message}`);
          }
        }
        assert.deepEqual(wrong, []);
      }),
    );
  });
}
