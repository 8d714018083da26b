'use strict';
// Keys of node:crypto: secret keys, and those derived from passwords and other keys. There are no pairs of keys.
(function ({ primordials, native, require }) {
  const {
    ArrayPrototypePush,
    Error,
    RangeError,
    TypeError,
    Uint8Array,
    StringPrototypeIndexOf,
    StringPrototypeToLowerCase,
    TypedArrayPrototypeSubarray,
  } = primordials;
  const { coded, invalidArgType, outOfRange, validateFunction, validateString } = require('errors');
  const { Buffer, adopt, joined } = require('buffer');

  const BYTES = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];
  const SHORT = { __proto__: null, 'utf-8': 'utf8', binary: 'latin1', 'utf-16le': 'utf16le', ucs2: 'utf16le', 'ucs-2': 'utf16le' };
  const shortName = (encoding) => {
    const lower = StringPrototypeToLowerCase(encoding);
    return SHORT[lower] ?? lower;
  };
  // The bytes of data, or of a secret key. `expected` are the types that an error names.
  function bytesOf(data, encoding, name = 'data', expected = ['string', 'Buffer', 'TypedArray', 'DataView']) {
    if (typeof data === 'string') return native.encode(data, Buffer.isEncoding(encoding) ? shortName(encoding) : 'utf8');
    const bytes = KeyObject.bytes(data) ?? native.bytes(data);
    if (bytes === undefined) throw invalidArgType(name, expected, data);
    return bytes;
  }

  class KeyObject {
    #bytes;
    constructor(type, bytes) {
      if (type !== 'secret')
        throw coded(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'type' is invalid. Received ${native.inspect(type, 0)}`);
      this.#bytes = bytes;
    }
    static bytes(value) {
      return typeof value === 'object' && value !== null && #bytes in value ? value.#bytes : undefined;
    }
    get type() {
      return 'secret';
    }
    get symmetricKeySize() {
      return this.#bytes.length;
    }
    export(options) {
      const format = options?.format;
      if (format === 'jwk') return { kty: 'oct', k: adopt(new Uint8Array(this.#bytes)).toString('base64url') };
      if (format !== undefined && format !== 'buffer')
        throw coded(
          TypeError,
          'ERR_INVALID_ARG_VALUE',
          `The property 'options.format' must be one of: undefined, 'buffer', 'jwk'. Received ${native.inspect(format, 0)}`,
        );
      return adopt(new Uint8Array(this.#bytes));
    }
    equals(other) {
      const bytes = KeyObject.bytes(other);
      if (bytes === undefined) throw invalidArgType('otherKeyObject', ['KeyObject'], other);
      return bytes.length === this.#bytes.length && native.compareBytes(bytes, this.#bytes) === 0;
    }
  }
  primordials.ObjectDefineProperty(KeyObject.prototype, primordials.SymbolToStringTag, { value: 'KeyObject', configurable: true });
  class SecretKeyObject extends KeyObject {}

  function createSecretKey(key, encoding) {
    const bytes = typeof key === 'string' ? bytesOf(key, encoding) : native.bytes(key);
    if (bytes === undefined) throw invalidArgType('key', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], key);
    return new SecretKeyObject('secret', new Uint8Array(bytes));
  }
  function generateKeySync(type, { length } = {}) {
    validateString(type, 'type');
    if (type === 'aes' && length !== 128 && length !== 192 && length !== 256)
      throw coded(
        TypeError,
        'ERR_INVALID_ARG_VALUE',
        `The property 'options.length' must be one of: 128, 192, 256. Received ${native.inspect(length, 0)}`,
      );
    if (type !== 'aes' && type !== 'hmac')
      throw coded(
        TypeError,
        'ERR_INVALID_ARG_VALUE',
        `The argument 'type' must be a supported key type. Received ${native.inspect(type, 0)}`,
      );
    inRange('options.length', length, type === 'hmac' ? 8 : 128);
    return new SecretKeyObject('secret', native.random((length - (length % 8)) / 8));
  }

  // Of a text that has no key OpenSSL says what Node says. A key itself needs what the sandbox lacks.
  const withoutKeys = (name) => (key) => {
    const given = key?.key ?? key;
    if (typeof given === 'number' || given === undefined || given === null) throw invalidArgType('key', BYTES, given);
    if (KeyObject.bytes(given) !== undefined)
      throw coded(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'Invalid key object type secret, expected private.');
    const bytes = typeof given === 'string' ? undefined : native.bytes(given);
    const text = bytes === undefined ? `${given}` : adopt(bytes).toString('latin1');
    const isText = key?.format === undefined || key.format === 'pem';
    if (isText && StringPrototypeIndexOf(text, '-----BEGIN ') < 0) {
      const error = coded(Error, 'ERR_OSSL_UNSUPPORTED', 'error:1E08010C:DECODER routines::unsupported');
      error.library = 'DECODER routines';
      error.reason = 'unsupported';
      throw error;
    }
    return require('refused').refusing('crypto', name, 'there are no pairs of keys')();
  };

  const MOST = 2147483647;
  function inRange(name, value, least, most = MOST) {
    if (typeof value !== 'number') throw invalidArgType(name, ['number'], value);
    if (!primordials.NumberIsInteger(value)) throw outOfRange(name, 'an integer', value);
    if (value < least || value > most) throw outOfRange(name, `>= ${least} && <= ${most}`, value);
  }
  // A hash by its name; `nameOf` of node:crypto.
  function hashOf(digest, nameOf) {
    const name = nameOf(digest);
    if (!primordials.ArrayPrototypeIncludes(native.hashes(), name))
      throw coded(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${digest}`);
    return name;
  }

  // Each gives a function that computes, after the arguments were checked.
  const derivations = (nameOf) => ({
    pbkdf2(password, salt, iterations, length, digest) {
      validateString(digest, 'digest');
      const secret = bytesOf(password, undefined, 'password', BYTES),
        salted = bytesOf(salt, undefined, 'salt', BYTES);
      inRange('iterations', iterations, 1);
      inRange('keylen', length, 0);
      const name = hashOf(digest, nameOf);
      return () => adopt(native.pbkdf2(name, secret, salted, iterations, length));
    },
    hkdf(digest, key, salt, info, length) {
      validateString(digest, 'digest');
      const secret = bytesOf(key, undefined, 'ikm', ['string', 'SecretKeyObject', 'ArrayBuffer', 'TypedArray', 'DataView', 'Buffer']),
        salted = bytesOf(salt, undefined, 'salt', BYTES),
        about = bytesOf(info, undefined, 'info', BYTES);
      inRange('length', length, 0);
      if (about.length > 1024) throw outOfRange('info', 'must not contain more than 1024 bytes', about.length);
      const name = hashOf(digest, nameOf),
        size = native.digest(name, new Uint8Array(0)).length;
      if (length > 255 * size) throw coded(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
      // RFC 5869.
      return () => {
        const extracted = native.hmac(name, salted, secret),
          parts = [];
        let last = new Uint8Array(0);
        for (let i = 1; (i - 1) * size < length; i++) {
          last = native.hmac(name, extracted, joined([last, about, new Uint8Array([i])]));
          ArrayPrototypePush(parts, last);
        }
        return new Uint8Array(TypedArrayPrototypeSubarray(joined(parts), 0, length)).buffer;
      };
    },
    scrypt(password, salt, length, options) {
      const secret = bytesOf(password, undefined, 'password', BYTES),
        salted = bytesOf(salt, undefined, 'salt', BYTES);
      inRange('keylen', length, 0);
      const one = (short, long, value) => {
        if (options?.[short] !== undefined && options?.[long] !== undefined)
          throw coded(Error, 'ERR_CRYPTO_SCRYPT_INVALID_PARAMETER', 'Invalid scrypt parameter');
        return options?.[short] ?? options?.[long] ?? value;
      };
      const cost = one('N', 'cost', 16384),
        size = one('r', 'blockSize', 8),
        parallel = one('p', 'parallelization', 1),
        most = options?.maxmem ?? 32 * 1024 * 1024;
      inRange('N', cost, 0);
      inRange('r', size, 0);
      inRange('p', parallel, 0);
      const invalid = (why) => coded(RangeError, 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS', `Invalid scrypt params${why}`);
      if (cost < 2 || (cost & (cost - 1)) !== 0 || size === 0 || parallel === 0) throw invalid('');
      if (128 * cost * size + 128 * size * parallel > most)
        throw invalid(': error:030000AC:digital envelope routines::memory limit exceeded');
      return () => {
        const found = native.scrypt(secret, salted, cost, size, parallel, length);
        if (found === undefined) throw invalid('');
        return adopt(found);
      };
    },
  });

  // `derive` and `deriveSync`.
  function functions(nameOf) {
    const all = derivations(nameOf),
      found = {};
    const both = (name, count) => {
      found[`${name}Sync`] = (...given) => primordials.ReflectApply(all[name], undefined, given)();
      found[name] = (...given) => {
        // The last argument calls back, and options may stand before it.
        const callback = given[count] === undefined || typeof given[count] === 'function' ? given[count] : given[count + 1];
        if (typeof given[count] === 'function') given[count] = undefined;
        const run = primordials.ReflectApply(all[name], undefined, given);
        validateFunction(callback, 'callback');
        const result = run();
        primordials.setImmediate(callback, null, result);
      };
    };
    both('pbkdf2', 5);
    both('hkdf', 5);
    both('scrypt', 3);
    return found;
  }

  return {
    bytesOf,
    functions,
    exports: {
      KeyObject,
      createSecretKey,
      generateKeySync,
      generateKey(type, options, callback) {
        validateFunction(callback, 'callback');
        primordials.setImmediate(callback, null, generateKeySync(type, options));
      },
      createPrivateKey: withoutKeys('createPrivateKey'),
      createPublicKey: withoutKeys('createPublicKey'),
    },
  };
});
