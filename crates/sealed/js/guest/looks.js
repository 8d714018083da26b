/**
 * Refuses functions of the subject that would take part in judging, whoever passes them on: matchers, equality testers, snapshot
 * serializers, plugins of chai and factories of mocks.
 * @module
 */

import { hooks } from './hooks.js';
import { judgeInSubject, reserved } from './sentences.js';
import { checkWritten } from './writers.js';
import { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, isArray, ownKeys, push, StringClass } from './primordials.js';

/** The error of what is refused to the subject. */
export const refused = (message) => hooks.reserved(reserved(message));

/** Refuses a function that would take part in judging if the subject wrote it. */
function judges(what, run) {
  if (typeof run !== 'function') return;
  const file = checkWritten(run);
  if (file !== undefined) throw refused(judgeInSubject(what, file));
}

/** Refuses such methods of an object, as far as they can be read without running guest code. */
function methodsJudge(what, object, names) {
  for (let i = 0; i < names.length; i++) {
    for (let at = object; typeof at === 'object' && at !== null; at = getPrototypeOf(at)) {
      const property = getOwnPropertyDescriptor(at, names[i]);
      if (property === undefined) continue;
      judges(what, property.value ?? property.get);
      break;
    }
  }
}

/** Copies an object and reads each property once, so that the checked value is the used one. */
function copyOf(object) {
  const copy = {},
    keys = ownKeys(object);
  for (let i = 0; i < keys.length; i++)
    if (getOwnPropertyDescriptor(object, keys[i])?.enumerable)
      defineProperty(copy, keys[i], { __proto__: null, value: object[keys[i]], writable: true, enumerable: true, configurable: true });
  return copy;
}

function factory(args) {
  if (args.length > 1) judges('The factory of a mock', args[1]);
  return args;
}

/** Checks of arguments by function name. Each returns the arguments to call the function with. */
export const LOOKS = {
  __proto__: null,
  extend([matchers]) {
    if (typeof matchers !== 'object' || matchers === null) return [matchers];
    const copy = copyOf(matchers),
      names = ownKeys(copy);
    for (let i = 0; i < names.length; i++) judges(`The matcher ${StringClass(names[i])}`, copy[names[i]]);
    return [copy];
  },
  addEqualityTesters([testers]) {
    if (!isArray(testers)) return [testers];
    const copy = [];
    for (let i = 0; i < testers.length; i++) push(copy, testers[i]);
    for (let i = 0; i < copy.length; i++) judges('An equality tester', copy[i]);
    return [copy];
  },
  mock: factory,
  doMock: factory,
  addSnapshotSerializer(args) {
    methodsJudge('A snapshot serializer', args[0], ['test', 'serialize', 'print']);
    return args;
  },
};
/** Checks a plugin of chai. */
export const lookAtPlugin = (plugin) => judges('A plugin of chai', plugin);
