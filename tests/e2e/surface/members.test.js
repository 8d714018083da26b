/**
 * Prints what there is, a list a line: run under both engines by ../engines.test.mjs, and compared there.
 */

import * as jestGlobals from '@jest/globals';
import * as vitest from 'vitest';
import { assert, chai, describe, expect, test, vi } from 'vitest';

/** `module.builtinModules` of Node 20, and those that need their prefix. */
const MODULES = 'assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns dns/promises domain events fs fs/promises http http2 https inspector inspector/promises module net os path path/posix path/win32 perf_hooks process punycode querystring readline readline/promises repl stream stream/consumers stream/promises stream/web string_decoder sys timers timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib test test/reporters sea sqlite _http_agent _stream_readable _tls_wrap none'.split(' ');

/** Names of an object and of what it inherits, but those that every object has. */
function namesOf(object) {
  const found = new Set();
  for (let link = object; link && ![Object.prototype, Function.prototype, Array.prototype].includes(link); link = Object.getPrototypeOf(link)) {
    for (const key of Reflect.ownKeys(link)) if (key !== 'prototype' && key !== 'constructor') found.add(typeof key === 'symbol' ? `@@${key.description}` : key);
  }
  return [...found].sort();
}

/** What an import comes to: names, or why not. */
const imported = (name) => import(name).then(namesOf, ({ name, message }) => [`${name}: ${message}`]);

// What is made when it is first asked for is asked for.
void assert.equal;
void expect(1).to;

test('what there is', async (context) => {
  const { task } = context;
  const objects = {
    vitest: { ...vitest }, '@jest/globals': { ...jestGlobals }, vi, jest, expect, 'expect.not': expect.not, assertion: expect(1), 'assertion.not': expect(1).not, resolves: expect(Promise.resolve(1)).resolves,
    test, 'test.each': test.each, describe, context, task, suite: task.suite, file: task.file, mock: vi.fn(), 'mock.mock': vi.fn().mock, assert, chai, should: vitest.should(), state: expect.getState(), asymmetric: expect.any(String),
    process, 'process.stdout': process.stdout, Buffer, buffer: Buffer.alloc(1), 'import.meta': import.meta, console, performance, crypto, 'crypto.subtle': crypto.subtle, URL, Headers, Response: Response.prototype, Request: Request.prototype, AbortSignal, Blob: Blob.prototype, EventTarget: EventTarget.prototype,
  };
  for (const [name, object] of Object.entries(objects)) console.log(JSON.stringify([name, namesOf(object)]));
  console.log(JSON.stringify(['globals', [...new Set([...Object.getOwnPropertyNames(globalThis), ...namesOf(globalThis)])].sort()]));
  for (const name of MODULES) {
    const found = await imported(`node:${name}`);
    console.log(JSON.stringify([`node:${name}`, found]));
    // Without its prefix it is the same one.
    const bare = await imported(name);
    if (JSON.stringify(bare).replaceAll(`'${name}'`, `'node:${name}'`) !== JSON.stringify(found)) console.log(JSON.stringify([`bare ${name}`, bare]));
  }
});
