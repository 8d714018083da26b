'use strict';
// Event, CustomEvent and EventTarget, as Node has them: no tree, so that a target is the whole path.
(function ({ primordials, native, require }) {
  const {
    Map,
    MapPrototypeGet,
    MapPrototypeSet,
    MapPrototypeDelete,
    ObjectDefineProperty,
    ArrayPrototypePush,
    ArrayPrototypeSplice,
    ArrayPrototypeIndexOf,
    ArrayPrototypeSlice,
    FunctionPrototypeBind,
    TypeError,
    Symbol,
  } = primordials;
  const { coded, define, invalidArgType, invalidThis, missingArgs, validateObject } = require('errors');

  let isEvent, begin, stopped, finish;

  class Event {
    #type;
    #bubbles;
    #cancelable;
    #composed;
    #target = null;
    #dispatching = false;
    #stop = false;
    #propagation = false;
    #prevented = false;
    #timeStamp = native.now();

    static {
      isEvent = (value) => value !== null && typeof value === 'object' && #type in value;
      begin = (event, target) => {
        if (event.#dispatching)
          throw coded(primordials.Error, 'ERR_EVENT_RECURSION', `The event "${event.#type}" is already being dispatched`);
        event.#target = target;
        event.#dispatching = true;
        event.#stop = false;
      };
      stopped = (event) => event.#stop;
      finish = (event) => {
        event.#dispatching = false;
      };
    }

    constructor(type, options = undefined) {
      if (arguments.length === 0) throw missingArgs('type');
      if (options != null) validateObject(options, 'options');
      this.#bubbles = !!options?.bubbles;
      this.#cancelable = !!options?.cancelable;
      this.#composed = !!options?.composed;
      this.#type = `${type}`;
      ObjectDefineProperty(this, 'isTrusted', { get: isTrusted, enumerable: true, configurable: false });
    }
    initEvent(type, bubbles = false, cancelable = false) {
      if (arguments.length === 0) throw missingArgs('type');
      if (this.#dispatching) return;
      this.#type = `${type}`;
      this.#bubbles = !!bubbles;
      this.#cancelable = !!cancelable;
    }
    stopImmediatePropagation() {
      this.#propagation = true;
      this.#stop = true;
    }
    preventDefault() {
      if (this.#cancelable) this.#prevented = true;
    }
    get target() {
      return this.#target;
    }
    get currentTarget() {
      return this.#dispatching ? this.#target : null;
    }
    get srcElement() {
      return this.#target;
    }
    get type() {
      return this.#type;
    }
    get cancelable() {
      return this.#cancelable;
    }
    get defaultPrevented() {
      return this.#cancelable && this.#prevented;
    }
    get timeStamp() {
      return this.#timeStamp;
    }
    composedPath() {
      return this.#dispatching ? [this.#target] : [];
    }
    get returnValue() {
      return !this.#cancelable || !this.#prevented;
    }
    get bubbles() {
      return this.#bubbles;
    }
    get composed() {
      return this.#composed;
    }
    get eventPhase() {
      return this.#dispatching ? Event.AT_TARGET : Event.NONE;
    }
    get cancelBubble() {
      return this.#propagation;
    }
    set cancelBubble(value) {
      if (value) this.#propagation = true;
    }
    stopPropagation() {
      this.#propagation = true;
    }
  }
  const isTrusted = () => false;
  define(Event, [
    'initEvent',
    'stopImmediatePropagation',
    'preventDefault',
    'target',
    'currentTarget',
    'srcElement',
    'type',
    'cancelable',
    'defaultPrevented',
    'timeStamp',
    'composedPath',
    'returnValue',
    'bubbles',
    'composed',
    'eventPhase',
    'cancelBubble',
    'stopPropagation',
  ]);
  ObjectDefineProperty(Event.prototype, 'isTrusted', { get: isTrusted, enumerable: true, configurable: true });
  const PHASES = ['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'];
  for (let i = 0; i < PHASES.length; i++) {
    ObjectDefineProperty(Event, PHASES[i], { value: i, enumerable: true });
  }

  class CustomEvent extends Event {
    #detail;
    constructor(type, options = undefined) {
      if (arguments.length === 0) throw missingArgs('type');
      super(type, options);
      this.#detail = options?.detail ?? null;
    }
    get detail() {
      return this.#detail;
    }
  }
  define(CustomEvent, ['detail']);

  let isTarget, listenersOfTarget;

  class EventTarget {
    // By type, in the order of adding; a list is replaced, never changed, once it is being walked.
    #listeners = new Map();

    static {
      isTarget = (value) => value !== null && typeof value === 'object' && #listeners in value;
      listenersOfTarget = (target, type) => {
        const known = MapPrototypeGet(target.#listeners, type) ?? [],
          found = [];
        for (let i = 0; i < known.length; i++) found[i] = known[i].callback;
        return found;
      };
    }

    addEventListener(type, callback, options = undefined) {
      if (!isTarget(this)) throw invalidThis('EventTarget');
      if (arguments.length < 2) throw missingArgs('type', 'listener');
      const { capture, once, signal } = flattened(options);
      if (!acceptable(callback)) return;
      type = `${type}`;
      if (signal !== undefined) {
        if (signal === null || typeof signal !== 'object' || typeof signal.aborted !== 'boolean')
          throw invalidArgType('options.signal', ['AbortSignal'], signal);
        if (signal.aborted) return;
        signal.addEventListener('abort', () => this.removeEventListener(type, callback, { capture }), { once: true });
      }
      const known = MapPrototypeGet(this.#listeners, type) ?? [];
      for (let i = 0; i < known.length; i++) if (known[i].callback === callback && known[i].capture === capture) return;
      const listeners = ArrayPrototypeSlice(known);
      ArrayPrototypePush(listeners, { callback, capture, once, removed: false });
      MapPrototypeSet(this.#listeners, type, listeners);
    }

    removeEventListener(type, callback, options = undefined) {
      if (!isTarget(this)) throw invalidThis('EventTarget');
      if (arguments.length < 2) throw missingArgs('type', 'listener');
      if (!acceptable(callback)) return;
      const { capture } = flattened(options);
      type = `${type}`;
      const known = MapPrototypeGet(this.#listeners, type) ?? [];
      for (let i = 0; i < known.length; i++) {
        if (known[i].callback === callback && known[i].capture === capture) return this.#remove(type, known[i]);
      }
    }

    #remove(type, listener) {
      listener.removed = true;
      const known = MapPrototypeGet(this.#listeners, type);
      const at = ArrayPrototypeIndexOf(known, listener);
      if (at < 0) return;
      const listeners = ArrayPrototypeSlice(known);
      ArrayPrototypeSplice(listeners, at, 1);
      if (listeners.length === 0) MapPrototypeDelete(this.#listeners, type);
      else MapPrototypeSet(this.#listeners, type, listeners);
    }

    dispatchEvent(event) {
      if (!isTarget(this)) throw invalidThis('EventTarget');
      if (arguments.length < 1) throw missingArgs('event');
      if (!isEvent(event)) throw invalidArgType('event', ['Event'], event);
      begin(event, this);
      const listeners = MapPrototypeGet(this.#listeners, event.type) ?? [];
      for (let i = 0; i < listeners.length; i++) {
        const listener = listeners[i];
        if (listener.removed) continue;
        if (stopped(event)) break;
        if (listener.once) this.#remove(event.type, listener);
        // What a listener throws is nobody's: it stops neither the others nor whoever dispatches.
        try {
          const { callback } = listener;
          if (typeof callback === 'function') primordials.ReflectApply(callback, this, [event]);
          else callback.handleEvent(event);
        } catch (error) {
          native.reportUncaught(error);
        }
      }
      finish(event);
      return !event.defaultPrevented;
    }
  }
  define(EventTarget, ['addEventListener', 'removeEventListener', 'dispatchEvent']);

  function flattened(options) {
    // `passive` is a hint, as in Node: it changes nothing.
    if (typeof options === 'boolean') return { capture: options, once: false, signal: undefined };
    if (options === null || options === undefined) return { capture: false, once: false, signal: undefined };
    if (typeof options !== 'object' && typeof options !== 'function') throw invalidArgType('options', ['object'], options);
    return { capture: !!options.capture, once: !!options.once, signal: options.signal };
  }

  function acceptable(callback) {
    if (typeof callback === 'function' || (callback !== null && typeof callback === 'object')) return true;
    if (callback == null) return false;
    throw invalidArgType('listener', ['EventListener'], callback);
  }

  // `on…` properties: one listener that calls whatever the property holds.
  function defineEventHandler(prototype, name) {
    const held = Symbol(name);
    ObjectDefineProperty(prototype, `on${name}`, {
      get() {
        return this[held]?.handler ?? null;
      },
      set(value) {
        const handler = typeof value === 'function' || (typeof value === 'object' && value !== null) ? value : null;
        if (this[held]) {
          this[held].handler = handler;
          return;
        }
        const entry = { handler };
        ObjectDefineProperty(this, held, { value: entry, configurable: true, writable: true });
        this.addEventListener(name, function (event) {
          if (typeof entry.handler === 'function') primordials.ReflectApply(entry.handler, this, [event]);
        });
      },
      enumerable: true,
      configurable: true,
    });
  }

  return { Event, CustomEvent, EventTarget, defineEventHandler, isTarget, isEvent, listenersOfTarget };
});
