/**
 * Members of built-ins that the harness captures before any code under test runs. The build replaces calls of these members by
 * calls into `safe.js` (`../capture.mjs`).
 * @module
 */

/** Functions of constructors and namespaces, by global name. */
export const STATICS = {
  Object:
    'assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf hasOwn is isExtensible isFrozen isSealed keys preventExtensions seal setPrototypeOf values'.split(
      ' ',
    ),
  Array: ['from', 'isArray', 'of'],
  Number: ['isFinite', 'isInteger', 'isNaN', 'isSafeInteger', 'parseFloat', 'parseInt'],
  Reflect:
    'apply construct defineProperty deleteProperty get getOwnPropertyDescriptor getPrototypeOf has isExtensible ownKeys preventExtensions set setPrototypeOf'.split(
      ' ',
    ),
  JSON: ['parse', 'stringify'],
  Promise: ['all', 'allSettled', 'any', 'race', 'reject', 'resolve'],
  String: ['fromCharCode', 'fromCodePoint', 'raw'],
  Symbol: ['for', 'keyFor'],
  BigInt: ['asIntN', 'asUintN'],
  ArrayBuffer: ['isView'],
  Math: 'abs ceil floor log10 max min pow round sign trunc'.split(' '),
  Error: ['isError', 'captureStackTrace'],
};

/** Methods of prototypes, by name alone. `call`, `apply` and `bind` are locked instead. */
export const METHODS = [
  'at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice unshift values with toReversed toSorted toSpliced',
  'charAt charCodeAt codePointAt endsWith localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search split startsWith substring toLowerCase toUpperCase trim trimEnd trimStart',
  'add clear delete get has set deref next exec test then catch finally toFixed toString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable',
  'getTime toISOString toJSON getUint8 getInt8',
].flatMap((names) => names.split(' '));

/** Accessors of prototypes. */
export const GETTERS = ['size', 'flags', 'source', 'href', 'byteLength', 'global', 'description'];

/** Globals for `instanceof`, whose `Symbol.hasInstance` is ignored. */
export const CLASSES =
  'AggregateError Array ArrayBuffer BigInt Boolean DataView Date Error Function Map Number Object Promise Proxy RangeError RegExp Set String Symbol TypeError URL WeakMap WeakSet'.split(
    ' ',
  );
