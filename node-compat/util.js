'use strict';
// node:util.
(function ({ primordials, native, require }) {
  const {
    Error,
    TypeError,
    Promise,
    Symbol,
    SymbolFor,
    ArrayIsArray,
    ArrayPrototypePush,
    ArrayPrototypeSlice,
    ObjectDefineProperty,
    ObjectDefineProperties,
    ObjectGetOwnPropertyDescriptors,
    ObjectGetPrototypeOf,
    ObjectSetPrototypeOf,
    ObjectKeys,
    ObjectCreate,
    ReflectApply,
    ReflectConstruct,
    StringPrototypeReplace,
    StringPrototypeSlice,
    StringPrototypeIncludes,
    String,
    PromisePrototypeThen,
  } = primordials;
  const {
    coded,
    invalidArgType,
    validateFunction,
    validateObject,
    validateString,
    validateNumber,
    validateAbortSignal,
  } = require('errors');
  const { isDeepStrictEqual } = require('deep-equal');

  const custom = SymbolFor('nodejs.util.inspect.custom');
  const kPromisify = SymbolFor('nodejs.util.promisify.custom');
  const kArgs = Symbol('customPromisifyArgs');

  // What the host shows of a value, with what `[util.inspect.custom]` says where the value itself has one.
  function inspect(value, options, depthOrColors, colors) {
    if (typeof options === 'boolean') options = { showHidden: options, depth: depthOrColors, colors };
    const depth = options?.depth === null ? 1000 : options?.depth === undefined ? 2 : options.depth === Infinity ? 1000 : options.depth;
    if (
      options?.customInspect !== false &&
      value !== null &&
      (typeof value === 'object' || typeof value === 'function') &&
      native.kind(value) !== 'Proxy'
    ) {
      const method = value[custom];
      if (typeof method === 'function' && method !== inspect) {
        const shown = ReflectApply(method, value, [
          depth,
          { ...inspect.defaultOptions, ...options, stylize: (text) => `${text}` },
          inspect,
        ]);
        return typeof shown === 'string' ? shown : inspect(shown, options);
      }
      if (native.kind(value) === 'Error' && typeof value.stack === 'string') {
        const rest = [];
        for (const key of ObjectKeys(value)) ArrayPrototypePush(rest, `  ${key}: ${inspect(value[key], { depth: depth - 1 })}`);
        const cause = primordials.ObjectGetOwnPropertyDescriptor(value, 'cause');
        if (cause && !cause.enumerable)
          ArrayPrototypePush(rest, `  [cause]: ${StringPrototypeReplace(inspect(cause.value, { depth: depth - 1 }), /\n/g, '\n  ')}`);
        return rest.length ? `${value.stack} {\n${primordials.ArrayPrototypeJoin(rest, ',\n')}\n}` : value.stack;
      }
    }
    return native.inspect(value, depth);
  }
  inspect.custom = custom;
  inspect.defaultOptions = {
    showHidden: false,
    depth: 2,
    colors: false,
    customInspect: true,
    showProxy: false,
    maxArrayLength: 100,
    maxStringLength: 10000,
    breakLength: 128,
    compact: 3,
    sorted: false,
    getters: false,
    numericSeparator: false,
  };
  inspect.colors = {
    __proto__: null,
    reset: [0, 0],
    bold: [1, 22],
    dim: [2, 22],
    italic: [3, 23],
    underline: [4, 24],
    inverse: [7, 27],
    hidden: [8, 28],
    strikethrough: [9, 29],
    black: [30, 39],
    red: [31, 39],
    green: [32, 39],
    yellow: [33, 39],
    blue: [34, 39],
    magenta: [35, 39],
    cyan: [36, 39],
    white: [37, 39],
    gray: [90, 39],
    grey: [90, 39],
  };
  inspect.styles = {
    __proto__: null,
    special: 'cyan',
    number: 'yellow',
    bigint: 'yellow',
    boolean: 'yellow',
    undefined: 'grey',
    null: 'bold',
    string: 'green',
    symbol: 'green',
    date: 'magenta',
    regexp: 'red',
    module: 'underline',
  };

  const ownToString = (value) => {
    const method = value.toString;
    return typeof method === 'function' && method !== primordials.Object.prototype.toString && method !== Error.prototype.toString;
  };
  function asText(value) {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'number') return value === 0 && 1 / value < 0 ? '-0' : `${value}`;
    if (typeof value === 'symbol') return String(value);
    if (typeof value !== 'object' || value === null) return typeof value === 'function' ? String(value) : `${value}`;
    const kind = native.kind(value);
    if (kind === 'Error' || (kind === 'Object' && ownToString(value)) || kind === 'Date')
      return kind === 'Date' ? inspect(value) : String(value);
    return inspect(value, { depth: 0 });
  }
  const asNumber = (value, to) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'symbol') return 'NaN';
    const number = typeof value === 'object' ? NaN : to(value);
    return number === 0 && 1 / number < 0 ? '-0' : `${number}`;
  };
  const { NaN, Infinity, parseInt, parseFloat, JSON, Number } = globalThis;
  function asJson(value) {
    try {
      return `${JSON.stringify(value)}`;
    } catch (error) {
      if (StringPrototypeIncludes(`${error?.message}`, 'circular') || StringPrototypeIncludes(`${error?.message}`, 'cyclic'))
        return '[Circular]';
      throw error;
    }
  }
  function formatWithOptions(options, ...args) {
    validateObject(options, 'inspectOptions');
    let out = '',
      at = 0,
      joiner = '';
    if (typeof args[0] === 'string') {
      const template = args[0];
      if (args.length === 1) return template;
      at = 1;
      for (let i = 0; i < template.length; i++) {
        if (template[i] !== '%' || i + 1 === template.length) {
          out += template[i];
          continue;
        }
        const directive = template[i + 1];
        if (directive === '%') {
          out += '%';
          i++;
          continue;
        }
        if (at === args.length) {
          out += '%';
          continue;
        }
        let shown;
        switch (directive) {
          case 's':
            shown = asText(args[at]);
            break;
          case 'd':
            shown = typeof args[at] === 'object' ? asNumber(args[at], Number) : asNumber(args[at], Number);
            break;
          case 'i':
            shown = asNumber(args[at], parseInt);
            break;
          case 'f':
            shown = typeof args[at] === 'symbol' ? 'NaN' : `${parseFloat(args[at])}`;
            break;
          case 'j':
            shown = asJson(args[at]);
            break;
          case 'o':
            shown = inspect(args[at], { ...options, showHidden: true, showProxy: true, depth: 4 });
            break;
          case 'O':
            shown = inspect(args[at], options);
            break;
          case 'c':
            shown = '';
            break;
          default:
            out += '%';
            continue;
        }
        out += shown;
        at++;
        i++;
      }
      joiner = ' ';
    }
    for (; at < args.length; at++) {
      out += joiner + (typeof args[at] === 'string' ? args[at] : inspect(args[at], options));
      joiner = ' ';
    }
    return out;
  }
  const format = (...args) => formatWithOptions({}, ...args);

  function promisify(original) {
    validateFunction(original, 'original');
    if (original[kPromisify]) {
      const fn = original[kPromisify];
      validateFunction(fn, 'util.promisify.custom');
      return ObjectDefineProperty(fn, kPromisify, { value: fn, enumerable: false, writable: false, configurable: true });
    }
    const names = original[kArgs];
    function fn(...args) {
      return new Promise((resolve, reject) => {
        ReflectApply(original, this, [
          ...args,
          (error, ...values) => {
            if (error) return reject(error);
            if (names !== undefined && values.length > 1) {
              const object = {};
              for (let i = 0; i < names.length; i++) object[names[i]] = values[i];
              resolve(object);
            } else resolve(values[0]);
          },
        ]);
      });
    }
    ObjectSetPrototypeOf(fn, ObjectGetPrototypeOf(original));
    ObjectDefineProperty(fn, kPromisify, { value: fn, enumerable: false, writable: false, configurable: true });
    return ObjectDefineProperties(fn, ObjectGetOwnPropertyDescriptors(original));
  }
  promisify.custom = kPromisify;
  // The host's own timers are promised as Node's are.
  const { setTimeout, setImmediate } = primordials;
  function promiseOf(original, promised) {
    ObjectDefineProperty(original, kPromisify, { get: promised, enumerable: true, configurable: true });
  }
  promiseOf(setTimeout, () => require('timers-promises').setTimeout);
  promiseOf(setImmediate, () => require('timers-promises').setImmediate);

  function callbackify(original) {
    validateFunction(original, 'original');
    function callbackified(...args) {
      const callback = args.pop();
      validateFunction(callback, 'last argument');
      PromisePrototypeThen(
        ReflectApply(original, this, args),
        (value) => native.nextTick(callback, [null, value]),
        (reason) => {
          if (!reason) {
            const error = coded(Error, 'ERR_FALSY_VALUE_REJECTION', 'Promise was rejected with falsy value');
            error.reason = reason;
            reason = error;
          }
          native.nextTick(callback, [reason]);
        },
      );
    }
    const descriptors = ObjectGetOwnPropertyDescriptors(original);
    if (typeof descriptors.length.value === 'number') descriptors.length.value++;
    if (typeof descriptors.name.value === 'string') descriptors.name.value += 'Callbackified';
    return ObjectDefineProperties(callbackified, descriptors);
  }

  function inherits(constructor, parent) {
    if (constructor === undefined || constructor === null) throw invalidArgType('ctor', ['Function'], constructor);
    if (parent === undefined || parent === null) throw invalidArgType('superCtor', ['Function'], parent);
    if (parent.prototype === undefined) throw invalidArgType('superCtor.prototype', ['Object'], parent.prototype);
    ObjectDefineProperty(constructor, 'super_', { value: parent, writable: true, configurable: true });
    ObjectSetPrototypeOf(constructor.prototype, parent.prototype);
  }

  const warned = ObjectCreate(null);
  function deprecate(fn, message, code) {
    if (code !== undefined) validateString(code, 'code');
    let told = false;
    function deprecated(...args) {
      if (!told) {
        told = true;
        if (code === undefined || !warned[code]) {
          if (code !== undefined) warned[code] = true;
          require('process').process.emitWarning(message, 'DeprecationWarning', code);
        }
      }
      return new.target ? ReflectConstruct(fn, args, new.target) : ReflectApply(fn, this, args);
    }
    ObjectSetPrototypeOf(deprecated, fn);
    if (fn.prototype) deprecated.prototype = fn.prototype;
    return deprecated;
  }

  function debuglog(section) {
    const log = () => {};
    log.enabled = false;
    return log;
  }

  // eslint-disable-next-line no-control-regex
  const ANSI =
    /[\u001B\u009B][[\]()#;?]*(?:(?:(?:(?:;[-a-zA-Z\d\/#&.:=?%@~_]+)*|[a-zA-Z\d]+(?:;[-a-zA-Z\d\/#&.:=?%@~_]*)*)?(?:\u0007|\u001B\u005C|\u009C))|(?:(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]))/g;
  function stripVTControlCharacters(text) {
    validateString(text, 'str');
    return StringPrototypeReplace(text, ANSI, '');
  }
  function styleText(style, text, options = undefined) {
    validateString(text, 'text');
    // No stream here is a terminal.
    const plain = options?.validateStream !== false;
    const styles = ArrayIsArray(style) ? style : [style];
    let before = '',
      after = '';
    for (let i = 0; i < styles.length; i++) {
      const codes = inspect.colors[styles[i]];
      if (codes === undefined)
        throw require('errors').invalidArgValue(
          'format',
          styles[i],
          `must be one of: ${primordials.ArrayPrototypeJoin(ObjectKeys(inspect.colors), ', ')}`,
        );
      before += `\u001b[${codes[0]}m`;
      after = `\u001b[${codes[1]}m${after}`;
    }
    return plain ? text : `${before}${text}${after}`;
  }

  const ERRNO = {
    __proto__: null,
    EPERM: -1,
    ENOENT: -2,
    EIO: -5,
    EBADF: -9,
    EAGAIN: -11,
    ENOMEM: -12,
    EACCES: -13,
    EEXIST: -17,
    ENOTDIR: -20,
    EISDIR: -21,
    EINVAL: -22,
    EROFS: -30,
    EPIPE: -32,
    ENOTEMPTY: -39,
    EADDRINUSE: -98,
    ECONNRESET: -104,
    ETIMEDOUT: -110,
    ECONNREFUSED: -111,
  };
  function getSystemErrorName(number) {
    validateNumber(number, 'err');
    for (const name in ERRNO) if (ERRNO[name] === number) return name;
    return `Unknown system error ${number}`;
  }
  function toUSVString(text) {
    return native.usv(`${text}`);
  }
  async function aborted(signal, resource) {
    if (signal === undefined) throw invalidArgType('signal', ['AbortSignal'], signal);
    validateAbortSignal(signal, 'signal');
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }

  const types = require('types');
  const legacy = {
    isArray: ArrayIsArray,
    isBoolean: (v) => typeof v === 'boolean',
    isNull: (v) => v === null,
    isNullOrUndefined: (v) => v == null,
    isNumber: (v) => typeof v === 'number',
    isString: (v) => typeof v === 'string',
    isSymbol: (v) => typeof v === 'symbol',
    isUndefined: (v) => v === undefined,
    isRegExp: types.isRegExp,
    isObject: (v) => v !== null && typeof v === 'object',
    isDate: types.isDate,
    isError: (v) => native.kind(v) === 'Error' || v instanceof Error,
    isFunction: (v) => typeof v === 'function',
    isPrimitive: (v) => v === null || (typeof v !== 'object' && typeof v !== 'function'),
  };
  const exports = {
    aborted,
    callbackify,
    debuglog,
    debug: debuglog,
    deprecate,
    format,
    formatWithOptions,
    getSystemErrorName,
    inherits,
    inspect,
    isDeepStrictEqual,
    promisify,
    stripVTControlCharacters,
    styleText,
    toUSVString,
    types,
    ...legacy,
    _extend: (target, source) => (source !== null && typeof source === 'object' ? primordials.ObjectAssign(target, source) : target),
    isBuffer: (value) => require('buffer').Buffer.isBuffer(value),
    parseArgs: (config) => require('parse-args').parseArgs(config),
    parseEnv: (content) => require('parse-args').parseEnv(content),
    transferableAbortSignal: (signal) => {
      validateAbortSignal(signal, 'signal');
      return signal;
    },
    transferableAbortController: () => new globalThis.AbortController(),
  };
  for (const name of ['TextEncoder', 'TextDecoder']) exports[name] = require('text')[name];
  return { ...exports, default: exports };
});
