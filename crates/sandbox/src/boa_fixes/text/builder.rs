//! Builds strings from others.

use std::rc::Rc;

use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{Context, JsResult, JsString};

use crate::boa_fixes::guards::check_length;
use crate::host::Host;
use crate::native::host;

/// Minimum number of units reserved.
const LEAST: usize = 32;

/// A growing string. It uses one byte per unit as long as possible, and checks the memory limit before it
/// grows. It throws a `RangeError` beyond the maximum length.
pub(crate) struct TextBuilder {
    units: Units,
    host: Rc<Host>,
}

enum Units {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl TextBuilder {
    pub(crate) fn new(context: &Context) -> JsResult<TextBuilder> {
        Ok(TextBuilder { units: Units::Narrow(Vec::new()), host: host(context)? })
    }

    /// Creates a builder with room for `units` units of strings like `like`.
    pub(super) fn with_room(units: usize, like: JsStr<'_>, context: &Context) -> JsResult<TextBuilder> {
        let mut builder = TextBuilder::new(context)?;
        if matches!(like.variant(), JsStrVariant::Utf16(_)) {
            builder.units = Units::Wide(Vec::new());
        }
        builder.grow_to(units)?;
        Ok(builder)
    }

    pub(super) fn len(&self) -> usize {
        match &self.units {
            Units::Narrow(units) => units.len(),
            Units::Wide(units) => units.len(),
        }
    }

    pub(crate) fn push(&mut self, text: JsStr<'_>) -> JsResult<()> {
        if text.is_empty() {
            return Ok(());
        }
        if matches!(text.variant(), JsStrVariant::Utf16(_)) {
            self.widen()?;
        }
        let length = self.len().saturating_add(text.len());
        if length > self.capacity() {
            let ample = self.capacity().saturating_mul(2).clamp(LEAST, self.longest().max(LEAST));
            self.grow_to(length.max(ample))?;
        }
        match (&mut self.units, text.variant()) {
            (Units::Narrow(units), JsStrVariant::Latin1(text)) => units.extend_from_slice(text),
            (Units::Wide(units), JsStrVariant::Latin1(text)) => {
                units.extend(text.iter().copied().map(u16::from));
            }
            (Units::Wide(units), JsStrVariant::Utf16(text)) => units.extend_from_slice(text),
            // The buffer is wide already.
            (Units::Narrow(_), JsStrVariant::Utf16(_)) => {}
        }
        Ok(())
    }

    /// Appends a string repeatedly, up to `units` units.
    pub(super) fn push_cycled(&mut self, text: &JsString, units: usize) -> JsResult<()> {
        let start = self.len();
        let end = start.saturating_add(units);
        if end > self.capacity() {
            self.grow_to(end)?;
        }
        self.push(text.slice(0, units).as_str())?;
        if text.is_empty() {
            return Ok(());
        }
        while self.len() < end {
            let there = start..(self.len()).min(start + (end - self.len()));
            match &mut self.units {
                Units::Narrow(units) => units.extend_from_within(there),
                Units::Wide(units) => units.extend_from_within(there),
            }
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> JsResult<JsString> {
        // The engine makes a copy.
        self.host.room((self.len() * self.width()) as u64)?;
        Ok(match &self.units {
            Units::Narrow(units) => JsString::from(JsStr::latin1(units)),
            Units::Wide(units) => JsString::from(JsStr::utf16(units)),
        })
    }

    fn widen(&mut self) -> JsResult<()> {
        if let Units::Narrow(units) = &self.units {
            self.host.room(units.capacity() as u64 * 2)?;
            let mut wide = Vec::with_capacity(units.capacity());
            wide.extend(units.iter().copied().map(u16::from));
            self.units = Units::Wide(wide);
        }
        Ok(())
    }

    fn grow_to(&mut self, length: usize) -> JsResult<()> {
        check_length(length as u64, &self.host)?;
        self.host.room((length.saturating_sub(self.capacity()) * self.width()) as u64)?;
        let more = length.saturating_sub(self.len());
        match &mut self.units {
            Units::Narrow(units) => units.reserve_exact(more),
            Units::Wide(units) => units.reserve_exact(more),
        }
        Ok(())
    }

    fn longest(&self) -> usize {
        usize::try_from(self.host.limits.memory_bytes).unwrap_or(usize::MAX)
    }

    fn capacity(&self) -> usize {
        match &self.units {
            Units::Narrow(units) => units.capacity(),
            Units::Wide(units) => units.capacity(),
        }
    }

    fn width(&self) -> usize {
        match &self.units {
            Units::Narrow(_) => 1,
            Units::Wide(_) => 2,
        }
    }
}
