'use strict';
// node:events.
(function ({ primordials, native, require }) {
  const {
    Error,
    RangeError,
    TypeError,
    Promise,
    ArrayIsArray,
    ArrayPrototypePush,
    ArrayPrototypeSlice,
    ArrayPrototypeSplice,
    ArrayPrototypeShift,
    ArrayPrototypeUnshift,
    ObjectCreate,
    ObjectDefineProperty,
    ObjectGetPrototypeOf,
    ReflectApply,
    ReflectOwnKeys,
    Symbol,
    SymbolFor,
    SymbolAsyncIterator,
    NumberIsNaN,
    PromiseResolve,
    PromiseReject,
    PromisePrototypeThen,
  } = primordials;
  const { coded, invalidArgType, outOfRange, validateFunction, validateNumber, validateAbortSignal, validateObject } = require('errors');

  const kCapture = Symbol('kCapture');
  const kRejection = SymbolFor('nodejs.rejection');
  const errorMonitor = Symbol('events.errorMonitor');

  function EventEmitter(options) {
    EventEmitter.init.call(this, options);
  }
  EventEmitter.prototype._events = undefined;
  EventEmitter.prototype._eventsCount = 0;
  EventEmitter.prototype._maxListeners = undefined;
  let defaultMaxListeners = 10;
  ObjectDefineProperty(EventEmitter.prototype, kCapture, { value: false, writable: true, enumerable: false });

  EventEmitter.init = function (options) {
    if (this._events === undefined || this._events === ObjectGetPrototypeOf(this)._events) {
      this._events = ObjectCreate(null);
      this._eventsCount = 0;
    }
    this._maxListeners = this._maxListeners || undefined;
    if (options?.captureRejections) {
      if (typeof options.captureRejections !== 'boolean')
        throw invalidArgType('options.captureRejections', ['boolean'], options.captureRejections);
      this[kCapture] = options.captureRejections;
    }
  };
  ObjectDefineProperty(EventEmitter, 'defaultMaxListeners', {
    enumerable: true,
    get() {
      return defaultMaxListeners;
    },
    set(n) {
      validateNumber(n, 'defaultMaxListeners', 0);
      defaultMaxListeners = n;
    },
  });

  function setCount(emitter) {
    emitter._eventsCount = ReflectOwnKeys(emitter._events).length;
  }

  function add(emitter, type, listener, prepend) {
    validateListener(listener);
    let events = emitter._events;
    if (events === undefined) {
      events = emitter._events = ObjectCreate(null);
      emitter._eventsCount = 0;
    } else if (events.newListener !== undefined) {
      emitter.emit('newListener', type, listener.listener ?? listener);
      events = emitter._events;
    }
    const existing = events[type];
    if (existing === undefined) {
      events[type] = listener;
      ++emitter._eventsCount;
      return emitter;
    }
    // A list that is being walked is never changed.
    const list = typeof existing === 'function' ? [existing] : ArrayPrototypeSlice(existing);
    if (prepend) ArrayPrototypeUnshift(list, listener);
    else ArrayPrototypePush(list, listener);
    list.warned = existing.warned;
    events[type] = list;
    const max = emitter.getMaxListeners();
    if (max > 0 && list.length > max && !list.warned) {
      list.warned = true;
      native.print('error', [
        `(node:1) MaxListenersExceededWarning: Possible EventEmitter memory leak detected. ${list.length} ${String(type)} listeners added to ${native.inspect(emitter, 0)}. Use emitter.setMaxListeners() to increase limit`,
      ]);
    }
    return emitter;
  }
  const { String } = primordials;
  function validateListener(listener) {
    validateFunction(listener, 'listener');
  }

  function wrapOnce(emitter, type, listener) {
    const state = { fired: false };
    const wrapped = function (...args) {
      if (state.fired) return undefined;
      emitter.removeListener(type, wrapped);
      state.fired = true;
      return ReflectApply(listener, emitter, args);
    };
    wrapped.listener = listener;
    return wrapped;
  }

  const methods = {
    setMaxListeners(n) {
      validateNumber(n, 'setMaxListeners', 0);
      this._maxListeners = n;
      return this;
    },
    getMaxListeners() {
      return this._maxListeners === undefined ? defaultMaxListeners : this._maxListeners;
    },
    emit(type, ...args) {
      const events = this._events;
      let failing = type === 'error';
      if (events !== undefined) {
        if (failing && events[errorMonitor] !== undefined) this.emit(errorMonitor, ...args);
        failing = failing && events.error === undefined;
      } else if (!failing) return false;
      if (failing) {
        const [error] = args;
        if (error instanceof Error) throw error;
        let shown;
        try {
          shown = native.inspect(error);
        } catch {
          shown = error;
        }
        const failure = coded(Error, 'ERR_UNHANDLED_ERROR', `Unhandled error. (${shown})`);
        failure.context = error;
        throw failure;
      }
      const handler = events[type];
      if (handler === undefined) return false;
      const list = typeof handler === 'function' ? [handler] : handler;
      for (let i = 0, length = list.length; i < length; i++) {
        const result = ReflectApply(list[i], this, args);
        if (this[kCapture] && result !== undefined && result !== null && typeof result.then === 'function')
          capture(this, result, type, args);
      }
      return true;
    },
    addListener(type, listener) {
      return add(this, type, listener, false);
    },
    on(type, listener) {
      return add(this, type, listener, false);
    },
    prependListener(type, listener) {
      return add(this, type, listener, true);
    },
    once(type, listener) {
      validateListener(listener);
      return add(this, type, wrapOnce(this, type, listener), false);
    },
    prependOnceListener(type, listener) {
      validateListener(listener);
      return add(this, type, wrapOnce(this, type, listener), true);
    },
    removeListener(type, listener) {
      validateListener(listener);
      const events = this._events;
      const known = events?.[type];
      if (known === undefined) return this;
      const list = typeof known === 'function' ? [known] : known;
      for (let i = list.length - 1; i >= 0; i--) {
        if (list[i] !== listener && list[i].listener !== listener) continue;
        const removed = list[i].listener ?? listener;
        const left = ArrayPrototypeSlice(list);
        ArrayPrototypeSplice(left, i, 1);
        if (left.length === 0) {
          delete events[type];
          --this._eventsCount;
        } else events[type] = left.length === 1 ? left[0] : left;
        if (events.removeListener !== undefined) this.emit('removeListener', type, removed);
        break;
      }
      return this;
    },
    removeAllListeners(type) {
      const events = this._events;
      if (events === undefined) return this;
      if (events.removeListener === undefined) {
        if (arguments.length === 0) this._events = ObjectCreate(null);
        else delete events[type];
        setCount(this);
        return this;
      }
      if (arguments.length === 0) {
        const types = ReflectOwnKeys(events);
        for (let i = 0; i < types.length; i++) if (types[i] !== 'removeListener') this.removeAllListeners(types[i]);
        this.removeAllListeners('removeListener');
        this._events = ObjectCreate(null);
        this._eventsCount = 0;
        return this;
      }
      const known = events[type];
      if (typeof known === 'function') this.removeListener(type, known);
      else if (known !== undefined) for (let i = known.length - 1; i >= 0; i--) this.removeListener(type, known[i]);
      return this;
    },
    listeners(type) {
      return listenersOf(this, type, true);
    },
    rawListeners(type) {
      return listenersOf(this, type, false);
    },
    listenerCount(type, listener) {
      const known = this._events?.[type];
      if (known === undefined) return 0;
      const list = typeof known === 'function' ? [known] : known;
      if (listener == null) return list.length;
      let count = 0;
      for (let i = 0; i < list.length; i++) if (list[i] === listener || list[i].listener === listener) count++;
      return count;
    },
    eventNames() {
      return this._eventsCount > 0 ? ReflectOwnKeys(this._events) : [];
    },
  };
  methods.off = methods.removeListener;
  methods.addListener = methods.on;
  for (const name of primordials.ObjectKeys(methods)) EventEmitter.prototype[name] = methods[name];

  function listenersOf(emitter, type, unwrap) {
    const known = emitter._events?.[type];
    if (known === undefined) return [];
    const list = typeof known === 'function' ? [known] : ArrayPrototypeSlice(known);
    if (unwrap) for (let i = 0; i < list.length; i++) list[i] = list[i].listener ?? list[i];
    delete list.warned;
    return list;
  }

  function capture(emitter, promise, type, args) {
    promise.then(undefined, (error) => {
      primordials.queueMicrotask(() => {
        if (typeof emitter[kRejection] === 'function') return emitter[kRejection](error, type, ...args);
        const before = emitter[kCapture];
        try {
          emitter[kCapture] = false;
          emitter.emit('error', error);
        } finally {
          emitter[kCapture] = before;
        }
      });
    });
  }

  function abortError(signal) {
    const error = coded(Error, 'ABORT_ERR', 'The operation was aborted');
    error.name = 'AbortError';
    if (signal?.reason !== undefined) ObjectDefineProperty(error, 'cause', { value: signal.reason, writable: true, configurable: true });
    return error;
  }

  function addAny(emitter, name, listener, flags) {
    if (typeof emitter.on === 'function') {
      if (flags?.once) emitter.once(name, listener);
      else emitter.on(name, listener);
    } else if (typeof emitter.addEventListener === 'function') emitter.addEventListener(name, listener, flags);
    else throw invalidArgType('emitter', ['EventEmitter'], emitter);
  }
  function removeAny(emitter, name, listener) {
    if (typeof emitter.removeListener === 'function') emitter.removeListener(name, listener);
    else if (typeof emitter.removeEventListener === 'function') emitter.removeEventListener(name, listener);
  }

  async function once(emitter, name, options = {}) {
    const signal = options?.signal;
    validateAbortSignal(signal, 'options.signal');
    if (signal?.aborted) throw abortError(signal);
    return new Promise((resolve, reject) => {
      const failed = (error) => {
        removeAny(emitter, name, happened);
        settled();
        reject(error);
      };
      const happened = (...args) => {
        removeAny(emitter, 'error', failed);
        settled();
        resolve(args);
      };
      const aborted = () => {
        removeAny(emitter, name, happened);
        removeAny(emitter, 'error', failed);
        reject(abortError(signal));
      };
      const settled = () => signal?.removeEventListener('abort', aborted);
      addAny(emitter, name, happened, { once: true });
      if (name !== 'error' && typeof emitter.once === 'function') emitter.once('error', failed);
      signal?.addEventListener('abort', aborted, { once: true });
    });
  }

  function on(emitter, name, options = {}) {
    const signal = options?.signal;
    validateAbortSignal(signal, 'options.signal');
    if (signal?.aborted) throw abortError(signal);
    const values = [],
      waiting = [];
    let failure = null,
      finished = false;
    const happened = (...args) => {
      const next = ArrayPrototypeShift(waiting);
      if (next) next.resolve({ value: args, done: false });
      else ArrayPrototypePush(values, args);
    };
    const failed = (error) => {
      const next = ArrayPrototypeShift(waiting);
      if (next) next.reject(error);
      else failure = { error };
      iterator.return();
    };
    const aborted = () => failed(abortError(signal));
    const iterator = {
      next() {
        if (values.length) return PromiseResolve({ value: ArrayPrototypeShift(values), done: false });
        if (failure) {
          const { error } = failure;
          failure = null;
          return PromiseReject(error);
        }
        if (finished) return PromiseResolve({ value: undefined, done: true });
        return new Promise((resolve, reject) => ArrayPrototypePush(waiting, { resolve, reject }));
      },
      return() {
        finished = true;
        removeAny(emitter, name, happened);
        removeAny(emitter, 'error', failed);
        signal?.removeEventListener('abort', aborted);
        while (waiting.length) ArrayPrototypeShift(waiting).resolve({ value: undefined, done: true });
        return PromiseResolve({ value: undefined, done: true });
      },
      throw(error) {
        if (!(error instanceof Error)) throw invalidArgType('EventEmitter.AsyncIterator', ['Error'], error);
        failed(error);
      },
      [SymbolAsyncIterator]() {
        return this;
      },
    };
    addAny(emitter, name, happened);
    if (name !== 'error' && typeof emitter.on === 'function') emitter.on('error', failed);
    signal?.addEventListener('abort', aborted, { once: true });
    return iterator;
  }

  function getEventListeners(target, type) {
    if (typeof target.listeners === 'function') return target.listeners(type);
    const { isTarget, listenersOfTarget } = require('events');
    if (isTarget(target)) return listenersOfTarget(target, type);
    throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], target);
  }
  function setMaxListeners(n = defaultMaxListeners, ...targets) {
    validateNumber(n, 'setMaxListeners', 0);
    if (targets.length === 0) defaultMaxListeners = n;
    for (let i = 0; i < targets.length; i++) if (typeof targets[i].setMaxListeners === 'function') targets[i].setMaxListeners(n);
  }
  const getMaxListeners = (target) => (typeof target?.getMaxListeners === 'function' ? target.getMaxListeners() : defaultMaxListeners);
  const listenerCount = (emitter, type) =>
    typeof emitter.listenerCount === 'function' ? emitter.listenerCount(type) : getEventListeners(emitter, type).length;
  function addAbortListener(signal, listener) {
    if (signal === undefined) throw invalidArgType('signal', ['AbortSignal'], signal);
    validateAbortSignal(signal, 'signal');
    validateFunction(listener, 'listener');
    let remove;
    if (signal.aborted) primordials.queueMicrotask(() => listener());
    else {
      signal.addEventListener('abort', listener, { once: true });
      remove = () => signal.removeEventListener('abort', listener);
    }
    return {
      [Symbol.dispose]() {
        remove?.();
      },
    };
  }

  EventEmitter.EventEmitter = EventEmitter;
  EventEmitter.usingDomains = false;
  EventEmitter.captureRejectionSymbol = kRejection;
  EventEmitter.captureRejections = false;
  EventEmitter.errorMonitor = errorMonitor;
  const functions = { once, on, getEventListeners, setMaxListeners, getMaxListeners, listenerCount, addAbortListener };
  for (const name of primordials.ObjectKeys(functions)) EventEmitter[name] = functions[name];

  return {
    default: EventEmitter,
    EventEmitter,
    abortError,
    exports: {
      EventEmitter,
      ...functions,
      errorMonitor,
      captureRejectionSymbol: kRejection,
      captureRejections: false,
      defaultMaxListeners,
      usingDomains: false,
    },
  };
});
