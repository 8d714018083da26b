/**
 * Every case of `tests/hostile/engine/` in a Web Worker. What each must give is held by `crates/engine/tests/hostile.rs`; here
 * the worker is held to the native host's answer, byte for byte, and both to answering an honest request after it.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';
import { groups, snapshotOf } from './lib/hostile.mjs';
import { nativeHost } from './lib/native.mjs';
import { outcomeOf, tell } from './lib/outcomes.mjs';

const { withPage } = browserTests('e2e/');

const native = nativeHost();

/** What must pass after each case, whatever that did. */
const HONEST = { type: 'VERIFY', id: 'honest', payload: { command: 'eval:6 * 7' } };

const honest = (/** @type {any} */ { success, output }) => success === true && output === 42;

/** Everything but real time. */
function essence(/** @type {any} */ { timing, memory, ...rest }) {
  return { ...rest, output: JSON.stringify(rest.output) };
}

for (const [group, cases] of await groups('engine')) {
  describe(`hostile: ${group}`, () => {
    test(
      `${cases.length} cases`,
      withPage(async (page) => {
        await page.waitForFunction('window.loaded');
        const wrong = [];
        for (const { name, command, files, limits, expect } of cases) {
          const message = { type: 'VERIFY', id: name, payload: { command, snapshot: snapshotOf(files), limits } };
          const [answer, after] = await page.evaluate(
            async ([sent, honest]) => {
              const page = /** @type {any} */ (window);
              page.client ??= new page.WorkerClient();
              const answer = await page.client.ask(sent);
              // A crashed worker says nothing more: what comes after this case has another.
              if (answer.type === 'ERROR') page.client = new page.WorkerClient();
              return [answer, await page.client.ask(honest)];
            },
            [message, HONEST],
          );
          const expected = await native(message);
          const afterwards = honest(await native(HONEST));
          const problems = [];
          try {
            assert.deepEqual(essence(answer), essence(expected));
          } catch (error) {
            problems.push(/** @type {Error} */ (error).message);
          }
          if (!honest(after)) problems.push(`the honest request after it: ${JSON.stringify(after)}`);
          if (!afterwards) problems.push('the honest request after it in the native host');
          wrong.push(...problems.map((text) => `${name}: ${text}`));
          const holds = (/** @type {any} */ one) =>
            (one.success ?? false) === expect.success && (expect.code === undefined || outcomeOf(one) === expect.code);
          const told = { part: 'engine', group: group.replace('.json', ''), name };
          tell({
            ...told,
            host: 'chromium',
            outcome: outcomeOf(answer),
            holds: holds(answer) && problems.length === 0,
            next: honest(after),
          });
          tell({ ...told, host: 'native', outcome: outcomeOf(expected), holds: holds(expected) && afterwards, next: afterwards });
        }
        assert.deepEqual(wrong, []);
      }),
    );
  });
}
