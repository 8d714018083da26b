/** What the scenarios share. @module */

import { VerificationManager } from '../../js/verification-manager.js';
import { fakeWorker } from '../fake-worker.js';

/** The smallest module there is. */
export const EMPTY = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
export const MODULES = { analysis: EMPTY, sandbox: EMPTY };
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function equal(actual, expected, what = '') {
  const [a, b] = [actual, expected].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${what}\n  got      ${a}\n  expected ${b}`);
}
export function ok(value, what) {
  if (!value) throw new Error(what);
}

/** A manager on fake workers, with every event that it dispatches. */
export async function manager(options = {}, start = 'ready') {
  const vm = await VerificationManager.create({
    createWorker: () => fakeWorker(start),
    wasmModule: MODULES,
    workers: 1,
    backoffMs: 5,
    spare: false,
    ...options,
  });
  const events = [];
  for (const type of ['verification-start', 'verification-progress', 'verification-complete', 'worker-restart', 'stats']) {
    vm.addEventListener(type, ({ detail }) => events.push([type, detail]));
  }
  return { vm, events, seen: (type) => events.filter(([it]) => it === type).map(([, detail]) => detail) };
}

/** Until so many workers have nothing to do. */
export async function idle(vm, count) {
  const now = () => vm.getStats().slots.filter(({ state }) => state === 'idle').length;
  for (let wait = 0; wait < 300 && now() < count; wait++) await sleep(10);
  equal(now(), count, 'workers that are idle');
}

export async function outcome(promise) {
  try {
    const { success, error, code } = await promise;
    return [success, error, code];
  } catch (error) {
    return ['rejected', error.message, error.code];
  }
}

export const TIMEOUT = ['rejected', 'Verification timeout', 'err:timeout'];
export const PASS = [true, null, null];
