'use strict';
// URL. What parses and serialises is the host's.
(function ({ primordials, native, require }) {
  const { TypeError, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor } = primordials;
  const { define, missingArgs } = require('errors');

  const usv = native.usv;

  function invalidUrl(input, base) {
    const error = new TypeError('Invalid URL');
    error.code = 'ERR_INVALID_URL';
    error.input = input;
    if (base !== undefined) error.base = base;
    return error;
  }

  let hrefOf;

  class URL {
    #url;
    #params = null;

    constructor(input, base = undefined) {
      if (arguments.length === 0) throw missingArgs('url');
      input = usv(input);
      if (base !== undefined) base = usv(base);
      this.#url = native.urlParse(input, base);
      if (this.#url === undefined) throw invalidUrl(input, base);
    }
    static canParse(url, base = undefined) {
      if (arguments.length === 0) throw missingArgs('url');
      return native.urlParse(usv(url), base === undefined ? undefined : usv(base)) !== undefined;
    }
    static parse(url, base = undefined) {
      if (arguments.length === 0) throw missingArgs('url');
      url = usv(url);
      if (base !== undefined) base = usv(base);
      return native.urlParse(url, base) === undefined ? null : new URL(url, base);
    }
    toString() {
      if (!(#url in this)) throw new TypeError('Receiver must be an instance of class URL');
      return native.urlGet(this.#url, 'href');
    }

    static {
      hrefOf = (value) => (#url in value ? native.urlGet(value.#url, 'href') : undefined);
      const define = (name, own) => {
        const descriptor = ObjectGetOwnPropertyDescriptor(own, name);
        ObjectDefineProperty(URL.prototype, name, descriptor);
      };
      const part = (name) =>
        define(name, {
          get [name]() {
            return native.urlGet(this.#url, name);
          },
          set [name](value) {
            native.urlSet(this.#url, name, usv(value));
            if (this.#params && name === 'search') require('url-search-params').refill(this.#params, native.urlGet(this.#url, 'query'));
          },
        });
      define('href', {
        get href() {
          if (!(#url in this)) throw new TypeError('Receiver must be an instance of class URL');
          return native.urlGet(this.#url, 'href');
        },
        set href(value) {
          value = usv(value);
          if (!native.urlSet(this.#url, 'href', value)) throw invalidUrl(value);
          if (this.#params) require('url-search-params').refill(this.#params, native.urlGet(this.#url, 'query'));
        },
      });
      define('origin', {
        get origin() {
          return native.urlGet(this.#url, 'origin');
        },
      });
      part('protocol');
      part('username');
      part('password');
      part('host');
      part('hostname');
      part('port');
      part('pathname');
      part('search');
      define('searchParams', {
        get searchParams() {
          if (this.#params === null) {
            const { URLSearchParams, link } = require('url-search-params');
            this.#params = new URLSearchParams();
            link(this.#params, native.urlGet(this.#url, 'query'), (query) => native.urlSet(this.#url, 'query', query));
          }
          return this.#params;
        },
      });
      part('hash');
      define('toJSON', {
        toJSON() {
          return native.urlGet(this.#url, 'href');
        },
      });
    }
  }
  define(URL, ['toString']);
  ObjectDefineProperty(URL, 'canParse', { enumerable: true });
  ObjectDefineProperty(URL, 'parse', { enumerable: true });

  return { URL, hrefOf, invalidUrl };
});
