'use strict';
// MessageEvent, MessageChannel and BroadcastChannel: all ends are in the one realm, and what is posted is cloned.
(function ({ primordials, native, require }) {
  const { TypeError, ArrayPrototypePush, ArrayPrototypeShift, setImmediate } = primordials;
  const { coded, define } = require('errors');
  const { Event, EventTarget, defineEventHandler } = require('events');

  class MessageEvent extends Event {
    #data;
    #origin;
    #lastEventId;
    #source;
    #ports;
    constructor(type, init = undefined) {
      super(type, init);
      this.#data = init?.data === undefined ? null : init.data;
      this.#origin = `${init?.origin ?? ''}`;
      this.#lastEventId = `${init?.lastEventId ?? ''}`;
      this.#source = init?.source ?? null;
      this.#ports = init?.ports ?? [];
    }
    get data() {
      return this.#data;
    }
    get origin() {
      return this.#origin;
    }
    get lastEventId() {
      return this.#lastEventId;
    }
    get source() {
      return this.#source;
    }
    get ports() {
      return this.#ports;
    }
  }
  define(MessageEvent, ['data', 'origin', 'lastEventId', 'source', 'ports']);

  let allowed = false,
    entangle;
  class MessagePort extends EventTarget {
    #other = null;
    #waiting = [];
    #started = false;
    #closed = false;
    static {
      entangle = (a, b) => {
        a.#other = b;
        b.#other = a;
      };
    }
    constructor() {
      if (!allowed) throw coded(TypeError, 'ERR_CONSTRUCT_CALL_INVALID', 'Constructor cannot be called');
      super();
    }
    postMessage(message, transferOrOptions = undefined) {
      const data = native.clone(message, Array_isArray(transferOrOptions) ? { transfer: transferOrOptions } : transferOrOptions);
      const other = this.#other;
      if (this.#closed || other === null || other.#closed) return;
      ArrayPrototypePush(other.#waiting, data);
      if (other.#started) setImmediate(() => other.#deliver());
    }
    #deliver() {
      if (this.#closed || this.#waiting.length === 0) return;
      this.dispatchEvent(new MessageEvent('message', { data: ArrayPrototypeShift(this.#waiting) }));
    }
    start() {
      if (this.#started) return;
      this.#started = true;
      for (let i = 0; i < this.#waiting.length; i++) setImmediate(() => this.#deliver());
    }
    close() {
      if (this.#closed) return;
      this.#closed = true;
      const other = this.#other;
      setImmediate(() => {
        this.dispatchEvent(new Event('close'));
        other?.close();
      });
    }
    ref() {
      return this;
    }
    unref() {
      return this;
    }
  }
  const Array_isArray = primordials.ArrayIsArray;
  define(MessagePort, ['postMessage', 'start', 'close']);
  for (const name of ['message', 'messageerror', 'close']) defineEventHandler(MessagePort.prototype, name);
  const onmessage = primordials.ObjectGetOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  primordials.ObjectDefineProperty(MessagePort.prototype, 'onmessage', {
    ...onmessage,
    set(value) {
      primordials.ReflectApply(onmessage.set, this, [value]);
      this.start();
    },
  });
  class MessageChannel {
    constructor() {
      allowed = true;
      this.port1 = new MessagePort();
      this.port2 = new MessagePort();
      allowed = false;
      entangle(this.port1, this.port2);
    }
  }

  // Channels of the realm by name. No other realm has them.
  const channels = new primordials.Map();
  class BroadcastChannel extends EventTarget {
    #name;
    #closed = false;
    constructor(name) {
      if (arguments.length === 0) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "name" argument must be specified');
      super();
      this.#name = `${name}`;
      const known = primordials.MapPrototypeGet(channels, this.#name);
      if (known === undefined) primordials.MapPrototypeSet(channels, this.#name, [this]);
      else ArrayPrototypePush(known, this);
    }
    get name() {
      return this.#name;
    }
    postMessage(message) {
      if (arguments.length === 0) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "message" argument must be specified');
      if (this.#closed) throw new (require('dom-exception').DOMException)('BroadcastChannel is closed.', 'InvalidStateError');
      const others = primordials.MapPrototypeGet(channels, this.#name) ?? [];
      for (let i = 0; i < others.length; i++) {
        const other = others[i];
        if (other === this) continue;
        const data = native.clone(message, undefined);
        setImmediate(() => {
          if (!other.#closed) other.dispatchEvent(new MessageEvent('message', { data }));
        });
      }
    }
    close() {
      this.#closed = true;
      const all = primordials.MapPrototypeGet(channels, this.#name),
        left = [];
      for (let i = 0; i < all.length; i++) if (all[i] !== this) ArrayPrototypePush(left, all[i]);
      primordials.MapPrototypeSet(channels, this.#name, left);
    }
    ref() {
      return this;
    }
    unref() {
      return this;
    }
  }
  define(BroadcastChannel, ['name', 'postMessage', 'close']);
  for (const name of ['message', 'messageerror']) defineEventHandler(BroadcastChannel.prototype, name);
  return { MessageEvent, MessagePort, MessageChannel, BroadcastChannel };
});
