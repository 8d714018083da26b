//! Tokenizes JSON.

use std::rc::Rc;

use boa_engine::property::PropertyKey;
use boa_engine::string::JsStr;
use boa_engine::{JsString, JsValue};

use super::syntax::{Fault, SyntaxFault};

/// A unit of text: one byte if the whole text is Latin-1, otherwise two.
pub(super) trait Unit: Copy + Eq + Into<u16> {
    fn text(units: &[Self]) -> JsStr<'_>;
}

impl Unit for u8 {
    fn text(units: &[u8]) -> JsStr<'_> {
        JsStr::latin1(units)
    }
}

impl Unit for u16 {
    fn text(units: &[u16]) -> JsStr<'_> {
        JsStr::utf16(units)
    }
}

/// Number of cached keys; objects in one text mostly share their keys.
const KEYS: usize = 64;

pub(super) struct Reader<'a, U> {
    units: &'a [U],
    pub(super) at: usize,
    keys: Vec<Option<(Rc<[U]>, PropertyKey)>>,
}

impl<'a, U: Unit> Reader<'a, U> {
    pub(super) fn new(units: &'a [U]) -> Reader<'a, U> {
        Reader { units, at: 0, keys: Vec::new() }
    }

    /// The next unit; 0, which no token contains, at the end.
    pub(super) fn peek(&self) -> u16 {
        self.units.get(self.at).map_or(0, |unit| (*unit).into())
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.units.len()
    }

    pub(super) fn skip_blanks(&mut self) {
        while matches!(self.peek(), 0x20 | 0x0A | 0x0D | 0x09) {
            self.at += 1;
        }
    }

    /// Consumes the next unit if it equals `unit`. Returns whether it did.
    pub(super) fn take(&mut self, unit: u8) -> bool {
        let is = self.peek() == u16::from(unit);
        self.at += usize::from(is);
        is
    }

    pub(super) fn fault(&self, sentence: &'static str) -> SyntaxFault {
        SyntaxFault { fault: Fault::At(sentence), at: self.at }
    }

    pub(super) fn unexpected(&self) -> SyntaxFault {
        SyntaxFault { fault: Fault::Unexpected, at: self.at }
    }

    pub(super) fn word(&mut self, word: &str) -> Result<(), SyntaxFault> {
        for byte in word.bytes() {
            if !self.take(byte) {
                return Err(self.unexpected());
            }
        }
        Ok(())
    }

    /// Reads a number from its sign or first digit.
    pub(super) fn number(&mut self) -> Result<JsValue, SyntaxFault> {
        /// Number of digits up to which every integer is exact.
        const EXACT: usize = 15;
        let start = self.at;
        let negative = self.take(b'-');
        let (first, mut whole) = (self.at, 0_i64);
        if self.take(b'0') {
            if is_digit(self.peek()) {
                return Err(self.unexpected());
            }
        } else {
            while is_digit(self.peek()) {
                whole = whole.wrapping_mul(10).wrapping_add(i64::from(self.peek() - 0x30));
                self.at += 1;
            }
            if self.at == first {
                return Err(self.fault("No number after minus sign in JSON"));
            }
        }
        let digits = self.at - first;
        let mut plain = digits <= EXACT;
        if self.take(b'.') {
            plain = false;
            self.digits("Unterminated fractional number in JSON")?;
        }
        if matches!(self.peek(), 0x45 | 0x65) {
            plain = false;
            self.at += 1;
            if matches!(self.peek(), 0x2B | 0x2D) {
                self.at += 1;
            }
            self.digits("Exponent part is missing a number in JSON")?;
        }
        if plain && !(negative && whole == 0) {
            let whole = if negative { -whole } else { whole };
            #[expect(clippy::cast_precision_loss, reason = "of so many digits each is exact")]
            return Ok(i32::try_from(whole).map_or_else(|_| JsValue::from(whole as f64), JsValue::from));
        }
        // The range contains only ASCII.
        let text: String =
            self.units[start..self.at].iter().map(|unit| char::from((*unit).into() as u8)).collect();
        Ok(JsValue::from(text.parse::<f64>().unwrap_or(f64::NAN)))
    }

    fn digits(&mut self, missing: &'static str) -> Result<(), SyntaxFault> {
        let start = self.at;
        while is_digit(self.peek()) {
            self.at += 1;
        }
        if self.at == start { Err(self.fault(missing)) } else { Ok(()) }
    }

    /// Reads a string, after its opening quote.
    pub(super) fn text(&mut self) -> Result<JsString, SyntaxFault> {
        let plain = self.plain_units();
        if self.take(b'"') {
            return Ok(JsString::from(U::text(plain)));
        }
        let mut units: Vec<u16> = plain.iter().map(|unit| (*unit).into()).collect();
        loop {
            match self.peek() {
                0x22 => {
                    self.at += 1;
                    break;
                }
                0x5C => {
                    self.at += 1;
                    units.push(self.escaped()?);
                }
                _ if self.is_at_end() => return Err(self.fault("Unterminated string in JSON")),
                _ => return Err(self.fault("Bad control character in string literal in JSON")),
            }
            units.extend(self.plain_units().iter().map(|unit| (*unit).into()));
        }
        let narrow: Option<Vec<u8>> = units.iter().map(|unit| u8::try_from(*unit).ok()).collect();
        Ok(match narrow {
            Some(units) => JsString::from(JsStr::latin1(&units)),
            None => JsString::from(JsStr::utf16(&units)),
        })
    }

    /// Consumes units up to the next special one.
    fn plain_units(&mut self) -> &'a [U] {
        let rest = &self.units[self.at..];
        let count = rest.iter().position(|unit| matches!((*unit).into(), 0..0x20 | 0x22 | 0x5C));
        let (plain, _) = rest.split_at(count.unwrap_or(rest.len()));
        self.at += plain.len();
        plain
    }

