//! Deep equality as Jest and Vitest define it.
//!
//! The comparison uses a work list instead of recursion, so that a deep value cannot overflow the native
//! stack. Only the search for counterparts in sets, maps and asymmetric matchers recurses, to a bounded
//! depth. The number of steps is also bounded.

use std::collections::HashMap;

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsSymbol, JsValue, js_string};

mod contents;
mod properties;

use super::asymmetric;
use crate::state::State;
use crate::value::{self, Class};
pub(super) use properties::has_property_in_object;

/// Maximum number of steps per comparison: compared pairs and read properties.
const MAX_STEPS: u64 = 5_000_000;
/// Maximum nesting of comparisons.
const MAX_NESTED: usize = 48;

/// The variant of Jest's equality.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mode {
    /// Whether keys with an undefined value count (`toStrictEqual`).
    strict_keys: bool,
    /// Whether constructors must be equal (`toStrictEqual`).
    types: bool,
    /// Whether plain objects of the expected value may omit properties of the received one (`toMatchObject`).
    subset: bool,
}

impl Mode {
    /// `toEqual`.
    pub(crate) const EQUAL: Mode = Mode { strict_keys: false, types: false, subset: false };
    /// `toStrictEqual`.
    pub(crate) const STRICT: Mode = Mode { strict_keys: true, types: true, subset: false };
    /// chai's `deep.equal`: keys count, constructors do not.
    pub(crate) const CHAI: Mode = Mode { strict_keys: true, types: false, subset: false };
    /// `toMatchObject`.
    pub(crate) const SUBSET: Mode = Mode { strict_keys: false, types: false, subset: true };

    /// Whether the bytes of buffers are compared.
    fn looks_into_buffers(self) -> bool {
        self.types || self.strict_keys
    }

    /// The mode inside sets, maps and other iterables, where undefined keys never count.
    fn inside_iterable(self) -> Mode {
        Mode { strict_keys: false, ..self }
    }
}

/// Whether two values are equal. `a` is the received value and `b` the expected one.
///
/// # Errors
/// Errors that getters, iterators and proxy traps throw, and a `RangeError` for values that are too large.
pub(crate) fn equals(a: &JsValue, b: &JsValue, mode: Mode, context: &mut Context) -> JsResult<bool> {
    let testers = State::of(context).testers.borrow().clone();
    equals_by(a, b, mode, testers, context)
}

/// Whether two values are equal, where the guest's own testers decide first.
///
/// # Errors
/// Errors of [`equals`], and errors that testers throw.
pub(crate) fn equals_by(
    a: &JsValue,
    b: &JsValue,
    mode: Mode,
    testers: Vec<JsObject>,
    context: &mut Context,
) -> JsResult<bool> {
    Comparison { context, steps: 0, nested: 0, path: Path::default(), testers }.run(a, b, mode)
}

/// Compares two argument lists by `Array.prototype.every`; asymmetric matchers also apply to `undefined`.
///
/// # Errors
/// Errors of [`equals`].
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

/// The objects being compared, outermost first. A circular reference equals another at the same depth.
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
    /// Testers of `expect.addEqualityTesters`.
    testers: Vec<JsObject>,
}

impl Comparison<'_> {
    /// Runs a nested comparison.
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

    /// Counts steps, so that hostile values cause an error instead of a hang.
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
        if !self.testers.is_empty() {
            let testers = std::mem::take(&mut self.testers);
            let said = super::testers::ask(&testers, a, b, self.context);
            self.testers = testers;
            if let Some(said) = said? {
                return Ok(said);
            }
        }
        let (Some(left), Some(right)) = (a.as_object(), b.as_object()) else {
            return match b.as_object().filter(|_| mode.subset) {
                Some(right) => self.asks_for_nothing(&right),
                None => Ok(JsValue::same_value(a, b)),
            };
        };
        if JsObject::equals(&left, &right) {
            return Ok(true);
        }
        let left_class = value::class_of(&left, self.context)?;
        let right_class = value::class_of(&right, self.context)?;
        let is_jest = || State::of(self.context).is_jest;
        if left_class == Class::Error && right_class == Class::Error && is_jest() {
            return self.same_messages(&left, &right, mode);
        }
        if mode.subset && has_plain_keys(right_class) && !self.both_iterable(&left, &right)? {
            return self.subset(&left, &right, mode, tasks);
        }
        if left_class != right_class || left_class == Class::Function {
            return Ok(false);
        }
        if mode.types && !self.same_constructor(&left, &right)? {
            return Ok(false);
        }
        if let Some(equal) = self.same_content(&left, &right, left_class, mode)? {
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

    /// Whether Jest compares two objects by their iterators.
    fn both_iterable(&mut self, a: &JsObject, b: &JsObject) -> JsResult<bool> {
        let iterator = JsSymbol::iterator();
        Ok(!value::is_array(a, self.context)?
            && !value::is_array(b, self.context)?
            && a.has_property(iterator.clone(), self.context)?
            && b.has_property(iterator, self.context)?)
    }

    /// Whether an expected object of `toMatchObject` has no keys, in which case even a primitive matches, as
    /// in Vitest.
    fn asks_for_nothing(&mut self, expected: &JsObject) -> JsResult<bool> {
        let class = value::class_of(expected, self.context)?;
        let mut keys = value::own_enumerable_keys(expected, self.context)?.into_iter();
        Ok(has_plain_keys(class) && keys.all(|key| matches!(key, PropertyKey::Symbol(_))))
    }

    /// Whether Jest takes two errors to be equal: it compares nothing but their messages.
    fn same_messages(&mut self, a: &JsObject, b: &JsObject, mode: Mode) -> JsResult<bool> {
        if mode.types && !self.same_constructor(a, b)? {
            return Ok(false);
        }
        let left = a.get(js_string!("message"), self.context)?;
        let right = b.get(js_string!("message"), self.context)?;
        Ok(JsValue::strict_equals(&left, &right))
    }

    fn same_constructor(&mut self, a: &JsObject, b: &JsObject) -> JsResult<bool> {
        let left = a.get(js_string!("constructor"), self.context)?;
        let right = b.get(js_string!("constructor"), self.context)?;
        Ok(JsValue::strict_equals(&left, &right))
    }
}

/// Whether `toMatchObject` compares a value of this class key by key.
fn has_plain_keys(class: Class) -> bool {
    !matches!(class, Class::Error | Class::Array | Class::Date | Class::Set | Class::Map | Class::Function)
}
