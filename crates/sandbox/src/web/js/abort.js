'use strict';
(function ({ primordials, native, require }) {
  const { ArrayPrototypePush, setTimeout, TypeError, SymbolIterator } = primordials;
  const { coded, define, invalidArgType, invalidThis, validateNumber } = require('errors');
  const { Event, EventTarget, defineEventHandler } = require('events');
  const { DOMException } = require('dom-exception');

  const SECRET = {};
  let abort;
  let allowed = false;

  class AbortSignal extends EventTarget {
    #aborted = false;
    #reason = undefined;
    // Of `any`: signals that follow this one, and whether it follows others.
    #followers = [];
    #sources = null;

    static {
      abort = (signal, reason) => signal.#abort(reason);
    }

    constructor() {
      if (!allowed) throw coded(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
      super();
    }
    get aborted() {
      return this.#aborted;
    }
    get reason() {
      return this.#reason;
    }
    throwIfAborted() {
      if (this.#aborted) throw this.#reason;
    }

    static abort(reason = new DOMException('This operation was aborted', 'AbortError')) {
      const signal = create();
      signal.#aborted = true;
      signal.#reason = reason;
      return signal;
    }
    static timeout(delay) {
      validateNumber(delay, 'delay', 0, 4294967295);
      const signal = create();
      setTimeout(() => signal.#abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), delay).unref();
      return signal;
    }
    static any(signals) {
      if (signals === null || typeof signals !== 'object' || typeof signals[SymbolIterator] !== 'function')
        throw invalidArgType('signals', ['Iterable'], signals);
      const list = [...signals];
      for (let i = 0; i < list.length; i++) {
        if (list[i] === null || typeof list[i] !== 'object' || !(#aborted in list[i]))
          throw invalidArgType(`signals[${i}]`, ['AbortSignal'], list[i]);
      }
      const result = create();
      result.#sources = [];
      for (let i = 0; i < list.length; i++) {
        if (list[i].#aborted) {
          result.#aborted = true;
          result.#reason = list[i].#reason;
          return result;
        }
      }
      for (let i = 0; i < list.length; i++) {
        const sources = list[i].#sources ?? [list[i]];
        for (let j = 0; j < sources.length; j++) {
          ArrayPrototypePush(result.#sources, sources[j]);
          ArrayPrototypePush(sources[j].#followers, result);
        }
      }
      return result;
    }

    #abort(reason) {
      if (this.#aborted) return;
      this.#aborted = true;
      this.#reason = reason;
      const followers = this.#followers;
      const told = [];
      // All are aborted before any is told.
      for (let i = 0; i < followers.length; i++) {
        if (followers[i].#aborted) continue;
        followers[i].#aborted = true;
        followers[i].#reason = reason;
        ArrayPrototypePush(told, followers[i]);
      }
      this.#followers = [];
      this.dispatchEvent(new Event('abort'));
      for (let i = 0; i < told.length; i++) told[i].dispatchEvent(new Event('abort'));
    }
  }
  function create() {
    allowed = true;
    try {
      return new AbortSignal();
    } finally {
      allowed = false;
    }
  }
  define(AbortSignal, ['aborted']);
  defineEventHandler(AbortSignal.prototype, 'abort');

  class AbortController {
    #signal = create();
    get signal() {
      return this.#signal;
    }
    abort(reason = new DOMException('This operation was aborted', 'AbortError')) {
      if (!(#signal in this)) throw invalidThis('AbortController');
      abort(this.#signal, reason);
    }
  }
  define(AbortController, ['signal', 'abort']);

  return { AbortController, AbortSignal };
});
