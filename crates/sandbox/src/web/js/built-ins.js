'use strict';
// Built-ins of the language that are simpler in it.
(function ({ primordials, require }) {
  const {
    TypeError,
    RangeError,
    Array,
    Error,
    Number,
    Date,
    Symbol,
    ArrayPrototypePush,
    ArrayPrototypePop,
    ObjectDefineProperty,
    ArrayIsArray,
    ArrayPrototypeIncludes,
    BigInt,
    ObjectKeys,
    ReflectApply,
    PromiseResolve,
    PromiseReject,
    SymbolIterator,
    SymbolAsyncIterator,
    SymbolToStringTag,
    StringPrototypeSlice,
    StringPrototypePadStart,
    StringPrototypeIndexOf,
    String,
  } = primordials;

  async function collect(Constructor, items, map, thisArg) {
    if (map !== undefined && typeof map !== 'function') throw new TypeError(`${String(map)} is not a function`);
    const constructs = typeof Constructor === 'function' && Constructor.prototype !== undefined;
    const put = (list, index, value) => ObjectDefineProperty(list, index, { value, writable: true, enumerable: true, configurable: true });
    const asyncMethod = items[SymbolAsyncIterator];
    if (asyncMethod != null || items[SymbolIterator] != null) {
      const list = constructs ? new Constructor() : [];
      let index = 0;
      for await (const item of items) {
        put(list, index, map === undefined ? item : await ReflectApply(map, thisArg, [item, index]));
        index++;
      }
      // The engine's cache of names does not shorten an array.
      list['length'] = index;
      return list;
    }
    const length = Number(items.length) > 0 ? Number(items.length) - (Number(items.length) % 1) : 0;
    const list = constructs ? new Constructor(length) : new Array(length);
    for (let i = 0; i < length; i++) {
      const item = await items[i];
      put(list, i, map === undefined ? item : await ReflectApply(map, thisArg, [item, i]));
    }
    list['length'] = length;
    return list;
  }
  function fromAsync(items, map = undefined, thisArg = undefined) {
    return collect(this, items, map, thisArg);
  }

  // The United States' English, in UTC: the engine knows no other, and refuses what would be wrong in silence.
  function onlyEnglish(method, locales, options, locale, option) {
    const first = ArrayIsArray(locales) ? locales[0] : locales;
    let asked;
    if (first !== undefined && !ArrayPrototypeIncludes(locale, `${first}`)) asked = `'${first}'`;
    for (const key of options === undefined || options === null ? [] : ObjectKeys(options))
      if (options[key] !== undefined && !option(key, options[key])) asked ??= `the option '${key}'`;
    if (asked === undefined) return;
    throw require('errors').coded(
      Error,
      'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
      `${method} with ${asked} is not available in this sandbox: the guest knows the English of the United States alone; stub it, or run the test with engine: 'browser'`,
    );
  }
  const OF_NUMBERS = ['en', 'en-US', 'en-GB', 'en-AU', 'en-CA', 'en-NZ', 'en-IE'];
  const OF_DATES = ['en', 'en-US'];
  const DIGITS = ['minimumFractionDigits', 'maximumFractionDigits', 'useGrouping'];
  const numberOption = (key, value) =>
    key === 'style' ? value === 'decimal' || value === 'percent' : ArrayPrototypeIncludes(DIGITS, key) && typeof value !== 'string';
  const dateOption = (key, value) => key === 'timeZone' && value === 'UTC';
  function grouped(digits) {
    let out = '';
    let i = digits.length;
    for (; i > 3; i -= 3) out = `,${StringPrototypeSlice(digits, i - 3, i)}${out}`;
    return StringPrototypeSlice(digits, 0, i) + out;
  }
  const {
    Number: {
      prototype: { toFixed, valueOf },
    },
  } = { Number };
  function numberToLocaleString(locales, options) {
    const value = ReflectApply(valueOf, this, []);
    onlyEnglish('toLocaleString', locales, options, OF_NUMBERS, numberOption);
    if (value !== value) return 'NaN';
    if (value === Infinity || value === -Infinity) return value > 0 ? '∞' : '-∞';
    const percent = options?.style === 'percent';
    const least = options?.minimumFractionDigits ?? 0;
    const most = options?.maximumFractionDigits ?? (least > (percent ? 0 : 3) ? least : percent ? 0 : 3);
    if (least < 0 || least > 100 || most < least || most > 100) throw new RangeError('maximumFractionDigits value is out of range.');
    let text = ReflectApply(toFixed, percent ? value * 100 : value, [most]);
    if (StringPrototypeIndexOf(text, 'e') >= 0) return text;
    const sign = text[0] === '-' ? '-' : '';
    if (sign) text = StringPrototypeSlice(text, 1);
    const point = StringPrototypeIndexOf(text, '.');
    const whole = point < 0 ? text : StringPrototypeSlice(text, 0, point);
    let fraction = point < 0 ? '' : StringPrototypeSlice(text, point + 1);
    while (fraction.length > least && fraction[fraction.length - 1] === '0') fraction = StringPrototypeSlice(fraction, 0, -1);
    const zero = value === 0 && 1 / value < 0 ? '-' : sign;
    return `${zero}${options?.useGrouping === false ? whole : grouped(whole)}${fraction === '' ? '' : `.${fraction}`}${percent ? '%' : ''}`;
  }
  function bigIntToLocaleString(locales, options) {
    const text = ReflectApply(BigInt.prototype.toString, this, []);
    onlyEnglish('toLocaleString', locales, options, OF_NUMBERS, (key) => key === 'useGrouping');
    if (options?.useGrouping === false) return text;
    return text[0] === '-' ? `-${grouped(StringPrototypeSlice(text, 1))}` : grouped(text);
  }
  const { getTime, getUTCFullYear, getUTCMonth, getUTCDate, getUTCHours, getUTCMinutes, getUTCSeconds } = Date.prototype;
  const two = (n) => StringPrototypePadStart(`${n}`, 2, '0');
  function dayOf(date) {
    return `${ReflectApply(getUTCMonth, date, []) + 1}/${ReflectApply(getUTCDate, date, [])}/${ReflectApply(getUTCFullYear, date, [])}`;
  }
  function timeOf(date) {
    const hours = ReflectApply(getUTCHours, date, []);
    return `${hours % 12 || 12}:${two(ReflectApply(getUTCMinutes, date, []))}:${two(ReflectApply(getUTCSeconds, date, []))} ${hours < 12 ? 'AM' : 'PM'}`;
  }
  const dated = (method, text) =>
    function (locales, options) {
      onlyEnglish(method, locales, options, OF_DATES, dateOption);
      const time = ReflectApply(getTime, this, []);
      return time !== time ? 'Invalid Date' : text(this);
    };

  class SuppressedError extends Error {
    constructor(error, suppressed, message) {
      super(message);
      hidden(this, 'error', error);
      hidden(this, 'suppressed', suppressed);
    }
  }
  function hidden(object, key, value) {
    ObjectDefineProperty(object, key, { value, writable: true, enumerable: false, configurable: true });
  }
  hidden(SuppressedError.prototype, 'name', 'SuppressedError');
  hidden(SuppressedError.prototype, 'message', '');

  const { dispose, asyncDispose } = Symbol;
  const ReferenceError = primordials.ReferenceError;
  function disposerOf(value, async) {
    if (value === null || value === undefined) return undefined;
    let method = async ? value[asyncDispose] : undefined;
    const sync = method === null || method === undefined;
    if (sync) method = value[dispose];
    if (typeof method !== 'function') throw new TypeError(`Property [Symbol.${async ? 'asyncDispose' : 'dispose'}] is not a function.`);
    return () => {
      const result = ReflectApply(method, value, []);
      return sync ? undefined : result;
    };
  }
  class Stack {
    #resources = [];
    #disposed = false;
    get disposed() {
      return this.#disposed;
    }
    static add(stack, run) {
      if (stack.#disposed) throw new ReferenceError('Cannot add values to a disposed stack!');
      if (run !== undefined) ArrayPrototypePush(stack.#resources, run);
    }
    static take(stack) {
      const resources = stack.#resources;
      stack.#resources = [];
      stack.#disposed = true;
      return resources;
    }
    static move(from, to) {
      if (from.#disposed) throw new ReferenceError('Cannot move elements from a disposed stack!');
      to.#resources = Stack.take(from);
      return to;
    }
  }
  const joined = (failure, error) => ({
    error: failure === undefined ? error : new SuppressedError(error, failure.error, 'An error was suppressed during disposal.'),
  });
  class DisposableStack extends Stack {
    dispose() {
      if (this.disposed) return;
      let failure;
      for (let resources = Stack.take(this); resources.length; ) {
        try {
          ArrayPrototypePop(resources)();
        } catch (error) {
          failure = joined(failure, error);
        }
      }
      if (failure) throw failure.error;
    }
    use(value) {
      Stack.add(this, disposerOf(value, false));
      return value;
    }
    adopt(value, onDispose) {
      if (typeof onDispose !== 'function') throw new TypeError(`${String(onDispose)} is not a function`);
      Stack.add(this, () => {
        onDispose(value);
      });
      return value;
    }
    defer(onDispose) {
      if (typeof onDispose !== 'function') throw new TypeError(`${String(onDispose)} is not a function`);
      Stack.add(this, () => {
        onDispose();
      });
    }
    move() {
      return Stack.move(this, new DisposableStack());
    }
  }
  class AsyncDisposableStack extends Stack {
    async disposeAsync() {
      if (this.disposed) return;
      let failure;
      for (let resources = Stack.take(this); resources.length; ) {
        try {
          await ArrayPrototypePop(resources)();
        } catch (error) {
          failure = joined(failure, error);
        }
      }
      if (failure) throw failure.error;
    }
    use(value) {
      Stack.add(this, disposerOf(value, true));
      return value;
    }
    adopt(value, onDispose) {
      if (typeof onDispose !== 'function') throw new TypeError(`${String(onDispose)} is not a function`);
      Stack.add(this, () => onDispose(value));
      return value;
    }
    defer(onDispose) {
      if (typeof onDispose !== 'function') throw new TypeError(`${String(onDispose)} is not a function`);
      Stack.add(this, () => onDispose());
    }
    move() {
      return Stack.move(this, new AsyncDisposableStack());
    }
  }
  // The base is ours alone: what it has each class has itself.
  for (const [Class, key, method] of [
    [DisposableStack, dispose, 'dispose'],
    [AsyncDisposableStack, asyncDispose, 'disposeAsync'],
  ]) {
    ObjectDefineProperty(Class.prototype, 'disposed', primordials.ObjectGetOwnPropertyDescriptor(Stack.prototype, 'disposed'));
    ObjectDefineProperty(Class.prototype, key, { value: Class.prototype[method], writable: true, configurable: true });
    ObjectDefineProperty(Class.prototype, SymbolToStringTag, { value: Class.name, configurable: true });
  }
  const { Infinity } = globalThis;

  /** A frame of a stack as V8 describes it to `Error.prepareStackTrace`: its function, file, line and column. */
  class CallSite {
    #frame;
    constructor(frame) {
      this.#frame = frame;
    }
    getFunctionName() {
      return this.#frame[0] || null;
    }
    getFileName() {
      return this.#frame[1];
    }
    getScriptNameOrSourceURL() {
      return this.#frame[1];
    }
    getLineNumber() {
      return this.#frame[2];
    }
    getColumnNumber() {
      return this.#frame[3];
    }
    toString() {
      const { 0: name, 1: file, 2: line, 3: column } = this.#frame;
      const at = `${file}:${line}:${column}`;
      return name ? `${name} (${at})` : at;
    }
  }
  // What the engine does not know is what V8 says of a plain function.
  const ofAll = {
    getThis: undefined,
    getFunction: undefined,
    getEvalOrigin: undefined,
    getTypeName: 'Object',
    getMethodName: null,
    getPromiseIndex: null,
    getScriptHash: '',
    getPosition: 0,
    isToplevel: true,
    isEval: false,
    isNative: false,
    isConstructor: false,
    isAsync: false,
    isPromiseAll: false,
  };
  for (const name of ObjectKeys(ofAll)) {
    ObjectDefineProperty(CallSite.prototype, name, { value: () => ofAll[name], writable: true, configurable: true });
  }
  function callSites(frames) {
    const sites = [];
    for (let i = 0; i < frames.length; i++) ArrayPrototypePush(sites, new CallSite(frames[i]));
    return sites;
  }

  return {
    callSites,
    fromAsync,
    numberToLocaleString,
    bigIntToLocaleString,
    dateToLocaleString: dated('toLocaleString', (date) => `${dayOf(date)}, ${timeOf(date)}`),
    dateToLocaleDateString: dated('toLocaleDateString', dayOf),
    dateToLocaleTimeString: dated('toLocaleTimeString', timeOf),
    SuppressedError,
    DisposableStack,
    AsyncDisposableStack,
  };
});
