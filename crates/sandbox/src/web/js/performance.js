'use strict';
// User timing on the virtual clock.
(function ({ primordials, native, require }) {
  const { ArrayPrototypePush, ArrayPrototypeSplice, ObjectDefineProperty, ObjectKeys, TypeError } = primordials;
  const { coded, define, invalidArgType, missingArgs } = require('errors');
  const { EventTarget } = require('events');
  const { DOMException } = require('dom-exception');

  let allowed = false;
  class PerformanceEntry {
    #name;
    #entryType;
    #startTime;
    #duration;
    constructor(name, entryType, startTime, duration) {
      if (!allowed && new.target !== PerformanceMark) throw coded(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
      this.#name = name;
      this.#entryType = entryType;
      this.#startTime = startTime;
      this.#duration = duration;
    }
    get name() {
      return this.#name;
    }
    get entryType() {
      return this.#entryType;
    }
    get startTime() {
      return this.#startTime;
    }
    get duration() {
      return this.#duration;
    }
    toJSON() {
      return { name: this.name, entryType: this.entryType, startTime: this.startTime, duration: this.duration };
    }
  }
  define(PerformanceEntry, ['name', 'entryType', 'startTime', 'duration', 'toJSON']);

  class PerformanceMark extends PerformanceEntry {
    #detail;
    constructor(name, options = undefined) {
      if (arguments.length === 0) throw missingArgs('name');
      const startTime = options?.startTime ?? native.now();
      if (typeof startTime !== 'number') throw invalidArgType('options.startTime', ['number'], startTime);
      if (startTime < 0) throw coded(TypeError, 'ERR_PERFORMANCE_INVALID_TIMESTAMP', `${startTime} is not a valid timestamp`);
      super(`${name}`, 'mark', startTime, 0);
      this.#detail = options?.detail == null ? null : native.clone(options.detail);
    }
    get detail() {
      return this.#detail;
    }
    toJSON() {
      return { name: this.name, entryType: 'mark', startTime: this.startTime, duration: 0, detail: this.#detail };
    }
  }
  define(PerformanceMark, ['detail']);

  class PerformanceMeasure extends PerformanceEntry {
    #detail;
    constructor(name, startTime, duration, detail) {
      super(name, 'measure', startTime, duration);
      this.#detail = detail;
    }
    get detail() {
      return this.#detail;
    }
  }
  define(PerformanceMeasure, ['detail']);

  const entries = [];
  const sorted = () => primordials.ArrayPrototypeSort(primordials.ArrayPrototypeSlice(entries), (a, b) => a.startTime - b.startTime);
  function select(test) {
    const all = sorted(),
      found = [];
    for (let i = 0; i < all.length; i++) if (test(all[i])) ArrayPrototypePush(found, all[i]);
    return found;
  }
  function clear(type, name) {
    for (let i = entries.length - 1; i >= 0; i--) {
      if (entries[i].entryType === type && (name === undefined || entries[i].name === name)) ArrayPrototypeSplice(entries, i, 1);
    }
  }
  function timeOf(mark) {
    if (typeof mark === 'number') return mark;
    if (mark === undefined) return 0;
    for (let i = entries.length - 1; i >= 0; i--)
      if (entries[i].entryType === 'mark' && entries[i].name === `${mark}`) return entries[i].startTime;
    throw new DOMException(`The "${mark}" performance mark has not been set`, 'SyntaxError');
  }

  class Performance extends EventTarget {
    constructor() {
      if (!allowed) throw coded(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
      super();
    }
    now() {
      return native.now();
    }
    get timeOrigin() {
      return native.timeOrigin();
    }
    mark(name, options = undefined) {
      if (arguments.length === 0) throw missingArgs('name');
      const mark = new PerformanceMark(name, options);
      ArrayPrototypePush(entries, mark);
      return mark;
    }
    measure(name, startOrOptions = undefined, endMark = undefined) {
      if (arguments.length === 0) throw missingArgs('name');
      if (typeof name !== 'string') throw invalidArgType('name', ['string'], name);
      let start,
        end,
        detail = null;
      if (typeof startOrOptions === 'object' && startOrOptions !== null) {
        const { start: from, end: to, duration } = startOrOptions;
        detail = startOrOptions.detail == null ? null : native.clone(startOrOptions.detail);
        if (from !== undefined && to !== undefined && duration !== undefined)
          throw coded(
            TypeError,
            'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS',
            'Must not have options.start, options.end, and options.duration specified',
          );
        if (from === undefined && to === undefined && duration === undefined && ObjectKeys(startOrOptions).length)
          throw coded(TypeError, 'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS', 'One of options.start or options.end is required');
        end = to !== undefined ? timeOf(to) : from !== undefined && duration !== undefined ? timeOf(from) + duration : native.now();
        start = from !== undefined ? timeOf(from) : to !== undefined && duration !== undefined ? timeOf(to) - duration : 0;
      } else {
        start = timeOf(startOrOptions);
        end = endMark === undefined ? native.now() : timeOf(endMark);
      }
      allowed = true;
      let measure;
      try {
        measure = new PerformanceMeasure(name, start, end - start, detail);
      } finally {
        allowed = false;
      }
      ArrayPrototypePush(entries, measure);
      return measure;
    }
    clearMarks(name = undefined) {
      clear('mark', name === undefined ? undefined : `${name}`);
    }
    clearMeasures(name = undefined) {
      clear('measure', name === undefined ? undefined : `${name}`);
    }
    clearResourceTimings() {}
    setResourceTimingBufferSize() {}
    getEntries() {
      return sorted();
    }
    getEntriesByName(name, type = undefined) {
      if (arguments.length === 0) throw missingArgs('name');
      return select((entry) => entry.name === `${name}` && (type === undefined || entry.entryType === type));
    }
    getEntriesByType(type) {
      if (arguments.length === 0) throw missingArgs('type');
      return select((entry) => entry.entryType === `${type}`);
    }
    timerify(callback) {
      if (typeof callback !== 'function') throw invalidArgType('fn', ['function'], callback);
      return function (...args) {
        return new.target ? primordials.ReflectConstruct(callback, args, callback) : primordials.ReflectApply(callback, this, args);
      };
    }
    eventLoopUtilization() {
      return { idle: 0, active: 0, utilization: 0 };
    }
    toJSON() {
      return { timeOrigin: this.timeOrigin, nodeTiming: {}, eventLoopUtilization: this.eventLoopUtilization() };
    }
  }
  define(Performance, [
    'now',
    'timeOrigin',
    'mark',
    'measure',
    'clearMarks',
    'clearMeasures',
    'clearResourceTimings',
    'setResourceTimingBufferSize',
    'getEntries',
    'getEntriesByName',
    'getEntriesByType',
    'timerify',
    'eventLoopUtilization',
    'toJSON',
  ]);
  allowed = true;
  const performance = new Performance();
  allowed = false;
  return { performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure };
});
