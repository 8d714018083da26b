//! Tests that lines are separated correctly, whatever their content.

use std::io::BufReader;

use super::read_line;

/// Reads lines of at most eight bytes; `!` precedes a refused one.
fn check(bytes: &[u8], expected: &[&str]) {
    // With any split of the stream.
    for buffer in [1, 2, 3, 5, 64] {
        let mut from = BufReader::with_capacity(buffer, bytes);
        let mut read = Vec::new();
        while let Some(line) = read_line(&mut from, 8).expect("memory is read") {
            read.push(line.unwrap_or_else(|why| format!("!{why}")));
        }
        assert_eq!(read, expected, "{bytes:?} by {buffer}");
    }
}

#[test]
fn lines() {
    check(b"", &[]);
    check(b"\n\n", &["", ""]);
    check(b"a\nbc\r\nd", &["a", "bc", "d"]);
    check("é\0é\n".as_bytes(), &["é\0é"]);
    check(b"12345678\n12345678", &["12345678", "12345678"]);
    check(b"a\xff\xfe\nb\n", &["!A line is not UTF-8: byte 2", "b"]);
    check(b"\xc3\nb\n\xc3", &["!A line is not UTF-8: byte 1", "b", "!A line is not UTF-8: byte 1"]);
    check(b"1234567890\nb\n", &["!A line has 10 bytes: more than 8", "b"]);
    check(b"b\n1234567890123", &["b", "!A line has 13 bytes: more than 8"]);
}
