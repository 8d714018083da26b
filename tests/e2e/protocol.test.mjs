/**
 * The built worker in a real browser, spoken to directly: what is malformed is answered by `err:protocol` with a
 * JSON pointer, and the worker goes on; envelopes are answered in their own shape.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browserTests } from './lib/browser.mjs';

// Each test has a worker of its own, and ends it.
const { withSamePage } = browserTests('e2e/');

/**
 * Sends messages to one fresh worker and gives an answer for each.
 *
 * @param {import('playwright-core').Page} page
 * @param {string[]} messages JavaScript expressions: JSON has no Blob and no own `__proto__`.
 * @returns {Promise<any[]>}
 */
async function ask(page, ...messages) {
  await page.waitForFunction('window.loaded');
  const asked = messages.map((message) => `answers.push(await client.ask(${message}));`);
  return page.evaluate(`(async () => {
    const client = new WorkerClient();
    const answers = [];
    ${asked.join('\n')}
    client.worker.terminate();
    return answers;
  })()`);
}

/** Root hash of no snapshot. */
const ROOT = 'f'.repeat(64);

const LONG = `'x'.repeat(257)`;

describe('malformed messages', () => {
  const cases = [
    ['null', 'null', '(root)'],
    ['a number', '42', '(root)'],
    ['a text', `'VERIFY'`, '(root)'],
    ['a Blob', `new Blob(['VERIFY'])`, '/type'],
    ['an empty object', '{}', '/type'],
    ['an unknown type', `{ type: 'DESTROY' }`, '/type', /Unknown message type: DESTROY/],
    ['a type that is no text', `{ type: 7 }`, '/type'],
    ['no payload', `{ type: 'VERIFY', id: 'a' }`, '(root)', /payload/],
    ['a payload that is no object', `{ type: 'VERIFY', id: 'a', payload: 'eval:1' }`, '/payload'],
    ['no command', `{ type: 'VERIFY', id: 'a', payload: {} }`, '/payload', /command/],
    ['a command that is no text', `{ type: 'VERIFY', id: 'a', payload: { command: 7 } }`, '/payload/command'],
    [
      'a limit that is no number',
      `{ type: 'VERIFY', id: 'a', payload: { command: 'eval:1', limits: { timeMs: 'soon' } } }`,
      '/payload/limits/timeMs',
    ],
    [
      'a file without content',
      `{ type: 'VERIFY', id: 'a', payload: { command: 'eval:1', snapshot: [{ path: '/a.js' }] } }`,
      '/payload/snapshot/0',
      /content/,
    ],
    ['an empty id', `{ type: 'VERIFY', id: '', payload: { command: 'eval:1' } }`, '/id'],
    ['a huge id', `{ type: 'VERIFY', id: ${LONG}, payload: { command: 'eval:1' } }`, '/id'],
    ['an id that is an object', `{ type: 'VERIFY', id: {}, payload: { command: 'eval:1' } }`, '/id'],
  ];
  for (const [name, message, pointer, says = /./] of cases) {
    test(
      name,
      withSamePage(async (page) => {
        const [answer, pong] = await ask(page, message, `{ type: 'PING', id: 'still here' }`);
        assert.equal(answer.type, 'ERROR');
        assert.equal(answer.error.code, 'err:protocol');
        assert.match(answer.error.message, says);
        const at = /^Malformed message at (\S+):/.exec(answer.error.message)?.[1];
        assert.equal(at, pointer, answer.error.message);
        const { toolchain, memory, ...rest } = pong;
        assert.deepEqual(rest, { type: 'PONG', success: true, id: 'still here' });
        assert.match(toolchain.protocol, /^1\./);
      }),
    );
  }
});

describe('request ids', () => {
  const verify = (/** @type {string} */ id) => `{ type: 'VERIFY', id: ${id}, payload: { command: 'eval:1+1' } }`;
  for (const [name, id] of [
    ['a text', `'a'`],
    ['a number', '7'],
    ['__proto__', `'__proto__'`],
    ['constructor', `'constructor'`],
    ['256 bytes', `'x'.repeat(256)`],
  ]) {
    test(
      `${name} is echoed as it came`,
      withSamePage(async (page) => {
        const [answer, expected] = [(await ask(page, verify(id)))[0], await page.evaluate(id)];
        assert.equal(answer.type, 'VERIFY_COMPLETE');
        assert.strictEqual(answer.id, expected);
        assert.equal(answer.output, 2);
      }),
    );
  }

  test(
    'the same id twice is answered twice',
    withSamePage(async (page) => {
      const answers = await ask(page, verify(`'a'`), verify(`'a'`));
      assert.deepEqual(
        answers.map(({ type, id, output }) => [type, id, output]),
        [
          ['VERIFY_COMPLETE', 'a', 2],
          ['VERIFY_COMPLETE', 'a', 2],
        ],
      );
    }),
  );
});

