'use strict';
// node:stream: what both sides of a stream share: destruction, and the events that tell of it.
(function ({ primordials, native, require }) {
  const { Error, ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply } = primordials;
  const { coded, validateAbortSignal } = require('errors');
  const { EventEmitter, abortError } = require('emitter');
  const nextTick = (callback, ...args) => native.nextTick(callback, args);

  const ERRORS = {
    __proto__: null,
    ERR_STREAM_WRITE_AFTER_END: 'write after end',
    ERR_STREAM_PREMATURE_CLOSE: 'Premature close',
    ERR_STREAM_PUSH_AFTER_EOF: 'stream.push() after EOF',
    ERR_STREAM_UNSHIFT_AFTER_END_EVENT: 'stream.unshift() after end event',
    ERR_STREAM_CANNOT_PIPE: 'Cannot pipe, not readable',
    ERR_MULTIPLE_CALLBACK: 'Callback called multiple times',
  };
  const failure = (code, what) => coded(Error, code, ERRORS[code] ?? what);
  const destroyedError = (name) => failure('ERR_STREAM_DESTROYED', `Cannot call ${name} after a stream was destroyed`);
  const notImplemented = (name) => failure('ERR_METHOD_NOT_IMPLEMENTED', `The ${name} method is not implemented`);

  function Stream(options) {
    ReflectApply(EventEmitter, this, [options]);
  }
  inherit(Stream, EventEmitter);
  function inherit(Class, Base) {
    ObjectSetPrototypeOf(Class.prototype, Base.prototype);
    ObjectSetPrototypeOf(Class, Base);
  }
  function methods(Class, members) {
    for (const key of primordials.ReflectOwnKeys(members)) {
      const descriptor = primordials.ObjectGetOwnPropertyDescriptor(members, key);
      descriptor.enumerable = false;
      ObjectDefineProperty(Class.prototype, key, descriptor);
    }
  }

  const sidesOf = (stream) => [stream._readableState, stream._writableState];
  const any = (stream, key) => {
    const [r, w] = sidesOf(stream);
    return (r && r[key]) || (w && w[key]) || false;
  };
  function all(stream, key, value) {
    const sides = sidesOf(stream);
    for (let i = 0; i < 2; i++) if (sides[i]) sides[i][key] = value;
  }
  function destroy(error, callback) {
    if (any(this, 'destroyed')) {
      if (typeof callback === 'function') callback();
      return this;
    }
    all(this, 'destroyed', true);
    if (error) all(this, 'errored', error);
    const stream = this;
    let called = false;
    const done = (failed) => {
      if (called) return;
      called = true;
      if (failed) all(stream, 'errored', failed);
      all(stream, 'closed', true);
      callback?.(failed);
      nextTick(() => {
        if (failed && !any(stream, 'errorEmitted')) {
          all(stream, 'errorEmitted', true);
          stream.emit('error', failed);
        }
        if (any(stream, 'emitClose')) {
          all(stream, 'closeEmitted', true);
          stream.emit('close');
        }
      });
    };
    const run = () => {
      try {
        stream._destroy(error || null, done);
      } catch (thrown) {
        done(thrown);
      }
    };
    if (any(this, 'constructed') === false && this._construct) this.once(kConstructed, run);
    else run();
    return this;
  }
  const kConstructed = primordials.Symbol('constructed');
  function construct(stream) {
    if (typeof stream._construct !== 'function') return all(stream, 'constructed', true);
    nextTick(() => {
      const done = (error) => {
        all(stream, 'constructed', true);
        if (error) failed(stream, error);
        else
          nextTick(() => {
            stream._writableState?.pump(stream);
            if (stream._readableState?.wanted) stream._readableState.fill(stream);
          });
        stream.emit(kConstructed);
      };
      try {
        stream._construct(done);
      } catch (error) {
        done(error);
      }
    });
  }
  // An error of a stream destroys it, unless it asked not to be.
  function failed(stream, error) {
    if (any(stream, 'destroyed')) return;
    if (any(stream, 'autoDestroy')) {
      stream.destroy(error);
      return;
    }
    all(stream, 'errored', error);
    if (!any(stream, 'errorEmitted'))
      nextTick(() => {
        all(stream, 'errorEmitted', true);
        stream.emit('error', error);
      });
  }
  function shared(stream, options, own) {
    if (options) {
      for (let i = 0; i < own.length; i++) if (typeof options[own[i]] === 'function') stream[`_${own[i]}`] = options[own[i]];
      if (options.signal) addAbortSignal(options.signal, stream);
    }
  }
  function markOf(options, side, object) {
    const mark = options?.highWaterMark ?? options?.[`${side}HighWaterMark`];
    return mark === undefined || mark === null ? (object ? 16 : 16384) : mark;
  }
  const stateOf = (options) => ({
    destroyed: false,
    closed: false,
    errored: null,
    errorEmitted: false,
    closeEmitted: false,
    constructed: false,
    autoDestroy: options?.autoDestroy !== false,
    emitClose: options?.emitClose !== false,
  });
  function addAbortSignal(signal, stream) {
    validateAbortSignal(signal, 'signal');
    const abort = () => stream.destroy(abortError(signal));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    return stream;
  }
  return {
    Stream,
    ERRORS,
    failure,
    destroyedError,
    notImplemented,
    inherit,
    methods,
    any,
    all,
    destroy,
    construct,
    failed,
    shared,
    markOf,
    stateOf,
    addAbortSignal,
    nextTick,
  };
});
