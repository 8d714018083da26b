/** One changed file in many, beside all of them sent anew. Times are milliseconds. */

import { BareManager } from './bare-manager.js';
import { BARE, inTurns, roundTrip, startedManager, timed } from './turns.js';

const TURNS_NOT_COUNTED = 2;

const pathOf = (index) => `/src/${index % 100}/module-${index}.js`;

/** A file of some 200 bytes, unlike every other. */
const textOf = (index, turn) => `export const name = 'module ${index}, turn ${turn}';\n// ${'what it does '.repeat(11)}\n`;

/** Bytes of what is posted: text and bytes with the names they stand under. What the browser adds around them is not counted. */
function weigh(value, seen = new Set()) {
  if (typeof value === 'string') return new TextEncoder().encode(value).length;
  if (typeof value === 'number') return 8;
  if (typeof value !== 'object' || value === null) return 1;
  if (seen.has(value)) return 0;
  seen.add(value);
  if (ArrayBuffer.isView(value)) return weigh(value.buffer, seen);
  if (value instanceof ArrayBuffer) return value.byteLength;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return entries.reduce((sum, [key, held]) => sum + (Array.isArray(value) ? 0 : weigh(key, seen)) + weigh(held, seen), 0);
}

/** Bytes that this page posts to its workers while something is done. */
async function weighed(act) {
  const { postMessage } = Worker.prototype;
  let sum = 0;
  Worker.prototype.postMessage = function (message, ...rest) {
    sum += weigh(message);
    return postMessage.call(this, message, ...rest);
  };
  try {
    await act();
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
  return sum;
}

/**
 * In each of `turns`: `changes` times one file changed by a delta, once the whole object set, once the whole object posted to
 * a bare worker. After each the answer of `eval:1+1` on it is waited for.
 */
export async function measureSnapshots(count, turns, changes) {
  const manager = await startedManager({ workers: 1, spare: false });
  const bare = new BareManager(BARE);
  const files = {};
  for (let index = 0; index < count; index += 1) files[pathOf(index)] = textOf(index, 0);

  let turn = 0;
  /** Another file each time, all over the snapshot. */
  const change = () => {
    turn += 1;
    const index = (turn * 7919) % count;
    files[pathOf(index)] = textOf(index, turn);
    return [pathOf(index), files[pathOf(index)]];
  };
  const set = async (given) => {
    const { success, error } = await manager.setSnapshot(given);
    if (!success) throw new Error(error);
  };
  const delta = async () => {
    const entries = [change()];
    return timed(async () => {
      await set({ entries });
      await roundTrip(manager);
    });
  };
  const whole = async () => {
    change();
    return timed(async () => {
      await set(files);
      await roundTrip(manager);
    });
  };
  const posted = async () => {
    change();
    return timed(() => bare.runVerification('eval:1+1', { vfsSnapshot: files }));
  };
  const measured = [() => inTurns(changes, [delta]), whole, posted];

  await whole();
  await inTurns(TURNS_NOT_COUNTED, measured);
  const bytes = [await weighed(delta), await weighed(whole), await weighed(posted)];
  const times = (await inTurns(turns, measured)).map((each) => each.flat(2));
  manager.dispose();
  bare.dispose();
  const [ofDelta, ofWhole, ofBare] = times.map((each, index) => ({ times: each, bytes: bytes[index] }));
  return { delta: ofDelta, whole: ofWhole, bare: ofBare };
}
