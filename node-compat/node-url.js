'use strict';
// node:url: the classes, paths of file URLs, and the older parser in terms of the newer.
(function ({ primordials, native, require }) {
  const {
    Error,
    TypeError,
    StringPrototypeReplace,
    StringPrototypeIncludes,
    StringPrototypeSlice,
    StringPrototypeEndsWith,
    RegExpPrototypeExec,
    ObjectKeys,
  } = primordials;
  const { coded, invalidArgType, validateString, validateObject } = require('errors');
  const { URL, invalidUrl } = require('url');
  const { URLSearchParams } = require('url-search-params');
  const path = require('path');

  function fileURLToPath(url) {
    if (typeof url === 'string') url = new URL(url);
    else if (url === null || typeof url !== 'object' || typeof url.href !== 'string' || typeof url.protocol !== 'string')
      throw invalidArgType('path', ['string', 'URL'], url);
    if (url.protocol !== 'file:') throw coded(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
    if (url.hostname !== '') throw coded(TypeError, 'ERR_INVALID_FILE_URL_HOST', 'File URL host must be "localhost" or empty on linux');
    if (RegExpPrototypeExec(/%2f/i, url.pathname) !== null)
      throw coded(TypeError, 'ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters');
    return decodeURIComponent(url.pathname);
  }
  const { decodeURIComponent } = globalThis;
  function pathToFileURL(filepath) {
    validateString(filepath, 'path');
    let resolved = path.resolve(filepath);
    if (StringPrototypeEndsWith(filepath, '/') && !StringPrototypeEndsWith(resolved, '/')) resolved += '/';
    const escaped = [
      [/%/g, '%25'],
      [/\\/g, '%5C'],
      [/\n/g, '%0A'],
      [/\r/g, '%0D'],
      [/\t/g, '%09'],
      [/\?/g, '%3F'],
      [/#/g, '%23'],
    ];
    for (let i = 0; i < escaped.length; i++) resolved = StringPrototypeReplace(resolved, escaped[i][0], escaped[i][1]);
    const url = new URL('file:///');
    url.pathname = resolved;
    return url;
  }
  function urlToHttpOptions(url) {
    const options = {
      protocol: url.protocol,
      hostname: url.hostname[0] === '[' ? StringPrototypeSlice(url.hostname, 1, -1) : url.hostname,
      hash: url.hash,
      search: url.search,
      pathname: url.pathname,
      path: `${url.pathname || ''}${url.search || ''}`,
      href: url.href,
    };
    if (url.port !== '') options.port = +url.port;
    if (url.username || url.password) options.auth = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return { __proto__: null, ...url, ...options };
  }

  // The older parser: it takes what is no URL for a path, and splits without resolving.
  function Url() {
    this.protocol = null;
    this.slashes = null;
    this.auth = null;
    this.host = null;
    this.port = null;
    this.hostname = null;
    this.hash = null;
    this.search = null;
    this.query = null;
    this.pathname = null;
    this.path = null;
    this.href = null;
  }
  const SLASHED = {
    __proto__: null,
    'http:': true,
    'https:': true,
    'ftp:': true,
    'gopher:': true,
    'file:': true,
    'ws:': true,
    'wss:': true,
  };
  function parse(text, parseQuery = false, slashesDenoteHost = false) {
    if (text instanceof Url) return text;
    validateString(text, 'url');
    const url = new Url();
    let rest = primordials.StringPrototypeTrim(text);
    let match = RegExpPrototypeExec(/^[a-z0-9.+-]+:/i, rest);
    if (match) {
      url.protocol = primordials.StringPrototypeToLowerCase(match[0]);
      rest = StringPrototypeSlice(rest, match[0].length);
    }
    const slashes = StringPrototypeSlice(rest, 0, 2) === '//';
    if (slashes && (slashesDenoteHost || url.protocol !== null) && url.protocol !== 'javascript:') {
      url.slashes = true;
      rest = StringPrototypeSlice(rest, 2);
      const end = RegExpPrototypeExec(/[/?#]/, rest);
      let authority = end ? StringPrototypeSlice(rest, 0, end.index) : rest;
      rest = end ? StringPrototypeSlice(rest, end.index) : '';
      const at = primordials.StringPrototypeLastIndexOf(authority, '@');
      if (at >= 0) {
        url.auth = decodeURIComponent(StringPrototypeSlice(authority, 0, at));
        authority = StringPrototypeSlice(authority, at + 1);
      }
      const port = RegExpPrototypeExec(/:([0-9]*)$/, authority);
      if (port) {
        if (port[1] !== '') url.port = port[1];
        authority = StringPrototypeSlice(authority, 0, port.index);
      }
      const hostname = primordials.StringPrototypeToLowerCase(authority);
      url.hostname = hostname[0] === '[' ? StringPrototypeSlice(hostname, 1, -1) : native.domainToASCII(hostname) || hostname;
      url.host = `${hostname[0] === '[' ? hostname : url.hostname}${url.port !== null ? `:${url.port}` : ''}`;
    }
    const hash = primordials.StringPrototypeIndexOf(rest, '#');
    if (hash >= 0) {
      url.hash = escapeRest(StringPrototypeSlice(rest, hash));
      rest = StringPrototypeSlice(rest, 0, hash);
    }
    const question = primordials.StringPrototypeIndexOf(rest, '?');
    if (question >= 0) {
      url.search = escapeRest(StringPrototypeSlice(rest, question));
      url.query = StringPrototypeSlice(url.search, 1);
      rest = StringPrototypeSlice(rest, 0, question);
      if (parseQuery) url.query = require('querystring').parse(url.query);
    } else if (parseQuery) {
      url.search = null;
      url.query = { __proto__: null };
    }
    if (rest !== '') url.pathname = escapeRest(rest);
    else if (SLASHED[url.protocol] && url.hostname) url.pathname = '/';
    if (url.pathname !== null || url.search !== null) url.path = `${url.pathname ?? ''}${url.search ?? ''}`;
    url.href = format(url);
    return url;
  }
  const escapeRest = (text) =>
    StringPrototypeReplace(text, /[\s"'<>\\^`{|}]/g, (c) => (c === '\\' ? '/' : c === "'" ? '%27' : globalThis.encodeURIComponent(c)));

  function format(object, options) {
    if (typeof object === 'string') object = parse(object);
    else if (typeof object !== 'object' || object === null) throw invalidArgType('urlObject', ['Object', 'string'], object);
    if (object instanceof URL) {
      const url = new URL(object.href);
      if (options !== undefined) validateObject(options, 'options');
      const { fragment = true, search = true, auth = true, unicode = false } = options ?? {};
      if (!fragment) url.hash = '';
      if (!search) url.search = '';
      if (!auth) {
        url.username = '';
        url.password = '';
      }
      return unicode ? StringPrototypeReplace(url.href, url.hostname, native.domainToUnicode(url.hostname)) : url.href;
    }
    let protocol = object.protocol ?? '';
    if (protocol && !StringPrototypeEndsWith(protocol, ':')) protocol += ':';
    let host = '';
    const auth = object.auth ? `${StringPrototypeReplace(globalThis.encodeURIComponent(object.auth), /%3A/i, ':')}@` : '';
    if (object.host) host = auth + object.host;
    else if (object.hostname) {
      host =
        auth + (StringPrototypeIncludes(object.hostname, ':') && object.hostname[0] !== '[' ? `[${object.hostname}]` : object.hostname);
      if (object.port) host += `:${object.port}`;
    }
    const query = object.query !== null && typeof object.query === 'object' ? require('querystring').stringify(object.query) : '';
    let search = object.search || (query && `?${query}`) || '';
    let pathname = StringPrototypeReplace(object.pathname ?? '', /[?#]/g, (c) => globalThis.encodeURIComponent(c));
    if (object.slashes || (SLASHED[protocol] && host !== '')) {
      host = `//${host}`;
      if (pathname && pathname[0] !== '/') pathname = `/${pathname}`;
    }
    let hash = object.hash ?? '';
    if (hash && hash[0] !== '#') hash = `#${hash}`;
    if (search && search[0] !== '?') search = `?${search}`;
    return `${protocol}${host}${pathname}${StringPrototypeReplace(search, /#/g, '%23')}${hash}`;
  }
  function resolve(from, to) {
    const base = parse(from, false, true);
    const anchor = base.protocol ? from : `resolve://host${from[0] === '/' ? '' : '/'}${from}`;
    const url = new URL(to, anchor);
    if (url.protocol !== 'resolve:') return url.href;
    const out = `${url.pathname}${url.search}${url.hash}`;
    return from[0] === '/' || to[0] === '/' ? out : StringPrototypeSlice(out, 1);
  }
  const exports = {
    URL,
    URLSearchParams,
    Url,
    parse,
    format,
    resolve,
    fileURLToPath,
    pathToFileURL,
    urlToHttpOptions,
    domainToASCII: (domain) => native.domainToASCII(`${domain}`),
    domainToUnicode: (domain) => native.domainToUnicode(`${domain}`),
  };
  return { ...exports, default: exports };
});
