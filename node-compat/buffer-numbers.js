'use strict';
// `read…` and `write…` of Buffer.
(function ({ primordials, require }) {
  const { DataView, BigInt, TypeError, RangeError, ObjectDefineProperty, NumberIsInteger } = primordials;
  const { coded, invalidArgType, outOfRange } = require('errors');

  function at(buffer, offset, size) {
    if (typeof offset !== 'number') throw invalidArgType('offset', ['number'], offset);
    if (!NumberIsInteger(offset)) throw outOfRange('offset', 'an integer', offset);
    const last = buffer.length - size;
    if (last < 0) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
    if (offset < 0 || offset > last) throw outOfRange('offset', `>= 0 and <= ${last}`, offset);
    return new DataView(buffer.buffer, buffer.byteOffset + offset, size);
  }
  function within(value, min, max, bits, signed) {
    if (value > max || value < min) {
      const n = typeof min === 'bigint' ? 'n' : '';
      let range = `>= ${min}${n} and <= ${max}${n}`;
      if (bits > 32)
        range = signed ? `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}` : `>= 0${n} and < 2${n} ** ${bits}${n}`;
      throw outOfRange('value', range, value);
    }
  }

  // Whole numbers of `size` bytes, up to six.
  function read(buffer, offset, size, little, signed) {
    const view = at(buffer, offset, size);
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + view.getUint8(little ? size - 1 - i : i);
    return signed && value >= 2 ** (size * 8 - 1) ? value - 2 ** (size * 8) : value;
  }
  function write(buffer, value, offset, size, little, signed) {
    value = +value;
    const bits = size * 8;
    const min = signed ? -(2 ** (bits - 1)) : 0,
      max = signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
    if (typeof offset !== 'number') throw invalidArgType('offset', ['number'], offset);
    within(value, min, max, bits, signed);
    const view = at(buffer, offset, size);
    value -= value % 1;
    if (value < 0) value += 2 ** bits;
    for (let i = 0; i < size; i++) {
      view.setUint8(little ? i : size - 1 - i, value % 256);
      value = (value - (value % 256)) / 256;
    }
    return offset + size;
  }
  function size(byteLength) {
    if (byteLength === undefined || typeof byteLength !== 'number') throw invalidArgType('byteLength', ['number'], byteLength);
    if (!NumberIsInteger(byteLength)) throw outOfRange('byteLength', 'an integer', byteLength);
    if (byteLength < 1 || byteLength > 6) throw outOfRange('byteLength', '>= 1 and <= 6', byteLength);
    return byteLength;
  }

  function install(prototype) {
    const define = (names, method) => {
      for (let i = 0; i < names.length; i++) {
        ObjectDefineProperty(method, 'name', { value: names[0] });
        ObjectDefineProperty(prototype, names[i], { value: method, writable: true, enumerable: true, configurable: true });
      }
    };
    for (const signed of [false, true]) {
      const kind = signed ? 'Int' : 'UInt',
        other = signed ? [] : ['Uint'];
      const all = (verb, rest) => [`${verb}${kind}${rest}`, ...other.map((kind) => `${verb}${kind}${rest}`)];
      define(all('read', '8'), function (offset = 0) {
        return read(this, offset, 1, true, signed);
      });
      define(all('write', '8'), function (value, offset = 0) {
        return write(this, value, offset, 1, true, signed);
      });
      for (const little of [true, false]) {
        const end = little ? 'LE' : 'BE';
        for (const bytes of [2, 4]) {
          define(all('read', `${bytes * 8}${end}`), function (offset = 0) {
            return read(this, offset, bytes, little, signed);
          });
          define(all('write', `${bytes * 8}${end}`), function (value, offset = 0) {
            return write(this, value, offset, bytes, little, signed);
          });
        }
        define(all('read', end), function (offset, byteLength) {
          if (offset === undefined) throw invalidArgType('offset', ['number'], offset);
          return read(this, offset, size(byteLength), little, signed);
        });
        define(all('write', end), function (value, offset, byteLength) {
          return write(this, value, offset, size(byteLength), little, signed);
        });
        define([`readBig${kind}64${end}`, ...other.map((kind) => `readBig${kind}64${end}`)], function (offset = 0) {
          const view = at(this, offset, 8);
          return signed ? view.getBigInt64(0, little) : view.getBigUint64(0, little);
        });
        define([`writeBig${kind}64${end}`, ...other.map((kind) => `writeBig${kind}64${end}`)], function (value, offset = 0) {
          if (typeof value !== 'bigint') throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
          const half = 1n << 63n;
          within(value, signed ? -half : 0n, signed ? half - 1n : (1n << 64n) - 1n, 64, signed);
          const view = at(this, offset, 8);
          if (signed) view.setBigInt64(0, value, little);
          else view.setBigUint64(0, value, little);
          return offset + 8;
        });
      }
    }
    for (const little of [true, false]) {
      const end = little ? 'LE' : 'BE';
      define([`readFloat${end}`], function (offset = 0) {
        return at(this, offset, 4).getFloat32(0, little);
      });
      define([`readDouble${end}`], function (offset = 0) {
        return at(this, offset, 8).getFloat64(0, little);
      });
      define([`writeFloat${end}`], function (value, offset = 0) {
        at(this, offset, 4).setFloat32(0, +value, little);
        return offset + 4;
      });
      define([`writeDouble${end}`], function (value, offset = 0) {
        at(this, offset, 8).setFloat64(0, +value, little);
        return offset + 8;
      });
    }
  }
  return { install };
});