    /// Reads an escape sequence, after its backslash.
    fn escaped(&mut self) -> Result<u16, SyntaxFault> {
        let unit = match self.peek() {
            unit @ (0x22 | 0x2F | 0x5C) => unit,
            0x62 => 0x08,
            0x66 => 0x0C,
            0x6E => 0x0A,
            0x72 => 0x0D,
            0x74 => 0x09,
            0x75 => {
                let mut code = 0;
                for _ in 0..4 {
                    self.at += 1;
                    let digit = char::from_u32(self.peek().into()).and_then(|digit| digit.to_digit(16));
                    let Some(digit) = digit else { return Err(self.fault("Bad Unicode escape in JSON")) };
                    code = code << 4 | u16::try_from(digit).unwrap_or_default();
                }
                code
            }
            0x100.. => return Err(self.unexpected()),
            _ if self.is_at_end() => return Err(self.unexpected()),
            _ => return Err(self.fault("Bad escaped character in JSON")),
        };
        self.at += 1;
        Ok(unit)
    }

    /// Reads a key, after its opening quote.
    pub(super) fn key(&mut self) -> Result<PropertyKey, SyntaxFault> {
        let start = self.at;
        let plain = self.plain_units();
        if self.peek() != 0x22 {
            self.at = start;
            return Ok(PropertyKey::from(self.text()?));
        }
        self.at += 1;
        let mix = |unit: Option<&U>| unit.map_or(0, |unit| usize::from((*unit).into()));
        let place = (plain.len() * 7 + mix(plain.first()) * 3 + mix(plain.last())) % KEYS;
        if self.keys.is_empty() {
            self.keys.resize(KEYS, None);
        }
        let known = &mut self.keys[place];
        if let Some((units, key)) = known
            && **units == *plain
        {
            return Ok(key.clone());
        }
        let key = PropertyKey::from(JsString::from(U::text(plain)));
        *known = Some((plain.into(), key.clone()));
        Ok(key)
    }
}

fn is_digit(unit: u16) -> bool {
    matches!(unit, 0x30..=0x39)
}
