/**
 * The native host, spoken to in messages.
 * @module
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after, before } from 'node:test';

/**
 * Starts `verdict serve` before the tests of a file and ends it after them. It has no checker of types, as a worker has none.
 *
 * @returns {(message: object) => Promise<any>} Sends a message and gives its answer.
 */
export function nativeHost() {
  /** @type {import('node:child_process').ChildProcessWithoutNullStreams} */
  let server;
  /** @type {AsyncIterator<string>} */
  let answers;
  before(() => {
    const program = process.env.VERDICT_CLI;
    assert.ok(program, 'VERDICT_CLI is not set: run this by `cargo xtask test`');
    server = spawn(program, ['serve', '--stdio'], { env: { ...process.env, VERDICT_CHECKER: 'off' } });
    answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  });
  after(() => server?.kill());
  return async (message) => {
    server.stdin.write(`${JSON.stringify(message)}\n`);
    for (;;) {
      const { value, done } = await answers.next();
      assert.ok(!done, 'the native host ended');
      const answer = JSON.parse(value);
      if (!['READY', 'PROGRESS'].includes(answer.type)) return answer;
    }
  };
}
