'use strict';
// node:crypto: hashes, HMACs, keys, AES, and random numbers from the seed of the request.
(function ({ primordials, native, require }) {
  const {
    Error,
    RangeError,
    ArrayPrototypePush,
    NumberIsSafeInteger,
    StringPrototypeToLowerCase,
    StringPrototypeReplace,
    TypedArrayPrototypeSet,
  } = primordials;
  const { coded, invalidArgType, outOfRange, validateFunction, validateNumber, validateString } = require('errors');
  const { adopt, joined } = require('buffer');
  const keys = require('crypto-keys');
  const { bytesOf } = keys;
  const web = require('crypto');

  const nameOf = (algorithm) => StringPrototypeReplace(StringPrototypeToLowerCase(algorithm), /^(?:rsa-)?(sha)-?(\d)/, '$1$2');
  const known = (name) => primordials.ArrayPrototypeIncludes(native.hashes(), name);
  class Digest {
    #parts = [];
    #finish;
    #done = false;
    constructor(finish, parts) {
      this.#finish = finish;
      if (parts) this.#parts = parts;
    }
    update(data, encoding) {
      if (this.#done) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
      ArrayPrototypePush(this.#parts, bytesOf(data, encoding));
      return this;
    }
    digest(encoding) {
      if (this.#done) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
      this.#done = true;
      const bytes = adopt(this.#finish(joined(this.#parts)));
      return encoding === undefined || encoding === null || encoding === 'buffer' ? bytes : bytes.toString(encoding);
    }
    static parts(digest) {
      if (digest.#done) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
      return primordials.ArrayPrototypeSlice(digest.#parts);
    }
    static finish(digest) {
      return digest.#finish;
    }
  }
  class Hash extends Digest {
    copy() {
      return new Hash(Digest.finish(this), Digest.parts(this));
    }
  }
  class Hmac extends Digest {}
  function createHash(algorithm) {
    validateString(algorithm, 'algorithm');
    const name = nameOf(algorithm);
    if (!known(name))
      throw coded(
        Error,
        'ERR_OSSL_EVP_UNSUPPORTED',
        `Digest method not supported: this sandbox has ${primordials.ArrayPrototypeJoin(native.hashes(), ', ')}`,
      );
    return new Hash((bytes) => native.digest(name, bytes));
  }
  function createHmac(algorithm, key) {
    validateString(algorithm, 'hmac');
    const name = nameOf(algorithm);
    if (!known(name)) throw coded(Error, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`);
    const secret = bytesOf(key, undefined, 'key');
    return new Hmac((bytes) => native.hmac(name, secret, bytes));
  }
  const hash = (algorithm, data, encoding = 'hex') => createHash(algorithm).update(data).digest(encoding);

  function randomBytes(size, callback) {
    validateNumber(size, 'size', 0, 2147483647);
    if (callback !== undefined) validateFunction(callback, 'callback');
    const bytes = adopt(native.random(size));
    if (callback === undefined) return bytes;
    primordials.setImmediate(callback, null, bytes);
  }
  function randomFillSync(buffer, offset = 0, size = buffer.byteLength - offset) {
    if (native.bytes(buffer) === undefined) throw invalidArgType('buf', ['ArrayBuffer', 'ArrayBufferView'], buffer);
    const target = primordials.ArrayBufferIsView(buffer)
      ? new primordials.Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
      : new primordials.Uint8Array(buffer);
    TypedArrayPrototypeSet(target, native.random(size), offset);
    return buffer;
  }
  function randomFill(buffer, offset, size, callback) {
    const done = typeof offset === 'function' ? offset : typeof size === 'function' ? size : callback;
    validateFunction(done, 'callback');
    const given = (value) => (typeof value === 'function' ? undefined : value);
    randomFillSync(buffer, given(offset), given(size));
    primordials.setImmediate(done, null, buffer);
  }
  function randomInt(min, max, callback) {
    if (max === undefined || typeof max === 'function') {
      callback = max;
      max = min;
      min = 0;
    }
    if (!NumberIsSafeInteger(min)) throw invalidArgType('min', ['a safe integer'], min);
    if (!NumberIsSafeInteger(max)) throw invalidArgType('max', ['a safe integer'], max);
    if (max <= min) throw outOfRange('max', `greater than the value of "min" (${min})`, max);
    const bytes = native.random(6);
    let value = 0;
    for (let i = 0; i < 6; i++) value = value * 256 + bytes[i];
    value = min + (value % (max - min));
    if (callback === undefined) return value;
    primordials.setImmediate(callback, undefined, value);
  }
  function timingSafeEqual(a, b) {
    const left = native.bytes(a),
      right = native.bytes(b);
    if (left === undefined) throw invalidArgType('buf1', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], a);
    if (right === undefined) throw invalidArgType('buf2', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], b);
    if (left.length !== right.length)
      throw coded(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length');
    return native.compareBytes(left, right) === 0;
  }
  // Few programs encrypt, so the script for it runs on first use.
  const ciphers = () => require('crypto-ciphers');
  function lateClass(name) {
    const late = { [name]: (...given) => new (ciphers()[name])(...given) }[name];
    primordials.ObjectDefineProperty(late, primordials.SymbolHasInstance, { value: (value) => value instanceof ciphers()[name] });
    return late;
  }
  const exports = {
    ...keys.exports,
    ...keys.functions(nameOf),
    Cipheriv: lateClass('Cipheriv'),
    Decipheriv: lateClass('Decipheriv'),
    createCipheriv: (cipher, key, iv, options) => new (ciphers().Cipheriv)(cipher, key, iv, options),
    createDecipheriv: (cipher, key, iv, options) => new (ciphers().Decipheriv)(cipher, key, iv, options),
    getCipherInfo: (name, options) => ciphers().getCipherInfo(name, options),
    getCiphers: () => ciphers().getCiphers(),
    createHash,
    createHmac,
    hash,
    Hash,
    Hmac,
    getHashes: () => native.hashes(),
    randomBytes,
    pseudoRandomBytes: randomBytes,
    randomFill,
    randomFillSync,
    randomInt,
    randomUUID: () => web.randomUUID(),
    timingSafeEqual,
    webcrypto: web.crypto,
    subtle: web.crypto.subtle,
    getRandomValues: web.getRandomValues,
    constants: {},
  };
  return { ...exports, default: exports };
});
