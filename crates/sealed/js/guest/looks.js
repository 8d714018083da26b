/**
 * What takes part in judging is not written in the subject, whoever hands it over: matchers, equality testers, snapshot
 * serializers, plugins of chai and factories of mocks.
 * @module
 */

import { hooks } from './hooks.js';
import { judgeInSubject, reserved } from './sentences.js';
import { checkWritten } from './writers.js';
import { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, isArray, ownKeys, push, StringClass } from './primordials.js';

/** The error of what is refused to the subject. */
export const refused = (message) => hooks.reserved(reserved(message));

/** Refuses a function that is to take part in judging where the subject wrote it. */
function judges(what, run) {
  if (typeof run !== 'function') return;
  const file = checkWritten(run);
  if (file !== undefined) throw refused(judgeInSubject(what, file));
}

/** The same for methods of an object, as far as they can be read without running anything. */
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

/** A plain copy, which reads each property once: what is looked at is what is taken. */
function copyOf(object) {
  const copy = {}, keys = ownKeys(object);
  for (let i = 0; i < keys.length; i++) if (getOwnPropertyDescriptor(object, keys[i])?.enumerable) defineProperty(copy, keys[i], { __proto__: null, value: object[keys[i]], writable: true, enumerable: true, configurable: true });
  return copy;
}

function factory(args) {
  if (args.length > 1) judges('The factory of a mock', args[1]);
  return args;
}

/** What is looked at beside the caller, by the name of the function: the arguments that it is called with come back. */
export const LOOKS = {
  __proto__: null,
  extend([matchers]) {
    if (typeof matchers !== 'object' || matchers === null) return [matchers];
    const copy = copyOf(matchers), names = ownKeys(copy);
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
/** Looks at a plugin of chai. */
export const lookAtPlugin = (plugin) => judges('A plugin of chai', plugin);
