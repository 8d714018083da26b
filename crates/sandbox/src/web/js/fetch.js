'use strict';
// Headers, Request and Response as plain data: nothing here reaches a network. Bodies have no stream.
(function ({ primordials, native, require }) {
  const {
    Error,
    TypeError,
    RangeError,
    Map,
    ArrayPrototypePush,
    ArrayPrototypeJoin,
    ArrayPrototypeSort,
    ArrayPrototypeSplice,
    ObjectKeys,
    ObjectDefineProperty,
    ReflectOwnKeys,
    ReflectApply,
    SymbolIterator,
    StringPrototypeToLowerCase,
    StringPrototypeToUpperCase,
    StringPrototypeReplace,
    PromiseReject,
  } = primordials;
  const { coded, define, missingArgs } = require('errors');
  const { Blob, bytesOf, isBlob } = require('blob');
  const { FormData } = require('form-data');
  const { URL } = require('url');
  const { URLSearchParams } = require('url-search-params');

  const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
  const trimmed = (value) => StringPrototypeReplace(value, /^[\t\n\r ]+|[\t\n\r ]+$/g, '');
  function nameOf(name, method) {
    name = `${name}`;
    if (!TOKEN.test(name)) throw new TypeError(`Headers.${method}: ${name} is an invalid header name.`);
    return StringPrototypeToLowerCase(name);
  }
  function valueOf(value, method) {
    value = trimmed(`${value}`);
    if (/[\0\r\n]/.test(value)) throw new TypeError(`Headers.${method}: ${value} is an invalid header value.`);
    return value;
  }
  class Headers {
    #list = [];
    constructor(init = undefined) {
      if (init === undefined || init === null) {
        if (init === null) throw new TypeError('Headers constructor: init given is null.');
        return;
      }
      if (typeof init !== 'object')
        throw new TypeError(
          'Headers constructor: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.',
        );
      if (typeof init[SymbolIterator] === 'function') {
        for (const pair of init) {
          const [...parts] = pair;
          if (parts.length !== 2)
            throw new TypeError('Headers constructor: expected name/value pair to be length 2, found ' + parts.length + '.');
          this.append(parts[0], parts[1]);
        }
      } else {
        const keys = ReflectOwnKeys(init);
        for (let i = 0; i < keys.length; i++) this.append(keys[i], init[keys[i]]);
      }
    }
    #needs(method, wanted, given) {
      if (given < wanted)
        throw new TypeError(
          `Headers.${method}: ${wanted} argument${wanted > 1 ? 's' : ''} required, but${given > 0 ? ' only' : ''} ${given} found.`,
        );
    }
    append(name, value) {
      this.#needs('append', 2, arguments.length);
      name = nameOf(name, 'append');
      value = valueOf(value, 'append');
      for (let i = 0; name !== 'set-cookie' && i < this.#list.length; i++) {
        if (this.#list[i][0] === name) {
          this.#list[i][1] += `${name === 'cookie' ? '; ' : ', '}${value}`;
          return;
        }
      }
      ArrayPrototypePush(this.#list, [name, value]);
    }
    delete(name) {
      this.#needs('delete', 1, arguments.length);
      name = nameOf(name, 'delete');
      for (let i = this.#list.length - 1; i >= 0; i--) if (this.#list[i][0] === name) ArrayPrototypeSplice(this.#list, i, 1);
    }
    get(name) {
      this.#needs('get', 1, arguments.length);
      name = nameOf(name, 'get');
      const found = [];
      for (let i = 0; i < this.#list.length; i++) if (this.#list[i][0] === name) ArrayPrototypePush(found, this.#list[i][1]);
      return found.length ? ArrayPrototypeJoin(found, ', ') : null;
    }
    has(name) {
      this.#needs('has', 1, arguments.length);
      return this.get(nameOf(name, 'has')) !== null;
    }
    set(name, value) {
      this.#needs('set', 2, arguments.length);
      name = nameOf(name, 'set');
      value = valueOf(value, 'set');
      let found = false;
      for (let i = 0; i < this.#list.length; i++) {
        if (this.#list[i][0] !== name) continue;
        if (found) ArrayPrototypeSplice(this.#list, i--, 1);
        else {
          this.#list[i][1] = value;
          found = true;
        }
      }
      if (!found) ArrayPrototypePush(this.#list, [name, value]);
    }
    getSetCookie() {
      const found = [];
      for (let i = 0; i < this.#list.length; i++) if (this.#list[i][0] === 'set-cookie') ArrayPrototypePush(found, this.#list[i][1]);
      return found;
    }
    #sorted() {
      const list = [];
      for (let i = 0; i < this.#list.length; i++) ArrayPrototypePush(list, [this.#list[i][0], this.#list[i][1]]);
      return ArrayPrototypeSort(list, (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    }
    forEach(callback, thisArg = undefined) {
      const list = this.#sorted();
      for (let i = 0; i < list.length; i++) ReflectApply(callback, thisArg, [list[i][1], list[i][0], this]);
    }
    *entries() {
      const list = this.#sorted();
      for (let i = 0; i < list.length; i++) yield list[i];
    }
    *keys() {
      const list = this.#sorted();
      for (let i = 0; i < list.length; i++) yield list[i][0];
    }
    *values() {
      const list = this.#sorted();
      for (let i = 0; i < list.length; i++) yield list[i][1];
    }
  }
  define(Headers, ['append', 'delete', 'get', 'has', 'set', 'getSetCookie', 'forEach', 'entries', 'keys', 'values']);
  ObjectDefineProperty(Headers.prototype, SymbolIterator, { value: Headers.prototype.entries, writable: true, configurable: true });

  // `{ bytes, type, form }` of what a body is made from.
  function extract(source) {
    if (source === undefined || source === null) return null;
    if (typeof source === 'string') return { bytes: native.encode(source, 'utf8'), type: 'text/plain;charset=UTF-8' };
    if (source instanceof URLSearchParams)
      return { bytes: native.encode(source.toString(), 'utf8'), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
    if (isBlob(source)) return { bytes: bytesOf(source), type: source.type || null };
    if (source instanceof FormData) return { bytes: null, type: 'multipart/form-data', form: source };
    const bytes = native.bytes(source);
    if (bytes !== undefined) return { bytes, type: null };
    return { bytes: native.encode(native.usv(`${source}`), 'utf8'), type: 'text/plain;charset=UTF-8' };
  }
  class Body {
    #body = null;
    #used = false;
    static set(object, body) {
      object.#body = body;
    }
    static copy(object) {
      if (object.#used) throw new TypeError(`${object.constructor.name}.clone: Body has already been consumed.`);
      return object.#body;
    }
    async #take(method) {
      if (this.#used) throw new TypeError('Body is unusable: Body has already been read');
      if (this.#body === null) return new primordials.Uint8Array(0);
      this.#used = true;
      if (this.#body.bytes === null)
        throw coded(
          Error,
          'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
          `A multipart body is not serialised in this sandbox: read it with formData()`,
        );
      return this.#body.bytes;
    }
    get body() {
      if (this.#body === null) return null;
      throw coded(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', native.absentStreams('read a body with text(), json() or arrayBuffer()'));
    }
    get bodyUsed() {
      return this.#used;
    }
    async arrayBuffer() {
      return primordials.TypedArrayPrototypeSlice(await this.#take('arrayBuffer')).buffer;
    }
    async bytes() {
      return primordials.TypedArrayPrototypeSlice(await this.#take('bytes'));
    }
    async blob() {
      return new Blob([await this.#take('blob')], { type: this.headers.get('content-type') ?? '' });
    }
    async text() {
      return native.decodeStream(await this.#take('text'), 'utf-8', false, false)[0];
    }
    async json() {
      return JSON.parse(native.decodeStream(await this.#take('json'), 'utf-8', false, false)[0]);
    }
    async formData() {
      if (this.#body?.form) {
        if (this.#used) throw new TypeError('Body is unusable: Body has already been read');
        this.#used = true;
        return this.#body.form;
      }
      const form = new FormData();
      if (!primordials.StringPrototypeStartsWith(this.headers.get('content-type') ?? '', 'application/x-www-form-urlencoded'))
        throw new TypeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".');
      for (const [name, value] of new URLSearchParams(await this.text())) form.append(name, value);
      return form;
    }
  }
  const { JSON } = globalThis;
  const BODY = ['body', 'bodyUsed', 'arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'];

  class Response extends Body {
    #status;
    #statusText;
    #headers;
    #url = '';
    #type = 'default';
    #redirected = false;
    constructor(body = null, init = {}) {
      super();
      const status = init?.status === undefined ? 200 : +init.status;
      if (!(status >= 200 && status <= 599)) throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
      this.#status = status;
      this.#statusText = init?.statusText === undefined ? '' : `${init.statusText}`;
      this.#headers = new Headers(init?.headers);
      const extracted = extract(body);
      if (extracted !== null && (status === 204 || status === 205 || status === 304))
        throw new TypeError(`Response constructor: Invalid response status code ${status}`);
      Body.set(this, extracted);
      if (extracted?.type && !this.#headers.has('content-type')) this.#headers.set('content-type', extracted.type);
    }
    static json(data, init = {}) {
      const response = new Response(JSON.stringify(data), init);
      if (init?.headers === undefined || !new Headers(init.headers).has('content-type'))
        response.#headers.set('content-type', 'application/json');
      return response;
    }
    static error() {
      const response = new Response();
      response.#type = 'error';
      response.#status = 0;
      return response;
    }
    static redirect(url, status = 302) {
      if (status !== 301 && status !== 302 && status !== 303 && status !== 307 && status !== 308)
        throw new RangeError(`Invalid status code ${status}`);
      return new Response(null, { status, headers: { location: new URL(url).href } });
    }
    get type() {
      return this.#type;
    }
    get url() {
      return this.#url;
    }
    get redirected() {
      return this.#redirected;
    }
    get status() {
      return this.#status;
    }
    get ok() {
      return this.#status >= 200 && this.#status <= 299;
    }
    get statusText() {
      return this.#statusText;
    }
    get headers() {
      return this.#headers;
    }
    clone() {
      const response = new Response(null, { statusText: this.#statusText, headers: this.#headers });
      response.#status = this.#status;
      response.#type = this.#type;
      Body.set(response, Body.copy(this));
      return response;
    }
  }
  define(Response, ['type', 'url', 'redirected', 'status', 'ok', 'statusText', 'headers', 'clone']);

  const METHODS = /^(?:delete|get|head|options|post|put)$/i;
  class Request extends Body {
    #url;
    #method = 'GET';
    #headers;
    #signal;
    #rest;
    constructor(input, init = {}) {
      if (arguments.length === 0) throw new TypeError('Request constructor: 1 argument required, but only 0 found.');
      super();
      const from = input !== null && typeof input === 'object' && #url in input ? input : null;
      if (from) this.#url = from.#url;
      else {
        try {
          this.#url = new URL(input).href;
        } catch (cause) {
          const error = new TypeError(`Failed to parse URL from ${input}`);
          ObjectDefineProperty(error, 'cause', { value: cause, writable: true, configurable: true });
          throw error;
        }
        if (new URL(this.#url).username || new URL(this.#url).password)
          throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${input}`);
      }
      const method = init?.method === undefined ? (from?.#method ?? 'GET') : `${init.method}`;
      if (!TOKEN.test(method)) throw new TypeError(`'${method}' is not a valid HTTP method.`);
      if (/^(?:connect|trace|track)$/i.test(method)) throw new TypeError(`'${method}' HTTP method is unsupported.`);
      this.#method = METHODS.test(method) ? StringPrototypeToUpperCase(method) : method;
      this.#headers = new Headers(init?.headers ?? from?.#headers);
      const body = init?.body === undefined || init.body === null ? (from ? Body.copy(from) : null) : extract(init.body);
      if (body !== null && (this.#method === 'GET' || this.#method === 'HEAD'))
        throw new TypeError('Request with GET/HEAD method cannot have body.');
      Body.set(this, body);
      if (body?.type && !this.#headers.has('content-type')) this.#headers.set('content-type', body.type);
      const { AbortController } = require('abort');
      this.#signal = init?.signal ?? from?.#signal ?? new AbortController().signal;
      const pick = (key, otherwise) => (init?.[key] === undefined ? (from?.#rest[key] ?? otherwise) : init[key]);
      this.#rest = {
        mode: pick('mode', 'cors'),
        credentials: pick('credentials', 'same-origin'),
        cache: pick('cache', 'default'),
        redirect: pick('redirect', 'follow'),
        referrer: 'about:client',
        referrerPolicy: pick('referrerPolicy', ''),
        integrity: pick('integrity', ''),
        keepalive: !!pick('keepalive', false),
        duplex: 'half',
      };
    }
    get url() {
      return this.#url;
    }
    get method() {
      return this.#method;
    }
    get headers() {
      return this.#headers;
    }
    get signal() {
      return this.#signal;
    }
    get destination() {
      return '';
    }
    static rest(request) {
      return request.#rest;
    }
    clone() {
      return new Request(this);
    }
  }
  const { rest } = Request;
  delete Request.rest;
  for (const key of ['mode', 'credentials', 'cache', 'redirect', 'referrer', 'referrerPolicy', 'integrity', 'keepalive', 'duplex']) {
    ObjectDefineProperty(Request.prototype, key, {
      get() {
        return rest(this)[key];
      },
      enumerable: true,
      configurable: true,
    });
  }
  define(Request, ['url', 'method', 'headers', 'signal', 'destination', 'clone']);
  for (const Class of [Request, Response]) {
    for (let i = 0; i < BODY.length; i++)
      ObjectDefineProperty(Class.prototype, BODY[i], {
        ...primordials.ObjectGetOwnPropertyDescriptor(Body.prototype, BODY[i]),
        enumerable: true,
      });
  }

  // What reaches out of the sandbox is there to be stubbed.
  class WebSocket {
    constructor() {
      throw coded(
        Error,
        'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
        "WebSocket is not available in this sandbox, which reaches no network: stub it, for example with vi.stubGlobal('WebSocket', …)",
      );
    }
  }
  const STATES = ['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED'];
  for (let i = 0; i < STATES.length; i++) ObjectDefineProperty(WebSocket, STATES[i], { value: i, enumerable: true });
  function refuseFetch() {
    return PromiseReject(
      coded(
        TypeError,
        'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
        "fetch is not available in this sandbox, which reaches no network: stub it, for example with vi.stubGlobal('fetch', vi.fn(async () => new Response('…')))",
      ),
    );
  }
  return { Headers, Request, Response, WebSocket, refuseFetch };
});
