'use strict';
// node:stream: the writable side.
(function ({ primordials, native, require }) {
  const { Error, TypeError, ArrayPrototypePush, ArrayPrototypeShift, ObjectDefineProperty, ReflectApply, SymbolHasInstance } = primordials;
  const { coded, invalidArgType } = require('errors');
  const { Buffer, adopt } = require('buffer');
  const {
    Stream,
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
    nextTick,
  } = require('stream-base');
  const noop = () => {};
  const sizeOf = (state, chunk) => (state.objectMode ? 1 : chunk.length);

  function Writable(options) {
    if (!(this instanceof Writable)) return new Writable(options);
    writable(this, options, false);
    shared(this, options, ['write', 'writev', 'destroy', 'final', 'construct']);
    ReflectApply(Stream, this, [options]);
    construct(this);
  }
  function writable(stream, options, duplex) {
    const objectMode = !!(options?.objectMode || (duplex && options?.writableObjectMode));
    stream._writableState = {
      ...stateOf(options),
      objectMode,
      pump,
      highWaterMark: markOf(options, 'writable', objectMode),
      buffered: [],
      length: 0,
      writing: false,
      corked: 0,
      ending: false,
      ended: false,
      finished: false,
      finalCalled: false,
      needDrain: false,
      pending: 0,
      onFinish: [],
      decodeStrings: options?.decodeStrings !== false,
      defaultEncoding: options?.defaultEncoding ?? 'utf8',
    };
  }
  inherit(Writable, Stream);
  // A duplex stream is one too.
  ObjectDefineProperty(Writable, SymbolHasInstance, {
    value(object) {
      return ReflectApply(hasInstance, this, [object]) || (this === Writable && !!object && object._writableState !== undefined);
    },
  });
  function hasInstance(object) {
    if (object === null || typeof object !== 'object') return false;
    for (let at = primordials.ObjectGetPrototypeOf(object); at !== null; at = primordials.ObjectGetPrototypeOf(at))
      if (at === this.prototype) return true;
    return false;
  }

  function put(stream, chunk, encoding, callback) {
    const state = stream._writableState;
    if (typeof encoding === 'function') {
      callback = encoding;
      encoding = state.defaultEncoding;
    } else {
      encoding ||= state.defaultEncoding;
      if (encoding !== 'buffer' && !Buffer.isEncoding(encoding))
        throw coded(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
    }
    callback = typeof callback === 'function' ? callback : noop;
    if (chunk === null) throw coded(TypeError, 'ERR_STREAM_NULL_VALUES', 'May not write null values to stream');
    if (!state.objectMode) {
      if (typeof chunk === 'string') {
        if (state.decodeStrings) {
          chunk = Buffer.from(chunk, encoding);
          encoding = 'buffer';
        }
      } else if (Buffer.isBuffer(chunk)) encoding = 'buffer';
      else if (primordials.ArrayBufferIsView(chunk)) {
        chunk = adopt(native.bytes(chunk));
        encoding = 'buffer';
      } else throw invalidArgType('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
    }
    const error = state.ending ? failure('ERR_STREAM_WRITE_AFTER_END') : state.destroyed ? destroyedError('write') : null;
    if (error) {
      nextTick(callback, error);
      failed(stream, error);
      return error;
    }
    const size = sizeOf(state, chunk);
    state.pending++;
    state.length += size;
    const room = state.length < state.highWaterMark;
    if (!room) state.needDrain = true;
    ArrayPrototypePush(state.buffered, { chunk, encoding, callback, size });
    pump(stream);
    return room && !state.errored && !state.destroyed;
  }
  // Writes what waits, one at a time or all at once.
  function pump(stream) {
    const state = stream._writableState;
    if (state.writing || state.corked || state.destroyed || state.errored || !state.constructed) return;
    if (state.buffered.length === 0) {
      finishWriting(stream);
      return;
    }
    const many = state.buffered.length > 1 && stream._writev ? state.buffered : null;
    const entries = many ?? [ArrayPrototypeShift(state.buffered)];
    if (many) state.buffered = [];
    let size = 0,
      sync = true,
      called = false;
    for (let i = 0; i < entries.length; i++) size += entries[i].size;
    state.writing = true;
    const done = (error) => {
      if (called) {
        failed(stream, failure('ERR_MULTIPLE_CALLBACK'));
        return;
      }
      called = true;
      state.writing = false;
      state.length -= size;
      const early = sync;
      const after = () => {
        if (error) {
          for (let i = 0; i < entries.length; i++) {
            state.pending--;
            entries[i].callback(error);
          }
          if (early) failed(stream, error);
          drop(stream);
          return;
        }
        const drain = !state.ending && !state.destroyed && state.length === 0 && state.needDrain;
        if (drain) {
          state.needDrain = false;
          stream.emit('drain');
        }
        for (let i = 0; i < entries.length; i++) {
          state.pending--;
          entries[i].callback(null);
        }
        if (state.destroyed) drop(stream);
        finishWriting(stream);
      };
      if (error && !sync) failed(stream, error);
      else if (!error) pump(stream);
      if (sync) nextTick(after);
      else after();
    };
    try {
      if (many) stream._writev(entries, done);
      else stream._write(entries[0].chunk, entries[0].encoding, done);
    } catch (error) {
      // What throws is thrown at whoever writes.
      state.writing = false;
      throw error;
    }
    sync = false;
  }
  function drop(stream) {
    const state = stream._writableState,
      error = state.errored ?? destroyedError('write');
    const list = state.onFinish;
    state.onFinish = [];
    for (let i = 0; i < list.length; i++) nextTick(list[i], state.errored ?? destroyedError('end'));
    while (state.buffered.length) {
      const { callback } = ArrayPrototypeShift(state.buffered);
      state.pending--;
      nextTick(callback, error);
    }
  }
  function finishWriting(stream) {
    const state = stream._writableState;
    if (
      !state.ending ||
      state.destroyed ||
      state.errored ||
      state.finalCalled ||
      state.length > 0 ||
      state.writing ||
      state.buffered.length ||
      state.pending > 0 ||
      !state.constructed
    )
      return;
    state.finalCalled = true;
    const finish = (error) => {
      if (error) {
        failed(stream, error);
        return;
      }
      if (state.errored || state.closeEmitted) return;
      state.finished = true;
      const list = state.onFinish;
      state.onFinish = [];
      for (let i = 0; i < list.length; i++) list[i]();
      stream.emit('finish');
      const read = stream._readableState;
      if (state.autoDestroy && (!read || (read.autoDestroy && (read.endEmitted || stream.readable === false)))) stream.destroy();
    };
    nextTick(() => {
      if (typeof stream._final !== 'function' || state.destroyed) {
        stream.emit('prefinish');
        return finish();
      }
      try {
        stream._final((error) => {
          if (!error) stream.emit('prefinish');
          nextTick(finish, error);
        });
      } catch (error) {
        finish(error);
      }
    });
  }
  methods(Writable, {
    write(chunk, encoding, callback) {
      return put(this, chunk, encoding, callback) === true;
    },
    _write(chunk, encoding, callback) {
      if (!this._writev) throw notImplemented('_write()');
      this._writev([{ chunk, encoding }], callback);
    },
    end(chunk, encoding, callback) {
      const state = this._writableState;
      if (typeof chunk === 'function') {
        callback = chunk;
        chunk = null;
        encoding = null;
      } else if (typeof encoding === 'function') {
        callback = encoding;
        encoding = null;
      }
      let error;
      if (chunk !== null && chunk !== undefined) {
        const result = put(this, chunk, encoding);
        if (result instanceof Error) error = result;
      }
      if (state.corked) {
        state.corked = 1;
        this.uncork();
      }
      if (!error) {
        if (state.finished) error = failure('ERR_STREAM_ALREADY_FINISHED', 'Cannot call end after a stream was finished');
        else if (state.destroyed) error = destroyedError('end');
        else {
          state.ending = true;
          state.ended = true;
          pump(this);
        }
      }
      if (typeof callback === 'function') {
        if (error) nextTick(callback, error);
        else if (state.finished) nextTick(callback);
        else ArrayPrototypePush(state.onFinish, callback);
      }
      return this;
    },
    cork() {
      this._writableState.corked++;
    },
    uncork() {
      const state = this._writableState;
      if (state.corked) {
        state.corked--;
        pump(this);
      }
    },
    setDefaultEncoding(encoding) {
      if (!Buffer.isEncoding(encoding)) throw coded(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
      this._writableState.defaultEncoding = encoding;
      return this;
    },
    destroy(error, callback) {
      const state = this._writableState;
      if (!state.destroyed && (state.buffered.length || state.onFinish.length)) nextTick(drop, this);
      return ReflectApply(destroy, this, [error, callback]);
    },
    _destroy(error, callback) {
      callback(error);
    },
    pipe() {
      failed(this, failure('ERR_STREAM_CANNOT_PIPE'));
    },
    get writable() {
      const s = this._writableState;
      return !s.destroyed && !s.errored && !s.ending;
    },
    get writableFinished() {
      return this._writableState.finished;
    },
    get writableEnded() {
      return this._writableState.ending;
    },
    get writableLength() {
      return this._writableState.length;
    },
    get writableHighWaterMark() {
      return this._writableState.highWaterMark;
    },
    get writableObjectMode() {
      return this._writableState.objectMode;
    },
    get writableCorked() {
      return this._writableState.corked;
    },
    get writableNeedDrain() {
      const s = this._writableState;
      return !s.destroyed && !s.ending && s.needDrain;
    },
    get writableAborted() {
      const s = this._writableState;
      return (s.destroyed || s.errored !== null) && !s.finished;
    },
    get errored() {
      return any(this, 'errored') || null;
    },
    get closed() {
      return any(this, 'closed');
    },
    get destroyed() {
      return any(this, 'destroyed');
    },
    set destroyed(value) {
      all(this, 'destroyed', value);
    },
  });
  return { Writable, writable };
});
