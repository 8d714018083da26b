'use strict';
// `process`, as far as it means anything here: what it says of the machine is the same on all of them.
(function ({ primordials, native, require }) {
  const {
    Error,
    TypeError,
    Symbol,
    ObjectCreate,
    ObjectDefineProperty,
    ReflectApply,
    ArrayIsArray,
    BigInt,
    NumberIsInteger,
    SymbolToStringTag,
    String,
  } = primordials;
  const { coded, invalidArgType, outOfRange, validateFunction } = require('errors');

  const refuse = (name, hint) =>
    function () {
      throw coded(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `process.${name} is not available in this sandbox: ${hint}`);
    };

  const write = (level) =>
    function (chunk, encoding, done) {
      if (typeof chunk !== 'string' && !primordials.ArrayBufferIsView(chunk))
        throw invalidArgType('chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
      const text = typeof chunk === 'string' ? chunk : native.decode(chunk, 'utf8');
      // A line break at the end is what ends an entry of the console anyway.
      native.print(level, ['%s', primordials.StringPrototypeEndsWith(text, '\n') ? primordials.StringPrototypeSlice(text, 0, -1) : text]);
      if (typeof encoding === 'function') done = encoding;
      if (typeof done === 'function') primordials.queueMicrotask(done);
      return true;
    };

  function hrtime(previous) {
    const now = native.now();
    let seconds = (now - (now % 1000)) / 1000,
      nanos = native.round((now % 1000) * 1e6);
    if (previous !== undefined) {
      if (!ArrayIsArray(previous)) throw invalidArgType('time', ['Array'], previous);
      if (previous.length !== 2) throw outOfRange('time', '2', previous.length);
      seconds -= previous[0];
      nanos -= previous[1];
      if (nanos < 0) {
        seconds--;
        nanos += 1e9;
      }
    }
    return [seconds, nanos];
  }
  hrtime.bigint = function bigint() {
    return BigInt(native.round(native.now() * 1e3)) * 1000n;
  };

  // The machine has no size of its own: these are Node's at its start, rounded.
  const MEMORY = { rss: 50331648, heapTotal: 6291456, heapUsed: 4194304, external: 1572864, arrayBuffers: 16384 };
  function memoryUsage() {
    return { ...MEMORY };
  }
  memoryUsage.rss = () => MEMORY.rss;

  let emitter;
  const emitting = () => {
    if (emitter === undefined) {
      const { EventEmitter } = require('emitter');
      emitter = new EventEmitter();
    }
    return emitter;
  };

  const process = native.process();
  let cwd = '/';
  const members = {
    nextTick(callback, ...args) {
      validateFunction(callback, 'callback');
      native.nextTick(callback, args);
    },
    cwd: () => cwd,
    chdir(directory) {
      if (typeof directory !== 'string') throw invalidArgType('directory', ['string'], directory);
      const to = require('path').resolve(directory);
      if (native.fileKind(to) !== 'directory') {
        const error = new Error(`ENOENT: no such file or directory, chdir ${cwd} -> '${directory}'`);
        error.errno = -2;
        error.code = 'ENOENT';
        error.syscall = 'chdir';
        error.path = cwd;
        error.dest = directory;
        throw error;
      }
      cwd = to;
    },
    umask: () => 18,
    uptime: () => native.now() / 1000,
    hrtime,
    hrtimeBigint: hrtime.bigint,
    memoryUsage,
    memoryUsageRss: memoryUsage.rss,
    stdoutWrite: write('log'),
    stderrWrite: write('error'),
    cpuUsage: () => ({ user: native.round(native.now() * 1000), system: 0 }),
    resourceUsage: () => ({ userCPUTime: native.round(native.now() * 1000), systemCPUTime: 0, maxRSS: 49152 }),
    getuid: () => 1000,
    geteuid: () => 1000,
    getgid: () => 1000,
    getegid: () => 1000,
    getgroups: () => [1000],
    emitWarning(warning, type, code) {
      let name = typeof type === 'object' && type !== null ? type.type : type;
      if (typeof type === 'object' && type !== null) code = type.code;
      if (typeof warning === 'object') name ??= warning.name;
      const text = typeof warning === 'string' ? warning : warning.message;
      native.print('error', ['%s', `(node:1) ${code ? `[${code}] ` : ''}${name ?? 'Warning'}: ${text}`]);
      let error = warning;
      if (typeof warning === 'string') {
        error = new Error(warning);
        error.name = name ?? 'Warning';
        if (code !== undefined) error.code = code;
      }
      native.nextTick(() => emitting().emit('warning', error), []);
    },
    exit(code) {
      throw new Error(`process.exit unexpectedly called with "${code ?? process.exitCode ?? 0}"`);
    },
    abort: refuse('abort', 'nothing can end the run but the end of its tests'),
    kill: refuse('kill', 'there are no other processes'),
    reallyExit: refuse('reallyExit', 'nothing can end the run but the end of its tests'),
    dlopen: refuse('dlopen', 'native addons cannot be loaded'),
    binding: refuse('binding', 'nothing of Node is behind it'),
  };
  for (const name of [
    'on',
    'once',
    'off',
    'addListener',
    'removeListener',
    'removeAllListeners',
    'prependListener',
    'prependOnceListener',
    'setMaxListeners',
  ]) {
    members[name] = function (...args) {
      ReflectApply(emitting()[name], emitting(), args);
      return process;
    };
  }
  for (const name of ['emit', 'listeners', 'rawListeners', 'listenerCount', 'eventNames', 'getMaxListeners']) {
    members[name] = function (...args) {
      return ReflectApply(emitting()[name], emitting(), args);
    };
  }
  return { process, members };
});
