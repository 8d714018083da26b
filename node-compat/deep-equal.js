'use strict';
// What node:assert and node:util hold for equal.
(function ({ primordials, native }) {
  const {
    ObjectIs,
    ObjectKeys,
    ObjectGetPrototypeOf,
    ObjectGetOwnPropertySymbols,
    ObjectPrototypePropertyIsEnumerable,
    ObjectPrototypeHasOwnProperty,
    ObjectPrototypeToString,
    Map,
    MapPrototypeGet,
    MapPrototypeSet,
    MapPrototypeDelete,
    MapPrototypeHas,
    SetPrototypeHas,
    ArrayPrototypePush,
    ArrayPrototypeSplice,
    DatePrototypeGetTime,
    RegExpPrototypeToString,
  } = primordials;

  const ownEnumerable = (object, key) => ObjectPrototypePropertyIsEnumerable(object, key);

  function deepEqual(a, b, strict) {
    return compare(a, b, strict, null);
  }

  function compare(a, b, strict, seen) {
    if (a === b) return a !== 0 || !strict || ObjectIs(a, b);
    if (strict) {
      if (typeof a !== 'object') return typeof a === 'number' && a !== a && b !== b;
      if (typeof b !== 'object' || a === null || b === null) return false;
      if (ObjectGetPrototypeOf(a) !== ObjectGetPrototypeOf(b)) return false;
    } else {
      if (a === null || typeof a !== 'object') return (b === null || typeof b !== 'object') && (a == b || (a !== a && b !== b));
      if (b === null || typeof b !== 'object') return false;
    }
    const kind = native.kind(a);
    if (kind !== native.kind(b)) return false;
    if (ObjectPrototypeToString(a) !== ObjectPrototypeToString(b)) return false;
    switch (kind) {
      case 'Array':
        if (a.length !== b.length) return false;
        break;
      case 'Date':
        if (!ObjectIs(DatePrototypeGetTime(a), DatePrototypeGetTime(b))) return false;
        break;
      case 'RegExp':
        if (RegExpPrototypeToString(a) !== RegExpPrototypeToString(b) || a.lastIndex !== b.lastIndex) return false;
        break;
      case 'Error': {
        if (a.message !== b.message || a.name !== b.name) return false;
        for (const key of ['cause', 'errors']) {
          const has = ObjectPrototypeHasOwnProperty(a, key);
          if (has !== ObjectPrototypeHasOwnProperty(b, key)) return false;
          if (has && !ownEnumerable(a, key) && !compare(a[key], b[key], strict, seen)) return false;
        }
        break;
      }
      case 'Number':
      case 'String':
      case 'Boolean':
      case 'BigInt':
      case 'Symbol':
        if (!ObjectIs(a.valueOf(), b.valueOf())) return false;
        break;
      case 'ArrayBuffer':
      case 'DataView':
        if (a.byteLength !== b.byteLength || native.compareBytes(a, b) !== 0) return false;
        break;
      case 'Map':
      case 'Set':
        if (a.size !== b.size) return false;
        break;
      case 'Promise':
      case 'WeakMap':
      case 'WeakSet':
      case 'Proxy':
        if (kind !== 'Proxy') return false;
        break;
      case 'Float32Array':
      case 'Float64Array':
        if (a.length !== b.length) return false;
        for (let i = 0; i < a.length; i++)
          if (strict ? !ObjectIs(a[i], b[i]) : a[i] != b[i] && (a[i] === a[i] || b[i] === b[i])) return false;
        break;
      default:
        if (primordials.ArrayBufferIsView(a) && (a.length !== b.length || native.compareBytes(a, b) !== 0)) return false;
    }
    const url = native.urlHref(a);
    if (url !== undefined || native.urlHref(b) !== undefined) if (url !== native.urlHref(b)) return false;
    const typed = primordials.ArrayBufferIsView(a) && kind !== 'DataView';
    const keysA = names(a, typed),
      keysB = names(b, typed);
    if (keysA.length !== keysB.length) return false;
    for (let i = 0; i < keysA.length; i++) if (!ownEnumerable(b, keysA[i])) return false;
    if (strict) {
      const symbols = ObjectGetOwnPropertySymbols(a);
      let count = 0;
      for (let i = 0; i < symbols.length; i++) {
        if (!ownEnumerable(a, symbols[i])) continue;
        if (!ownEnumerable(b, symbols[i])) return false;
        ArrayPrototypePush(keysA, symbols[i]);
        count++;
      }
      const others = ObjectGetOwnPropertySymbols(b);
      for (let i = 0; i < others.length; i++) if (ownEnumerable(b, others[i])) count--;
      if (count !== 0) return false;
    }
    // Objects inside themselves are equal where they are so at the same places.
    seen ??= { a: new Map(), b: new Map(), position: 0 };
    const position = MapPrototypeGet(seen.a, a);
    if (position !== undefined) {
      const other = MapPrototypeGet(seen.b, b);
      if (other !== undefined) return position === other;
    }
    seen.position++;
    MapPrototypeSet(seen.a, a, seen.position);
    MapPrototypeSet(seen.b, b, seen.position);
    const equal = contents(a, b, kind, keysA, strict, seen);
    MapPrototypeDelete(seen.a, a);
    MapPrototypeDelete(seen.b, b);
    return equal;
  }

  function names(object, typed) {
    const keys = ObjectKeys(object);
    if (!typed) return keys;
    const rest = [];
    for (let i = object.length; i < keys.length; i++) ArrayPrototypePush(rest, keys[i]);
    return rest;
  }

  function contents(a, b, kind, keys, strict, seen) {
    if (kind === 'Set' && !sets(a, b, strict, seen)) return false;
    if (kind === 'Map' && !maps(a, b, strict, seen)) return false;
    for (let i = 0; i < keys.length; i++) if (!compare(a[keys[i]], b[keys[i]], strict, seen)) return false;
    return true;
  }
  const isObject = (value) => typeof value === 'object' && value !== null;
  function sets(a, b, strict, seen) {
    const left = [];
    primordials.SetPrototypeForEach(b, (value) => {
      if (!SetPrototypeHas(a, value)) ArrayPrototypePush(left, value);
    });
    let equal = true;
    primordials.SetPrototypeForEach(a, (value) => {
      if (!equal || SetPrototypeHas(b, value)) return;
      if (strict && !isObject(value)) {
        equal = false;
        return;
      }
      for (let i = 0; i < left.length; i++)
        if (compare(value, left[i], strict, seen)) {
          ArrayPrototypeSplice(left, i, 1);
          return;
        }
      equal = false;
    });
    return equal && left.length === 0;
  }
  function maps(a, b, strict, seen) {
    const left = [];
    primordials.MapPrototypeForEach(b, (value, key) => {
      if (!MapPrototypeHas(a, key)) ArrayPrototypePush(left, key);
    });
    let equal = true;
    primordials.MapPrototypeForEach(a, (value, key) => {
      if (!equal) return;
      if (MapPrototypeHas(b, key)) {
        if (!compare(value, MapPrototypeGet(b, key), strict, seen)) equal = false;
        return;
      }
      if (strict && !isObject(key)) {
        equal = false;
        return;
      }
      for (let i = 0; i < left.length; i++) {
        if (compare(key, left[i], strict, seen) && compare(value, MapPrototypeGet(b, left[i]), strict, seen)) {
          ArrayPrototypeSplice(left, i, 1);
          return;
        }
      }
      equal = false;
    });
    return equal && left.length === 0;
  }

  return { isDeepEqual: (a, b) => deepEqual(a, b, false), isDeepStrictEqual: (a, b) => deepEqual(a, b, true) };
});
