//! `Date.parse` as in V8: the ISO format first, then the informal formats.

use super::tokens::{Scanner, Token};

#[derive(Debug, Default)]
struct Day {
    parts: Vec<i64>,
    month: Option<i64>,
    iso: bool,
}

impl Day {
    fn add(&mut self, number: i64) -> Option<()> {
        (self.parts.len() < 3).then(|| self.parts.push(number))
    }

    /// Year, month and day.
    fn write(&self) -> Option<(i64, i64, i64)> {
        let first = *self.parts.first()?;
        let (second, third) =
            (self.parts.get(1).copied().unwrap_or(1), self.parts.get(2).copied().unwrap_or(1));
        let (year, month, day) = match self.month {
            None if self.iso || !is_day(first) => (first, second, third),
            None => (third, first, second),
            Some(month) if self.parts.len() == 1 && is_day(first) => (1, month, first),
            Some(month) if !is_day(first) => (first, month, second),
            Some(month) => (second, month, first),
        };
        let year = match year {
            0..=49 if !self.iso => year + 2000,
            50..=99 if !self.iso => year + 1900,
            _ => year,
        };
        (is_month(month) && is_day(day)).then_some((year, month, day))
    }
}

#[derive(Debug, Default)]
struct Time {
    parts: Vec<i64>,
    half: Option<i64>,
}

impl Time {
    fn add(&mut self, number: i64) -> Option<()> {
        (self.parts.len() < 4).then(|| self.parts.push(number))
    }

    fn add_final(&mut self, number: i64) {
        self.parts.push(number);
        self.parts.resize(4, 0);
    }

    fn expects(&self, number: i64) -> bool {
        match self.parts.len() {
            1 | 2 => is_minute(number),
            3 => (0..1000).contains(&number),
            _ => false,
        }
    }

    /// Milliseconds of the day.
    fn write(mut self) -> Option<i64> {
        self.parts.resize(4, 0);
        let [mut hour, minute, second, millisecond] = self.parts.try_into().ok()?;
        if let Some(half) = self.half {
            if !(0..=12).contains(&hour) {
                return None;
            }
            hour = hour % 12 + half;
        }
        let whole =
            is_hour(hour) && is_minute(minute) && is_minute(second) && (0..1000).contains(&millisecond);
        if !whole && (hour, minute, second, millisecond) != (24, 0, 0, 0) {
            return None;
        }
        Some(((hour * 60 + minute) * 60 + second) * 1000 + millisecond)
    }
}

#[derive(Debug, Default)]
struct Zone {
    sign: Option<i64>,
    hour: Option<i64>,
    minute: Option<i64>,
}

impl Zone {
    fn set(&mut self, hours: i64) {
        *self = Zone { sign: Some(if hours < 0 { -1 } else { 1 }), hour: Some(hours.abs()), minute: Some(0) };
    }

    fn is_utc(&self) -> bool {
        (self.hour, self.minute) == (Some(0), Some(0))
    }

    fn expects(&self, number: i64) -> bool {
        self.hour.is_some() && self.minute.is_none() && is_minute(number)
    }

    /// Minutes to add to get UTC. The guest's own zone is UTC.
    fn write(&self) -> i64 {
        self.sign.unwrap_or(0) * (self.hour.unwrap_or(0) * 60 + self.minute.unwrap_or(0))
    }
}

fn is_day(number: i64) -> bool {
    (1..=31).contains(&number)
}

fn is_month(number: i64) -> bool {
    (1..=12).contains(&number)
}

fn is_hour(number: i64) -> bool {
    (0..24).contains(&number)
}

fn is_minute(number: i64) -> bool {
    (0..60).contains(&number)
}

/// A fraction of a second with any number of digits, in milliseconds.
fn milliseconds(number: i64, digits: usize) -> i64 {
    match digits {
        1 => number * 100,
        2 => number * 10,
        _ => number / 10_i64.pow(u32::try_from(digits.min(9) - 3).unwrap_or(0)),
    }
}

fn fixed(token: Token, digits: usize) -> Option<i64> {
    match token {
        Token::Number(number, length) if length == digits => Some(number),
        _ => None,
    }
}

/// Milliseconds since 1970; `None` if the text is no date.
pub(super) fn parse(text: &str) -> Option<i64> {
    let text: Vec<char> = text.chars().collect();
    let mut scanner = Scanner::new(&text);
    let (mut day, mut time, mut zone) = (Day::default(), Time::default(), Zone::default());
    let rest = standard(&mut scanner, &mut day, &mut time, &mut zone)?;
    free(rest, &mut scanner, &mut day, &mut time, &mut zone)?;
    let (year, month, of_month) = day.write()?;
    let ms = days_from_civil(year, month) * 86_400_000 + (of_month - 1) * 86_400_000 + time.write()?;
    let ms = ms - zone.write() * 60_000;
    (ms.abs() <= 8_640_000_000_000_000).then_some(ms)
}

