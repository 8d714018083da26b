'use strict';
// Blob and File: bytes that do not change. They have no stream.
(function ({ primordials, native, require }) {
  const {
    Uint8Array,
    Error,
    TypeError,
    Number,
    ArrayPrototypePush,
    SymbolIterator,
    TypedArrayPrototypeSet,
    TypedArrayPrototypeSlice,
    StringPrototypeToLowerCase,
    StringPrototypeReplace,
    DateNow,
  } = primordials;
  const { coded, define, invalidArgType, missingArgs } = require('errors');

  let bytesOf;
  function joined(parts, endings) {
    const all = [];
    let length = 0;
    for (const part of parts) {
      let bytes = isBlob(part) ? bytesOf(part) : native.bytes(part);
      if (bytes === undefined) {
        let text = native.usv(`${part}`);
        if (endings === 'native') text = StringPrototypeReplace(text, /\r\n?/g, '\n');
        bytes = native.encode(text, 'utf8');
      }
      ArrayPrototypePush(all, bytes);
      length += bytes.length;
    }
    const made = new Uint8Array(length);
    for (let i = 0, at = 0; i < all.length; at += all[i++].length) TypedArrayPrototypeSet(made, all[i], at);
    return made;
  }
  const clean = (type) => (/[^\u0020-\u007e]/.test(type) ? '' : StringPrototypeToLowerCase(type));
  let isBlob;
  class Blob {
    #bytes;
    #type;
    static {
      isBlob = (value) => value !== null && typeof value === 'object' && #bytes in value;
      bytesOf = (blob) => blob.#bytes;
    }
    constructor(sources = [], options = undefined) {
      if (sources === null || typeof sources !== 'object' || typeof sources[SymbolIterator] !== 'function')
        throw invalidArgType('sources', ['a sequence'], sources);
      if (options !== undefined && options !== null && typeof options !== 'object' && typeof options !== 'function')
        throw invalidArgType('options', ['Object'], options);
      this.#bytes = joined(sources, options?.endings ?? 'transparent');
      this.#type = clean(`${options?.type ?? ''}`);
    }
    get type() {
      return this.#type;
    }
    get size() {
      return this.#bytes.length;
    }
    slice(start = 0, end = this.#bytes.length, type = '') {
      const made = new Blob([TypedArrayPrototypeSlice(this.#bytes, start, end)]);
      made.#type = clean(`${type}`);
      return made;
    }
    async arrayBuffer() {
      return TypedArrayPrototypeSlice(this.#bytes).buffer;
    }
    async bytes() {
      return TypedArrayPrototypeSlice(this.#bytes);
    }
    async text() {
      return native.decodeStream(this.#bytes, 'utf-8', false, false)[0];
    }
    stream() {
      throw coded(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', native.absentStreams('use text(), bytes() or arrayBuffer()'));
    }
  }
  define(Blob, ['type', 'size', 'slice', 'stream', 'text', 'arrayBuffer']);
  class File extends Blob {
    #name;
    #lastModified;
    constructor(parts, name, options = undefined) {
      if (arguments.length < 2) throw missingArgs('fileBits', 'fileName');
      super(parts, options);
      this.#name = native.usv(`${name}`);
      const at = Number(options?.lastModified ?? DateNow());
      this.#lastModified = at === at ? at - (at % 1) : 0;
    }
    get name() {
      return this.#name;
    }
    get lastModified() {
      return this.#lastModified;
    }
  }
  define(File, ['name', 'lastModified']);
  return { Blob, File, bytesOf: (value) => (isBlob(value) ? bytesOf(value) : undefined), isBlob };
});
