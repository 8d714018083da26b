//! What is on record of mock functions.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};

use boa_engine::{JsObject, JsValue};

/// What a mock does when it is called.
#[derive(Debug, Clone)]
pub(super) enum Behaviour {
    Call(JsObject),
    Return(JsValue),
    ReturnThis,
    Throw(JsValue),
    Resolve(JsValue),
    Reject(JsValue),
}

/// How a call ended.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    /// It has not.
    Running,
    Returned(JsValue),
    Threw(JsValue),
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
    pub(super) order: u64,
    pub(crate) outcome: Outcome,
}

/// What is on record of one mock.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) calls: Vec<Call>,
    pub(super) default_name: String,
    /// What `mockReset` goes back to.
    pub(super) initial: Option<Behaviour>,
    /// What is called where there is no other implementation.
    pub(super) original: Option<JsObject>,
    pub(super) behaviour: Option<Behaviour>,
    pub(super) once: VecDeque<Behaviour>,
    /// How many calls were cleared; a call that ends after that is nobody's.
    pub(super) cleared: usize,
    /// Puts back what a spy stands for.
    pub(super) restore: Option<super::spy_on::Restore>,
}

/// All mocks of a file, by their functions.
#[derive(Debug, Default)]
pub(crate) struct Mocks {
    ids: RefCell<HashMap<JsObject, usize>>,
    records: RefCell<Vec<Record>>,
    order: Cell<u64>,
    /// What mock functions inherit from.
    pub(super) prototype: RefCell<Option<JsObject>>,
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

    /// The number that the next mock will have.
    pub(super) fn next_id(&self) -> usize {
        self.records.borrow().len()
    }

    pub(super) fn add(&self, function: JsObject, record: Record) {
        self.ids.borrow_mut().insert(function, self.next_id());
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
}
