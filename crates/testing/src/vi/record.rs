//! The records of mock functions.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};

use boa_engine::{Context, JsObject, JsValue};

use super::behaviour::Behaviour;
use super::shown::Shown;
use crate::value;

/// How a call ended.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    /// The call is still running.
    Running,
    Returned(JsValue),
    Threw(JsValue),
}

/// The settled result of a call: the outcome of a promise, or any other value at once.
#[derive(Debug, Clone)]
pub(crate) enum Settled {
    /// The promise is pending.
    Pending,
    Fulfilled(JsValue),
    Rejected(JsValue),
}

#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) args: Vec<JsValue>,
    /// The arguments, as the array that the guest sees.
    pub(super) array: JsValue,
    pub(super) this: JsValue,
    pub(super) instance: JsValue,
    /// Position among all mock calls of the file.
    pub(crate) order: u64,
    pub(crate) outcome: Outcome,
    pub(crate) settled: Settled,
}

/// The record of one mock.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    pub(super) function: JsObject,
    pub(crate) name: String,
    pub(crate) calls: Vec<Call>,
    /// The name that `mockReset` restores.
    pub(super) default_name: String,
    /// The behaviour that `mockReset` restores.
    pub(super) initial: Option<Behaviour>,
    /// The function to call without another implementation.
    pub(super) original: Option<JsObject>,
    pub(super) behaviour: Option<Behaviour>,
    /// Behaviours for single calls. `None` uses up one call.
    pub(super) once: VecDeque<Option<Behaviour>>,
    /// Number of cleared calls; a call that ends afterwards is not recorded.
    pub(super) cleared: usize,
    /// Restores the original of a spy.
    pub(super) restore: Option<super::spy_on::Restore>,
    /// The prototype's mock, which also records calls of an automocked instance's method.
    pub(super) parent: Option<usize>,
    /// Prototype methods for which each instance gets its own mocks, and whether these call the originals.
    pub(super) members: Option<super::make::Members>,
    /// The guest's view of the record, once created.
    pub(super) shown: Option<Shown>,
}

impl Record {
    /// The behaviour of the next call; single-call behaviours come first.
    pub(super) fn next(&mut self) -> Option<Behaviour> {
        self.once.pop_front().flatten().or_else(|| self.behaviour.clone())
    }

    /// Adds a call that starts, and returns its position.
    pub(super) fn begin(&mut self, call: Call) -> usize {
        self.calls.push(call);
        self.cleared + self.calls.len() - 1
    }

    /// The call at a position, unless it was cleared.
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

/// All mocks of a file, by function.
#[derive(Debug, Default)]
pub(crate) struct Mocks {
    ids: RefCell<HashMap<JsObject, usize>>,
    records: RefCell<Vec<Record>>,
    order: Cell<u64>,
    /// The prototype of mock functions.
    pub(super) prototype: RefCell<Option<JsObject>>,
    /// `Function.prototype.toString` of the fresh realm.
    pub(super) to_string: RefCell<Option<JsObject>>,
    /// Spies that `restoreAllMocks` has not restored yet, in creation order.
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

    /// The mock that an object is or inherits from, because a class may extend one.
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

    /// The number of the next mock.
    pub(super) fn next_id(&self) -> usize {
        self.records.borrow().len()
    }

    pub(super) fn add(&self, record: Record) {
        self.ids.borrow_mut().insert(record.function.clone(), self.next_id());
        self.records.borrow_mut().push(record);
    }

    /// Changes a record. `change` must not run guest code.
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

    /// The source text of a function.
    pub(super) fn source(&self, function: &JsObject, context: &mut Context) -> String {
        let to_string = self.to_string.borrow().clone();
        let source =
            to_string.and_then(|to_string| to_string.call(&function.clone().into(), &[], context).ok());
        source.and_then(|source| source.as_string().map(|text| value::text(&text))).unwrap_or_default()
    }
}
