'use strict';
// URLSearchParams. What parses and serialises is the host's.
(function ({ primordials, native, require }) {
  const {
    TypeError,
    ArrayPrototypePush,
    ArrayPrototypeSort,
    ArrayPrototypeSplice,
    ObjectDefineProperty,
    ReflectOwnKeys,
    ObjectGetOwnPropertyDescriptor,
    ObjectCreate,
    SymbolIterator,
    SymbolToStringTag,
    ReflectApply,
    StringPrototypeSlice,
  } = primordials;
  const { coded, define, invalidThis, missingArgs, validateFunction } = require('errors');

  const usv = native.usv;

  // For URL: makes one the query of a URL, and gives it another query.
  let link, refill;

  class URLSearchParams {
    #list = [];
    #changed = null;

    static {
      link = (params, query, changed) => {
        params.#list = native.formParse(query);
        params.#changed = changed;
      };
      refill = (params, query) => {
        params.#list = native.formParse(query);
      };
    }

    constructor(init = undefined) {
      if (init === undefined || init === null) return;
      if (typeof init !== 'object' && typeof init !== 'function') {
        const text = usv(init);
        this.#list = native.formParse(text[0] === '?' ? StringPrototypeSlice(text, 1) : text);
        return;
      }
      const method = init[SymbolIterator];
      if (method === undefined || method === null) return this.#record(init);
      if (#list in init && method === init.entries) {
        for (let i = 0; i < init.#list.length; i++) ArrayPrototypePush(this.#list, [init.#list[i][0], init.#list[i][1]]);
        return;
      }
      if (typeof method !== 'function') throw coded(TypeError, 'ERR_ARG_NOT_ITERABLE', 'Query pairs must be iterable');
      const pairs = [];
      for (const pair of init) {
        if (pair === null || (typeof pair !== 'object' && typeof pair !== 'function') || typeof pair[SymbolIterator] !== 'function') {
          throw coded(TypeError, 'ERR_INVALID_TUPLE', 'Each query pair must be an iterable [name, value] tuple');
        }
        const tuple = [];
        for (const one of pair) ArrayPrototypePush(tuple, usv(one));
        if (tuple.length !== 2) throw coded(TypeError, 'ERR_INVALID_TUPLE', 'Each query pair must be an iterable [name, value] tuple');
        ArrayPrototypePush(pairs, tuple);
      }
      this.#list = pairs;
    }

    #record(init) {
      const keys = ReflectOwnKeys(init),
        seen = ObjectCreate(null);
      for (let i = 0; i < keys.length; i++) {
        const own = ObjectGetOwnPropertyDescriptor(init, keys[i]);
        if (own === undefined || !own.enumerable) continue;
        const key = usv(keys[i]),
          value = usv(init[keys[i]]);
        // Keys that are equal once their lone surrogates are replaced are one.
        if (key in seen) {
          this.#list[seen[key]][1] = value;
          continue;
        }
        seen[key] = this.#list.length;
        ArrayPrototypePush(this.#list, [key, value]);
      }
    }

    #update() {
      if (this.#changed) this.#changed(native.formSerialize(this.#list));
    }

    get size() {
      return this.#list.length;
    }
    append(name, value) {
      if (!(#list in this)) throw invalidThis('URLSearchParams');
      if (arguments.length < 2) throw missingArgs('name', 'value');
      ArrayPrototypePush(this.#list, [usv(name), usv(value)]);
      this.#update();
    }
    delete(name, value = undefined) {
      if (!(#list in this)) throw invalidThis('URLSearchParams');
      if (arguments.length < 1) throw missingArgs('name');
      name = usv(name);
      if (value !== undefined) value = usv(value);
      for (let i = 0; i < this.#list.length; ) {
        const [key, held] = this.#list[i];
        if (key === name && (value === undefined || held === value)) ArrayPrototypeSplice(this.#list, i, 1);
        else i++;
      }
      this.#update();
    }
    get(name) {
      if (!(#list in this)) throw invalidThis('URLSearchParams');
      if (arguments.length < 1) throw missingArgs('name');
      name = usv(name);
      for (let i = 0; i < this.#list.length; i++) if (this.#list[i][0] === name) return this.#list[i][1];
      return null;
    }
    getAll(name) {
      if (!(#list in this)) throw invalidThis('URLSearchParams');
      if (arguments.length < 1) throw missingArgs('name');
      name = usv(name);
      const found = [];
      for (let i = 0; i < this.#list.length; i++) if (this.#list[i][0] === name) ArrayPrototypePush(found, this.#list[i][1]);
      return found;
    }
    has(name, value = undefined) {
      if (!(#list in this)) throw invalidThis('URLSearchParams');
      if (arguments.length < 1) throw missingArgs('name');
      name = usv(name);
      if (value !== undefined) value = usv(value);
      for (let i = 0; i < this.#list.length; i++) {
        if (this.#list[i][0] === name && (value === undefined || this.#list[i][1] === value)) return true;
      }
      return false;
    }
    set(name, value) {
      if (!(#list in this)) throw invalidThis('URLSearchParams');
      if (arguments.length < 2) throw missingArgs('name', 'value');
      name = usv(name);
      value = usv(value);
      let found = false;
      for (let i = 0; i < this.#list.length; ) {
        if (this.#list[i][0] !== name) {
          i++;
          continue;
        }
        if (found) {
          ArrayPrototypeSplice(this.#list, i, 1);
          continue;
        }
        found = true;
        this.#list[i++][1] = value;
      }
      if (!found) ArrayPrototypePush(this.#list, [name, value]);
      this.#update();
    }
    sort() {
      // By UTF-16 units, and stable.
      ArrayPrototypeSort(this.#list, (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
      this.#update();
    }
    forEach(callback, thisArg = undefined) {
      if (!(#list in this)) throw invalidThis('URLSearchParams');
      validateFunction(callback, 'callback');
      for (let i = 0; i < this.#list.length; i++) ReflectApply(callback, thisArg, [this.#list[i][1], this.#list[i][0], this]);
    }
    entries() {
      return iterate(this, this.#list, 'entries', () => this.#list);
    }
    keys() {
      return iterate(this, this.#list, 'keys', () => this.#list);
    }
    values() {
      return iterate(this, this.#list, 'values', () => this.#list);
    }
    toString() {
      if (!(#list in this)) throw invalidThis('URLSearchParams');
      return native.formSerialize(this.#list);
    }
  }
  define(URLSearchParams, [
    'append',
    'delete',
    'get',
    'getAll',
    'has',
    'set',
    'sort',
    'forEach',
    'entries',
    'keys',
    'values',
    'toString',
    'size',
  ]);
  ObjectDefineProperty(URLSearchParams.prototype, SymbolIterator, {
    value: URLSearchParams.prototype.entries,
    writable: true,
    configurable: true,
  });

  const iteratorPrototype = primordials.ObjectGetPrototypeOf(primordials.ObjectGetPrototypeOf([][SymbolIterator]()));
  const searchParamsIterator = ObjectCreate(iteratorPrototype, {
    [SymbolToStringTag]: { value: 'URLSearchParams Iterator', configurable: true },
  });
  class State {
    #at = 0;
    #kind;
    #list;
    constructor(kind, list) {
      this.#kind = kind;
      this.#list = list;
    }
    static next(object) {
      if (object === null || typeof object !== 'object' || !(#at in object)) throw invalidThis('URLSearchParamsIterator');
      const list = object.#list();
      if (object.#at >= list.length) return { value: undefined, done: true };
      const [name, value] = list[object.#at++];
      return { value: object.#kind === 'keys' ? name : object.#kind === 'values' ? value : [name, value], done: false };
    }
  }
  const { next } = State;
  ObjectDefineProperty(searchParamsIterator, 'next', {
    value: function () {
      return next(this);
    },
    writable: true,
    enumerable: true,
    configurable: true,
  });
  function iterate(params, _, kind, list) {
    return primordials.ObjectSetPrototypeOf(new State(kind, list), searchParamsIterator);
  }

  return { URLSearchParams, link, refill };
});
