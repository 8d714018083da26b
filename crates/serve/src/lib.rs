//! Serves files to a browser over HTTP. The caller decides which files and which policy.
#![allow(clippy::disallowed_methods, reason = "it has the files and the sockets of a host")]

mod files;
mod http;

pub use files::{mime, resolve};
pub use http::{Response, accept, plain};

/// The headers of the sealed engine's frame. They seal it, whatever the page's policy is, and are sent with
/// the frame only.
pub fn frame_headers() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../../sealed/js/frame.headers").lines().filter_map(|line| line.split_once(": "))
}
