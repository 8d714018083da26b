//! Errors that nothing handled.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsValue};
use verdict_protocol::UnhandledKind;

use crate::label::Label;
use crate::stop::{Thrown, thrown, thrown_value};

/// An unhandled error.
#[derive(Debug, Clone)]
pub struct Unhandled {
    /// How it escaped handling.
    pub kind: UnhandledKind,
    /// The thrown value.
    pub thrown: Thrown,
    /// The file and test that the code ran for.
    pub label: Rc<Label>,
}

/// The errors of a guest that nothing handled so far, each with its label.
#[derive(Default)]
pub(crate) struct UnhandledErrors {
    /// Rejected promises without a handler.
    rejected: RefCell<Vec<(JsObject, Rc<Label>)>>,
    /// Errors thrown by timers and microtasks.
    thrown: RefCell<Vec<(JsError, Rc<Label>)>>,
}

impl UnhandledErrors {
    /// Adds a rejected promise that has no handler.
    pub(crate) fn rejected(&self, promise: JsObject, label: Rc<Label>) {
        self.rejected.borrow_mut().push((promise, label));
    }

    /// Removes a promise, because it is now handled or awaited.
    pub(crate) fn handled(&self, promise: &JsObject) {
        self.rejected.borrow_mut().retain(|(known, _)| !JsObject::equals(known, promise));
    }

    /// Adds an error that nothing can catch any more.
    pub(crate) fn thrown(&self, error: JsError, label: Rc<Label>) {
        self.thrown.borrow_mut().push((error, label));
    }

    /// Takes all errors: first those that were thrown, then the rejections.
    pub(crate) fn take(&self, context: &mut Context) -> Vec<Unhandled> {
        let (errors, rejected) = (self.thrown.take(), self.rejected.take());
        let mut found = Vec::new();
        for (error, label) in errors {
            let thrown = thrown(error, context);
            found.push(Unhandled { kind: UnhandledKind::Exception, thrown, label });
        }
        for (promise, label) in rejected {
            if let Some(reason) = reason(&promise) {
                let thrown = thrown_value(&reason, context);
                found.push(Unhandled { kind: UnhandledKind::Rejection, thrown, label });
            }
        }
        found
    }
}

/// The reason of a rejected promise.
fn reason(promise: &JsObject) -> Option<JsValue> {
    JsPromise::from_object(promise.clone()).ok()?.state().as_rejected().cloned()
}
