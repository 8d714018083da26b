//! Serves files to a browser over HTTP. The caller decides which files and which policy.
#![allow(clippy::disallowed_methods, reason = "it has the files and the sockets of a host")]

mod files;
mod http;

use std::path::Path;

pub use files::{mime, resolve};
pub use http::{Response, accept, plain};

/// The headers of the sealed engine's frame. They seal it, whatever the page's policy is, and are sent with
/// the frame only.
pub fn frame_headers() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../../sealed/js/frame.headers").lines().filter_map(|line| line.split_once(": "))
}

/// Path of the sealed engine's frame in the package.
pub const FRAME: &str = "sealed/frame.html";

/// A worker's policy, sent with its script.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/// The type and the policy of a file of the package. The frame has the policy that seals it, a worker its own,
/// and every other file that of the page.
#[must_use]
pub fn headers_of(file: &Path, page_policy: &'static str) -> Vec<(&'static str, &'static str)> {
    let mut headers = vec![("Content-Type", mime(file))];
    if file.ends_with(FRAME) {
        headers.extend(frame_headers());
    } else {
        let is_worker = file.to_string_lossy().ends_with("worker.js");
        let policy = if is_worker { WORKER_POLICY } else { page_policy };
        headers.push(("Content-Security-Policy", policy));
    }
    headers
}
