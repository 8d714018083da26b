'use strict';
// Modules of Node that reach out of the sandbox: a program that imports them runs until it calls what is not there.
(function ({ primordials, native, require }) {
  const { Error, ObjectDefineProperty, ObjectKeys, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice } = primordials;
  const { coded } = require('errors');

  const PROCESS = 'no process can be started',
    NETWORK = 'nothing is reached over a network',
    TERMINAL = 'there is no terminal',
    ENGINE = 'the engine shows nothing of itself';
  const DNS =
    'Resolver lookup lookupService getDefaultResultOrder setDefaultResultOrder getServers setServers resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTxt reverse';
  // Of each module why it is not there and its functions.
  const REFUSED = {
    __proto__: null,
    _http_common: [NETWORK, 'HTTPParser'],
    child_process: [PROCESS, 'ChildProcess exec execFile execFileSync execSync fork spawn spawnSync'],
    cluster: [PROCESS, 'Worker disconnect fork setupMaster setupPrimary'],
    dgram: [NETWORK, 'Socket createSocket'],
    dns: [NETWORK, DNS],
    'dns/promises': [NETWORK, DNS],
    http: [NETWORK, 'ClientRequest Server createServer get request setMaxIdleHTTPParsers'],
    http2: [
      NETWORK,
      'Http2ServerRequest Http2ServerResponse connect createSecureServer createServer getDefaultSettings getPackedSettings getUnpackedSettings performServerHandshake',
    ],
    https: [NETWORK, 'Server createServer get request'],
    inspector: [ENGINE, 'Session close open url waitForDebugger'],
    net: [NETWORK, 'BlockList Server SocketAddress connect createConnection createServer'],
    readline: [TERMINAL, 'Interface clearLine clearScreenDown createInterface cursorTo emitKeypressEvents moveCursor'],
    'readline/promises': [TERMINAL, 'Interface Readline createInterface'],
    'stream/web': [
      'there are no web streams',
      'ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy DecompressionStream ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader TextDecoderStream TextEncoderStream TransformStream TransformStreamDefaultController WritableStream WritableStreamDefaultController WritableStreamDefaultWriter',
    ],
    tls: [NETWORK, 'SecureContext Server TLSSocket checkServerIdentity connect createSecureContext createServer getCiphers'],
    tty: [TERMINAL, 'ReadStream WriteStream'],
    v8: [
      ENGINE,
      'DefaultDeserializer DefaultSerializer Deserializer Serializer cachedDataVersionTag deserialize getHeapCodeStatistics getHeapSnapshot getHeapSpaceStatistics getHeapStatistics serialize setFlagsFromString startCoverage stopCoverage takeCoverage writeHeapSnapshot',
    ],
    vm: [
      'there is one realm and no other',
      'Script compileFunction createContext createScript isContext measureMemory runInContext runInNewContext runInThisContext',
    ],
    worker_threads: [
      'there is one thread and no other',
      'Worker markAsUntransferable moveMessagePortToContext postMessageToThread receiveMessageOnPort setEnvironmentData getEnvironmentData',
    ],
  };

  // The same of what modules that are there lack.
  const LACKING = {
    __proto__: null,
    buffer: ['objects have no URLs, and texts no other encodings', 'resolveObjectURL transcode'],
    crypto: [
      'there are no pairs of keys',
      'Certificate DiffieHellman DiffieHellmanGroup ECDH Sign Verify X509Certificate checkPrime checkPrimeSync createDiffieHellman createDiffieHellmanGroup createECDH createSign createVerify diffieHellman generateKeyPair generateKeyPairSync generatePrime generatePrimeSync getCurves getDiffieHellman privateDecrypt privateEncrypt publicDecrypt publicEncrypt sign verify',
    ],
    events: ['there are no resources to follow', 'EventEmitterAsyncResource'],
    fs: [
      'files are read whole, and none is written',
      'Dir close closeSync fchmod fchmodSync fchown fchownSync fdatasync fdatasyncSync fstat fstatSync fsync fsyncSync ftruncate ftruncateSync futimes futimesSync lchown lchownSync lutimes lutimesSync open openAsBlob openSync opendir opendirSync read readSync readv readvSync statfs statfsSync write writeSync writev writevSync',
    ],
    'fs/promises': ['files are read whole, and none is written', 'lchown lutimes open opendir statfs watch'],
    module: ['nothing of how modules are loaded can be seen', 'SourceMap runMain'],
    path: ['no globs are matched', 'matchesGlob'],
    perf_hooks: [
      'nothing is observed',
      'Performance PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming createHistogram monitorEventLoopDelay',
    ],
    stream: ['it is not there yet', 'duplexPair'],
    util: ['it is not there yet', 'MIMEParams MIMEType getSystemErrorMap log'],
    zlib: [
      'only the formats of zlib and gzip are there',
      'BrotliCompress BrotliDecompress brotliCompress brotliCompressSync brotliDecompress brotliDecompressSync createBrotliCompress createBrotliDecompress',
    ],
  };

  const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
  const V4 = new primordials.RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);
  const isIPv4 = (input) => RegExpPrototypeExec(V4, `${input}`) !== null;
  function isIPv6(input) {
    const text = `${input}`,
      zone = StringPrototypeIndexOf(text, '%');
    if (zone >= 0 && zone === text.length - 1) return false;
    // The parser of URLs knows what is an address.
    return (
      StringPrototypeIndexOf(text, ':') >= 0 &&
      StringPrototypeIndexOf(text, ']') < 0 &&
      native.urlParse(`http://[${zone < 0 ? text : StringPrototypeSlice(text, 0, zone)}]`) !== undefined
    );
  }

  // What needs nothing from outside.
  const STATUS_CODES = {
    100: 'Continue',
    101: 'Switching Protocols',
    102: 'Processing',
    103: 'Early Hints',
    200: 'OK',
    201: 'Created',
    202: 'Accepted',
    203: 'Non-Authoritative Information',
    204: 'No Content',
    205: 'Reset Content',
    206: 'Partial Content',
    207: 'Multi-Status',
    208: 'Already Reported',
    226: 'IM Used',
    300: 'Multiple Choices',
    301: 'Moved Permanently',
    302: 'Found',
    303: 'See Other',
    304: 'Not Modified',
    305: 'Use Proxy',
    307: 'Temporary Redirect',
    308: 'Permanent Redirect',
    400: 'Bad Request',
    401: 'Unauthorized',
    402: 'Payment Required',
    403: 'Forbidden',
    404: 'Not Found',
    405: 'Method Not Allowed',
    406: 'Not Acceptable',
    407: 'Proxy Authentication Required',
    408: 'Request Timeout',
    409: 'Conflict',
    410: 'Gone',
    411: 'Length Required',
    412: 'Precondition Failed',
    413: 'Payload Too Large',
    414: 'URI Too Long',
    415: 'Unsupported Media Type',
    416: 'Range Not Satisfiable',
    417: 'Expectation Failed',
    418: "I'm a Teapot",
    421: 'Misdirected Request',
    422: 'Unprocessable Entity',
    423: 'Locked',
    424: 'Failed Dependency',
    425: 'Too Early',
    426: 'Upgrade Required',
    428: 'Precondition Required',
    429: 'Too Many Requests',
    431: 'Request Header Fields Too Large',
    451: 'Unavailable For Legal Reasons',
    500: 'Internal Server Error',
    501: 'Not Implemented',
    502: 'Bad Gateway',
    503: 'Service Unavailable',
    504: 'Gateway Timeout',
    505: 'HTTP Version Not Supported',
    506: 'Variant Also Negotiates',
    507: 'Insufficient Storage',
    508: 'Loop Detected',
    509: 'Bandwidth Limit Exceeded',
    510: 'Not Extended',
    511: 'Network Authentication Required',
  };
  const METHODS = [
    'ACL',
    'BIND',
    'CHECKOUT',
    'CONNECT',
    'COPY',
    'DELETE',
    'GET',
    'HEAD',
    'LINK',
    'LOCK',
    'M-SEARCH',
    'MERGE',
    'MKACTIVITY',
    'MKCALENDAR',
    'MKCOL',
    'MOVE',
    'NOTIFY',
    'OPTIONS',
    'PATCH',
    'POST',
    'PROPFIND',
    'PROPPATCH',
    'PURGE',
    'PUT',
    'QUERY',
    'REBIND',
    'REPORT',
    'SEARCH',
    'SOURCE',
    'SUBSCRIBE',
    'TRACE',
    'UNBIND',
    'UNLINK',
    'UNLOCK',
    'UNSUBSCRIBE',
  ];
  const GIVEN = {
    __proto__: null,
    cluster: () => ({ isMaster: true, isPrimary: true, isWorker: false, workers: {}, settings: {} }),
    dns: () => ({ promises: load('dns/promises').default, ...dnsErrors(), ADDRCONFIG: 32, ALL: 16, V4MAPPED: 8 }),
    'dns/promises': dnsErrors,
    http2: () => ({ constants: http2Constants() }),
    _http_common: () => ({ methods: METHODS }),
    http: () => ({ ...connected().http, METHODS, STATUS_CODES, maxHeaderSize: 16384 }),
    https: () => connected().https,
    net: () => ({ ...connected().net, isIPv4, isIPv6, isIP: (input) => (isIPv4(input) ? 4 : isIPv6(input) ? 6 : 0) }),
    readline: () => ({ ...readers().main, promises: load('readline/promises').default }),
    'readline/promises': () => readers().promises,
    // A host may have them all the same.
    'stream/web': () => native.webStreams?.() ?? {},
    tty: () => ({ isatty: () => false }),
    worker_threads: () => {
      const { MessageChannel, MessagePort, BroadcastChannel } = globalThis;
      return {
        isMainThread: true,
        threadId: 0,
        parentPort: null,
        workerData: null,
        resourceLimits: {},
        MessageChannel,
        MessagePort,
        BroadcastChannel,
      };
    },
  };

  // The codes of errors of node:dns, by their names.
  const DNS_ERRORS =
    'NODATA FORMERR SERVFAIL NOTFOUND NOTIMP REFUSED BADQUERY BADNAME BADFAMILY BADRESP CONNREFUSED TIMEOUT EOF FILE NOMEM DESTRUCTION BADSTR BADFLAGS NONAME BADHINTS NOTINITIALIZED LOADIPHLPAPI ADDRGETNETWORKPARAMS CANCELLED';
  function dnsErrors() {
    const names = primordials.StringPrototypeSplit(DNS_ERRORS, ' '),
      codes = {};
    for (let i = 0; i < names.length; i++) codes[names[i]] = `E${names[i]}`;
    return codes;
  }

  // The constants of node:http2 that are names of HTTP/2 itself: its headers, methods, states and errors.
  const PSEUDO = 'STATUS METHOD AUTHORITY SCHEME PATH PROTOCOL',
    HEADERS =
      'ACCEPT_ENCODING ACCEPT_LANGUAGE ACCEPT_RANGES ACCEPT ACCESS_CONTROL_ALLOW_CREDENTIALS ACCESS_CONTROL_ALLOW_HEADERS ACCESS_CONTROL_ALLOW_METHODS ACCESS_CONTROL_ALLOW_ORIGIN ACCESS_CONTROL_EXPOSE_HEADERS ACCESS_CONTROL_REQUEST_HEADERS ACCESS_CONTROL_REQUEST_METHOD AGE AUTHORIZATION CACHE_CONTROL CONNECTION CONTENT_DISPOSITION CONTENT_ENCODING CONTENT_LENGTH CONTENT_TYPE COOKIE DATE ETAG FORWARDED HOST IF_MODIFIED_SINCE IF_NONE_MATCH IF_RANGE LAST_MODIFIED LINK LOCATION RANGE REFERER SERVER SET_COOKIE STRICT_TRANSPORT_SECURITY TRANSFER_ENCODING TE UPGRADE_INSECURE_REQUESTS UPGRADE USER_AGENT VARY X_CONTENT_TYPE_OPTIONS X_FRAME_OPTIONS KEEP_ALIVE PROXY_CONNECTION X_XSS_PROTECTION ALT_SVC CONTENT_SECURITY_POLICY EARLY_DATA EXPECT_CT ORIGIN PURPOSE TIMING_ALLOW_ORIGIN X_FORWARDED_FOR PRIORITY ACCEPT_CHARSET ACCESS_CONTROL_MAX_AGE ALLOW CONTENT_LANGUAGE CONTENT_LOCATION CONTENT_MD5 CONTENT_RANGE DNT EXPECT EXPIRES FROM IF_MATCH IF_UNMODIFIED_SINCE MAX_FORWARDS PREFER PROXY_AUTHENTICATE PROXY_AUTHORIZATION REFRESH RETRY_AFTER TRAILER TK VIA WARNING WWW_AUTHENTICATE HTTP2_SETTINGS',
    VERBS = 'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE',
    ERRORS =
      'NO_ERROR PROTOCOL_ERROR INTERNAL_ERROR FLOW_CONTROL_ERROR SETTINGS_TIMEOUT STREAM_CLOSED FRAME_SIZE_ERROR REFUSED_STREAM CANCEL COMPRESSION_ERROR CONNECT_ERROR ENHANCE_YOUR_CALM INADEQUATE_SECURITY HTTP_1_1_REQUIRED',
    STATES = 'IDLE OPEN RESERVED_LOCAL RESERVED_REMOTE HALF_CLOSED_LOCAL HALF_CLOSED_REMOTE CLOSED';
  function http2Constants() {
    const replaceAll = (text, of, by) => primordials.ArrayPrototypeJoin(primordials.StringPrototypeSplit(text, of), by);
    const constants = {};
    const add = (list, before, value) => {
      const names = primordials.StringPrototypeSplit(list, ' ');
      for (let i = 0; i < names.length; i++) constants[before + names[i]] = value(names[i], i);
    };
    const header = (name) => replaceAll(primordials.StringPrototypeToLowerCase(name), '_', '-');
    add(PSEUDO, 'HTTP2_HEADER_', (name) => `:${header(name)}`);
    add(HEADERS, 'HTTP2_HEADER_', header);
    add(VERBS, 'HTTP2_METHOD_', (name) => name);
    add(ERRORS, 'NGHTTP2_', (_name, code) => code);
    add(STATES, 'NGHTTP2_STREAM_STATE_', (_name, code) => code + 1);
    const codes = ObjectKeys(STATUS_CODES);
    for (let i = 0; i < codes.length; i++) {
      const words = codes[i] === '418' ? 'TEAPOT' : primordials.StringPrototypeToUpperCase(STATUS_CODES[codes[i]]);
      constants[`HTTP_STATUS_${replaceAll(replaceAll(words, ' ', '_'), '-', '_')}`] = +codes[i];
    }
    return constants;
  }

  function refusing(module, name, why) {
    // The browser's engine has web streams, and none of the others.
    const other = module === 'stream/web' ? ", or run the test with engine: 'browser'" : '',
      hint = `${module}.${name} is not available in the sandbox: ${why}; mock it with vi.mock('node:${module}', …)${other}`;
    // A class may extend it, as one that is never made.
    function refused() {
      throw coded(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', hint);
    }
    return ObjectDefineProperty(refused, 'name', { value: name, configurable: true });
  }
  // Classes for connections, of which there are none.
  let classes;
  function connected() {
    classes ??= require('http').make((name) => refusing('net', name, NETWORK)());
    return classes;
  }
  // What reads lines of a stream. Without one it would ask a terminal.
  let made;
  function readers() {
    made ??= require('readline').load((name) => refusing('readline', name, TERMINAL)());
    return made;
  }
  // Adds the functions of an entry that are not there.
  function refuse(module, entry, exports) {
    for (let text = entry[1]; text !== ''; ) {
      const end = StringPrototypeIndexOf(text, ' '),
        name = end < 0 ? text : StringPrototypeSlice(text, 0, end);
      if (!primordials.ObjectGetOwnPropertyDescriptor(exports, name)) exports[name] = refusing(module, name, entry[0]);
      text = end < 0 ? '' : StringPrototypeSlice(text, end + 1);
    }
  }
  function complete(module, exports) {
    const entry = LACKING[module];
    if (entry === undefined) return exports;
    const found = { ...exports };
    refuse(module, entry, found);
    const whole = found.default;
    const names = ObjectKeys(found);
    // What is imported as a whole has all of it too.
    for (let i = 0; i < names.length; i++) {
      if (names[i] !== 'default' && !(names[i] in whole)) whole[names[i]] = found[names[i]];
    }
    return found;
  }
  function load(module) {
    const entry = REFUSED[module];
    if (entry === undefined) return undefined;
    const exports = {};
    refuse(module, entry, exports);
    const given = GIVEN[module]?.() ?? {},
      names = ObjectKeys(given);
    for (let i = 0; i < names.length; i++) exports[names[i]] = given[names[i]];
    return { ...exports, default: exports };
  }
  return { load, complete, refusing };
});
