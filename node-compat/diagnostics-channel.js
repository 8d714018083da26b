'use strict';
// node:diagnostics_channel: channels by name.
(function ({ primordials, native, require }) {
  const {
    Map,
    MapPrototypeGet,
    MapPrototypeSet,
    ArrayPrototypePush,
    ArrayPrototypeIndexOf,
    ArrayPrototypeSplice,
    ArrayPrototypeSlice,
    PromisePrototypeThen,
    PromiseResolve,
    ReflectApply,
  } = primordials;
  const { invalidArgType, validateFunction } = require('errors');

  const channels = new Map();
  class Channel {
    #subscribers = [];
    constructor(name) {
      this.name = name;
    }
    get hasSubscribers() {
      return this.#subscribers.length > 0;
    }
    subscribe(subscription) {
      validateFunction(subscription, 'subscription');
      ArrayPrototypePush(this.#subscribers, subscription);
    }
    unsubscribe(subscription) {
      const index = ArrayPrototypeIndexOf(this.#subscribers, subscription);
      if (index < 0) return false;
      this.#subscribers = ArrayPrototypeSlice(this.#subscribers);
      ArrayPrototypeSplice(this.#subscribers, index, 1);
      return true;
    }
    publish(message) {
      const list = this.#subscribers;
      for (let i = 0; i < list.length; i++) {
        const subscriber = list[i];
        try {
          subscriber(message, this.name);
        } catch (error) {
          native.nextTick(() => {
            throw error;
          }, []);
        }
      }
    }
  }
  function channel(name) {
    const known = MapPrototypeGet(channels, name);
    if (known) return known;
    if (typeof name !== 'string' && typeof name !== 'symbol') throw invalidArgType('channel', ['string', 'symbol'], name);
    const made = new Channel(name);
    MapPrototypeSet(channels, name, made);
    return made;
  }
  const PHASES = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
  // Runs the body between the phases `start` and `end`, and publishes what it throws as `error`.
  const traced = (tracing, context, body) => {
    tracing.start.publish(context);
    try {
      return body();
    } catch (error) {
      context.error = error;
      tracing.error.publish(context);
      throw error;
    } finally {
      tracing.end.publish(context);
    }
  };
  // Channels that follow one operation.
  class TracingChannel {
    constructor(name) {
      for (let i = 0; i < PHASES.length; i++) {
        const phase = PHASES[i],
          made = typeof name === 'string' ? channel(`tracing:${name}:${phase}`) : name?.[phase];
        if (!(made instanceof Channel)) throw invalidArgType(`nameOrChannels.${phase}`, ['Channel'], made);
        this[phase] = made;
      }
    }
    get hasSubscribers() {
      for (let i = 0; i < PHASES.length; i++) if (this[PHASES[i]].hasSubscribers) return true;
      return false;
    }
    subscribe(handlers) {
      for (let i = 0; i < PHASES.length; i++) if (handlers[PHASES[i]]) this[PHASES[i]].subscribe(handlers[PHASES[i]]);
    }
    unsubscribe(handlers) {
      let done = true;
      for (let i = 0; i < PHASES.length; i++) if (handlers[PHASES[i]] && !this[PHASES[i]].unsubscribe(handlers[PHASES[i]])) done = false;
      return done;
    }
    traceSync(run, context = {}, thisArg = undefined, ...args) {
      return traced(this, context, () => {
        context.result = ReflectApply(run, thisArg, args);
        return context.result;
      });
    }
    tracePromise(run, context = {}, thisArg = undefined, ...args) {
      const { asyncStart, asyncEnd } = this;
      const settled = (key, value) => {
        context[key] = value;
        if (key === 'error') this.error.publish(context);
        asyncStart.publish(context);
        asyncEnd.publish(context);
      };
      return traced(this, context, () => {
        const promise = PromiseResolve(ReflectApply(run, thisArg, args));
        return PromisePrototypeThen(
          promise,
          (result) => {
            settled('result', result);
            return result;
          },
          (error) => {
            settled('error', error);
            throw error;
          },
        );
      });
    }
    traceCallback(run, position = -1, context = {}, thisArg = undefined, ...args) {
      const tracing = this,
        at = position < 0 ? args.length + position : position,
        callback = args[at];
      validateFunction(callback, 'callback');
      args[at] = function (error, result) {
        if (error) {
          context.error = error;
          tracing.error.publish(context);
        } else context.result = result;
        tracing.asyncStart.publish(context);
        try {
          ReflectApply(callback, this, arguments);
        } finally {
          tracing.asyncEnd.publish(context);
        }
      };
      return traced(this, context, () => ReflectApply(run, thisArg, args));
    }
  }
  const exports = {
    Channel,
    TracingChannel,
    channel,
    tracingChannel: (name) => new TracingChannel(name),
    hasSubscribers: (name) => MapPrototypeGet(channels, name)?.hasSubscribers ?? false,
    subscribe: (name, subscription) => channel(name).subscribe(subscription),
    unsubscribe: (name, subscription) => channel(name).unsubscribe(subscription),
  };
  return { ...exports, default: exports };
});
