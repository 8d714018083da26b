//! The characters of operators.

/// Operators that are one token although their first characters are operators too, the longest first.
const LONG: [&[u8]; 34] = [
    b">>>=", b"===", b"!==", b"**=", b"<<=", b">>=", b">>>", b"&&=", b"||=", b"??=", b"...", b"=>", b"==",
    b"!=", b"<=", b">=", b"&&", b"||", b"??", b"**", b"<<", b">>", b"++", b"--", b"+=", b"-=", b"*=", b"/=",
    b"%=", b"&=", b"|=", b"^=", b"?.", b"</",
];

/// Length of the operator at the start of `bytes`.
pub(super) fn length(bytes: &[u8], in_types: bool) -> usize {
    // In types, `>>` closes two lists.
    if in_types && bytes[0] == b'>' {
        return 1;
    }
    LONG.iter().find(|long| bytes.starts_with(long)).map_or(1, |long| match *long {
        // `a?.5:b` is a conditional, and in `a</re/` there is no such operator.
        b"?." if bytes.get(2).is_some_and(u8::is_ascii_digit) => 1,
        b"</" => 1,
        long => long.len(),
    })
}

/// Whether an operator assigns, so that its right operand nests.
pub(super) fn assigns(operator: &[u8]) -> bool {
    operator.ends_with(b"=") && !matches!(operator, b"==" | b"===" | b"!=" | b"!==" | b"<=" | b">=")
}
