'use strict';
(function ({ primordials, native, require }) {
  const { Uint8Array, TypedArrayPrototypeSet, TypedArrayPrototypeSubarray, TypedArrayPrototypeSlice, TypeError } = primordials;
  const { coded, invalidArgType } = require('errors');
  const { Buffer } = require('buffer');

  const WHOLE = { __proto__: null, base64: 3, base64url: 3 };
  const NAMES = { __proto__: null, 'utf-8': 'utf8', binary: 'latin1', 'utf-16le': 'utf16le', ucs2: 'utf16le', 'ucs-2': 'utf16le' };
  class StringDecoder {
    #rest = new Uint8Array(0);
    constructor(encoding = 'utf8') {
      if (!Buffer.isEncoding(encoding)) throw coded(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
      const lower = primordials.StringPrototypeToLowerCase(`${encoding}`);
      this.encoding = NAMES[lower] ?? lower;
    }
    write(chunk) {
      if (typeof chunk === 'string') return chunk;
      const bytes = native.bytes(chunk);
      if (bytes === undefined) throw invalidArgType('buf', ['Buffer', 'TypedArray', 'DataView'], chunk);
      const all = new Uint8Array(this.#rest.length + bytes.length);
      TypedArrayPrototypeSet(all, this.#rest);
      TypedArrayPrototypeSet(all, bytes, this.#rest.length);
      let rest = 0;
      if (this.encoding === 'utf8') rest = native.decodeStream(all, 'utf-8', false, true)[1];
      else if (this.encoding === 'utf16le') rest = native.decodeStream(all, 'utf-16le', false, true)[1];
      else if (WHOLE[this.encoding]) rest = all.length % 3;
      this.#rest = TypedArrayPrototypeSlice(all, all.length - rest);
      return native.decode(all, this.encoding, 0, all.length - rest);
    }
    end(chunk) {
      const text = chunk === undefined ? '' : this.write(chunk);
      const rest = this.#rest;
      this.#rest = new Uint8Array(0);
      return rest.length ? text + native.decode(rest, this.encoding) : text;
    }
    text(chunk, at) {
      this.#rest = new Uint8Array(0);
      return this.write(TypedArrayPrototypeSubarray(chunk, at));
    }
  }
  const exports = { StringDecoder };
  return { ...exports, default: exports };
});
