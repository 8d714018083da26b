//! Deep equality as Jest and Vitest define it.
//!
//! The descent is a work list, not recursion, so that a deep value cannot overflow the native stack; only the
//! search for a counterpart inside sets, maps and asymmetric matchers recurses, to a bounded depth. The number
//! of steps is bounded too.

use std::collections::HashMap;

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsBigInt, JsObject, JsResult, JsString, JsSymbol, JsValue, js_string};

use super::asymmetric;
use crate::intrinsics::Intrinsics;
use crate::value::{self, Class};

/// Steps of one comparison: pairs compared and properties read.
const MAX_STEPS: u64 = 5_000_000;
/// Comparisons inside comparisons.
const MAX_NESTED: usize = 48;

/// Which of Jest's equalities is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mode {
    /// Keys whose value is undefined count (`toStrictEqual`).
    strict_keys: bool,
    /// Constructors must be the same (`toStrictEqual`).
    types: bool,
    /// Plain objects of the expected value may lack properties of the received one (`toMatchObject`).
    subset: bool,
}

impl Mode {
    /// `toEqual`.
    pub(crate) const EQUAL: Mode = Mode { strict_keys: false, types: false, subset: false };
    /// `toStrictEqual`.
    pub(crate) const STRICT: Mode = Mode { strict_keys: true, types: true, subset: false };
    /// `toMatchObject`.
    pub(crate) const SUBSET: Mode = Mode { strict_keys: false, types: false, subset: true };

    /// Inside sets, maps and other iterables undefined keys do not count, in any mode.
    fn inside_iterable(self) -> Mode {
        Mode { strict_keys: false, ..self }
    }
}

/// Whether two values are equal. `a` is the received value and `b` the expected one.
///
/// # Errors
/// Guest code of getters, iterators and proxy traps, and a `RangeError` for values that are too large.
pub(crate) fn equals(a: &JsValue, b: &JsValue, mode: Mode, context: &mut Context) -> JsResult<bool> {
    Comparison { context, steps: 0, nested: 0, path: Path::default() }.run(a, b, mode)
}

