'use strict';
// node:stream: streams with both sides.
(function ({ primordials, require }) {
  const { ObjectDefineProperty, ReflectApply } = primordials;
  const { Stream, notImplemented, inherit, methods, construct, shared, failure, addAbortSignal } = require('stream-base');
  const { Readable, readable } = require('stream-readable');
  const { Writable, writable } = require('stream-writable');

  function Duplex(options) {
    if (!(this instanceof Duplex)) return new Duplex(options);
    readable(this, options, true);
    writable(this, options, true);
    this.allowHalfOpen = options?.allowHalfOpen !== false;
    shared(this, options, ['read', 'write', 'writev', 'destroy', 'final', 'construct']);
    if (options?.readable === false) {
      const state = this._readableState;
      state.ended = true;
      state.endEmitted = true;
    }
    if (options?.writable === false) {
      const state = this._writableState;
      state.ending = true;
      state.ended = true;
      state.finished = true;
      state.finalCalled = true;
    }
    ReflectApply(Stream, this, [options]);
    construct(this);
  }
  inherit(Duplex, Readable);
  for (const name of [
    'write',
    '_write',
    'end',
    'cork',
    'uncork',
    'setDefaultEncoding',
    'destroy',
    'writable',
    'writableFinished',
    'writableEnded',
    'writableLength',
    'writableHighWaterMark',
    'writableObjectMode',
    'writableCorked',
    'writableNeedDrain',
    'writableAborted',
  ]) {
    ObjectDefineProperty(Duplex.prototype, name, primordials.ObjectGetOwnPropertyDescriptor(Writable.prototype, name));
  }

  function Transform(options) {
    if (!(this instanceof Transform)) return new Transform(options);
    ReflectApply(Duplex, this, [options]);
    this._transformed = null;
    if (typeof options?.transform === 'function') this._transform = options.transform;
    if (typeof options?.flush === 'function') this._flush = options.flush;
    // A `_final` of its own does not end what is read.
    this.on('prefinish', () => {
      if (this._final !== final) ReflectApply(final, this, []);
    });
  }
  function final(callback) {
    const end = (error, value) => {
      if (error) {
        if (callback) callback(error);
        else this.destroy(error);
        return;
      }
      if (value !== undefined && value !== null) this.push(value);
      this.push(null);
      callback?.();
    };
    if (typeof this._flush === 'function' && !this.destroyed) this._flush(end);
    else end();
  }
  inherit(Transform, Duplex);
  methods(Transform, {
    _transform() {
      throw notImplemented('_transform()');
    },
    _write(chunk, encoding, callback) {
      const state = this._readableState,
        before = state.length;
      this._transform(chunk, encoding, (error, value) => {
        if (error) {
          callback(error);
          return;
        }
        if (value !== undefined && value !== null) this.push(value);
        if (state.ended || before === state.length || state.length < state.highWaterMark) callback();
        else this._transformed = callback;
      });
    },
    _read() {
      const callback = this._transformed;
      this._transformed = null;
      callback?.();
    },
    _final: final,
  });
  function PassThrough(options) {
    if (!(this instanceof PassThrough)) return new PassThrough(options);
    ReflectApply(Transform, this, [options]);
  }
  inherit(PassThrough, Transform);
  methods(PassThrough, {
    _transform(chunk, encoding, callback) {
      callback(null, chunk);
    },
  });
  return { Stream, Readable, Writable, Duplex, Transform, PassThrough, addAbortSignal, methods, failure };
});
