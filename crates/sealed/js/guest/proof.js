/**
 * The proof that a file left nothing behind in its guest, so that the next file may have the guest. It compares what code under
 * test can reach with what a new guest has (`table.js`), and counts uses of what cannot be compared (`uses.js`).
 * docs/design/sealed.md says what it cannot see.
 * @module
 */

import { chai } from '@vitest/expect';
import { expect, Snapshots, vi } from 'vitest:api';

import { hiddenObjects, renew } from './fresh.js';
import { clearTimers } from './open.js';
import { records } from './state.js';
import { difference, freezeFunctions, record, recordAgain } from './table.js';
import { firstUse, noteUse, setHandler, timelineLength } from './uses.js';
import { deleteProperty, getOwnPropertyDescriptor, nextTask, ownKeys, push, StringClass } from './primordials.js';
import './hidden.js';

/** Private records of Vitest, which matchers and testers of a file are added to. */
function recorded() {
  const { matchers, customEqualityTesters } = records[Symbol.for('$$jest-matchers-object')];
  return [matchers, customEqualityTesters, records[Symbol.for('asymmetric-matchers-object')]];
}

/** Asymmetric matchers, whose classes only their values lead to. */
function matchers() {
  const found = [];
  const made = [
    expect.anything(),
    expect.any(Number),
    expect.closeTo(1),
    expect.stringContaining(''),
    expect.stringMatching(/x/),
    expect.objectContaining({}),
    expect.arrayContaining([]),
    expect.arrayOf(1),
    expect.schemaMatching?.({ '~standard': { validate() {} } }),
    expect.toSatisfy?.(() => true),
    expect.toBeOneOf?.([]),
  ];
  for (let i = 0; i < made.length; i++) if (made[i] !== undefined) push(found, made[i]);
  return found;
}

/** What chai notes of calls of functions that it made, with the keys that a new guest has. */
const notes = [];
function findNotes(objects) {
  for (let i = 0; i < objects.length; i++) {
    const flags = getOwnPropertyDescriptor(objects[i], '__flags')?.value;
    if (flags !== undefined) push(notes, { __proto__: null, flags, before: { __proto__: null, ...flags } });
  }
}
/** Sets it back. */
function resetNotes() {
  for (let i = 0; i < notes.length; i++) {
    const { flags, before } = notes[i],
      keys = ownKeys(flags);
    for (let j = 0; j < keys.length; j++) if (!(keys[j] in before)) deleteProperty(flags, keys[j]);
    for (const key in before) flags[key] = before[key];
  }
}

let isRecorded = false;
/** Records what a new guest has. Must be called before any code under test runs. */
export function recordAll(more) {
  if (isRecorded) return;
  isRecorded = true;
  record([globalThis, ...hiddenObjects()]);
  const ours = [expect, vi, chai.Assertion.prototype, chai.assert, chai.util, ...recorded()];
  for (let i = 0; i < ours.length; i++) freezeFunctions(ours[i]);
  record([...ours, ...matchers(), ...more]);
  findNotes([...ours, chai.expect]);
}

/** Records what became of the API as it was put in place. */
export function recordApi() {
  recordAgain([globalThis, expect, vi, Snapshots, chai.Assertion.prototype]);
}

/** What a file left behind, in words; undefined if nothing. */
export async function left() {
  if (firstUse() !== undefined) return firstUse();
  try {
    clearTimers();
    renew();
    resetNotes();
  } catch {
    noteUse('what cannot be put back');
  }
  // Nothing that was under way may run after the comparison.
  await nextTask();
  await nextTask();
  if (firstUse() !== undefined) return firstUse();
  const changed = difference();
  if (changed !== undefined) return `a changed ${StringClass(changed)}`;
  const handler = setHandler();
  if (handler !== undefined) return handler;
  return timelineLength() > 0 ? 'an entry in the timeline' : undefined;
}
