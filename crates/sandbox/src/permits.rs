//! All globals of a guest, with their origin. Globals that are not listed do not exist.

/// The origin of a global.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// ECMA-262, implemented by the engine.
    Language,
    /// The host: an ECMA-262 function that is seeded or virtual, or an API that other JavaScript hosts have.
    Host,
}

/// A global of a guest.
#[derive(Debug, Clone, Copy)]
pub struct Permit {
    /// Name of the global variable.
    pub name: &'static str,
    /// Who defines it.
    pub origin: Origin,
}

const fn language(name: &'static str) -> Permit {
    Permit { name, origin: Origin::Language }
}

const fn host(name: &'static str) -> Permit {
    Permit { name, origin: Origin::Host }
}

/// All globals of a guest. Deliberately missing are `SharedArrayBuffer` and `Atomics` (shared memory and
/// waiting), `WebAssembly`, and globals specific to browsers: `self`, `window`, `document`, `localStorage`,
/// `importScripts`, `postMessage`. APIs that reach outside (`fetch`, `WebSocket`) exist
/// so that tests can stub them; they always refuse.
pub const PERMITS: &[Permit] = &[
    language("AggregateError"),
    language("Array"),
    language("ArrayBuffer"),
    language("BigInt"),
    language("BigInt64Array"),
    language("BigUint64Array"),
    language("Boolean"),
    language("DataView"),
    language("Date"),
    language("Error"),
    language("EvalError"),
    language("FinalizationRegistry"),
    language("Float32Array"),
    language("Float64Array"),
    language("Function"),
    language("Infinity"),
    language("Int16Array"),
    language("Int32Array"),
    language("Int8Array"),
    language("Iterator"),
    language("JSON"),
    language("Map"),
    language("Math"),
    language("NaN"),
    language("Number"),
    language("Object"),
    language("Promise"),
    language("Proxy"),
    language("RangeError"),
    language("ReferenceError"),
    language("Reflect"),
    language("RegExp"),
    language("Set"),
    language("String"),
    language("Symbol"),
    language("SyntaxError"),
    language("TypeError"),
    language("URIError"),
    language("Uint16Array"),
    language("Uint32Array"),
    language("Uint8Array"),
    language("Uint8ClampedArray"),
    language("WeakMap"),
    language("WeakRef"),
    language("WeakSet"),
    language("decodeURI"),
    language("decodeURIComponent"),
    language("encodeURI"),
    language("encodeURIComponent"),
    language("escape"),
    language("eval"),
    language("globalThis"),
    language("isFinite"),
    language("isNaN"),
    language("parseFloat"),
    language("parseInt"),
    language("undefined"),
    language("unescape"),
    host("AbortController"),
    host("AbortSignal"),
    host("AsyncDisposableStack"),
    host("Blob"),
    host("BroadcastChannel"),
    host("Buffer"),
    host("Crypto"),
    host("CryptoKey"),
    host("CustomEvent"),
    host("DOMException"),
    host("DisposableStack"),
    host("Event"),
    host("EventTarget"),
    host("File"),
    host("FormData"),
    host("Headers"),
    host("MessageChannel"),
    host("MessageEvent"),
    host("MessagePort"),
    host("Performance"),
    host("PerformanceEntry"),
    host("PerformanceMark"),
    host("PerformanceMeasure"),
    host("Request"),
    host("Response"),
    host("SubtleCrypto"),
    host("SuppressedError"),
    host("TextDecoder"),
    host("TextEncoder"),
    host("URL"),
    host("URLSearchParams"),
    host("WebSocket"),
    host("atob"),
    host("btoa"),
    host("clearImmediate"),
    host("clearInterval"),
    host("clearTimeout"),
    host("console"),
    host("crypto"),
    host("fetch"),
    host("global"),
    host("performance"),
    host("process"),
    host("queueMicrotask"),
    host("setImmediate"),
    host("setInterval"),
    host("setTimeout"),
    host("structuredClone"),
];
