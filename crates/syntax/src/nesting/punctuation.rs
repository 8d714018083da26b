//! The characters of operators.

/// Length of the operator at the start of `bytes`: several characters that are operators too can be one.
pub(super) fn length(bytes: &[u8], in_types: bool) -> usize {
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    // The length of an operator that can end with `=`.
    let assigning = |length: usize| length + usize::from(at(length) == b'=');
    match at(0) {
        b'=' => match (at(1), at(2)) {
            (b'=', b'=') => 3,
            (b'=' | b'>', _) => 2,
            _ => 1,
        },
        b'!' => match (at(1), at(2)) {
            (b'=', b'=') => 3,
            (b'=', _) => 2,
            _ => 1,
        },
        // In types, `>>` closes two lists.
        b'>' if in_types => 1,
        b'>' => assigning((1..3).take_while(|index| at(*index) == b'>').count() + 1),
        // `a?.5:b` is a conditional.
        b'?' if at(1) == b'.' && !at(2).is_ascii_digit() => 2,
        b'?' if at(1) == b'?' => assigning(2),
        first @ (b'*' | b'<' | b'&' | b'|') if at(1) == first => assigning(2),
        first @ (b'+' | b'-') if at(1) == first => 2,
        b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'<' => assigning(1),
        b'.' if at(1) == b'.' && at(2) == b'.' => 3,
        _ => 1,
    }
}

/// Whether an operator assigns, so that its right operand nests.
pub(super) fn assigns(operator: &[u8]) -> bool {
    operator.ends_with(b"=") && !matches!(operator, b"==" | b"===" | b"!=" | b"!==" | b"<=" | b">=")
}
