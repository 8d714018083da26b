'use strict';
// node:diagnostics_channel: channels by name.
(function ({ primordials, native, require }) {
  const { Map, MapPrototypeGet, MapPrototypeSet, ArrayPrototypePush, ArrayPrototypeIndexOf, ArrayPrototypeSplice, ArrayPrototypeSlice } =
    primordials;
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
  const exports = {
    Channel,
    channel,
    hasSubscribers: (name) => MapPrototypeGet(channels, name)?.hasSubscribers ?? false,
    subscribe: (name, subscription) => channel(name).subscribe(subscription),
    unsubscribe: (name, subscription) => channel(name).unsubscribe(subscription),
  };
  return { ...exports, default: exports };
});
