/**
 * Built-ins before any code under test ran. Code that decides anything never calls a method that a guest could have replaced.
 * @module
 */

export const {
  apply,
  construct,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isExtensible,
  ownKeys,
  set: setProperty,
  setPrototypeOf,
} = Reflect;

/** `uncurry(method)(self, ...args)` is `self.method(...args)`. */
const { bind, call } = Function.prototype;
export const uncurry = apply(bind, bind, [call]);

export const { create, freeze, is } = Object;
export const { isArray } = Array;
export const { parse: fromJson, stringify: toJson } = JSON;
export const { max, min, random } = Math;
export const { now: dateNow } = Date;
export const performanceNow = performance.now.bind(performance);
export const indirectEval = globalThis.eval;
export const {
  Array: ArrayClass,
  Error: ErrorClass,
  Map: MapClass,
  Object: ObjectClass,
  Promise: PromiseClass,
  RegExp: RegExpClass,
  Set: SetClass,
  String: StringClass,
  SyntaxError: SyntaxErrorClass,
  TypeError: TypeErrorClass,
  WeakMap: WeakMapClass,
  WeakSet: WeakSetClass,
} = globalThis;
export const {
  setTimeout: realSetTimeout,
  clearTimeout: realClearTimeout,
  queueMicrotask: realQueueMicrotask,
  Worker: WorkerClass,
} = globalThis;

export const mapGet = uncurry(Map.prototype.get);
export const mapHas = uncurry(Map.prototype.has);
export const mapSet = uncurry(Map.prototype.set);
export const mapDelete = uncurry(Map.prototype.delete);
export const mapClear = uncurry(Map.prototype.clear);
export const mapForEach = uncurry(Map.prototype.forEach);
export const mapSize = uncurry(getOwnPropertyDescriptor(Map.prototype, 'size').get);
export const weakGet = uncurry(WeakMap.prototype.get);
export const weakSet = uncurry(WeakMap.prototype.set);
export const weakHas = uncurry(WeakMap.prototype.has);
export const functionText = uncurry(Function.prototype.toString);
export const then = uncurry(Promise.prototype.then);
export const startsWith = uncurry(String.prototype.startsWith);
export const endsWith = uncurry(String.prototype.endsWith);
export const slice = uncurry(String.prototype.slice);
export const indexOf = uncurry(String.prototype.indexOf);
export const includes = uncurry(String.prototype.includes);
export const lastIndexOf = uncurry(String.prototype.lastIndexOf);
export const split = uncurry(String.prototype.split);
export const exec = uncurry(RegExp.prototype.exec);
export const join = uncurry(Array.prototype.join);
export const listSlice = uncurry(Array.prototype.slice);
export const toStringTag = uncurry(Object.prototype.toString);
export const hasOwn = Object.hasOwn;

/** Appends a value to a list, bypassing setters on `Array.prototype`. */
export function push(list, value) {
  defineProperty(list, list.length, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

/** A promise for a result, with reactions that nobody can replace. */
export const after = (promise, fulfilled, rejected) => then(promise, fulfilled, rejected);

const { MessageChannel } = globalThis;
const postMessage = uncurry(MessagePort.prototype.postMessage);
const tick = new MessageChannel();
const waiting = [];
let taken = 0;
tick.port1.onmessage = () => {
  const resolve = waiting[taken++];
  if (taken === waiting.length) waiting.length = taken = 0;
  resolve();
};

/** Runs a function in the next task, even if timers are faked. */
export function soon(run) {
  push(waiting, run);
  postMessage(tick.port2, 0);
}

/** Resolves in the next task, after unhandled rejections were reported. */
export const nextTask = () =>
  new PromiseClass((resolve) => {
    soon(resolve);
  });
