'use strict';
// `require.cache`: the CommonJS modules that ran, by their files. A write replaces a module, and a deletion has it run again.
(function ({ primordials, native }) {
  const { Proxy, ObjectCreate } = primordials;
  const moduleOf = (key) => (typeof key === 'string' ? native.moduleOf(key) : undefined);
  function put(key, value) {
    if (typeof key === 'string' && value !== null && typeof value === 'object') native.putModule(key, value);
    return true;
  }
  const cache = new Proxy(ObjectCreate(null), {
    __proto__: null,
    get: (_, key) => moduleOf(key),
    has: (_, key) => moduleOf(key) !== undefined,
    set: (_, key, value) => put(key, value),
    defineProperty: (_, key, property) => put(key, property.value),
    deleteProperty(_, key) {
      if (typeof key === 'string') native.forgetModule(key);
      return true;
    },
    ownKeys: () => native.loadedModules(),
    getOwnPropertyDescriptor(_, key) {
      const value = moduleOf(key);
      return value === undefined ? undefined : { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    },
  });
  return { cache };
});
