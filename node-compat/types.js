'use strict';
// node:util/types, by internal slots.
(function ({ primordials, native }) {
  const kind = native.kind;
  const is =
    (...names) =>
    (value) => {
      const found = kind(value);
      for (let i = 0; i < names.length; i++) if (names[i] === found) return true;
      return false;
    };
  const TYPED = [
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
    'BigInt64Array',
    'BigUint64Array',
    'Float32Array',
    'Float64Array',
  ];
  const exports = {
    isExternal: () => false,
    isModuleNamespaceObject: (value) =>
      value !== null &&
      typeof value === 'object' &&
      value[primordials.SymbolToStringTag] === 'Module' &&
      primordials.ObjectGetPrototypeOf(value) === null,
    isDate: is('Date'),
    isArgumentsObject: (value) => primordials.ObjectPrototypeToString(value) === '[object Arguments]',
    isBigIntObject: is('BigInt'),
    isBooleanObject: is('Boolean'),
    isNumberObject: is('Number'),
    isStringObject: is('String'),
    isSymbolObject: is('Symbol'),
    isBoxedPrimitive: is('BigInt', 'Boolean', 'Number', 'String', 'Symbol'),
    isNativeError: is('Error'),
    isRegExp: is('RegExp'),
    isAsyncFunction: is('AsyncFunction', 'AsyncGeneratorFunction'),
    isGeneratorFunction: is('GeneratorFunction', 'AsyncGeneratorFunction'),
    isGeneratorObject: is('Generator', 'AsyncGenerator'),
    isPromise: is('Promise'),
    isMap: is('Map'),
    isSet: is('Set'),
    isMapIterator: is('Map Iterator'),
    isSetIterator: is('Set Iterator'),
    isWeakMap: is('WeakMap'),
    isWeakSet: is('WeakSet'),
    isArrayBuffer: is('ArrayBuffer'),
    isDataView: is('DataView'),
    isSharedArrayBuffer: () => false,
    isProxy: is('Proxy'),
    isAnyArrayBuffer: is('ArrayBuffer'),
    isArrayBufferView: (value) => primordials.ArrayBufferIsView(value),
    isTypedArray: is(...TYPED),
    isCryptoKey: () => false,
    isKeyObject: () => false,
  };
  for (let i = 0; i < TYPED.length; i++) exports[`is${TYPED[i]}`] = is(TYPED[i]);
  for (const name of primordials.ObjectKeys(exports))
    primordials.ObjectDefineProperty(exports[name], 'name', { value: name, configurable: true });
  return { ...exports, default: exports };
});
