//! `agent/no-network`: disallow access to the network.
//!
//! Code without the network cannot send away what it knows, and cannot load code that nobody checked.
//! It finds uses by other names, through destructuring, default values, parameters, the global object, constant
//! texts and modules of the project. A question such as `typeof` is no use.
//! `dynamicAccess` reports members of a global object whose names are unknown.
//!
//! What it cannot see: what code gets from properties of its own objects, from collections and from events. Nor does it
//! see what functions of other packages return, and `this` of functions that others call.
//!
//! Options: `{ allow: [], allowDynamicAccess: false }`. `allow` lists names and modules, as messages show them.
//!
//! ```js fails
//! const { fetch: get } = globalThis;
//! ```
//!
//! ```js passes
//! class Store { fetch(key) { return this[key]; } }
//! ```

use super::capability::{Capability, MESSAGES, check};
use crate::rules::prelude::*;

const CAPABILITY: Capability = Capability {
    globals: &["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "RTCPeerConnection", "navigator.sendBeacon", "importScripts", "Deno.connect", "Deno.listen", "Deno.serve", "Bun.serve", "Bun.connect", "fetchLater", "webkitRTCPeerConnection", "mozRTCPeerConnection", "Deno.connectTls", "Deno.createHttpClient", "Deno.listenDatagram", "Deno.listenTls", "Deno.resolveDns", "Deno.serveHttp", "Deno.startTls", "Deno.upgradeWebSocket", "Bun.dns", "Bun.fetch", "Bun.listen", "Bun.udpSocket"],
    built_in: &["child_process", "cluster", "dgram", "dns", "http", "http2", "https", "inspector", "net", "tls", "worker_threads"],
    packages: &["undici", "node-fetch", "ws", "axios", "got", "cross-fetch", "isomorphic-fetch", "bent", "eventsource", "isomorphic-ws", "ky", "needle", "nodemailer", "ofetch", "phin", "request", "socket.io-client", "superagent", "websocket", "wretch"],
    schemes: &["http", "https", "ftp", "ws", "wss", "//"],
};

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-network",
    messages: MESSAGES,
    run: Run::Configured(|options| check(&CAPABILITY, options)),
    ..Rule::DEFAULT
};
