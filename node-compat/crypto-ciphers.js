'use strict';
// Ciphers of node:crypto: AES in the modes CBC, CTR, ECB and GCM.
(function ({ primordials, native, require }) {
  const { Error, RangeError, TypeError, Uint8Array, StringPrototypeToLowerCase, StringPrototypeSlice, TypedArrayPrototypeSubarray } =
    primordials;
  const { coded, validateString } = require('errors');
  const { adopt, joined } = require('buffer');
  const { bytesOf } = require('crypto-keys');
  const { StringDecoder } = require('string-decoder');
  const { Transform } = require('stream');

  const BLOCK = 16;
  const NONE = new Uint8Array(0);
  const MODES = { __proto__: null, cbc: 'cbc', ctr: 'ctr', ecb: 'ecb', gcm: 'gcm' };
  const SIZES = { __proto__: null, 128: 16, 192: 24, 256: 32 };
  const NIDS = { __proto__: null, ecb: [418, 422, 426], cbc: [419, 423, 427], ctr: [904, 905, 906], gcm: [895, 898, 901] };

  // `aes-256-cbc`, `aes256` and `id-aes256-GCM` are names.
  function parsed(name) {
    let rest = StringPrototypeToLowerCase(name);
    const isLong = StringPrototypeSlice(rest, 0, 3) === 'id-';
    if (isLong) rest = StringPrototypeSlice(rest, 3);
    if (StringPrototypeSlice(rest, 0, 3) !== 'aes') return undefined;
    rest = StringPrototypeSlice(rest, rest[3] === '-' ? 4 : 3);
    const bits = StringPrototypeSlice(rest, 0, 3),
      keyLength = SIZES[bits],
      after = StringPrototypeSlice(rest, 3),
      mode = after === '' ? 'cbc' : after[0] === '-' ? MODES[StringPrototypeSlice(after, 1)] : undefined;
    return keyLength === undefined || mode === undefined || (isLong && mode !== 'gcm') ? undefined : { mode, bits, keyLength };
  }
  function getCipherInfo(name, { keyLength, ivLength } = {}) {
    const found = typeof name === 'string' ? parsed(name) : undefined;
    if (found === undefined) return undefined;
    const { mode, bits } = found,
      isBlocks = mode === 'cbc' || mode === 'ecb',
      length = mode === 'ecb' ? undefined : mode === 'gcm' ? 12 : BLOCK;
    if (keyLength !== undefined && keyLength !== found.keyLength) return undefined;
    if (ivLength !== undefined && (mode === 'gcm' ? ivLength < 1 : ivLength !== length)) return undefined;
    const info = {
      mode,
      name: mode === 'gcm' ? `id-aes${bits}-gcm` : `aes-${bits}-${mode}`,
      nid: NIDS[mode][bits === '128' ? 0 : bits === '192' ? 1 : 2],
      blockSize: isBlocks ? BLOCK : 1,
    };
    if (length !== undefined) info.ivLength = ivLength ?? length;
    info.keyLength = found.keyLength;
    return info;
  }
  function getCiphers() {
    const names = [];
    for (const bits of ['128', '192', '256'])
      for (const mode of ['cbc', 'ctr', 'ecb', 'gcm']) primordials.ArrayPrototypePush(names, `aes-${bits}-${mode}`);
    return names;
  }

  function openssl(code, number, reason) {
    const error = new Error(`error:${number}:Provider routines::${reason}`);
    error.library = 'Provider routines';
    error.reason = reason;
    error.code = code;
    return error;
  }
  const wrongLength = () => openssl('ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH', '1C80006B', 'wrong final block length');

  // Whole blocks. What is left waits; with padding, a decipher keeps the last block.
  class Blocks {
    #mode;
    #encrypts;
    #key;
    #iv;
    #rest = NONE;
    isPadded = true;
    constructor(mode, encrypts, key, iv) {
      this.#mode = mode;
      this.#encrypts = encrypts;
      this.#key = key;
      this.#iv = iv;
    }
    #run(blocks) {
      const out = native.aes(this.#mode, this.#encrypts, this.#key, this.#iv, blocks);
      if (this.#mode === 'cbc' && blocks.length > 0)
        this.#iv = new Uint8Array(TypedArrayPrototypeSubarray(this.#encrypts ? out : blocks, blocks.length - BLOCK));
      return out;
    }
    update(bytes) {
      const all = joined([this.#rest, bytes]);
      let kept = all.length % BLOCK;
      if (!this.#encrypts && this.isPadded && kept === 0 && all.length > 0) kept = BLOCK;
      this.#rest = new Uint8Array(TypedArrayPrototypeSubarray(all, all.length - kept));
      return this.#run(new Uint8Array(TypedArrayPrototypeSubarray(all, 0, all.length - kept)));
    }
    final() {
      const rest = this.#rest;
      if (!this.isPadded) {
        if (rest.length > 0) throw wrongLength();
        return NONE;
      }
      if (this.#encrypts) {
        const count = BLOCK - rest.length,
          padding = new Uint8Array(count);
        for (let i = 0; i < count; i++) padding[i] = count;
        return this.#run(joined([rest, padding]));
      }
      if (rest.length !== BLOCK) throw wrongLength();
      const out = this.#run(rest),
        count = out[BLOCK - 1];
      let isWhole = count >= 1 && count <= BLOCK;
      for (let i = BLOCK - count; isWhole && i < BLOCK; i++) isWhole = out[i] === count;
      if (!isWhole) throw openssl('ERR_OSSL_BAD_DECRYPT', '1C800064', 'bad decrypt');
      return new Uint8Array(TypedArrayPrototypeSubarray(out, 0, BLOCK - count));
    }
  }

  // A stream of bytes, each of which is changed in its place.
  class Counted {
    #key;
    #iv;
    #seen = 0;
    constructor(key, iv) {
      this.#key = key;
      this.#iv = iv;
    }
    update(bytes) {
      const before = this.#seen % BLOCK,
        counter = new Uint8Array(this.#iv);
      for (let at = BLOCK - 1, carry = (this.#seen - before) / BLOCK; at >= 0 && carry > 0; at--) {
        const sum = counter[at] + (carry % 256);
        counter[at] = sum;
        carry = (carry - (carry % 256)) / 256 + (sum > 255 ? 1 : 0);
      }
      this.#seen += bytes.length;
      const out = native.aes('ctr', true, this.#key, counter, joined([new Uint8Array(before), bytes]));
      return new Uint8Array(TypedArrayPrototypeSubarray(out, before));
    }
    final() {
      return NONE;
    }
  }

  // The same, with a tag over all of it.
  class Tagged {
    #encrypts;
    #key;
    #iv;
    #given = NONE;
    #plain = NONE;
    additional = NONE;
    // The tag that a decipher expects.
    expected;
    size;
    tag;
    constructor(encrypts, key, iv, size) {
      this.#encrypts = encrypts;
      this.#key = key;
      this.#iv = iv;
      this.size = size;
    }
    update(bytes) {
      const before = this.#given.length;
      this.#given = joined([this.#given, bytes]);
      // What is encrypted twice is the plain text again.
      const out = native.aesGcm(this.#key, this.#iv, this.additional, this.#given),
        changed = TypedArrayPrototypeSubarray(out, 0, this.#given.length);
      this.#plain = this.#encrypts ? this.#given : new Uint8Array(changed);
      return new Uint8Array(TypedArrayPrototypeSubarray(changed, before));
    }
    final() {
      const out = native.aesGcm(this.#key, this.#iv, this.additional, this.#plain),
        tag = new Uint8Array(TypedArrayPrototypeSubarray(out, this.#plain.length, this.#plain.length + this.size));
      if (this.#encrypts) this.tag = tag;
      else {
        const length = this.expected?.length ?? 0;
        if (length === 0 || native.compareBytes(this.expected, TypedArrayPrototypeSubarray(tag, 0, length)) !== 0)
          throw new Error('Unsupported state or unable to authenticate data');
      }
      return NONE;
    }
  }

  const KEY = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject', 'CryptoKey'];
  const VALUE = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];
  function coderOf(encrypts, name, secret, vector, options) {
    validateString(name, 'cipher');
    const key = bytesOf(secret, undefined, 'key', KEY),
      iv = vector === null ? NONE : bytesOf(vector, undefined, 'iv', VALUE),
      info = parsed(name);
    if (info === undefined) throw coded(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
    if (key.length !== info.keyLength) throw coded(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
    const { mode } = info,
      fits = mode === 'gcm' ? iv.length > 0 : iv.length === (mode === 'ecb' ? 0 : BLOCK);
    if (!fits) throw coded(TypeError, 'ERR_CRYPTO_INVALID_IV', 'Invalid initialization vector');
    const own = [new Uint8Array(key), new Uint8Array(iv)];
    if (mode === 'ctr') return new Counted(...own);
    if (mode !== 'gcm') return new Blocks(mode, encrypts, ...own);
    if (iv.length !== 12 && iv.length !== BLOCK)
      throw coded(
        Error,
        'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
        `In the sandbox, the vector of GCM has 12 or 16 bytes, and not ${iv.length}`,
      );
    return new Tagged(encrypts, ...own, options?.authTagLength ?? BLOCK);
  }

  class Cipher extends Transform {
    #coder;
    #decoder;
    #isDone = false;
    constructor(encrypts, name, key, iv, options) {
      super(options);
      this.#coder = coderOf(encrypts, name, key, iv, options);
    }
    #given(bytes, encoding, isLast) {
      if (encoding === undefined || encoding === null || encoding === 'buffer') return adopt(bytes);
      this.#decoder ??= new StringDecoder(encoding);
      return this.#decoder.write(adopt(bytes)) + (isLast ? this.#decoder.end() : '');
    }
    update(data, from, to) {
      if (this.#isDone) throw new Error('Trying to add data in unsupported state');
      return this.#given(this.#coder.update(bytesOf(data, from)), to, false);
    }
    final(encoding) {
      if (this.#isDone) throw coded(Error, 'ERR_CRYPTO_INVALID_STATE', 'Invalid state');
      this.#isDone = true;
      return this.#given(this.#coder.final(), encoding, true);
    }
    setAutoPadding(isPadded = true) {
      this.#coder.isPadded = !!isPadded;
      return this;
    }
    setAAD(data, options) {
      this.#coder.additional = joined([this.#coder.additional ?? NONE, bytesOf(data, options?.encoding, 'buffer')]);
      return this;
    }
    static tagOf(cipher) {
      const { tag } = cipher.#coder;
      if (tag === undefined) throw coded(Error, 'ERR_CRYPTO_INVALID_STATE', 'Invalid state for operation getAuthTag');
      return adopt(new Uint8Array(tag));
    }
    static expect(cipher, tag, encoding) {
      const bytes = bytesOf(tag, encoding, 'buffer', VALUE),
        { length } = bytes;
      if (!(length === 4 || length === 8 || (length >= 12 && length <= 16)))
        throw coded(TypeError, 'ERR_CRYPTO_INVALID_AUTH_TAG', `Invalid authentication tag length: ${length}`);
      cipher.#coder.expected = new Uint8Array(bytes);
    }
    _transform(chunk, encoding, callback) {
      this.push(this.update(chunk, encoding));
      callback();
    }
    _flush(callback) {
      try {
        this.push(this.final());
      } catch (error) {
        callback(error);
        return;
      }
      callback();
    }
  }
  class Cipheriv extends Cipher {
    constructor(cipher, key, iv, options) {
      super(true, cipher, key, iv, options);
    }
    getAuthTag() {
      return Cipher.tagOf(this);
    }
  }
  class Decipheriv extends Cipher {
    constructor(cipher, key, iv, options) {
      super(false, cipher, key, iv, options);
    }
    setAuthTag(tag, encoding) {
      Cipher.expect(this, tag, encoding);
      return this;
    }
  }
  return { Cipheriv, Decipheriv, getCipherInfo, getCiphers };
});
