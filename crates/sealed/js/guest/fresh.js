/**
 * What a guest has anew for each file, if it is used again: modules register what to do between two files.
 * @module
 */

import { push } from './primordials.js';

const renewals = [];
/** Registers a function that puts state of the harness back to what it is in a new guest. */
export const onRenew = (run) => {
  push(renewals, run);
};
/** Puts the harness back to what it is in a new guest. */
export function renew() {
  for (let i = 0; i < renewals.length; i++) renewals[i]();
}

const hidden = [];
/** Registers a function that gives objects which code under test reaches only through other values. */
export const onRecord = (objects) => {
  push(hidden, objects);
};
/** Objects that code under test reaches only through other values. */
export function hiddenObjects() {
  const found = [];
  for (let i = 0; i < hidden.length; i++) {
    const objects = hidden[i]();
    for (let j = 0; j < objects.length; j++) push(found, objects[j]);
  }
  return found;
}
