'use strict';
(function ({ primordials, require }) {
  const {
    ArrayIsArray,
    ArrayPrototypePush,
    ArrayPrototypeJoin,
    ObjectKeys,
    NumberIsInteger,
    String,
    StringPrototypeSplit,
    StringPrototypeIndexOf,
    StringPrototypeSlice,
    StringPrototypeReplace,
  } = primordials;
  const { Buffer } = require('buffer');
  const { encodeURIComponent, decodeURIComponent, isFinite } = globalThis;

  const escape = (text) =>
    StringPrototypeReplace(encodeURIComponent(typeof text === 'object' ? String(text) : `${text}`), /%21|%27|%28|%29|%2A/g, (c) =>
      decodeURIComponent(c),
    );
  function unescapeBuffer(text) {
    const out = [];
    for (let i = 0; i < text.length; i++) {
      const hex = StringPrototypeSlice(text, i + 1, i + 3);
      if (text[i] === '%' && /^[0-9a-f]{2}$/i.test(hex)) {
        ArrayPrototypePush(out, globalThis.parseInt(hex, 16));
        i += 2;
      } else ArrayPrototypePush(out, primordials.StringPrototypeCharCodeAt(text, i));
    }
    return Buffer.from(out);
  }
  function unescape(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return unescapeBuffer(text).toString();
    }
  }
  const primitive = (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' && isFinite(value)) return `${value}`;
    if (typeof value === 'bigint' || typeof value === 'boolean') return `${value}`;
    return '';
  };
  function stringify(object, sep = '&', eq = '=', options = undefined) {
    const encode = typeof options?.encodeURIComponent === 'function' ? options.encodeURIComponent : exports.escape;
    if (object === null || typeof object !== 'object') return '';
    const keys = ObjectKeys(object),
      out = [];
    for (let i = 0; i < keys.length; i++) {
      const value = object[keys[i]],
        name = encode(primitive(keys[i])) + (eq || '=');
      if (ArrayIsArray(value)) for (let j = 0; j < value.length; j++) ArrayPrototypePush(out, name + encode(primitive(value[j])));
      else ArrayPrototypePush(out, name + encode(primitive(value)));
    }
    return ArrayPrototypeJoin(out, sep || '&');
  }
  function parse(text, sep = '&', eq = '=', options = undefined) {
    const object = { __proto__: null };
    if (typeof text !== 'string' || text.length === 0) return object;
    const decode = typeof options?.decodeURIComponent === 'function' ? options.decodeURIComponent : exports.unescape;
    const safely = (part) => {
      try {
        return decode(part);
      } catch {
        return exports.unescape(part);
      }
    };
    const max = typeof options?.maxKeys === 'number' ? options.maxKeys : 1000;
    const parts = StringPrototypeSplit(text, sep || '&');
    for (let i = 0, taken = 0; i < parts.length; i++) {
      if (parts[i] === '') continue;
      if (max > 0 && taken++ >= max) break;
      const part = StringPrototypeReplace(parts[i], /\+/g, ' ');
      const at = StringPrototypeIndexOf(part, eq || '=');
      const key = safely(at < 0 ? part : StringPrototypeSlice(part, 0, at));
      const value = at < 0 ? '' : safely(StringPrototypeSlice(part, at + (eq || '=').length));
      if (!(key in object)) object[key] = value;
      else if (ArrayIsArray(object[key])) ArrayPrototypePush(object[key], value);
      else object[key] = [object[key], value];
    }
    return object;
  }
  const exports = { escape, unescape, unescapeBuffer, stringify, parse, encode: stringify, decode: parse };
  return { ...exports, default: exports };
});
