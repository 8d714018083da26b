'use strict';
(function ({ primordials, native, require }) {
  const {
    Uint8Array,
    RangeError,
    TypeError,
    StringPrototypeTrim,
    StringPrototypeToLowerCase,
    StringPrototypeSlice,
    StringPrototypeCharCodeAt,
    TypedArrayPrototypeSet,
    TypedArrayPrototypeSlice,
  } = primordials;
  const { coded, define, invalidArgType, invalidThis, validateObject } = require('errors');

  const LABELS = {
    __proto__: null,
    'utf-8': 'unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8',
    'utf-16le': 'csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le',
    'utf-16be': 'unicodefffe utf-16be',
    'windows-1252':
      'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252',
  };
  const NAMES = primordials.ObjectKeys(LABELS);

  function encodingOf(label) {
    const sought = StringPrototypeToLowerCase(StringPrototypeTrim(`${label}`));
    for (let i = 0; i < NAMES.length; i++) {
      if (sought !== '' && primordials.StringPrototypeIncludes(` ${LABELS[NAMES[i]]} `, ` ${sought} `)) return NAMES[i];
    }
    throw coded(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', `The "${label}" encoding is not supported`);
  }

  class TextEncoder {
    #brand;
    get encoding() {
      if (!(#brand in this)) throw invalidThis('TextEncoder');
      return 'utf-8';
    }
    encode(input = '') {
      if (!(#brand in this)) throw invalidThis('TextEncoder');
      return native.encode(`${input}`, 'utf8');
    }
    encodeInto(source, destination) {
      if (!(#brand in this)) throw invalidThis('TextEncoder');
      if (typeof source !== 'string') throw invalidArgType('src', ['string'], source);
      if (native.kind(destination) !== 'Uint8Array') throw invalidArgType('dest', ['Uint8Array'], destination);
      const [read, written] = native.encodeInto(source, destination);
      return { read, written };
    }
  }
  define(TextEncoder, ['encoding', 'encode', 'encodeInto']);

  class TextDecoder {
    #encoding;
    #fatal;
    #ignoreBOM;
    #rest = null;
    #begun = false;
    constructor(encoding = 'utf-8', options = undefined) {
      this.#encoding = encodingOf(encoding);
      if (options != null) validateObject(options, 'options');
      this.#fatal = !!options?.fatal;
      this.#ignoreBOM = !!options?.ignoreBOM;
    }
    get encoding() {
      return this.#encoding;
    }
    get fatal() {
      return this.#fatal;
    }
    get ignoreBOM() {
      return this.#ignoreBOM;
    }
    decode(input = undefined, options = undefined) {
      if (!(#rest in this)) throw invalidThis('TextDecoder');
      const stream = !!options?.stream;
      let bytes = input === undefined ? new Uint8Array(0) : native.bytes(input);
      if (bytes === undefined)
        throw coded(
          TypeError,
          'ERR_INVALID_ARG_TYPE',
          'The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.',
        );
      if (this.#rest !== null && this.#rest.length) {
        const joined = new Uint8Array(this.#rest.length + bytes.length);
        TypedArrayPrototypeSet(joined, this.#rest);
        TypedArrayPrototypeSet(joined, bytes, this.#rest.length);
        bytes = joined;
      }
      const decoded = native.decodeStream(bytes, this.#encoding, this.#fatal, stream);
      if (decoded === undefined) {
        this.#rest = null;
        this.#begun = false;
        throw coded(TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA', `The encoded data was not valid for encoding ${this.#encoding}`);
      }
      let [text, rest] = decoded;
      this.#rest = stream && rest ? TypedArrayPrototypeSlice(bytes, bytes.length - rest) : null;
      if (!this.#begun && text !== '') {
        if (!this.#ignoreBOM && this.#encoding !== 'windows-1252' && StringPrototypeCharCodeAt(text, 0) === 0xfeff)
          text = StringPrototypeSlice(text, 1);
        this.#begun = true;
      }
      if (!stream) this.#begun = false;
      return text;
    }
  }
  define(TextDecoder, ['encoding', 'fatal', 'ignoreBOM', 'decode']);

  return { TextEncoder, TextDecoder };
});
