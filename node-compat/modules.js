'use strict';
// Which modules of Node there are: the exports of each, made when it is first imported.
(function ({ primordials, native, require }) {
  const { ObjectAssign, ObjectKeys } = primordials;
  const whole = (exports) => ({ ...exports, default: exports });
  const named = (object) => ({ ...object, default: object });
  const MODULES = {
    __proto__: null,
    assert: () => {
      const { assert } = require('assert');
      return named(assert);
    },
    'assert/strict': () => {
      const { strict } = require('assert');
      return named(strict);
    },
    async_hooks: () => require('async-hooks'),
    buffer: () => {
      const { Buffer, constants } = require('buffer');
      const { atob, btoa } = globalThis;
      return whole({
        Buffer,
        SlowBuffer: Buffer.allocUnsafeSlow,
        Blob: globalThis.Blob,
        File: globalThis.File,
        constants,
        kMaxLength: constants.MAX_LENGTH,
        kStringMaxLength: constants.MAX_STRING_LENGTH,
        INSPECT_MAX_BYTES: 50,
        atob,
        btoa,
        isUtf8: (input) => native.decodeStream(native.bytes(input), 'utf-8', true, false) !== undefined,
        isAscii: (input) => {
          const bytes = native.bytes(input);
          for (let i = 0; i < bytes.length; i++) if (bytes[i] > 127) return false;
          return true;
        },
      });
    },
    console: () => whole({ ...globalThis.console, ...require('console') }),
    // Of old all constants were one module's.
    constants: () => {
      const { signals, errno } = require('os').constants;
      return whole({ ...errno, ...signals, ...require('fs').exports.constants });
    },
    crypto: () => require('node-crypto'),
    diagnostics_channel: () => require('diagnostics-channel'),
    events: () => {
      const events = require('emitter');
      return { ...events.exports, default: events.default };
    },
    fs: () => whole(require('fs').exports),
    'fs/promises': () => whole(require('fs').promises),
    module: () => require('node-module'),
    os: () => require('os'),
    path: () => {
      const { win32Module, ...path } = require('path');
      return path;
    },
    'path/posix': () => {
      const { win32Module, ...path } = require('path');
      return path;
    },
    'path/win32': () => named(require('path').win32Module),
    perf_hooks: () => {
      const { performance } = globalThis,
        { PerformanceEntry, PerformanceMark, PerformanceMeasure } = require('performance');
      return whole({ performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, constants: {} });
    },
    process: () => named(require('process').process),
    punycode: () => require('punycode'),
    querystring: () => require('querystring'),
    stream: () => require('stream-ends').main,
    'stream/consumers': () => require('stream-ends').consumers,
    'stream/promises': () => require('stream-ends').promises,
    string_decoder: () => require('string-decoder'),
    sys: () => require('util'),
    timers: () => {
      const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = primordials;
      return whole({
        setTimeout,
        clearTimeout,
        setInterval,
        clearInterval,
        setImmediate,
        clearImmediate,
        promises: require('timers-promises').default,
      });
    },
    'timers/promises': () => require('timers-promises'),
    url: () => require('node-url'),
    util: () => require('util'),
    'util/types': () => require('types'),
    zlib: () => require('zlib'),
  };
  // What a module lacks says so when it is called.
  function load(name) {
    const made = MODULES[name]?.();
    return made === undefined ? require('refused').load(name) : require('refused').complete(name, made);
  }
  return { load };
});
