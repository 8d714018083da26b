//! Files for a browser, over HTTP: what is served, and by which policy, is told by who uses it.
#![allow(clippy::disallowed_methods, reason = "it has the files and the sockets of a host")]

mod files;
mod http;

pub use files::{mime, resolve};
pub use http::{Response, accept, plain};

/// The headers of the sealed engine's frame: they are what seals it, and come with the frame alone, whatever the page's
/// policy is.
pub fn frame_headers() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../../sealed/js/frame.headers").lines().filter_map(|line| line.split_once(": "))
}
