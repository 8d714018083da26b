'use strict';
// node:stream: the readable side.
(function ({ primordials, native, require }) {
  const {
    TypeError,
    ArrayPrototypePush,
    ArrayPrototypeShift,
    ArrayPrototypeUnshift,
    ArrayPrototypeIndexOf,
    ArrayPrototypeSplice,
    PromisePrototypeThen,
    ReflectApply,
    SymbolAsyncIterator,
    SymbolIterator,
  } = primordials;
  const { coded, invalidArgType } = require('errors');
  const { EventEmitter } = require('emitter');
  const { Buffer, adopt } = require('buffer');
  const {
    Stream,
    failure,
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
  const on = EventEmitter.prototype.on,
    removeListener = EventEmitter.prototype.removeListener;
  const noop = () => {};

  function Readable(options) {
    if (!(this instanceof Readable)) return new Readable(options);
    readable(this, options, false);
    shared(this, options, ['read', 'destroy', 'construct']);
    ReflectApply(Stream, this, [options]);
    construct(this);
  }
  function readable(stream, options, duplex) {
    const objectMode = !!(options?.objectMode || (duplex && options?.readableObjectMode));
    stream._readableState = {
      ...stateOf(options),
      objectMode,
      fill,
      highWaterMark: markOf(options, 'readable', objectMode),
      buffer: [],
      length: 0,
      flowing: null,
      ended: false,
      endEmitted: false,
      reading: false,
      wanted: false,
      sync: true,
      decoder: null,
      encoding: null,
      pipes: [],
      resumeScheduled: false,
      readableScheduled: false,
      listening: false,
      didRead: false,
      defaultEncoding: options?.defaultEncoding ?? 'utf8',
    };
    if (options?.encoding) decodeWith(stream._readableState, options.encoding);
  }
  function decodeWith(state, encoding) {
    const { StringDecoder } = require('string-decoder');
    state.decoder = new StringDecoder(encoding);
    state.encoding = state.decoder.encoding;
  }
  inherit(Readable, Stream);

  const sizeOf = (state, chunk) => (state.objectMode ? 1 : chunk.length);
  function add(stream, chunk, encoding, front) {
    const state = stream._readableState;
    if (chunk === null) {
      state.reading = false;
      finishReading(stream);
      return false;
    }
    if (!state.objectMode) {
      if (typeof chunk === 'string') {
        const from = encoding || state.defaultEncoding;
        chunk = state.encoding && state.encoding === from ? chunk : Buffer.from(chunk, from);
        if (state.decoder && typeof chunk !== 'string') chunk = state.decoder.write(chunk);
      } else if (primordials.ArrayBufferIsView(chunk)) {
        if (!Buffer.isBuffer(chunk)) chunk = adopt(native.bytes(chunk));
        if (state.decoder) chunk = state.decoder.write(chunk);
      } else {
        failed(stream, invalidArgType('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk));
        return false;
      }
    }
    if (state.ended && !front) {
      failed(stream, failure('ERR_STREAM_PUSH_AFTER_EOF'));
      return false;
    }
    if (front && state.endEmitted) {
      failed(stream, failure('ERR_STREAM_UNSHIFT_AFTER_END_EVENT'));
      return false;
    }
    if (state.destroyed || state.errored) return false;
    if (!front) state.reading = false;
    if (state.objectMode || chunk.length > 0) {
      if (state.flowing && state.length === 0 && !state.sync && stream.listenerCount('data') > 0) {
        state.didRead = true;
        stream.emit('data', chunk);
      } else {
        state.length += sizeOf(state, chunk);
        (front ? ArrayPrototypeUnshift : ArrayPrototypePush)(state.buffer, chunk);
        tellReadable(stream);
      }
    }
    if (state.wanted !== false) more(stream);
    return !state.ended && (state.length < state.highWaterMark || state.length === 0);
  }
  function finishReading(stream) {
    const state = stream._readableState;
    if (state.ended) return;
    const rest = state.decoder?.end();
    if (rest) {
      ArrayPrototypePush(state.buffer, rest);
      state.length += sizeOf(state, rest);
    }
    state.ended = true;
    if (state.sync) tellReadable(stream);
    else tell(stream);
  }
  function tell(stream) {
    const state = stream._readableState;
    if (!state.destroyed && !state.errored && (state.length || state.ended)) {
      state.awaiting = false;
      stream.emit('readable');
    }
    flow(stream);
    if (state.ended && state.length === 0 && (state.flowing || state.listening)) endReading(stream);
  }
  function tellReadable(stream) {
    const state = stream._readableState;
    if (state.readableScheduled) return;
    state.readableScheduled = true;
    nextTick(() => {
      state.readableScheduled = false;
      tell(stream);
    });
  }
  function endReading(stream) {
    const state = stream._readableState;
    if (state.endEmitted || state.endScheduled) return;
    state.endScheduled = true;
    nextTick(() => {
      if (state.endEmitted || state.errored || state.closeEmitted || state.length > 0) {
        state.endScheduled = false;
        return;
      }
      state.endEmitted = true;
      stream.emit('end');
      const write = stream._writableState;
      if (write && stream.allowHalfOpen === false) {
        if (!write.ending && !write.destroyed) stream.end();
      } else if (
        state.autoDestroy &&
        (!write || (write.autoDestroy && (write.finished || (write.ending === false && stream.writable === false))))
      )
        stream.destroy();
    });
  }
  // Asks for more where there is room.
  function more(stream) {
    const state = stream._readableState;
    if (state.moreScheduled) return;
    state.moreScheduled = true;
    nextTick(() => {
      state.moreScheduled = false;
      if (
        !state.reading &&
        !state.ended &&
        !state.destroyed &&
        (state.length < state.highWaterMark || (state.flowing && state.length === 0))
      ) {
        const before = state.length;
        fill(stream);
        if (before !== state.length) more(stream);
      }
    });
  }
  function fill(stream) {
    const state = stream._readableState;
    state.wanted = true;
    if (state.reading || state.ended || state.destroyed || state.errored || !state.constructed) return;
    state.reading = true;
    state.sync = true;
    try {
      stream._read(state.highWaterMark);
    } catch (error) {
      failed(stream, error);
    }
    state.sync = false;
  }
  function take(state, n) {
    if (state.length === 0) return null;
    if (state.objectMode) {
      state.length--;
      return ArrayPrototypeShift(state.buffer);
    }
    if (n === undefined || n >= state.length) {
      const all = state.buffer;
      state.buffer = [];
      state.length = 0;
      if (all.length === 1) return all[0];
      if (state.decoder) {
        let text = '';
        for (let i = 0; i < all.length; i++) text += all[i];
        return text;
      }
      return Buffer.concat(all);
    }
    if (n === state.buffer[0].length) {
      state.length -= n;
      return ArrayPrototypeShift(state.buffer);
    }
    const joined = state.buffer.length === 1 ? state.buffer[0] : take(state);
    const [part, rest] = [joined.slice(0, n), joined.slice(n)];
    state.buffer = [rest];
    state.length = rest.length;
    return part;
  }
  function flow(stream) {
    const state = stream._readableState;
    while (state.flowing && !state.destroyed && stream.read() !== null);
  }
  methods(Readable, {
    read(n) {
      const state = this._readableState;
      if (n === 0) {
        if (state.ended && state.length === 0) endReading(this);
        else fill(this);
        return null;
      }
      if (n !== undefined && n !== null && n > state.length && !state.ended) {
        if (n > state.highWaterMark) state.highWaterMark = n;
        fill(this);
        if (n > state.length) {
          state.awaiting = true;
          return null;
        }
      }
      if (!state.flowing || state.objectMode) n = n ?? undefined;
      if (!state.ended && (state.length === 0 || state.length - (n ?? (state.objectMode ? 1 : state.length)) < state.highWaterMark))
        fill(this);
      // In flowing mode chunks come one by one, as they were pushed.
      const chunk =
        n === undefined && state.flowing && !state.objectMode && state.buffer.length > 1
          ? take(state, state.buffer[0].length)
          : take(state, n ?? undefined);
      if (chunk === null) state.awaiting = true;
      if (state.length === 0 && state.ended) endReading(this);
      if (chunk !== null && !state.errored && !state.closeEmitted) {
        state.didRead = true;
        this.emit('data', chunk);
      }
      return chunk;
    },
    _read() {
      throw notImplemented('_read()');
    },
    push(chunk, encoding) {
      return add(this, chunk, encoding, false);
    },
    unshift(chunk, encoding) {
      return add(this, chunk, encoding, true);
    },
    isPaused() {
      return this._readableState.flowing === false;
    },
    setEncoding(encoding) {
      const state = this._readableState;
      decodeWith(state, encoding);
      let text = '';
      for (let i = 0; i < state.buffer.length; i++) text += state.decoder.write(state.buffer[i]);
      state.buffer = text === '' ? [] : [text];
      state.length = text.length;
      return this;
    },
    on(name, listener) {
      const result = ReflectApply(on, this, [name, listener]),
        state = this._readableState;
      if (name === 'data') {
        state.listening = this.listenerCount('readable') > 0;
        if (state.flowing !== false) this.resume();
      } else if (name === 'readable' && !state.endEmitted && !state.listening) {
        state.listening = true;
        state.flowing = false;
        if (state.length) tellReadable(this);
        else if (!state.reading) nextTick(() => this.read(0));
      }
      return result;
    },
    removeListener(name, listener) {
      const result = ReflectApply(removeListener, this, [name, listener]);
      if (name === 'readable')
        nextTick(() => {
          const state = this._readableState;
          state.listening = this.listenerCount('readable') > 0;
          if (!state.listening && this.listenerCount('data') > 0) this.resume();
        });
      return result;
    },
    resume() {
      const state = this._readableState;
      if (!state.flowing) {
        state.flowing = !state.listening;
        if (!state.resumeScheduled) {
          state.resumeScheduled = true;
          nextTick(() => {
            state.resumeScheduled = false;
            if (!state.reading && state.length === 0) this.read(0);
            this.emit('resume');
            flow(this);
            if (state.flowing && !state.reading) this.read(0);
          });
        }
      }
      return this;
    },
    pause() {
      if (this._readableState.flowing !== false) {
        this._readableState.flowing = false;
        this.emit('pause');
      }
      return this;
    },
    pipe(target, options) {
      const source = this,
        state = this._readableState;
      ArrayPrototypePush(state.pipes, target);
      const ended = () => target.end();
      const data = (chunk) => {
        if (target.write(chunk) === false) {
          source.pause();
          target.once('drain', drained);
        }
      };
      const drained = () => source.resume();
      const gone = () => source.unpipe(target);
      const wrong = (error) => {
        gone();
        ReflectApply(removeListener, target, ['error', wrong]);
        if (target.listenerCount('error') === 0) failed(target, error);
      };
      const clean = (from) => {
        if (from !== source) return;
        source.removeListener('data', data);
        source.removeListener('end', ended);
        for (const [name, listener] of [
          ['drain', drained],
          ['close', gone],
          ['finish', gone],
          ['error', wrong],
          ['unpipe', clean],
        ])
          target.removeListener(name, listener);
      };
      source.on('data', data);
      if (options?.end !== false) {
        if (state.endEmitted) nextTick(ended);
        else source.once('end', ended);
      }
      target.on('unpipe', clean);
      target.prependListener('error', wrong);
      target.once('close', gone);
      target.once('finish', gone);
      target.emit('pipe', source);
      if (target.writableNeedDrain === true) {
        source.pause();
        target.once('drain', drained);
      } else if (!state.flowing) source.resume();
      return target;
    },
    unpipe(target) {
      const { pipes } = this._readableState;
      if (target === undefined) {
        while (pipes.length) {
          const one = ArrayPrototypeShift(pipes);
          one.emit('unpipe', this, { hasUnpiped: false });
        }
        this.pause();
        return this;
      }
      const index = ArrayPrototypeIndexOf(pipes, target);
      if (index >= 0) {
        ArrayPrototypeSplice(pipes, index, 1);
        if (pipes.length === 0) this.pause();
        target.emit('unpipe', this, { hasUnpiped: false });
      }
      return this;
    },
    destroy,
    _destroy(error, callback) {
      callback(error);
    },
    [SymbolAsyncIterator]() {
      return iterate(this, {});
    },
    iterator(options) {
      return iterate(this, options ?? {});
    },
    get readable() {
      const s = this._readableState;
      return !s.destroyed && !s.errored && !s.endEmitted;
    },
    get readableFlowing() {
      return this._readableState.flowing;
    },
    get readableLength() {
      return this._readableState.length;
    },
    get readableHighWaterMark() {
      return this._readableState.highWaterMark;
    },
    get readableObjectMode() {
      return this._readableState.objectMode;
    },
    get readableEncoding() {
      return this._readableState.encoding;
    },
    get readableEnded() {
      return this._readableState.endEmitted;
    },
    get readableDidRead() {
      return this._readableState.didRead;
    },
    get readableAborted() {
      const s = this._readableState;
      return (s.destroyed || s.errored !== null) && !s.endEmitted;
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
  Readable.prototype.addListener = Readable.prototype.on;
  Readable.prototype.off = Readable.prototype.removeListener;

  async function* iterate(stream, options) {
    let wake = noop,
      ended = false,
      error;
    const next = () => wake();
    stream.on('readable', next);
    const stop = require('stream-ends').finished(stream, { writable: false }, (failure) => {
      ended = true;
      error = failure;
      wake();
    });
    try {
      while (true) {
        const chunk = stream.destroyed ? null : stream.read();
        if (chunk !== null) yield chunk;
        else if (error) throw error;
        else if (ended) return;
        else
          await new primordials.Promise((resolve) => {
            wake = resolve;
            if (ended) resolve();
          });
      }
    } catch (thrown) {
      error = thrown;
      throw thrown;
    } finally {
      stop();
      stream.removeListener('readable', next);
      if (options.destroyOnReturn !== false || error) stream.destroy();
    }
  }

  Readable.from = function from(items, options) {
    if (typeof items === 'string' || native.kind(items) === 'Uint8Array') {
      return new Readable({
        objectMode: true,
        ...options,
        read() {
          this.push(items);
          this.push(null);
        },
      });
    }
    const make = items?.[SymbolAsyncIterator] ?? items?.[SymbolIterator];
    if (typeof make !== 'function') throw invalidArgType('iterable', ['Iterable'], items);
    const iterator = ReflectApply(make, items, []);
    let running = false;
    const stream = new Readable({
      objectMode: true,
      highWaterMark: 1,
      ...options,
      read() {
        if (running) return;
        running = true;
        (async () => {
          while (true) {
            const { value, done } = await iterator.next();
            if (done) {
              stream.push(null);
              return;
            }
            const item = await value;
            if (item === null) throw coded(TypeError, 'ERR_STREAM_NULL_VALUES', 'May not write null values to stream');
            if (!stream.push(item)) {
              running = false;
              return;
            }
          }
        })().catch((error) => stream.destroy(error));
      },
    });
    stream._destroy = (error, callback) => {
      PromisePrototypeThen(
        (async () => {
          if (error && typeof iterator.throw === 'function') await iterator.throw(error);
          if (typeof iterator.return === 'function') await iterator.return();
        })(),
        () => nextTick(callback, error),
        (thrown) => nextTick(callback, thrown ?? error),
      );
    };
    return stream;
  };
  return { Readable, readable };
});
