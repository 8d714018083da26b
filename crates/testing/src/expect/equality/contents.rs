//! Objects whose content is not in properties: wrapped primitives, dates, buffers, sets and maps.

use std::collections::HashMap;

use boa_engine::{JsBigInt, JsObject, JsResult, JsString, JsSymbol, JsValue};
use verdict_sandbox::url_href;

use super::{Comparison, Mode};
use crate::value::{self, Class};

impl Comparison<'_> {
    /// Compares objects whose content is in an internal slot. `None` if properties decide.
    pub(super) fn same_content(
        &mut self,
        a: &JsObject,
        b: &JsObject,
        class: Class,
        mode: Mode,
    ) -> JsResult<Option<bool>> {
        fn slot<T: boa_engine::object::NativeObject + Clone>(object: &JsObject) -> Option<T> {
            object.downcast_ref::<T>().map(|data| data.clone())
        }
        Ok(Some(match class {
            Class::Boolean => slot::<bool>(a) == slot::<bool>(b),
            Class::Number => match (slot::<f64>(a), slot::<f64>(b)) {
                (Some(a), Some(b)) => JsValue::same_value(&a.into(), &b.into()),
                _ => false,
            },
            Class::String => slot::<JsString>(a) == slot::<JsString>(b),
            Class::Symbol => slot::<JsSymbol>(a) == slot::<JsSymbol>(b),
            Class::BigInt => slot::<JsBigInt>(a) == slot::<JsBigInt>(b),
            Class::Date => {
                let (a, b) = (value::date_ms(a, self.context)?, value::date_ms(b, self.context)?);
                a == b || (a.is_nan() && b.is_nan())
            }
            Class::RegExp => value::regexp_parts(a, self.context)? == value::regexp_parts(b, self.context)?,
            // Only `toStrictEqual` uses Jest's buffer tester; for `toEqual` buffers are objects without keys.
            Class::ArrayBuffer if mode.looks_into_buffers() => {
                value::buffer_bytes(a) == value::buffer_bytes(b)
            }
            Class::DataView if mode.looks_into_buffers() => self.view_bytes(a)? == self.view_bytes(b)?,
            _ => match (url_href(a, self.context), url_href(b, self.context)) {
                (Some(a), Some(b)) => a == b,
                _ => return Ok(None),
            },
        }))
    }

    fn view_bytes(&mut self, view: &JsObject) -> JsResult<Option<Vec<u8>>> {
        let view = boa_engine::object::builtins::JsDataView::from_object(view.clone())?;
        let buffer = view.buffer(self.context)?;
        let start = usize::try_from(view.byte_offset(self.context)?).unwrap_or(usize::MAX);
        let length = usize::try_from(view.byte_length(self.context)?).unwrap_or(0);
        Ok(buffer
            .as_object()
            .and_then(|buffer| value::buffer_bytes(&buffer))
            .and_then(|bytes| bytes.get(start..start.saturating_add(length)).map(<[u8]>::to_vec)))
    }

    pub(super) fn typed_arrays(&mut self, a: &JsObject, b: &JsObject) -> JsResult<bool> {
        if !self.same_constructor(a, b)? {
            return Ok(false);
        }
        let length = value::length_of(a, self.context)?;
        if length != value::length_of(b, self.context)? {
            return Ok(false);
        }
        self.work(usize::try_from(length).unwrap_or(usize::MAX))?;
        for index in 0..length {
            if !JsValue::same_value(&a.get(index, self.context)?, &b.get(index, self.context)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn sets(&mut self, a: &JsObject, b: &JsObject, mode: Mode) -> JsResult<bool> {
        let (left, right) = (value::set_values(a, self.context)?, value::set_values(b, self.context)?);
        if left.len() != right.len() || !self.same_constructor(a, b)? {
            return Ok(false);
        }
        for found in &left {
            self.work(1)?;
            if right_has(b, found) {
                continue;
            }
            let mut matched = false;
            for candidate in &right {
                if self.run(found, candidate, mode)? {
                    matched = true;
                    break;
                }
            }
            if !matched {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn maps(&mut self, a: &JsObject, b: &JsObject, mode: Mode) -> JsResult<bool> {
        let (left, right) = (value::map_entries(a, self.context)?, value::map_entries(b, self.context)?);
        if left.len() != right.len() || !self.same_constructor(a, b)? {
            return Ok(false);
        }
        let by_key: HashMap<JsValue, JsValue> = right.iter().cloned().collect();
        for (key, found) in &left {
            self.work(1)?;
            if let Some(expected) = by_key.get(key)
                && self.run(found, expected, mode)?
            {
                continue;
            }
            let mut matched = false;
            for (candidate, expected) in &right {
                if self.run(key, candidate, mode)? && self.run(found, expected, mode)? {
                    matched = true;
                    break;
                }
            }
            if !matched {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn right_has(set: &JsObject, found: &JsValue) -> bool {
    set.downcast_ref::<boa_engine::builtins::set::ordered_set::OrderedSet>()
        .is_some_and(|set| set.contains(found))
}
