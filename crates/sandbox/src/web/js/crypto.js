'use strict';
// Web Crypto: random numbers from the seed of the request, and digests.
(function ({ primordials, native, require }) {
  const { TypeError, PromiseResolve, PromiseReject, StringPrototypeToLowerCase, TypedArrayPrototypeSet, StringPrototypeSlice } =
    primordials;
  const { coded, define, invalidArgType, invalidThis, missingArgs } = require('errors');
  const { DOMException } = require('dom-exception');

  let allowed = false;
  const illegal = () => coded(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');

  function randomUUID() {
    const bytes = native.random(16);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = native.decode(bytes, 'hex');
    const part = (from, to) => StringPrototypeSlice(hex, from, to);
    return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20)}`;
  }

  const INTEGERS = [
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
    'BigInt64Array',
    'BigUint64Array',
  ];
  function getRandomValues(array) {
    const kind = native.kind(array);
    let integers = false;
    for (let i = 0; i < INTEGERS.length; i++) integers ||= INTEGERS[i] === kind;
    if (!integers) throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
    if (array.byteLength > 65536) throw new DOMException(`The requested length exceeds 65,536 bytes`, 'QuotaExceededError');
    TypedArrayPrototypeSet(new primordials.Uint8Array(array.buffer, array.byteOffset, array.byteLength), native.random(array.byteLength));
    return array;
  }

  const ALGORITHMS = { __proto__: null, 'sha-1': 'sha1', 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' };

  class SubtleCrypto {
    constructor() {
      if (!allowed) throw illegal();
    }
    async digest(algorithm, data) {
      if (!(this instanceof SubtleCrypto)) throw invalidThis('SubtleCrypto');
      if (arguments.length < 2)
        throw new TypeError(`Failed to execute 'digest' on 'SubtleCrypto': 2 arguments required, but only ${arguments.length} present.`);
      const name = typeof algorithm === 'object' && algorithm !== null ? algorithm.name : algorithm;
      const known = ALGORITHMS[StringPrototypeToLowerCase(`${name}`)];
      const bytes = native.bytes(data);
      if (bytes === undefined)
        throw coded(
          TypeError,
          'ERR_INVALID_ARG_TYPE',
          "Failed to execute 'digest' on 'SubtleCrypto': 2nd argument is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.",
        );
      if (known === undefined) throw new DOMException('Unrecognized algorithm name', 'NotSupportedError');
      return native.digest(known, bytes).buffer;
    }
  }
  const REFUSED = [
    'encrypt',
    'decrypt',
    'sign',
    'verify',
    'generateKey',
    'deriveKey',
    'deriveBits',
    'importKey',
    'exportKey',
    'wrapKey',
    'unwrapKey',
  ];
  for (let i = 0; i < REFUSED.length; i++) {
    primordials.ObjectDefineProperty(SubtleCrypto.prototype, REFUSED[i], {
      value: async function () {
        throw new DOMException(native.absentSubtle(REFUSED[i]), 'NotSupportedError');
      },
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  define(SubtleCrypto, ['digest']);

  class Crypto {
    #subtle;
    constructor() {
      if (!allowed) throw illegal();
      this.#subtle = new SubtleCrypto();
    }
    get subtle() {
      return this.#subtle;
    }
    getRandomValues(array) {
      if (!(#subtle in this)) throw invalidThis('Crypto');
      if (arguments.length === 0)
        throw new TypeError("Failed to execute 'getRandomValues' on 'Crypto': 1 argument required, but only 0 present.");
      return getRandomValues(array);
    }
    randomUUID() {
      if (!(#subtle in this)) throw invalidThis('Crypto');
      return randomUUID();
    }
  }
  define(Crypto, ['subtle', 'getRandomValues', 'randomUUID']);

  class CryptoKey {
    constructor() {
      throw illegal();
    }
  }
  define(CryptoKey, []);

  allowed = true;
  const crypto = new Crypto();
  allowed = false;
  return { crypto, Crypto, CryptoKey, SubtleCrypto, randomUUID, getRandomValues };
});
