//! Compares objects by properties: plain objects, arrays, errors, custom iterables, subsets.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};

use super::{Comparison, MAX_STEPS, Mode, Task};
use crate::value::{self, Class};

impl Comparison<'_> {
    /// Own enumerable properties with their values. Undefined values are omitted unless keys are strict.
    /// Symbols always count.
    fn properties(&mut self, object: &JsObject, mode: Mode) -> JsResult<Vec<(PropertyKey, JsValue)>> {
        let keys = value::own_enumerable_keys(object, self.context)?;
        self.work(keys.len())?;
        let mut properties = Vec::with_capacity(keys.len());
        for key in keys {
            let found = object.get(key.clone(), self.context)?;
            if mode.strict_keys || matches!(key, PropertyKey::Symbol(_)) || !found.is_undefined() {
                properties.push((key, found));
            }
        }
        Ok(properties)
    }

    fn plain(&mut self, a: &JsObject, b: &JsObject, mode: Mode, tasks: &mut Vec<Task>) -> JsResult<bool> {
        let left = self.properties(a, mode)?;
        if self.properties(b, mode)?.len() != left.len() {
            return Ok(false);
        }
        for (key, a_value) in left {
            if !b.has_own_property(key.clone(), self.context)? {
                return Ok(false);
            }
            let b_value = b.get(key, self.context)?;
            if !mode.strict_keys && b_value.is_undefined() {
                return Ok(false);
            }
            tasks.push(Task::Pair(a_value, b_value, mode));
        }
        Ok(true)
    }

    pub(super) fn arrays(
        &mut self,
        a: &JsObject,
        b: &JsObject,
        mode: Mode,
        tasks: &mut Vec<Task>,
    ) -> JsResult<bool> {
        if value::length_of(a, self.context)? != value::length_of(b, self.context)? {
            return Ok(false);
        }
        // Jest's tester for sparse arrays makes holes count again, even inside iterables.
        self.plain(a, b, Mode { strict_keys: mode.strict_keys || mode.types, ..mode }, tasks)
    }

    pub(super) fn objects(
        &mut self,
        a: &JsObject,
        b: &JsObject,
        class: Class,
        mode: Mode,
        tasks: &mut Vec<Task>,
    ) -> JsResult<bool> {
        if class != Class::Object {
            return self.plain(a, b, mode, tasks);
        }
        let (left, right) =
            (value::tag(&a.clone().into(), self.context)?, value::tag(&b.clone().into(), self.context)?);
        if left != right {
            return Ok(false);
        }
        if !self.both_iterable(a, b)? || left == "Arguments" {
            if value::is_error(&a.clone().into(), self.context)
                && value::is_error(&b.clone().into(), self.context)
            {
                return self.errors(a, b, mode, tasks);
            }
            return self.plain(a, b, mode, tasks);
        }
        if !self.same_constructor(a, b)? {
            return Ok(false);
        }
        let (Some(left), Some(right)) = (
            value::elements(&a.clone().into(), MAX_STEPS, self.context)?,
            value::elements(&b.clone().into(), MAX_STEPS, self.context)?,
        ) else {
            return self.plain(a, b, mode, tasks);
        };
        if left.len() != right.len() {
            return Ok(false);
        }
        let mode = mode.inside_iterable();
        tasks.extend(left.into_iter().zip(right).map(|(a, b)| Task::Pair(a, b, mode)));
        self.entries(a, b, mode, tasks)
    }

    /// Compares `Object.entries` in order, as Jest does for iterables in addition to their elements.
    fn entries(&mut self, a: &JsObject, b: &JsObject, mode: Mode, tasks: &mut Vec<Task>) -> JsResult<bool> {
        let names = |keys: Vec<PropertyKey>| -> Vec<PropertyKey> {
            keys.into_iter().filter(|key| !matches!(key, PropertyKey::Symbol(_))).collect()
        };
        let left = names(value::own_enumerable_keys(a, self.context)?);
        let right = names(value::own_enumerable_keys(b, self.context)?);
        self.work(left.len())?;
        if left != right {
            return Ok(false);
        }
        for key in left {
            let expected = b.get(key.clone(), self.context)?;
            tasks.push(Task::Pair(a.get(key, self.context)?, expected, mode));
        }
        Ok(true)
    }

    pub(super) fn errors(
        &mut self,
        a: &JsObject,
        b: &JsObject,
        mode: Mode,
        tasks: &mut Vec<Task>,
    ) -> JsResult<bool> {
        for key in ["name", "message"] {
            let (left, right) =
                (a.get(js_string!(key), self.context)?, b.get(js_string!(key), self.context)?);
            if !JsValue::strict_equals(&left, &right) {
                return Ok(false);
            }
        }
        // A cause counts only if the expected error has one.
        let expected = b.get(js_string!("cause"), self.context)?;
        if !expected.is_undefined() {
            tasks.push(Task::Pair(a.get(js_string!("cause"), self.context)?, expected, mode));
        }
        let aggregate = self.context.intrinsics().constructors().aggregate_error().prototype();
        if value::inherits(a, &aggregate) && value::inherits(b, &aggregate) {
            let errors = js_string!("errors");
            tasks.push(Task::Pair(a.get(errors.clone(), self.context)?, b.get(errors, self.context)?, mode));
        }
        self.plain(a, b, mode, tasks)
    }

    /// Whether every own enumerable string key of `b` is a property of `a`, own or inherited from below
    /// `Object.prototype`.
    pub(super) fn subset(
        &mut self,
        a: &JsObject,
        b: &JsObject,
        mode: Mode,
        tasks: &mut Vec<Task>,
    ) -> JsResult<bool> {
        if let Some(known) = self.path.b_to_a.get(b)
            && JsObject::equals(known, a)
        {
            return Ok(true);
        }
        self.path.b_to_a.insert(b.clone(), a.clone());
        tasks.push(Task::Leave(a.clone(), b.clone()));
        let keys = value::own_enumerable_keys(b, self.context)?;
        self.work(keys.len())?;
        for key in keys {
            if matches!(key, PropertyKey::Symbol(_)) {
                continue;
            }
            if !has_property_in_object(a, &key, self.context)? {
                return Ok(false);
            }
            let expected = b.get(key.clone(), self.context)?;
            tasks.push(Task::Pair(a.get(key, self.context)?, expected, mode));
        }
        Ok(true)
    }
}

/// Whether a key is in an object or its prototypes, except `Object.prototype`.
pub(in crate::expect) fn has_property_in_object(
    object: &JsObject,
    key: &PropertyKey,
    context: &mut Context,
) -> JsResult<bool> {
    let root = context.intrinsics().constructors().object().prototype();
    let mut current = Some(object.clone());
    while let Some(link) = current {
        if JsObject::equals(&link, &root) || link.is_callable() {
            return Ok(false);
        }
        if link.has_own_property(key.clone(), context)? {
            return Ok(true);
        }
        current = link.prototype();
    }
    Ok(false)
}
