'use strict';
// node:async_hooks. What runs now carries a scope, a map of what each storage holds, which the host hands on to timers,
// ticks and reactions of promises; it is never changed, only replaced.
(function ({ primordials, native, require }) {
  const { Error, Map, MapPrototypeGet, MapPrototypeSet, MapPrototypeForEach, ReflectApply, ObjectDefineProperty } = primordials;
  const { coded, validateFunction, validateString } = require('errors');

  function within(scope, run, thisArg, args) {
    const before = native.asyncScope();
    native.setAsyncScope(scope);
    try {
      return ReflectApply(run, thisArg, args);
    } finally {
      native.setAsyncScope(before);
    }
  }
  function held(storage, store) {
    const scope = new Map(),
      before = native.asyncScope();
    if (before !== undefined) MapPrototypeForEach(before, (value, key) => MapPrototypeSet(scope, key, value));
    MapPrototypeSet(scope, storage, { store });
    return scope;
  }
  function bound(callback, thisArg) {
    validateFunction(callback, 'fn');
    const scope = native.asyncScope();
    const given = thisArg === undefined ? undefined : { thisArg };
    const result = function (...args) {
      return within(scope, callback, given === undefined ? this : given.thisArg, args);
    };
    return ObjectDefineProperty(result, 'length', { value: callback.length, configurable: true });
  }

  class AsyncLocalStorage {
    #initial = undefined;
    #name = '';
    #key = {};
    constructor(options = undefined) {
      this.#initial = options?.defaultValue;
      if (options?.name !== undefined) this.#name = options.name;
    }
    static bind(callback) {
      return bound(callback);
    }
    static snapshot() {
      return bound((callback, ...args) => callback(...args));
    }
    get name() {
      return this.#name;
    }
    run(store, callback, ...args) {
      return within(held(this.#key, store), callback, undefined, args);
    }
    exit(callback, ...args) {
      return within(held(this.#key, undefined), callback, undefined, args);
    }
    enterWith(store) {
      native.setAsyncScope(held(this.#key, store));
    }
    getStore() {
      const scope = native.asyncScope(),
        entry = scope === undefined ? undefined : MapPrototypeGet(scope, this.#key);
      return entry === undefined ? this.#initial : entry.store;
    }
    disable() {
      this.#key = {};
    }
  }

  let ids = 1;
  class AsyncResource {
    #scope = native.asyncScope();
    #id;
    #type;
    constructor(type) {
      validateString(type, 'type');
      this.#type = type;
      this.#id = ++ids;
    }
    static bind(callback, type, thisArg) {
      return bound(callback, thisArg);
    }
    runInAsyncScope(callback, thisArg, ...args) {
      return within(this.#scope, callback, thisArg, args);
    }
    bind(callback, thisArg) {
      validateFunction(callback, 'fn');
      const scope = this.#scope,
        given = thisArg === undefined ? undefined : { thisArg };
      return function (...args) {
        return within(scope, callback, given === undefined ? this : given.thisArg, args);
      };
    }
    emitDestroy() {
      return this;
    }
    asyncId() {
      return this.#id;
    }
    triggerAsyncId() {
      return 1;
    }
  }

  function createHook() {
    throw coded(
      Error,
      'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
      'async_hooks.createHook is not available in this sandbox: the engine tells of no asynchronous resources; AsyncLocalStorage and AsyncResource are there',
    );
  }
  const exports = {
    AsyncLocalStorage,
    AsyncResource,
    createHook,
    executionAsyncId: () => 1,
    triggerAsyncId: () => 0,
    executionAsyncResource: () => ({}),
  };
  return { ...exports, default: exports };
});
