//! Compares eight bytes at once.

/// Eight times the same byte.
#[must_use]
pub const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The highest bit of each byte.
pub const HIGH: u64 = each(0x80);

/// Sets the highest bit of each byte that is from `first` to `last`, which are of ASCII. Bytes beyond ASCII are taken for
/// what they are without that bit. Other bits mean nothing.
#[must_use]
pub const fn within(eight: u64, first: u8, last: u8) -> u64 {
    let ascii = eight & !HIGH;
    // No sum carries into the next byte.
    (ascii + each(0x80 - first)) & !(ascii + each(0x7F - last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_compared_alone() {
        for byte in 0..=0x7F {
            let found = within(u64::from_le_bytes([byte, 0, 0x7F, b'a', b'z', byte, b'm', byte]), b'a', b'z');
            let is_within = |byte: u8| byte.is_ascii_lowercase();
            let expected = [byte, 0, 0x7F, b'a', b'z', byte, b'm', byte].map(is_within);
            assert_eq!((found & HIGH).to_le_bytes().map(|byte| byte != 0), expected, "{byte}");
        }
    }
}