describe('envelopes', () => {
  test(
    'INIT with compiled modules is answered by READY with its generation',
    withSamePage(async (page) => {
      await page.waitForFunction('window.loaded');
      const ready = await page.evaluate(`WorkerClient.init(7).then((client) => (client.worker.terminate(), client.first))`);
      const { toolchain, ...rest } = ready;
      assert.deepEqual(rest, { type: 'READY', protocol: 1, generation: 7 });
      assert.deepEqual(Object.keys(toolchain).sort(), ['checker', 'engine', 'protocol', 'rules']);
      for (const version of Object.values(toolchain)) assert.match(version, /^\d+\.\d+\.\d+/);
    }),
  );

  test(
    'a plain VERIFY is answered without an id, with its session',
    withSamePage(async (page) => {
      const [answer] = await ask(
        page,
        `{ type: 'VERIFY', payload: {
          command: 'test:/a.test.js', sessionId: 's-1',
          vfsSnapshot: { '/a.test.js': "describe('a', () => { it('b', () => { expect(1).toBe(1); }); });" },
        } }`,
      );
      assert.equal(answer.type, 'VERIFY_COMPLETE');
      assert.equal('id' in answer, false);
      assert.equal(answer.sessionId, 's-1');
      assert.equal(answer.success, true);
      assert.equal(answer.error, null);
      const [{ suite, test: name, passed }] = answer.output;
      assert.deepEqual({ suite, name, passed }, { suite: 'a', name: 'b', passed: true });
    }),
  );

  test(
    '{ requestId, command, vfsSnapshot } is answered by { requestId, result }',
    withSamePage(async (page) => {
      const [answer] = await ask(page, `{ requestId: 'r-1', command: 'lint:/a.js', vfsSnapshot: { '/a.js': 'debugger;' } }`);
      assert.deepEqual(Object.keys(answer).sort(), ['requestId', 'result']);
      assert.equal(answer.requestId, 'r-1');
      assert.equal(answer.result.success, false);
      const [issue] = answer.result.output;
      assert.deepEqual([issue.line, issue.message], [1, 'Remove debugger statements']);
    }),
  );

  test(
    'PING without an id is answered by PONG without one',
    withSamePage(async (page) => {
      const [{ toolchain, memory, ...pong }] = await ask(page, `{ type: 'PING' }`);
      assert.deepEqual(pong, { type: 'PONG', success: true });
      assert.match(toolchain.protocol, /^1\./);
    }),
  );

  test(
    'unknown fields are ignored',
    withSamePage(async (page) => {
      const [answer] = await ask(page, `{ type: 'VERIFY', id: 'a', more: [], payload: { command: 'eval:1+1', someday: { x: 1 } } }`);
      assert.equal(answer.output, 2);
    }),
  );

  test(
    'an unknown verb names the verbs',
    withSamePage(async (page) => {
      const [answer] = await ask(page, `{ type: 'VERIFY', id: 'a', payload: { command: 'format:/a.js' } }`);
      assert.equal(answer.success, false);
      assert.equal(answer.code, 'err:command');
      for (const verb of ['test', 'lint', 'type-check', 'eval']) assert.ok(answer.error.includes(verb), answer.error);
    }),
  );

  test(
    'a snapshot that was never sent is asked for',
    withSamePage(async (page) => {
      const [answer] = await ask(page, lintOf(ROOT));
      assert.deepEqual(answer, { type: 'NEED_SNAPSHOT', id: 'lint', root: ROOT, blobs: [] });
    }),
  );

  // A snapshot is read when a request first needs it, so the answers to both come after the request.
  for (const [name, payload, code, says] of [
    [
      'a file that is not what its hash says is refused, and so is what stands on it',
      `{ entries: [{ path: '/a.js', hash: '${'0'.repeat(64)}', content: 'debugger;' }], removed: [], root: '${ROOT}' }`,
      'err:integrity',
      /./,
    ],
    ['a snapshot without entries is malformed', `{ root: '${ROOT}' }`, 'err:protocol', /at \/payload: .*entries/],
  ]) {
    test(
      name,
      withSamePage(async (page) => {
        await page.waitForFunction('window.loaded');
        const [refused, needed] = await page.evaluate(`(async () => {
          const client = new WorkerClient();
          client.worker.postMessage({ type: 'SNAPSHOT', payload: ${payload} });
          const answers = [await client.ask(${lintOf(ROOT)}), await client.next()];
          client.worker.terminate();
          return answers;
        })()`);
        assert.equal(refused.type, 'ERROR');
        assert.equal(refused.error.code, code);
        assert.match(refused.error.message, says);
        assert.deepEqual(needed, { type: 'NEED_SNAPSHOT', id: 'lint', root: ROOT, blobs: [] });
      }),
    );
  }
});

/** A request that refers to a snapshot. */
function lintOf(/** @type {string} */ root) {
  return `{ type: 'VERIFY', id: 'lint', payload: { command: 'lint:/a.js', snapshotRef: '${root}' } }`;
}