/// Parses the ISO format. Returns the first token that is not part of it; `None` if no other format is
/// possible.
fn standard(scanner: &mut Scanner<'_>, day: &mut Day, time: &mut Time, zone: &mut Zone) -> Option<Token> {
    if let sign @ Token::Symbol('+' | '-') = scanner.peek() {
        scanner.next();
        let Some(year) = fixed(scanner.peek(), 6) else { return Some(sign) };
        scanner.next();
        if sign == Token::Symbol('-') && year == 0 {
            return Some(sign);
        }
        day.add(if sign == Token::Symbol('-') { -year } else { year })?;
    } else if let Some(year) = fixed(scanner.peek(), 4) {
        scanner.next();
        day.add(year)?;
    } else {
        return Some(scanner.next());
    }
    for known in [is_month, is_day] {
        if !scanner.skip('-') {
            break;
        }
        let Some(number) = fixed(scanner.peek(), 2).filter(|number| known(*number)) else {
            return Some(scanner.next());
        };
        scanner.next();
        day.add(number)?;
    }
    if scanner.peek() == Token::Time {
        scanner.next();
        time_of_day(scanner, time, zone)?;
    } else if scanner.peek() != Token::End {
        return Some(scanner.next());
    }
    if zone.hour.is_none() && time.parts.is_empty() {
        zone.set(0);
    }
    day.iso = true;
    Some(Token::End)
}

/// `HH:mm[:ss[.sss]]` and `Z` or an offset.
fn time_of_day(scanner: &mut Scanner<'_>, time: &mut Time, zone: &mut Zone) -> Option<()> {
    let mut two = |scanner: &mut Scanner<'_>, most: i64| {
        let number = fixed(scanner.peek(), 2).filter(|number| *number <= most)?;
        scanner.next();
        time.add(number)?;
        Some(number)
    };
    let last = two(scanner, 24)? == 24;
    let most = if last { 0 } else { 59 };
    scanner.skip(':').then_some(())?;
    two(scanner, most)?;
    if scanner.skip(':') {
        two(scanner, most)?;
        if scanner.skip('.') {
            let Token::Number(number, digits) = scanner.next() else { return None };
            (!last || number == 0).then_some(())?;
            time.add(milliseconds(number, digits))?;
        }
    }
    match scanner.peek() {
        Token::Utc => {
            scanner.next();
            zone.set(0);
        }
        Token::Symbol(sign @ ('+' | '-')) => {
            scanner.next();
            let (hour, minute) = if let Some(both) = fixed(scanner.peek(), 4) {
                scanner.next();
                (both / 100, both % 100)
            } else {
                let hour = fixed(scanner.next(), 2)?;
                scanner.skip(':').then_some(())?;
                (hour, fixed(scanner.next(), 2)?)
            };
            (is_hour(hour) && is_minute(minute)).then_some(())?;
            *zone =
                Zone { sign: Some(if sign == '-' { -1 } else { 1 }), hour: Some(hour), minute: Some(minute) };
        }
        _ => {}
    }
    (scanner.peek() == Token::End).then_some(())
}

/// Parses the rest in an informal format.
fn free(
    mut token: Token,
    scanner: &mut Scanner<'_>,
    day: &mut Day,
    time: &mut Time,
    zone: &mut Zone,
) -> Option<()> {
    let mut numbers = !day.parts.is_empty();
    loop {
        match token {
            Token::End => return Some(()),
            Token::Number(number, _) => {
                numbers = true;
                a_number(number, scanner, day, time, zone)?;
            }
            Token::Half(hours) if !time.parts.is_empty() => time.half = Some(hours),
            Token::Month(month) => {
                day.month = Some(month);
                scanner.skip('-');
            }
            Token::Zone(hours) if numbers => zone.set(hours),
            Token::Utc if numbers => zone.set(0),
            // Other words are allowed before the first number, but not directly before it.
            Token::Half(_) | Token::Zone(_) | Token::Utc | Token::Time | Token::Word => {
                if numbers || matches!(scanner.peek(), Token::Number(..)) {
                    return None;
                }
            }
            Token::Symbol(sign @ ('+' | '-')) if zone.is_utc() || !time.parts.is_empty() => {
                numbers = true;
                offset(sign, scanner, zone)?;
            }
            Token::Symbol('+' | '-' | ')') if numbers => return None,
            Token::Symbol(_) | Token::Space | Token::Unknown => {}
        }
        token = scanner.next();
    }
}

fn a_number(
    number: i64,
    scanner: &mut Scanner<'_>,
    day: &mut Day,
    time: &mut Time,
    zone: &mut Zone,
) -> Option<()> {
    if scanner.skip(':') {
        if scanner.skip(':') {
            time.parts.is_empty().then_some(())?;
            time.add(number)?;
            return time.add(0);
        }
        time.add(number)?;
        scanner.skip('.');
    } else if scanner.skip('.') && time.expects(number) {
        time.add(number)?;
        let Token::Number(number, digits) = scanner.next() else { return None };
        time.add_final(milliseconds(number, digits));
    } else if zone.expects(number) {
        zone.minute = Some(number);
    } else if time.expects(number) {
        time.add_final(number);
        let after = scanner.peek();
        let ends = matches!(after, Token::End | Token::Space | Token::Utc | Token::Symbol('+' | '-'));
        ends.then_some(())?;
    } else {
        day.add(number)?;
        scanner.skip('-');
    }
    Some(())
}

/// Parses an offset from UTC, after its sign.
fn offset(sign: char, scanner: &mut Scanner<'_>, zone: &mut Zone) -> Option<()> {
    zone.sign = Some(if sign == '-' { -1 } else { 1 });
    let (number, digits) = match scanner.peek() {
        Token::Number(number, digits) => {
            scanner.next();
            (number, digits)
        }
        _ => (0, 0),
    };
    (zone.hour, zone.minute) = match digits {
        _ if scanner.peek() == Token::Symbol(':') => (Some(number), None),
        1 | 2 => (Some(number), Some(0)),
        3 | 4 => (Some(number / 100), Some(number % 100)),
        _ => return None,
    };
    Some(())
}

/// Days from 1970 to the first of a month in the Gregorian calendar.
fn days_from_civil(year: i64, month: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}
