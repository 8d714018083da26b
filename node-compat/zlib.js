'use strict';
// node:zlib: the formats of zlib and gzip, of whole buffers at once. A stream collects what is written to it.
(function ({ primordials, native, require }) {
  const { ArrayPrototypePush, Error, ObjectDefineProperty, ObjectKeys, RangeError, TypeError } = primordials;
  const { coded, invalidArgType, outOfRange, validateFunction } = require('errors');
  const { Buffer, adopt, joined } = require('buffer');
  const { Transform } = require('stream');

  const codes = {
    Z_OK: 0,
    Z_STREAM_END: 1,
    Z_NEED_DICT: 2,
    Z_ERRNO: -1,
    Z_STREAM_ERROR: -2,
    Z_DATA_ERROR: -3,
    Z_MEM_ERROR: -4,
    Z_BUF_ERROR: -5,
    Z_VERSION_ERROR: -6,
  };
  const constants = {
    Z_NO_FLUSH: 0,
    Z_PARTIAL_FLUSH: 1,
    Z_SYNC_FLUSH: 2,
    Z_FULL_FLUSH: 3,
    Z_FINISH: 4,
    Z_BLOCK: 5,
    ...codes,
    Z_NO_COMPRESSION: 0,
    Z_BEST_SPEED: 1,
    Z_BEST_COMPRESSION: 9,
    Z_DEFAULT_COMPRESSION: -1,
    Z_FILTERED: 1,
    Z_HUFFMAN_ONLY: 2,
    Z_RLE: 3,
    Z_FIXED: 4,
    Z_DEFAULT_STRATEGY: 0,
    ZLIB_VERNUM: 4880,
    DEFLATE: 1,
    INFLATE: 2,
    GZIP: 3,
    GUNZIP: 4,
    DEFLATERAW: 5,
    INFLATERAW: 6,
    UNZIP: 7,
    BROTLI_DECODE: 8,
    BROTLI_ENCODE: 9,
    Z_MIN_WINDOWBITS: 8,
    Z_MAX_WINDOWBITS: 15,
    Z_DEFAULT_WINDOWBITS: 15,
    Z_MIN_CHUNK: 64,
    Z_MAX_CHUNK: Infinity,
    Z_DEFAULT_CHUNK: 16384,
    Z_MIN_MEMLEVEL: 1,
    Z_MAX_MEMLEVEL: 9,
    Z_DEFAULT_MEMLEVEL: 8,
    Z_MIN_LEVEL: -1,
    Z_MAX_LEVEL: 9,
    Z_DEFAULT_LEVEL: -1,
    BROTLI_OPERATION_PROCESS: 0,
    BROTLI_OPERATION_FLUSH: 1,
    BROTLI_OPERATION_FINISH: 2,
    BROTLI_OPERATION_EMIT_METADATA: 3,
    BROTLI_PARAM_MODE: 0,
    BROTLI_MODE_GENERIC: 0,
    BROTLI_MODE_TEXT: 1,
    BROTLI_MODE_FONT: 2,
    BROTLI_DEFAULT_MODE: 0,
    BROTLI_PARAM_QUALITY: 1,
    BROTLI_MIN_QUALITY: 0,
    BROTLI_MAX_QUALITY: 11,
    BROTLI_DEFAULT_QUALITY: 11,
    BROTLI_PARAM_LGWIN: 2,
    BROTLI_MIN_WINDOW_BITS: 10,
    BROTLI_MAX_WINDOW_BITS: 24,
    BROTLI_LARGE_MAX_WINDOW_BITS: 30,
    BROTLI_DEFAULT_WINDOW: 22,
    BROTLI_PARAM_LGBLOCK: 3,
    BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING: 4,
    BROTLI_PARAM_SIZE_HINT: 5,
    BROTLI_PARAM_LARGE_WINDOW: 6,
    BROTLI_PARAM_NPOSTFIX: 7,
    BROTLI_PARAM_NDIRECT: 8,
  };
  const names = ObjectKeys(codes);
  for (let i = 0; i < names.length; i++) codes[codes[names[i]]] = names[i];

  function bytesOf(data, name = 'buffer') {
    const bytes = typeof data === 'string' ? native.encode(data, 'utf8') : native.bytes(data);
    if (bytes === undefined) throw invalidArgType(name, ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], data);
    return bytes;
  }

  // The options that have an effect: `level` and `maxOutputLength`. The others change how it is computed.
  const RANGES = { __proto__: null, level: [-1, 9], memLevel: [1, 9], strategy: [0, 4], windowBits: [0, 15] };
  function read(options) {
    const keys = ObjectKeys(RANGES);
    for (let i = 0; i < keys.length; i++) {
      const value = options?.[keys[i]],
        name = `options.${keys[i]}`;
      if (value === undefined || value === null) continue;
      if (typeof value !== 'number')
        throw coded(
          TypeError,
          'ERR_INVALID_ARG_TYPE',
          `The "${name}" property must be of type number. Received type ${typeof value} (${native.inspect(value, 0)})`,
        );
      const [least, most] = RANGES[keys[i]];
      if (!(value >= least && value <= most)) throw outOfRange(name, `>= ${least} and <= ${most}`, value);
    }
    if (options?.dictionary !== undefined)
      throw coded(
        Error,
        'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
        "The option dictionary of zlib is not available in the sandbox; mock it with vi.mock('node:zlib', …)",
      );
    return { level: options?.level ?? -1, most: options?.maxOutputLength ?? 2 ** 33 };
  }

  function failed(message) {
    const code = message === 'unexpected end of file' ? 'Z_BUF_ERROR' : 'Z_DATA_ERROR';
    const error = new Error(message);
    error.errno = codes[code];
    error.code = code;
    return error;
  }
  const compress =
    (format) =>
    (bytes, { level }) =>
      native.deflate(format, bytes, level);
  const decompress =
    (format) =>
    (bytes, { most }) => {
      const read = format ?? (bytes[0] === 0x1f && bytes[1] === 0x8b ? 'gzip' : 'zlib');
      const found = bytes.length === 0 ? 'unexpected end of file' : native.inflate(read, bytes, most);
      if (typeof found === 'string') throw failed(found);
      if (found === undefined) throw coded(RangeError, 'ERR_BUFFER_TOO_LARGE', `Cannot create a Buffer larger than ${most} bytes`);
      return found;
    };

  // The function, the class, and what they do.
  const KINDS = [
    ['deflate', 'Deflate', compress('zlib')],
    ['inflate', 'Inflate', decompress('zlib')],
    ['gzip', 'Gzip', compress('gzip')],
    ['gunzip', 'Gunzip', decompress('gzip')],
    ['deflateRaw', 'DeflateRaw', compress('raw')],
    ['inflateRaw', 'InflateRaw', decompress('raw')],
    ['unzip', 'Unzip', decompress(undefined)],
  ];

  const exports = {
    crc32: (data, value = 0) => native.crc32(bytesOf(data, 'data'), value),
  };
  const define = (name, value) => ObjectDefineProperty(value, 'name', { value: name, configurable: true });

  function streamed(name, run) {
    class Zlib extends Transform {
      #parts = [];
      #options;
      constructor(options) {
        super(options);
        this.#options = read(options);
        this.bytesWritten = 0;
      }
      _transform(chunk, encoding, callback) {
        const bytes = bytesOf(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
        ArrayPrototypePush(this.#parts, bytes);
        this.bytesWritten += bytes.length;
        callback();
      }
      _flush(callback) {
        let found;
        try {
          found = adopt(run(joined(this.#parts), this.#options));
        } catch (error) {
          callback(error);
          return;
        }
        if (found.length > 0) this.push(found);
        callback();
      }
      // What was written comes at the end.
      flush(kind, callback = kind) {
        if (typeof callback === 'function') primordials.setImmediate(callback);
      }
      params(level, _strategy, callback) {
        this.#options = { ...this.#options, level };
        primordials.setImmediate(callback);
      }
      reset() {
        this.#parts = [];
        this.bytesWritten = 0;
      }
      close(callback) {
        if (typeof callback === 'function') this.once('close', callback);
        this.destroy();
      }
    }
    // It may be called without `new`.
    function made(options) {
      return primordials.ReflectConstruct(Zlib, [options], new.target ?? made);
    }
    made.prototype = Zlib.prototype;
    ObjectDefineProperty(Zlib.prototype, 'constructor', { value: made, configurable: true, writable: true });
    return define(name, made);
  }

  for (let i = 0; i < KINDS.length; i++) {
    const [name, className, run] = KINDS[i];
    const runOn = (bytes, options) => adopt(run(bytes, read(options)));
    const Class = streamed(className, run);
    exports[`${name}Sync`] = define(`${name}Sync`, (data, options) => runOn(bytesOf(data), options));
    exports[name] = define(name, (data, options, callback) => {
      const done = typeof options === 'function' ? options : callback,
        bytes = bytesOf(data);
      validateFunction(done, 'callback');
      const asked = typeof options === 'function' ? undefined : options;
      let error = null,
        found;
      try {
        found = runOn(bytes, asked);
      } catch (thrown) {
        error = thrown;
      }
      primordials.setImmediate(() => (error === null ? done(null, found) : done(error)));
    });
    exports[className] = Class;
    exports[`create${className}`] = define(`create${className}`, (options) => new Class(options));
  }
  // Each constant is also an export of its own, except those of Brotli.
  const known = ObjectKeys(constants);
  for (let i = 0; i < known.length; i++)
    if (primordials.StringPrototypeIndexOf(known[i], 'BROTLI') !== 0) exports[known[i]] = constants[known[i]];
  exports.constants = constants;
  exports.codes = codes;
  return { ...exports, default: exports };
});