/// `Array.prototype.every` over two argument lists, with asymmetric matchers for `undefined` too.
///
/// # Errors
/// As [`equals`].
pub(crate) fn equal_lists(a: &[JsValue], b: &[JsValue], context: &mut Context) -> JsResult<bool> {
    if a.len() != b.len() {
        return Ok(false);
    }
    for (a, b) in a.iter().zip(b) {
        if !equals(a, b, Mode::EQUAL, context)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The objects that are being compared, outermost first: a circular reference equals another one at the same depth.
#[derive(Default)]
struct Path {
    a_to_b: HashMap<JsObject, JsObject>,
    b_to_a: HashMap<JsObject, JsObject>,
}

enum Task {
    Pair(JsValue, JsValue, Mode),
    Leave(JsObject, JsObject),
}

pub(crate) struct Comparison<'a> {
    pub(crate) context: &'a mut Context,
    steps: u64,
    nested: usize,
    path: Path,
}

impl Comparison<'_> {
    /// Compares inside a running comparison.
    pub(crate) fn run(&mut self, a: &JsValue, b: &JsValue, mode: Mode) -> JsResult<bool> {
        self.nested += 1;
        if self.nested > MAX_NESTED {
            return Err(value::too_large());
        }
        let mut tasks = vec![Task::Pair(a.clone(), b.clone(), mode)];
        let mut equal = Ok(true);
        while let Some(task) = tasks.pop() {
            match task {
                Task::Leave(a, b) => self.leave(&a, &b),
                Task::Pair(a, b, mode) => {
                    equal = self.step(&a, &b, mode, &mut tasks);
                    if !matches!(equal, Ok(true)) {
                        break;
                    }
                }
            }
        }
        for task in tasks {
            if let Task::Leave(a, b) = task {
                self.leave(&a, &b);
            }
        }
        self.nested -= 1;
        equal
    }

    /// Counts work, so that hostile values end in an error and not in a hang.
    fn work(&mut self, steps: usize) -> JsResult<()> {
        self.steps += steps as u64;
        if self.steps > MAX_STEPS { Err(value::too_large()) } else { Ok(()) }
    }

    fn leave(&mut self, a: &JsObject, b: &JsObject) {
        self.path.a_to_b.remove(a);
        self.path.b_to_a.remove(b);
    }

    fn step(&mut self, a: &JsValue, b: &JsValue, mode: Mode, tasks: &mut Vec<Task>) -> JsResult<bool> {
        self.work(1)?;
        if let Some(matched) = asymmetric::matches(a, b, self)? {
            return Ok(matched);
        }
        let (Some(left), Some(right)) = (a.as_object(), b.as_object()) else {
            return Ok(!mode.subset_of_nothing(b) && JsValue::same_value(a, b));
        };
        if JsObject::equals(&left, &right) {
            return Ok(true);
        }
        let left_class = value::class_of(&left, self.context)?;
        let right_class = value::class_of(&right, self.context)?;
        if mode.subset && has_plain_keys(right_class) && !self.both_iterable(&left, &right)? {
            return self.subset(&left, &right, mode, tasks);
        }
        if left_class != right_class || left_class == Class::Function {
            return Ok(false);
        }
        if mode.types && !self.same_constructor(&left, &right)? {
            return Ok(false);
        }
        if let Some(equal) = self.same_content(&left, &right, left_class)? {
            return Ok(equal);
        }
        if let Some(known) = self.path.a_to_b.get(&left) {
            return Ok(JsObject::equals(known, &right));
        }
        if self.path.b_to_a.contains_key(&right) {
            return Ok(false);
        }
        self.path.a_to_b.insert(left.clone(), right.clone());
        self.path.b_to_a.insert(right.clone(), left.clone());
        tasks.push(Task::Leave(left.clone(), right.clone()));
        match left_class {
            Class::Array => self.arrays(&left, &right, mode, tasks),
            Class::Set => self.sets(&left, &right, mode.inside_iterable()),
            Class::Map => self.maps(&left, &right, mode.inside_iterable()),
            Class::TypedArray => self.typed_arrays(&left, &right),
            Class::Error => self.errors(&left, &right, mode, tasks),
            _ => self.objects(&left, &right, left_class, mode, tasks),
        }
    }

    /// Whether Jest compares two objects by what they iterate over.
    fn both_iterable(&mut self, a: &JsObject, b: &JsObject) -> JsResult<bool> {
        let iterator = JsSymbol::iterator();
        Ok(!value::is_array(a, self.context)?
            && !value::is_array(b, self.context)?
            && a.has_property(iterator.clone(), self.context)?
            && b.has_property(iterator, self.context)?)
    }

    fn same_constructor(&mut self, a: &JsObject, b: &JsObject) -> JsResult<bool> {
        let left = a.get(js_string!("constructor"), self.context)?;
        let right = b.get(js_string!("constructor"), self.context)?;
        Ok(JsValue::strict_equals(&left, &right))
    }

    /// Objects whose content is in a slot. `None` if properties decide.
    fn same_content(&mut self, a: &JsObject, b: &JsObject, class: Class) -> JsResult<Option<bool>> {
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
            Class::ArrayBuffer => value::buffer_bytes(a) == value::buffer_bytes(b),
            Class::DataView => self.view_bytes(a)? == self.view_bytes(b)?,
            _ => match Intrinsics::of(self.context).url_prototype.clone() {
                Some(url) if value::inherits(a, &url) && value::inherits(b, &url) => {
                    let (a, b) =
                        (a.get(js_string!("href"), self.context)?, b.get(js_string!("href"), self.context)?);
                    JsValue::same_value(&a, &b)
                }
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

    /// Own enumerable properties with their values, without the undefined ones unless keys are strict. Symbols
    /// always count.
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

    fn arrays(&mut self, a: &JsObject, b: &JsObject, mode: Mode, tasks: &mut Vec<Task>) -> JsResult<bool> {
        if value::length_of(a, self.context)? != value::length_of(b, self.context)? {
            return Ok(false);
        }
        // Jest's tester for sparse arrays makes holes count again, also inside iterables.
        self.plain(a, b, Mode { strict_keys: mode.strict_keys || mode.types, ..mode }, tasks)
    }

    fn typed_arrays(&mut self, a: &JsObject, b: &JsObject) -> JsResult<bool> {
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

    fn objects(
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

    /// `Object.entries` of both, in order: what Jest compares of iterables beside their elements.
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

    fn errors(&mut self, a: &JsObject, b: &JsObject, mode: Mode, tasks: &mut Vec<Task>) -> JsResult<bool> {
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

    fn sets(&mut self, a: &JsObject, b: &JsObject, mode: Mode) -> JsResult<bool> {
        let (left, right) = (value::set_values(a), value::set_values(b));
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

    fn maps(&mut self, a: &JsObject, b: &JsObject, mode: Mode) -> JsResult<bool> {
        let (left, right) = (value::map_entries(a), value::map_entries(b));
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

    /// Every own enumerable string key of `b` is a property of `a`, own or inherited short of `Object.prototype`.
    fn subset(&mut self, a: &JsObject, b: &JsObject, mode: Mode, tasks: &mut Vec<Task>) -> JsResult<bool> {
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

impl Mode {
    /// `toMatchObject({…})` of a primitive: Jest refuses, and nothing is a subset of nothing.
    fn subset_of_nothing(self, b: &JsValue) -> bool {
        self.subset && b.is_object()
    }
}

/// Whether `toMatchObject` compares an expected value key by key.
fn has_plain_keys(class: Class) -> bool {
    !matches!(
        class,
        Class::Error | Class::Array | Class::Date | Class::Set | Class::Map | Class::Function | Class::RegExp
    )
}

fn right_has(set: &JsObject, found: &JsValue) -> bool {
    set.downcast_ref::<boa_engine::builtins::set::ordered_set::OrderedSet>()
        .is_some_and(|set| set.contains(found))
}

/// Whether a key is in an object or its prototypes, `Object.prototype` aside.
pub(super) fn has_property_in_object(
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
