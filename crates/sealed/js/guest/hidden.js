/**
 * Objects of the engine that no global leads to: prototypes of iterators, generators and frames of stacks.
 * @module
 */

import { onRecord } from './fresh.js';
import { getOwnPropertyDescriptor, setProperty } from './primordials.js';

const iteratorOf = (value) => value[Symbol.iterator]();

/** A frame of a stack. */
function frame() {
  const holder = {};
  const before = getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  Error.prepareStackTrace = (_, frames) => frames;
  Error.captureStackTrace(holder);
  const { stack } = holder;
  if (before === undefined) delete Error.prepareStackTrace;
  else setProperty(Error, 'prepareStackTrace', before.value);
  return stack[0];
}

onRecord(() => [
  frame(),
  ...[[], new Map(), new Set(), '', new URLSearchParams(), new Headers(), new FormData()].map(iteratorOf),
  ''.matchAll(/x/g),
  [].values().map((value) => value),
  Iterator.from({ next() {} }),
  function* () {},
  async () => {},
  async function* () {},
  (function* () {})(),
  (async function* () {})(),
  new AbortController().signal,
  (function () {
    return getOwnPropertyDescriptor(arguments, 'callee').get;
  })(),
]);
