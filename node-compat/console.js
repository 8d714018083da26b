'use strict';
// node:console: `Console`, which writes to the streams that it is given.
(function ({ primordials, native, require }) {
  const {
    TypeError,
    Error,
    ObjectDefineProperty,
    ObjectKeys,
    ReflectApply,
    StringPrototypeRepeat,
    StringPrototypeReplace,
    StringPrototypeSlice,
  } = primordials;
  const { coded } = require('errors');
  const { format, inspect } = require('util');
  const { table } = require('table');

  const labelOf = (label) => (label === undefined ? 'default' : `${label}`);
  const isObject = (value) => value !== null && typeof value === 'object';

  // Each method gets what one `Console` keeps as `this`.
  const METHODS = {
    __proto__: null,
    log(...args) {
      this.print('stdout', format(...args));
    },
    warn(...args) {
      this.print('stderr', format(...args));
    },
    dir(value, options) {
      this.print('stdout', inspect(value, { customInspect: false, ...options }));
    },
    trace(...args) {
      const error = new Error(args.length > 0 ? format(...args) : '');
      error.name = 'Trace';
      this.print('stderr', `${error.stack}`);
    },
    assert(holds, ...args) {
      if (holds) return;
      if (typeof args[0] === 'string') args[0] = `Assertion failed: ${args[0]}`;
      this.print('stderr', args.length > 0 ? format(...args) : 'Assertion failed');
    },
    group(...args) {
      if (args.length > 0) this.print('stdout', format(...args));
      this.indent += StringPrototypeRepeat(' ', this.step);
    },
    groupEnd() {
      this.indent = StringPrototypeSlice(this.indent, this.step);
    },
    count(label) {
      const name = labelOf(label);
      this.counts[name] = (this.counts[name] ?? 0) + 1;
      this.print('stdout', `${name}: ${this.counts[name]}`);
    },
    countReset(label) {
      this.counts[labelOf(label)] = 0;
    },
    time(label) {
      this.timers[labelOf(label)] = native.now();
    },
    timeLog(label, ...args) {
      const from = this.timers[labelOf(label)];
      if (from === undefined) return;
      const took = `${labelOf(label)}: ${native.round((native.now() - from) * 1000) / 1000}ms`;
      this.print('stdout', args.length > 0 ? format(took, ...args) : took);
    },
    timeEnd(label) {
      ReflectApply(METHODS.timeLog, this, [label]);
      delete this.timers[labelOf(label)];
    },
    table(data, columns) {
      this.print('stdout', table(data, columns) ?? format(data));
    },
  };
  for (const name of ['info', 'debug', 'dirxml']) METHODS[name] = METHODS.log;
  METHODS.error = METHODS.warn;
  METHODS.groupCollapsed = METHODS.group;

  function writable(stream, name) {
    if (isObject(stream) && typeof stream.write === 'function') return stream;
    throw coded(TypeError, 'ERR_CONSOLE_WRITABLE_STREAM', `Console expects a writable stream instance for ${name}`);
  }

  function Console(first, ...rest) {
    if (new.target === undefined) return new Console(first, ...rest);
    const isOptions = isObject(first) && typeof first.write !== 'function';
    const options = isOptions ? first : { stdout: first, stderr: rest[0], ignoreErrors: rest[1] };
    const { ignoreErrors = true, groupIndentation = 2 } = options;
    const stdout = writable(options.stdout, 'stdout'),
      streams = { __proto__: null, stdout, stderr: writable(options.stderr ?? stdout, 'stderr') };
    const kept = {
      __proto__: null,
      counts: { __proto__: null },
      timers: { __proto__: null },
      indent: '',
      step: groupIndentation,
      print(name, text) {
        const lines = this.indent === '' ? text : `${this.indent}${StringPrototypeReplace(text, /\n/g, `\n${this.indent}`)}`;
        try {
          streams[name].write(`${lines}\n`);
        } catch (error) {
          if (!ignoreErrors) throw error;
        }
      },
    };
    const names = ObjectKeys(METHODS);
    for (let i = 0; i < names.length; i++) {
      const method = METHODS[names[i]];
      const value = (...args) => ReflectApply(method, kept, args);
      ObjectDefineProperty(value, 'name', { value: names[i], configurable: true });
      ObjectDefineProperty(this, names[i], { value, writable: true, enumerable: true, configurable: true });
    }
  }
  return { Console };
});
