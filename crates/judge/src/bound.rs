//! Bounds the text that goes into results.

use verdict_protocol::sha256_hex;

/// Maximum length of a text, in bytes.
const MAX: usize = 4096;

/// Cuts a text to 4 KiB. The rest is replaced by the length and the hash of the whole.
#[must_use]
pub fn bound(text: String) -> String {
    if text.len() <= MAX {
        return text;
    }
    let end = (0..=MAX).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    format!("{}… ({} bytes, sha256 {})", &text[..end], text.len(), sha256_hex(text.as_bytes()))
}
