'use strict';
// Classes of node:http, node:https and node:net that work without a connection. What needs one refuses.
(function ({ primordials, require }) {
  const {
    Error,
    TypeError,
    ArrayIsArray,
    ArrayPrototypePush,
    MapPrototypeDelete,
    MapPrototypeForEach,
    MapPrototypeGet,
    MapPrototypeHas,
    MapPrototypeSet,
    ObjectDefineProperty,
    ReflectApply,
    RegExpPrototypeExec,
    StringPrototypeToLowerCase,
  } = primordials;
  const { coded } = require('errors');
  const { EventEmitter } = require('emitter');
  const { Stream, Readable, Duplex } = require('stream');

  const TOKEN = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a header may not have
    FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/;
  function validateHeaderName(name, label = 'Header name') {
    if (typeof name !== 'string' || RegExpPrototypeExec(TOKEN, name) === null)
      throw coded(TypeError, 'ERR_INVALID_HTTP_TOKEN', `${label} must be a valid HTTP token ["${name}"]`);
  }
  function validateHeaderValue(name, value) {
    if (value === undefined) throw coded(TypeError, 'ERR_HTTP_INVALID_HEADER_VALUE', `Invalid value "${value}" for header "${name}"`);
    if (RegExpPrototypeExec(FORBIDDEN, `${value}`) !== null)
      throw coded(TypeError, 'ERR_INVALID_CHAR', `Invalid character in header content ["${name}"]`);
  }

  // Makes what is the same in both modules. `refused(name)` throws why a function is not there.
  function make(refused) {
    class Socket extends Duplex {
      connecting = false;
      bytesRead = 0;
      bytesWritten = 0;
      timeout = undefined;
      constructor(options = {}) {
        super({ ...options, emitClose: true, autoDestroy: true });
      }
      get pending() {
        return true;
      }
      get readyState() {
        return this.connecting ? 'opening' : 'closed';
      }
      connect() {
        return refused('Socket.connect');
      }
      _read() {}
      _write(_chunk, _encoding, _callback) {
        refused('Socket.write');
      }
      address() {
        return {};
      }
      setTimeout(ms, listener) {
        this.timeout = ms;
        if (listener !== undefined) this.once('timeout', listener);
        return this;
      }
      setEncoding(encoding) {
        ReflectApply(Readable.prototype.setEncoding, this, [encoding]);
        return this;
      }
      destroySoon() {
        this.destroy();
      }
      resetAndDestroy() {
        return this.destroy();
      }
    }
    for (const name of ['setNoDelay', 'setKeepAlive', 'ref', 'unref'])
      ObjectDefineProperty(Socket.prototype, name, {
        value() {
          return this;
        },
        writable: true,
        configurable: true,
      });

    class IncomingMessage extends Readable {
      httpVersionMajor = null;
      httpVersionMinor = null;
      httpVersion = null;
      complete = false;
      aborted = false;
      upgrade = null;
      url = '';
      method = null;
      statusCode = null;
      statusMessage = null;
      rawHeaders = [];
      rawTrailers = [];
      headers = {};
      headersDistinct = {};
      trailers = {};
      trailersDistinct = {};
      constructor(socket) {
        super(socket ? { highWaterMark: socket.readableHighWaterMark } : {});
        this.socket = socket;
        this.client = socket;
      }
      get connection() {
        return this.socket;
      }
      set connection(socket) {
        this.socket = socket;
      }
      _read() {}
      setTimeout(ms, callback) {
        if (callback !== undefined) this.on('timeout', callback);
        this.socket?.setTimeout(ms);
        return this;
      }
    }

    class OutgoingMessage extends Stream {
      #headers = new primordials.Map();
      outputData = [];
      writable = true;
      destroyed = false;
      finished = false;
      headersSent = false;
      sendDate = false;
      socket = null;
      get writableEnded() {
        return this.finished;
      }
      get writableFinished() {
        return this.finished;
      }
      get connection() {
        return this.socket;
      }
      setHeader(name, value) {
        if (this.headersSent) throw coded(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot set headers after they are sent to the client');
        validateHeaderName(name);
        validateHeaderValue(name, value);
        MapPrototypeSet(this.#headers, StringPrototypeToLowerCase(name), [name, value]);
        return this;
      }
      setHeaders(headers) {
        headers.forEach((value, name) => {
          this.setHeader(name, value);
        });
        return this;
      }
      appendHeader(name, value) {
        const before = this.getHeader(name),
          all = before === undefined ? [] : ArrayIsArray(before) ? [...before] : [before],
          more = ArrayIsArray(value) ? value : [value];
        for (let i = 0; i < more.length; i++) ArrayPrototypePush(all, more[i]);
        return this.setHeader(name, all.length === 1 ? all[0] : all);
      }
      getHeader(name) {
        return MapPrototypeGet(this.#headers, StringPrototypeToLowerCase(`${name}`))?.[1];
      }
      hasHeader(name) {
        return MapPrototypeHas(this.#headers, StringPrototypeToLowerCase(`${name}`));
      }
      removeHeader(name) {
        MapPrototypeDelete(this.#headers, StringPrototypeToLowerCase(`${name}`));
      }
      getHeaderNames() {
        const names = [];
        MapPrototypeForEach(this.#headers, (_, name) => {
          ArrayPrototypePush(names, name);
        });
        return names;
      }
      getRawHeaderNames() {
        const names = [];
        MapPrototypeForEach(this.#headers, ([name]) => {
          ArrayPrototypePush(names, name);
        });
        return names;
      }
      getHeaders() {
        const headers = { __proto__: null };
        MapPrototypeForEach(this.#headers, ([, value], name) => {
          headers[name] = value;
        });
        return headers;
      }
      flushHeaders() {
        this.headersSent = true;
      }
      write(data, encoding, callback) {
        if (this.finished) throw coded(Error, 'ERR_STREAM_WRITE_AFTER_END', 'write after end');
        this.headersSent = true;
        ArrayPrototypePush(this.outputData, {
          data,
          encoding: typeof encoding === 'string' ? encoding : null,
          callback: typeof encoding === 'function' ? encoding : (callback ?? null),
        });
        return false;
      }
      end(data, encoding, callback) {
        if (typeof data !== 'function' && data !== undefined && data !== null) this.write(data, encoding);
        this.headersSent = this.finished = true;
        const ended = [data, encoding, callback].find((given) => typeof given === 'function');
        if (ended !== undefined) this.once('finish', ended);
        return this;
      }
      setTimeout(_ms, callback) {
        if (callback !== undefined) this.on('timeout', callback);
        return this;
      }
      cork() {}
      uncork() {}
      destroy(error) {
        if (this.destroyed) return this;
        this.destroyed = true;
        this.socket?.destroy(error);
        return this;
      }
    }
    class ServerResponse extends OutgoingMessage {
      statusCode = 200;
      statusMessage = undefined;
      sendDate = true;
      constructor(request) {
        super();
        this.req = request;
      }
      assignSocket(socket) {
        this.socket = socket;
        this.emit('socket', socket);
      }
      detachSocket() {
        this.socket = null;
      }
      writeHead(statusCode, reason, headers) {
        if (this.headersSent) throw coded(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot write headers after they are sent to the client');
        this.statusCode = statusCode;
        if (typeof reason === 'string') this.statusMessage = reason;
        const given = typeof reason === 'string' ? headers : reason;
        if (ArrayIsArray(given)) for (let i = 0; i + 1 < given.length; i += 2) this.setHeader(given[i], given[i + 1]);
        else for (const name of primordials.ObjectKeys(given ?? {})) this.setHeader(name, given[name]);
        this.headersSent = true;
        return this;
      }
      writeContinue() {}
      writeProcessing() {}
    }

    class Agent extends EventEmitter {
      requests = { __proto__: null };
      sockets = { __proto__: null };
      freeSockets = { __proto__: null };
      constructor(options = {}) {
        super();
        this.options = { __proto__: null, path: null, noDelay: true, ...options };
        this.keepAliveMsecs = options.keepAliveMsecs ?? 1000;
        this.keepAlive = options.keepAlive ?? false;
        this.maxSockets = options.maxSockets ?? Infinity;
        this.maxFreeSockets = options.maxFreeSockets ?? 256;
        this.scheduling = options.scheduling ?? 'lifo';
        this.maxTotalSockets = options.maxTotalSockets ?? Infinity;
        this.totalSocketCount = 0;
        this.defaultPort = 80;
        this.protocol = 'http:';
      }
      createConnection() {
        return refused('Agent.createConnection');
      }
      addRequest() {
        return refused('Agent.addRequest');
      }
      getName({ host, port, localAddress, family } = {}) {
        return `${host ?? 'localhost'}:${port ?? ''}:${localAddress ?? ''}${family === 4 || family === 6 ? `:${family}` : ''}`;
      }
      keepSocketAlive() {
        return true;
      }
      reuseSocket() {}
      destroy() {}
    }
    class SecureAgent extends Agent {
      constructor(options = {}) {
        super(options);
        this.defaultPort = 443;
        this.protocol = 'https:';
        this.maxCachedSessions = options.maxCachedSessions ?? 100;
      }
    }
    ObjectDefineProperty(SecureAgent, 'name', { value: 'Agent', configurable: true });
    return {
      net: { Socket, Stream: Socket },
      http: {
        Agent,
        globalAgent: new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }),
        IncomingMessage,
        OutgoingMessage,
        ServerResponse,
        validateHeaderName,
        validateHeaderValue,
      },
      https: { Agent: SecureAgent, globalAgent: new SecureAgent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }) },
    };
  }
  return { make };
});
