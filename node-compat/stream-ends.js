'use strict';
// node:stream: how streams end, what is made of several, and what reads one whole.
(function ({ primordials, native, require }) {
  const {
    Promise,
    ArrayPrototypePop,
    ArrayPrototypePush,
    ArrayIsArray,
    ObjectDefineProperty,
    PromisePrototypeThen,
    ReflectApply,
    SymbolAsyncIterator,
    SymbolIterator,
    SymbolFor,
  } = primordials;
  const { coded, invalidArgType, validateFunction } = require('errors');
  const { Stream, Readable, Writable, Duplex, Transform, PassThrough, addAbortSignal, methods, failure } = require('stream');
  const { abortError } = require('emitter');
  const { Buffer } = require('buffer');

  const isNode = (value) =>
    value !== null && typeof value === 'object' && (value._readableState !== undefined || value._writableState !== undefined);
  const readableSide = (stream) => stream._readableState !== undefined,
    writableSide = (stream) => stream._writableState !== undefined;

  function finished(stream, options, callback) {
    if (typeof options === 'function') {
      callback = options;
      options = {};
    }
    validateFunction(callback, 'callback');
    if (!isNode(stream)) throw invalidArgType('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
    const reads = options?.readable !== false && readableSide(stream) && (options?.readable ?? true),
      writes = options?.writable !== false && writableSide(stream);
    const read = stream._readableState,
      write = stream._writableState;
    let called = false,
      readDone = !reads || read.endEmitted,
      writeDone = !writes || write.finished;
    const tell = (error) => {
      if (called) return;
      called = true;
      if (error) ReflectApply(callback, stream, [error]);
      else ReflectApply(callback, stream, []);
    };
    const finish = () => {
      writeDone = true;
      if (readDone) tell();
    };
    const end = () => {
      readDone = true;
      if (writeDone) tell();
    };
    const close = () => {
      if (read?.errored || write?.errored) tell(read?.errored ?? write?.errored);
      else if (!readDone || !writeDone) tell(failure('ERR_STREAM_PREMATURE_CLOSE'));
      else tell();
    };
    const aborted = () => tell(abortError(options.signal));
    const pairs = [
      ['end', end],
      ['finish', finish],
      ['error', tell],
      ['close', close],
    ];
    for (let i = 0; i < pairs.length; i++) if (options?.error !== false || pairs[i][0] !== 'error') stream.on(pairs[i][0], pairs[i][1]);
    if (read?.closeEmitted || write?.closeEmitted) native.nextTick(close, []);
    else if (readDone && writeDone) native.nextTick(() => tell(read?.errored ?? write?.errored ?? undefined), []);
    if (options?.signal) {
      if (options.signal.aborted) native.nextTick(aborted, []);
      else options.signal.addEventListener('abort', aborted, { once: true });
    }
    return () => {
      called = true;
      for (let i = 0; i < pairs.length; i++) stream.removeListener(pairs[i][0], pairs[i][1]);
      options?.signal?.removeEventListener('abort', aborted);
    };
  }

  function pipeline(...streams) {
    const callback = ArrayPrototypePop(streams);
    validateFunction(callback, 'streams[stream.length - 1]');
    return run(streams, callback, {});
  }
  const iterable = (value) =>
    value !== null &&
    value !== undefined &&
    (typeof value[SymbolAsyncIterator] === 'function' || typeof value[SymbolIterator] === 'function');
  function run(streams, callback, options) {
    if (ArrayIsArray(streams[0]) && streams.length === 1) streams = streams[0];
    if (streams.length < 2) throw coded(primordials.TypeError, 'ERR_MISSING_ARGS', 'The "streams" argument must be specified');
    const members = [];
    let waiting = 0,
      failed,
      value,
      done = false;
    const fail = (error) => {
      if (failed === undefined || failed.code === 'ERR_STREAM_PREMATURE_CLOSE') failed = error;
      for (let i = 0; i < members.length; i++) members[i].destroy(failed);
    };
    const one = (error) => {
      if (error) fail(error);
      waiting--;
      if (waiting === 0 && !done) {
        done = true;
        options.signal?.removeEventListener('abort', aborted);
        native.nextTick(callback, failed ? [failed] : [undefined, value]);
      }
    };
    const aborted = () => fail(abortError(options.signal));
    const watch = (stream, ends) => {
      waiting++;
      ArrayPrototypePush(members, stream);
      finished(stream, ends, (error) => one(error));
    };
    let flow, last;
    for (let i = 0; i < streams.length; i++) {
      const step = streams[i],
        isLast = i === streams.length - 1,
        isFirst = i === 0;
      if (isNode(step)) {
        watch(step, { readable: !isLast || (isFirst && readableSide(step)), writable: !isFirst });
        if (flow !== undefined) {
          if (isNode(flow)) flow.pipe(step, { end: !isLast || options.end !== false });
          else {
            waiting++;
            feed(flow, step, !isLast || options.end !== false).then(() => one(), one);
          }
        }
        flow = step;
      } else if (typeof step === 'function') {
        let made = isFirst
          ? step({ signal: options.signal })
          : step(isNode(flow) ? flow[SymbolAsyncIterator]() : flow, { signal: options.signal });
        if (isLast && !iterable(made) && typeof made?.then === 'function') {
          waiting++;
          made.then((result) => {
            value = result;
            one();
          }, one);
        } else if (!iterable(made))
          throw coded(
            primordials.TypeError,
            'ERR_INVALID_RETURN_VALUE',
            `Expected AsyncIterable to be returned from the "transform[${i - 1}]" function but got ${made === undefined ? 'undefined' : typeof made}.`,
          );
        flow = made;
      } else if (iterable(step) && isFirst) flow = step;
      else throw invalidArgType('val', ['Function', 'ReadableStream', 'WritableStream', 'Stream', 'Iterable', 'AsyncIterable'], step);
      last = flow;
    }
    if (!isNode(last) && iterable(last)) {
      const pass = new PassThrough({ objectMode: true });
      waiting++;
      feed(last, pass, true).then(() => one(), one);
      last = pass;
    }
    if (options.signal) {
      if (options.signal.aborted) native.nextTick(aborted, []);
      else options.signal.addEventListener('abort', aborted, { once: true });
    }
    return last;
  }
  // Writes what an iterable gives, at the pace of the stream.
  async function feed(items, target, end) {
    const drained = () =>
      new Promise((resolve, reject) => {
        const stop = finished(target, { readable: false }, (error) => {
          target.removeListener('drain', go);
          if (error) reject(error);
          else resolve();
        });
        const go = () => {
          stop();
          resolve();
        };
        target.once('drain', go);
      });
    if (target.writableNeedDrain) await drained();
    for await (const item of items) {
      if (target.destroyed) throw target.errored ?? failure('ERR_STREAM_PREMATURE_CLOSE');
      if (!target.write(item) && !target.destroyed) await drained();
    }
    if (end) target.end();
  }

  const promises = {
    finished: (stream, options) =>
      new Promise((resolve, reject) => {
        const stop = finished(stream, options ?? {}, (error) => {
          if (options?.cleanup) stop();
          if (error) reject(error);
          else resolve();
        });
      }),
    pipeline: (...streams) =>
      new Promise((resolve, reject) => {
        const last = streams[streams.length - 1];
        const options = last && typeof last === 'object' && !isNode(last) && !iterable(last) ? ArrayPrototypePop(streams) : {};
        run(
          streams,
          (error, value) => {
            if (error) reject(error);
            else resolve(value);
          },
          options,
        );
      }),
  };
  const promisify = SymbolFor('nodejs.util.promisify.custom');
  ObjectDefineProperty(pipeline, promisify, { get: () => promises.pipeline, configurable: true });
  ObjectDefineProperty(finished, promisify, { get: () => promises.finished, configurable: true });

  // Readables as lists.
  const over = (transform) =>
    function (fn, options) {
      validateFunction(fn, 'fn');
      return Readable.from(transform(this, fn, options), { objectMode: true });
    };
  methods(Readable, {
    map: over(async function* (stream, fn) {
      for await (const item of stream) yield await fn(item, {});
    }),
    filter: over(async function* (stream, fn) {
      for await (const item of stream) if (await fn(item, {})) yield item;
    }),
    flatMap: over(async function* (stream, fn) {
      for await (const item of stream) yield* await fn(item, {});
    }),
    take(n) {
      const stream = this;
      return Readable.from(
        (async function* () {
          let left = n;
          if (left > 0)
            for await (const item of stream) {
              yield item;
              if (--left <= 0) return;
            }
        })(),
        { objectMode: true },
      );
    },
    drop(n) {
      const stream = this;
      return Readable.from(
        (async function* () {
          let left = n;
          for await (const item of stream) if (left-- <= 0) yield item;
        })(),
        { objectMode: true },
      );
    },
    async forEach(fn) {
      for await (const item of this) await fn(item, {});
    },
    async toArray() {
      const list = [];
      for await (const item of this) ArrayPrototypePush(list, item);
      return list;
    },
    async some(fn) {
      for await (const item of this) if (await fn(item, {})) return true;
      return false;
    },
    async every(fn) {
      for await (const item of this) if (!(await fn(item, {}))) return false;
      return true;
    },
    async find(fn) {
      for await (const item of this) if (await fn(item, {})) return item;
      return undefined;
    },
    async reduce(fn, ...initial) {
      let started = initial.length > 0,
        value = initial[0];
      for await (const item of this) {
        if (started) value = await fn(value, item, {});
        else {
          started = true;
          value = item;
        }
      }
      if (!started) throw coded(primordials.TypeError, 'ERR_MISSING_ARGS', 'Reduce of an empty stream requires an initial value');
      return value;
    },
  });

  const consumers = {
    async buffer(stream) {
      const list = [];
      for await (const chunk of stream) ArrayPrototypePush(list, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      return Buffer.concat(list);
    },
    async text(stream) {
      return (await consumers.buffer(stream)).toString();
    },
    async json(stream) {
      return globalThis.JSON.parse(await consumers.text(stream));
    },
    async arrayBuffer(stream) {
      const bytes = await consumers.buffer(stream);
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    },
    async blob(stream) {
      return new (require('blob').Blob)([await consumers.buffer(stream)]);
    },
  };
  const isErrored = (stream) => !!stream?.errored,
    isReadable = (stream) => (isNode(stream) && readableSide(stream) ? stream.readable : null);
  const isDisturbed = (stream) => !!stream?._readableState && (stream.readableDidRead || stream.readableAborted);
  const isWritable = (stream) => (isNode(stream) && writableSide(stream) ? stream.writable : null);
  const refuse = (name) => () => {
    throw coded(
      primordials.Error,
      'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
      `stream.${name} is not available in this sandbox; join streams with pipe() or pipeline()`,
    );
  };
  const exports = {
    Readable,
    Writable,
    Duplex,
    Transform,
    PassThrough,
    Stream,
    pipeline,
    finished,
    addAbortSignal,
    promises,
    isErrored,
    isReadable,
    isWritable,
    isDisturbed,
    compose: refuse('compose'),
    destroy: (stream, error) => {
      stream?.destroy(error);
    },
    getDefaultHighWaterMark: (object) => (object ? 16 : 16384),
    setDefaultHighWaterMark: refuse('setDefaultHighWaterMark'),
    _isUint8Array: (value) => native.kind(value) === 'Uint8Array',
  };
  const bytesOf = (chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  // Web streams, where the host has them.
  Readable.fromWeb = (stream, options) => {
    if (typeof stream?.getReader !== 'function') throw invalidArgType('readableStream', 'ReadableStream', stream);
    const reader = stream.getReader();
    const made = new Readable({
      ...options,
      read() {
        PromisePrototypeThen(
          reader.read(),
          ({ done, value }) => made.push(done ? null : options?.objectMode ? value : bytesOf(value)),
          (error) => made.destroy(error),
        );
      },
      destroy(error, callback) {
        const done = () => callback(error);
        if (made.readableEnded) done();
        else PromisePrototypeThen(reader.cancel(error), done, done);
      },
    });
    return made;
  };
  Readable.toWeb = (readable) =>
    new globalThis.ReadableStream({
      start(controller) {
        readable.pause();
        readable.on('data', (chunk) => {
          controller.enqueue(chunk);
          if (controller.desiredSize <= 0) readable.pause();
        });
        finished(readable, { writable: false }, (error) => (error ? controller.error(error) : controller.close()));
        readable.pause();
      },
      pull: () => {
        readable.resume();
      },
      cancel: (reason) => {
        readable.destroy(reason);
      },
    });
  Writable.fromWeb = (stream, options) => {
    if (typeof stream?.getWriter !== 'function') throw invalidArgType('writableStream', 'WritableStream', stream);
    const writer = stream.getWriter();
    const after = (promise, callback) => PromisePrototypeThen(promise, () => callback(), callback);
    return new Writable({
      ...options,
      write: (chunk, _encoding, callback) => after(writer.write(chunk), callback),
      final: (callback) => after(writer.close(), callback),
      destroy(error, callback) {
        const done = () => callback(error);
        if (error) PromisePrototypeThen(writer.abort(error), done, done);
        else done();
      },
    });
  };
  Writable.toWeb = (writable) =>
    new globalThis.WritableStream({
      write: (chunk) => new Promise((resolve, reject) => writable.write(chunk, (error) => (error ? reject(error) : resolve()))),
      close: () => new Promise((resolve, reject) => writable.end((error) => (error ? reject(error) : resolve()))),
      abort: (reason) => {
        writable.destroy(reason);
      },
    });
  Duplex.from = refuse('Duplex.from');
  for (const name of primordials.ObjectKeys(exports)) if (name !== 'Stream') Stream[name] = exports[name];
  Stream.Stream = Stream;
  return {
    finished,
    pipeline,
    main: { ...exports, default: Stream },
    promises: { ...promises, default: promises },
    consumers: { ...consumers, default: consumers },
  };
});
