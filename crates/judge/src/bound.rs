//! Bounds on text that goes into results.

use verdict_protocol::sha256_hex;

/// Bytes of a text that are kept.
const MAX: usize = 4096;

/// Cuts a text to 4 KiB, with the length and the hash of the whole in place of the rest.
#[must_use]
pub fn bound(text: String) -> String {
    if text.len() <= MAX {
        return text;
    }
    let end = (0..=MAX).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    format!("{}… ({} bytes, sha256 {})", &text[..end], text.len(), sha256_hex(text.as_bytes()))
}
