//! What is on record of mock functions.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};

use boa_engine::{Context, JsObject, JsValue};

use super::behaviour::Behaviour;
use super::shown::Shown;
use crate::value;

/// How a call ended.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    /// It has not.
    Running,
    Returned(JsValue),
    Threw(JsValue),
}

/// What the result of a call came to: for a promise what it settled in, for anything else at once.
#[derive(Debug, Clone)]
pub(crate) enum Settled {
    /// It has not.
    Pending,
    Fulfilled(JsValue),
    Rejected(JsValue),
}

/// One call.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) args: Vec<JsValue>,
    /// The arguments as the array that the guest sees.
    pub(super) array: JsValue,
    pub(super) this: JsValue,
    pub(super) instance: JsValue,
    /// Place among all calls of mocks in the file.
    pub(crate) order: u64,
    pub(crate) outcome: Outcome,
    pub(crate) settled: Settled,
}

/// What is on record of one mock.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    pub(super) function: JsObject,
    pub(crate) name: String,
    pub(crate) calls: Vec<Call>,
    /// What `mockReset` calls it.
    pub(super) default_name: String,
    /// What `mockReset` goes back to.
    pub(super) initial: Option<Behaviour>,
    /// What is called where there is no other implementation.
    pub(super) original: Option<JsObject>,
    pub(super) behaviour: Option<Behaviour>,
    /// An element without a behaviour uses up one call.
    pub(super) once: VecDeque<Option<Behaviour>>,
    /// How many calls were cleared; a call that ends after that is nobody's.
    pub(super) cleared: usize,
    /// Puts back what a spy stands for.
    pub(super) restore: Option<super::spy_on::Restore>,
    /// The mock on the prototype that a method of an automocked instance counts for too.
    pub(super) parent: Option<usize>,
    /// Methods of the prototype that each instance gets mocks of its own for, and whether these call the
    /// original ones.
    pub(super) members: Option<super::make::Members>,
    /// What the guest sees of it, once it was asked for.
    pub(super) shown: Option<Shown>,
}

impl Record {
    /// What the next call does, taken from what is left for single calls first.
    pub(super) fn next(&mut self) -> Option<Behaviour> {
        self.once.pop_front().flatten().or_else(|| self.behaviour.clone())
    }

    /// The place of a call that begins.
    pub(super) fn begin(&mut self, call: Call) -> usize {
        self.calls.push(call);
        self.cleared + self.calls.len() - 1
    }

    /// The call at a place, unless it was cleared since.
    pub(super) fn call(&mut self, place: usize) -> Option<&mut Call> {
        self.calls.get_mut(place.checked_sub(self.cleared)?)
    }

    pub(super) fn clear(&mut self) {
        self.cleared += self.calls.len();
        self.calls.clear();
    }

    pub(super) fn reset(&mut self) {
        self.clear();
        self.behaviour.clone_from(&self.initial);
        self.once.clear();
        self.name.clone_from(&self.default_name);
    }
}

/// All mocks of a file, by their functions.
#[derive(Debug, Default)]
pub(crate) struct Mocks {
    ids: RefCell<HashMap<JsObject, usize>>,
    records: RefCell<Vec<Record>>,
    order: Cell<u64>,
    /// What mock functions inherit from.
    pub(super) prototype: RefCell<Option<JsObject>>,
    /// `Function.prototype.toString` of the fresh realm.
    pub(super) to_string: RefCell<Option<JsObject>>,
    /// Spies that `restoreAllMocks` has not put back yet, in the order in which they were made.
    pub(super) spies: RefCell<Vec<usize>>,
}

impl Mocks {
    /// The record of a mock function; `None` for any other value.
    pub(crate) fn record(&self, value: &JsValue) -> Option<Record> {
        let id = self.id(value)?;
        self.records.borrow().get(id).cloned()
    }

    pub(super) fn id(&self, value: &JsValue) -> Option<usize> {
        self.ids.borrow().get(&value.as_object()?).copied()
    }

    /// The mock that an object is or inherits from: a class may extend one.
    pub(super) fn id_by_inheritance(&self, value: &JsValue) -> Option<usize> {
        let ids = self.ids.borrow();
        let mut current = value.as_object();
        while let Some(link) = current {
            if let Some(id) = ids.get(&link) {
                return Some(*id);
            }
            current = link.prototype();
        }
        None
    }

    /// The number that the next mock will have.
    pub(super) fn next_id(&self) -> usize {
        self.records.borrow().len()
    }

    pub(super) fn add(&self, record: Record) {
        self.ids.borrow_mut().insert(record.function.clone(), self.next_id());
        self.records.borrow_mut().push(record);
    }

    /// Changes a record. No guest code may run inside.
    pub(super) fn with<T>(&self, id: usize, change: impl FnOnce(&mut Record) -> T) -> Option<T> {
        self.records.borrow_mut().get_mut(id).map(change)
    }

    pub(super) fn len(&self) -> usize {
        self.records.borrow().len()
    }

    pub(super) fn next_order(&self) -> u64 {
        self.order.set(self.order.get() + 1);
        self.order.get()
    }

    /// The text of a function.
    pub(super) fn source(&self, function: &JsObject, context: &mut Context) -> String {
        let to_string = self.to_string.borrow().clone();
        let source =
            to_string.and_then(|to_string| to_string.call(&function.clone().into(), &[], context).ok());
        source.and_then(|source| source.as_string().map(|text| value::text(&text))).unwrap_or_default()
    }
}
