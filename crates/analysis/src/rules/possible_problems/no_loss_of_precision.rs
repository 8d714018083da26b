//! `no-loss-of-precision`: disallow literal numbers that lose precision.
//!
//! A number has about 16 decimal digits. Others are dropped without a word.
//!
//! ```js fails
//! const id = 5123000000000000000000000000001;
//! ```
//!
//! ```js passes
//! const id = 5123000000000000000000000000001n;
//! ```

use crate::rules::prelude::*;

/// Maximum number of digits that JavaScript prints of a number.
const MAX_DIGITS: usize = 100;
/// The bits of a number's mantissa, and of the largest whole number.
const MANTISSA: usize = 53;
const MAX_BITS: usize = 1_024;
/// The most digits that a number can have.
const EXACT_DIGITS: usize = 767;

pub(crate) const RULE: Rule = Rule {
    id: "no-loss-of-precision",
    aliases: &["@typescript-eslint/no-loss-of-precision"],
    recommended: true,
    messages: &[("noLossOfPrecision", "This number literal will lose precision at runtime.")],
    types: &[AstType::NumericLiteral],
    run: Run::Nodes(|node, ctx| {
        let AstKind::NumericLiteral(literal) = node.kind() else { return };
        let raw = ctx.text(literal.span);
        // Fifteen digits are always kept, if the exponent is not extreme.
        if raw.len() <= 15 && raw.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            return;
        }
        if loses_precision(raw, literal.value) {
            ctx.report(literal.span, "noLossOfPrecision");
        }
    }),
    ..Rule::DEFAULT
};

fn loses_precision(raw: &str, value: f64) -> bool {
    let raw: String = raw.chars().filter(|char| *char != '_').flat_map(char::to_lowercase).collect();
    let is_octal = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| matches!(byte, b'0'..=b'7'));
    let (digits, bits) = match raw.get(..2) {
        Some("0x") => (&raw[2..], 4),
        Some("0o") => (&raw[2..], 3),
        Some("0b") => (&raw[2..], 1),
        _ if raw.starts_with('0') && is_octal(&raw[1..]) => (&raw[1..], 3),
        _ => return decimal_loses(&raw, value),
    };
    bits_lose(digits, bits)
}

/// Whether a whole number has more bits between its first and its last 1 than a mantissa, or is too large.
fn bits_lose(digits: &str, bits: usize) -> bool {
    let digits = digits.trim_start_matches('0');
    let significant = digits.trim_end_matches('0');
    let of = |char: Option<char>| char.and_then(|char| char.to_digit(16)).unwrap_or(0);
    let (first, last) = (of(significant.chars().next()), of(significant.chars().next_back()));
    if first == 0 {
        return false;
    }
    let unused = (first.leading_zeros() as usize).saturating_sub(32 - bits);
    let trailing = last.trailing_zeros() as usize;
    digits.len() * bits - unused > MAX_BITS || significant.len() * bits - unused - trailing > MANTISSA
}

/// A decimal number as its digits without a point, and the power of ten of the first one.
struct Decimal {
    digits: String,
    magnitude: i64,
}

impl Decimal {
    /// Parses digits with an exponent. The digits of whole numbers lose the zeros at their end.
    fn parse(text: &str, keeps_zeros: bool) -> Decimal {
        let (coefficient, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let exponent: i64 = exponent.parse().unwrap_or(if exponent.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 });
        let trimmed = coefficient.trim_start_matches('0');
        let (digits, magnitude) = match trimmed.find('.') {
            Some(0) => {
                let digits = trimmed[1..].trim_start_matches('0');
                (digits.to_owned(), length(digits) - length(trimmed))
            }
            Some(point) => (trimmed.replacen('.', "", 1), i64::try_from(point).unwrap_or(0) - 1),
            None if keeps_zeros => (trimmed.to_owned(), length(trimmed) - 1),
            None => (trimmed.trim_end_matches('0').to_owned(), length(trimmed) - 1),
        };
        Decimal { digits, magnitude: magnitude + exponent }
    }
}

fn length(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX)
}

fn decimal_loses(raw: &str, value: f64) -> bool {
    // A point at the end is none.
    let raw = raw.replace(".e", "e");
    let wanted = Decimal::parse(raw.strip_suffix('.').unwrap_or(&raw), false);
    if value == 0.0 {
        return !wanted.digits.bytes().all(|byte| byte == b'0');
    }
    if wanted.digits.len() > MAX_DIGITS || !value.is_finite() {
        return true;
    }
    let stored = Decimal::parse(&rounded(value.abs(), wanted.digits.len().saturating_sub(1)), true);
    wanted.magnitude != stored.magnitude || wanted.digits != stored.digits
}

/// A number with so many digits after the first. Half a digit is rounded up, as JavaScript does.
fn rounded(value: f64, digits: usize) -> String {
    let even = format!("{value:.digits$e}");
    let more = format!("{value:.0$e}", digits + 1);
    let (Some((coefficient, exponent)), Some((of_more, _))) = (even.split_once('e'), more.split_once('e')) else {
        return even;
    };
    // Rust rounds half a digit to the even one, which is the lower one here.
    let is_lower = of_more.strip_suffix('5').is_some_and(|lower| lower.trim_end_matches('.') == coefficient);
    match coefficient.as_bytes().last() {
        Some(last) if is_lower && is_exact(&more, value) => {
            let higher = char::from(last + 1);
            format!("{}{higher}e{exponent}", &coefficient[..coefficient.len() - 1])
        }
        _ => even,
    }
}

/// Whether a text with an exponent is all of a number's digits.
fn is_exact(text: &str, value: f64) -> bool {
    let all = format!("{value:.EXACT_DIGITS$e}");
    let (coefficient, exponent) = text.split_once('e').unwrap_or((text, ""));
    all.split_once('e').is_some_and(|(of_all, exponent_of_all)| {
        exponent == exponent_of_all
            && of_all.strip_prefix(coefficient).is_some_and(|rest| rest.bytes().all(|byte| byte == b'0'))
    })
}
