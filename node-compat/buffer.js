'use strict';
// Node's Buffer: a Uint8Array with methods. Numbers that it reads and writes stand in buffer-numbers.js.
(function ({ primordials, native, require }) {
  const {
    Uint8Array,
    ArrayBuffer,
    ArrayIsArray,
    ObjectDefineProperty,
    ObjectSetPrototypeOf,
    NumberIsNaN,
    TypeError,
    RangeError,
    TypedArrayPrototypeSet,
    TypedArrayPrototypeSubarray,
    TypedArrayPrototypeFill,
    StringPrototypeToLowerCase,
    ArrayBufferIsView,
    SymbolToPrimitive,
  } = primordials;
  const { coded, received, invalidArgType, invalidArgValue, outOfRange, validateNumber, validateInteger } = require('errors');

  const MAX_LENGTH = 2 ** 32;

  class FastBuffer extends Uint8Array {
    constructor(first, offset, length) {
      super(first, offset, length);
    }
  }

  function Buffer(value, encodingOrOffset, length) {
    if (typeof value === 'number') {
      if (typeof encodingOrOffset === 'string') throw invalidArgType('string', ['string'], value);
      return Buffer.alloc(value);
    }
    return Buffer.from(value, encodingOrOffset, length);
  }
  ObjectDefineProperty(Buffer, 'prototype', { value: FastBuffer.prototype, writable: false, enumerable: false, configurable: false });
  ObjectDefineProperty(FastBuffer.prototype, 'constructor', { value: Buffer, writable: true, enumerable: false, configurable: true });
  ObjectSetPrototypeOf(Buffer, Uint8Array);

  const ENCODINGS = {
    __proto__: null,
    utf8: 'utf8',
    'utf-8': 'utf8',
    hex: 'hex',
    base64: 'base64',
    base64url: 'base64url',
    latin1: 'latin1',
    binary: 'latin1',
    ascii: 'ascii',
    utf16le: 'utf16le',
    'utf-16le': 'utf16le',
    ucs2: 'utf16le',
    'ucs-2': 'utf16le',
  };
  const normalized = (encoding) => ENCODINGS[encoding] ?? ENCODINGS[StringPrototypeToLowerCase(`${encoding}`)];
  function encodingOf(encoding) {
    if (encoding === undefined || encoding === null || encoding === '') return 'utf8';
    const known = normalized(encoding);
    if (known === undefined) throw coded(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
    return known;
  }

  const isU8 = (value) => native.kind(value) === 'Uint8Array';
  const adopt = (bytes) => ObjectSetPrototypeOf(bytes, FastBuffer.prototype);
  const encode = (text, encoding) => adopt(native.encode(text, encoding));

  function validateSize(size) {
    validateNumber(size, 'size', 0, MAX_LENGTH);
  }

  // Statics: enumerable data properties, as Node has them.
  Buffer.poolSize = 8192;
  Buffer.from = function from(value, encodingOrOffset, length) {
    if (typeof value === 'string') return encode(value, encodingOf(encodingOrOffset));
    if (typeof value === 'object' && value !== null) {
      const kind = native.kind(value);
      if (kind === 'ArrayBuffer' || kind === 'SharedArrayBuffer') return fromArrayBuffer(value, encodingOrOffset, length);
      const primitive = value.valueOf && value.valueOf();
      if (primitive != null && primitive !== value && (typeof primitive === 'string' || typeof primitive === 'object')) {
        return from(primitive, encodingOrOffset, length);
      }
      const made = fromObject(value);
      if (made) return made;
      if (typeof value[SymbolToPrimitive] === 'function') {
        const text = value[SymbolToPrimitive]('string');
        if (typeof text === 'string') return encode(text, encodingOf(encodingOrOffset));
      }
    }
    throw coded(
      TypeError,
      'ERR_INVALID_ARG_TYPE',
      `The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object.${received(value)}`,
    );
  };
  function fromArrayBuffer(buffer, offset, length) {
    offset = offset === undefined ? 0 : +offset;
    if (NumberIsNaN(offset)) offset = 0;
    const room = buffer.byteLength - offset;
    if (room < 0) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds');
    if (length === undefined) return new FastBuffer(buffer, offset, room);
    length = +length;
    if (!(length > 0)) length = 0;
    else if (length > room) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"length" is outside of buffer bounds');
    return new FastBuffer(buffer, offset, length);
  }
  function fromObject(value) {
    if (value.length !== undefined || native.kind(value.buffer) === 'ArrayBuffer') {
      if (typeof value.length !== 'number') return new FastBuffer();
      return fromArrayLike(value);
    }
    if (value.type === 'Buffer' && ArrayIsArray(value.data)) return fromArrayLike(value.data);
  }
  function fromArrayLike(value) {
    const length = value.length > 0 ? value.length : 0;
    const made = new FastBuffer(length);
    for (let i = 0; i < length; i++) made[i] = value[i];
    return made;
  }
  Buffer.copyBytesFrom = function copyBytesFrom(view, offset = 0, length = undefined) {
    if (!ArrayBufferIsView(view) || native.kind(view) === 'DataView') throw invalidArgType('view', ['TypedArray'], view);
    validateInteger(offset, 'offset', 0);
    if (offset >= view.length) return new FastBuffer();
    const end = length === undefined ? view.length : offset + length;
    return Buffer.from(native.bytes(TypedArrayPrototypeSubarray(view, offset, end)));
  };
  Buffer.of = function of(...items) {
    return fromArrayLike(items);
  };
  Buffer.alloc = function alloc(size, fill, encoding) {
    validateSize(size);
    const made = new FastBuffer(size);
    return fill !== undefined && fill !== 0 && size > 0 ? made.fill(fill, encoding) : made;
  };
  Buffer.allocUnsafe = function allocUnsafe(size) {
    validateSize(size);
    return new FastBuffer(size);
  };
  Buffer.allocUnsafeSlow = function allocUnsafeSlow(size) {
    validateSize(size);
    return new FastBuffer(size);
  };
  Buffer.isBuffer = function isBuffer(value) {
    return value instanceof Buffer;
  };
  Buffer.compare = function compare(a, b) {
    if (!isU8(a)) throw invalidArgType('buf1', ['Buffer', 'Uint8Array'], a);
    if (!isU8(b)) throw invalidArgType('buf2', ['Buffer', 'Uint8Array'], b);
    return native.compareBytes(a, b);
  };
  Buffer.isEncoding = function isEncoding(encoding) {
    return typeof encoding === 'string' && encoding.length !== 0 && normalized(encoding) !== undefined;
  };
  Buffer.concat = function concat(list, length) {
    if (!ArrayIsArray(list)) throw invalidArgType('list', ['Array'], list);
    if (list.length === 0) return new FastBuffer();
    if (length === undefined) {
      length = 0;
      for (let i = 0; i < list.length; i++) if (list[i].length) length += list[i].length;
    } else validateInteger(length, 'length', 0);
    const made = new FastBuffer(length);
    let at = 0;
    for (let i = 0; i < list.length; i++) {
      if (!isU8(list[i])) throw invalidArgType(`list[${i}]`, ['Buffer', 'Uint8Array'], list[i]);
      if (at >= length) continue;
      const part = at + list[i].length > length ? TypedArrayPrototypeSubarray(list[i], 0, length - at) : list[i];
      TypedArrayPrototypeSet(made, part, at);
      at += list[i].length;
    }
    return made;
  };
  Buffer.byteLength = function byteLength(value, encoding) {
    if (typeof value === 'string') return native.encode(value, normalized(encoding ?? 'utf8') ?? 'utf8').length;
    if (ArrayBufferIsView(value) || native.kind(value) === 'ArrayBuffer') return value.byteLength;
    throw invalidArgType('string', ['string', 'Buffer', 'ArrayBuffer'], value);
  };

  const methods = {
    toString(encoding, start, end) {
      if (arguments.length === 0) return native.decode(this, 'utf8', 0, this.length);
      const length = this.length;
      start = start > 0 ? (start >= length ? length : start | 0) : 0;
      end = end === undefined || end > length ? length : end | 0;
      if (end <= start) return '';
      return native.decode(this, encodingOf(encoding), start, end);
    },
    toLocaleString(encoding, start, end) {
      return this.toString(encoding, start, end);
    },
    equals(other) {
      if (!isU8(other)) throw invalidArgType('otherBuffer', ['Buffer', 'Uint8Array'], other);
      return native.compareBytes(this, other) === 0;
    },
    compare(target, targetStart = 0, targetEnd = target?.length, sourceStart = 0, sourceEnd = this.length) {
      if (!isU8(target)) throw invalidArgType('target', ['Buffer', 'Uint8Array'], target);
      validateInteger(targetStart, 'targetStart', 0);
      validateInteger(targetEnd, 'targetEnd', 0, target.length);
      validateInteger(sourceStart, 'sourceStart', 0);
      validateInteger(sourceEnd, 'sourceEnd', 0, this.length);
      if (sourceStart >= sourceEnd) return targetStart >= targetEnd ? 0 : -1;
      if (targetStart >= targetEnd) return 1;
      return native.compareBytes(
        TypedArrayPrototypeSubarray(this, sourceStart, sourceEnd),
        TypedArrayPrototypeSubarray(target, targetStart, targetEnd),
      );
    },
    indexOf(value, byteOffset, encoding) {
      return find(this, value, byteOffset, encoding, false);
    },
    lastIndexOf(value, byteOffset, encoding) {
      return find(this, value, byteOffset, encoding, true);
    },
    includes(value, byteOffset, encoding) {
      return find(this, value, byteOffset, encoding, false) !== -1;
    },
    fill(value, offset, end, encoding) {
      if (typeof value === 'string') {
        if (offset === undefined || typeof offset === 'string') {
          encoding = offset;
          offset = 0;
          end = this.length;
        } else if (typeof end === 'string') {
          encoding = end;
          end = this.length;
        }
        const name = encodingOf(encoding);
        value = value.length === 0 ? 0 : native.encode(value, name);
        if (value.length === 0) throw invalidArgValue('value', arguments[0]);
      } else if (typeof value === 'boolean') value = +value;
      if (offset === undefined) {
        offset = 0;
        end = this.length;
      } else {
        validateNumber(offset, 'offset', 0);
        if (end === undefined) end = this.length;
        else validateNumber(end, 'end', 0, this.length);
        if (offset >= end) return this;
      }
      if (isU8(value)) {
        if (value.length === 0) throw invalidArgValue('value', arguments[0]);
        for (let i = offset; i < end; i++) this[i] = value[(i - offset) % value.length];
        return this;
      }
      return TypedArrayPrototypeFill(this, typeof value === 'number' ? value & 255 : +value, offset, end);
    },
    write(text, offset, length, encoding) {
      if (typeof text !== 'string') throw coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string');
      if (offset === undefined) {
        offset = 0;
        length = this.length;
      } else if (length === undefined && typeof offset === 'string') {
        encoding = offset;
        offset = 0;
        length = this.length;
      } else {
        validateInteger(offset, 'offset', 0, this.length);
        const room = this.length - offset;
        if (length === undefined) length = room;
        else if (typeof length === 'string') {
          encoding = length;
          length = room;
        } else {
          validateInteger(length, 'length', 0, this.length);
          if (length > room) length = room;
        }
      }
      if (length > this.length - offset) length = this.length - offset;
      const name = encodingOf(encoding);
      if (name === 'utf8') return native.encodeInto(text, TypedArrayPrototypeSubarray(this, offset, offset + length))[1];
      let bytes = native.encode(text, name);
      if (bytes.length > length) bytes = TypedArrayPrototypeSubarray(bytes, 0, name === 'utf16le' ? length & ~1 : length);
      TypedArrayPrototypeSet(this, bytes, offset);
      return bytes.length;
    },
    copy(target, targetStart = 0, sourceStart = 0, sourceEnd = this.length) {
      if (!isU8(target)) throw invalidArgType('target', ['Buffer', 'Uint8Array'], target);
      targetStart = integer(targetStart);
      sourceStart = integer(sourceStart);
      sourceEnd = integer(sourceEnd);
      if (targetStart < 0) throw outOfRange('targetStart', '>= 0', targetStart);
      if (sourceStart < 0 || sourceStart > this.length) throw outOfRange('sourceStart', `>= 0 && <= ${this.length}`, sourceStart);
      if (sourceEnd < 0) throw outOfRange('sourceEnd', '>= 0', sourceEnd);
      if (targetStart >= target.length || sourceStart >= sourceEnd) return 0;
      let length = sourceEnd - sourceStart;
      if (length > target.length - targetStart) length = target.length - targetStart;
      if (length > this.length - sourceStart) length = this.length - sourceStart;
      TypedArrayPrototypeSet(target, TypedArrayPrototypeSubarray(this, sourceStart, sourceStart + length), targetStart);
      return length;
    },
    toJSON() {
      if (this.length === 0) return { type: 'Buffer', data: [] };
      const data = [];
      for (let i = 0; i < this.length; i++) data[i] = this[i];
      return { type: 'Buffer', data };
    },
    slice(start, end) {
      return this.subarray(start, end);
    },
    subarray(start, end) {
      const length = this.length;
      start = clamped(start, length, 0);
      end = clamped(end, length, length);
      return new FastBuffer(this.buffer, this.byteOffset + start, end > start ? end - start : 0);
    },
    swap16() {
      return swap(this, 2);
    },
    swap32() {
      return swap(this, 4);
    },
    swap64() {
      return swap(this, 8);
    },
  };

  function integer(value) {
    value = +value;
    return NumberIsNaN(value) ? 0 : value - (value % 1 || 0);
  }
  function clamped(value, length, otherwise) {
    if (value === undefined) return otherwise;
    value = integer(value);
    if (value < 0) return value + length < 0 ? 0 : value + length;
    return value > length ? length : value;
  }
  function swap(buffer, size) {
    if (buffer.length % size !== 0)
      throw coded(RangeError, 'ERR_INVALID_BUFFER_SIZE', `Buffer size must be a multiple of ${size * 8}-bits`);
    for (let i = 0; i < buffer.length; i += size) {
      for (let j = 0; j < size / 2; j++) {
        const held = buffer[i + j];
        buffer[i + j] = buffer[i + size - 1 - j];
        buffer[i + size - 1 - j] = held;
      }
    }
    return buffer;
  }
  function find(buffer, value, offset, encoding, backwards) {
    if (typeof offset === 'string') {
      encoding = offset;
      offset = undefined;
    }
    offset = +offset;
    if (NumberIsNaN(offset)) offset = backwards ? buffer.length : 0;
    if (offset < 0) offset += buffer.length;
    if (offset < 0) {
      if (backwards) return -1;
      offset = 0;
    }
    let sought,
      step = 1;
    if (typeof value === 'number') sought = new Uint8Array([value & 255]);
    else if (typeof value === 'string') {
      const name = encodingOf(encoding);
      sought = native.encode(value, name);
      if (name === 'utf16le') step = 2;
    } else if (isU8(value)) sought = value;
    else throw invalidArgType('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
    if (sought.length === 0)
      return backwards ? (offset < buffer.length ? offset : buffer.length) : offset > buffer.length ? buffer.length : offset;
    return native.findBytes(buffer, sought, offset, backwards, step);
  }

  const names = primordials.ObjectKeys(methods);
  for (let i = 0; i < names.length; i++) {
    ObjectDefineProperty(FastBuffer.prototype, names[i], {
      value: methods[names[i]],
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  // `slice` of one encoding, and `write`.
  const SHORT = {
    asciiSlice: 'ascii',
    base64Slice: 'base64',
    base64urlSlice: 'base64url',
    latin1Slice: 'latin1',
    hexSlice: 'hex',
    ucs2Slice: 'utf16le',
    utf8Slice: 'utf8',
  };
  for (const name in SHORT) {
    FastBuffer.prototype[name] = function (start, end) {
      return this.toString(SHORT[name], start, end);
    };
  }
  ObjectDefineProperty(FastBuffer.prototype, 'parent', {
    get() {
      return this instanceof Buffer ? this.buffer : undefined;
    },
    enumerable: true,
    configurable: true,
  });
  ObjectDefineProperty(FastBuffer.prototype, 'offset', {
    get() {
      return this instanceof Buffer ? this.byteOffset : undefined;
    },
    enumerable: true,
    configurable: true,
  });
  require('buffer-numbers').install(FastBuffer.prototype);

  const constants = { MAX_LENGTH, MAX_STRING_LENGTH: 536870888 };
  // Bytes one after the other, in a buffer of their own.
  function joined(parts) {
    let length = 0;
    for (let i = 0; i < parts.length; i++) length += parts[i].length;
    const all = new Uint8Array(length);
    for (let i = 0, at = 0; i < parts.length; at += parts[i++].length) TypedArrayPrototypeSet(all, parts[i], at);
    return all;
  }
  return { Buffer, adopt, joined, constants };
});
