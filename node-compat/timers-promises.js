'use strict';
(function ({ primordials, require }) {
  const {
    Promise,
    PromiseReject,
    setTimeout: later,
    clearTimeout,
    setInterval: every,
    clearInterval,
    setImmediate: soon,
    clearImmediate,
  } = primordials;
  const { abortError } = require('emitter');
  const { validateAbortSignal, validateBoolean, validateObject, coded } = require('errors');

  // `start(resolve)` sets a timer; `clear(timer)` takes it back where the signal aborts.
  function promised(options, start, clear) {
    try {
      if (options !== undefined) validateObject(options, 'options');
      validateAbortSignal(options?.signal, 'options.signal');
      if (options?.ref !== undefined) validateBoolean(options.ref, 'options.ref');
    } catch (error) {
      return PromiseReject(error);
    }
    const signal = options?.signal;
    if (signal?.aborted) return PromiseReject(abortError(signal));
    return new Promise((resolve, reject) => {
      const aborted = () => {
        clear(timer);
        reject(abortError(signal));
      };
      const timer = start((value) => {
        signal?.removeEventListener('abort', aborted);
        resolve(value);
      });
      signal?.addEventListener('abort', aborted, { once: true });
    });
  }
  function setTimeout(delay, value, options) {
    return promised(options, (resolve) => later(resolve, delay, value), clearTimeout);
  }
  function setImmediate(value, options) {
    return promised(options, (resolve) => soon(resolve, value), clearImmediate);
  }
  async function* setInterval(delay, value, options) {
    const signal = options?.signal;
    if (signal?.aborted) throw abortError(signal);
    let due = 0,
      wake,
      failed = false;
    const interval = every(() => {
      due++;
      wake?.();
      wake = undefined;
    }, delay);
    const aborted = () => {
      failed = true;
      wake?.();
    };
    signal?.addEventListener('abort', aborted, { once: true });
    try {
      while (true) {
        if (due === 0 && !failed)
          await new Promise((resolve) => {
            wake = resolve;
          });
        for (; due > 0; due--) yield value;
        if (failed) throw abortError(signal);
      }
    } finally {
      clearInterval(interval);
      signal?.removeEventListener('abort', aborted);
    }
  }
  const scheduler = { wait: (delay, options) => setTimeout(delay, undefined, options), yield: () => setImmediate() };
  const exports = { setTimeout, setImmediate, setInterval, scheduler };
  return { ...exports, default: exports };
});
