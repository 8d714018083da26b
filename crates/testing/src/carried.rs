//! Further data of a thrown error: its cause, aggregated errors and own properties.

use boa_engine::{Context, JsError, JsObject, JsValue};
use verdict_judge::{Carried, bound};
use verdict_protocol::TestError;
use verdict_sandbox::{related, thrown};

use crate::state::State;

/// Maximum number of causes and aggregated errors reported of one error.
const MAX_ERRORS: usize = 20;

/// The further data of an error; `None` if it carries nothing more.
pub(crate) fn carried(value: &JsValue, state: &State, context: &mut Context) -> Option<Box<Carried>> {
    let mut walk = Walk { state, context, above: Vec::new(), left: MAX_ERRORS };
    let carried = walk.carried(value);
    (carried != Carried::default()).then(|| Box::new(carried))
}

/// A walk through an error and its related errors.
struct Walk<'a> {
    state: &'a State,
    context: &'a mut Context,
    /// The errors that contain the current one, outermost first.
    above: Vec<JsObject>,
    /// Number of errors that may still be reported.
    left: usize,
}

impl Walk<'_> {
    fn carried(&mut self, value: &JsValue) -> Carried {
        let found = related(value, self.context);
        self.above.extend(value.as_object());
        let cause = found.cause.and_then(|cause| self.error(&cause));
        let errors = found.errors.iter().map_while(|error| self.error(error)).collect();
        if value.is_object() {
            self.above.pop();
        }
        Carried { cause: cause.map(Box::new), errors, properties: found.properties.map(bound) }
    }

    /// A related error; `None` if the limit is reached.
    fn error(&mut self, value: &JsValue) -> Option<TestError> {
        let only = |message: &str| TestError { message: message.to_owned(), ..TestError::default() };
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        if self.left == 0 {
            return Some(only("… and more"));
        }
        let is_above = |object: &JsObject| self.above.iter().any(|above| JsObject::equals(above, object));
        if value.as_object().as_ref().is_some_and(is_above) {
            return Some(only("[Circular]"));
        }
        let thrown = thrown(JsError::from_opaque(value.clone()), self.context);
        let seen = self.state.seen(&thrown);
        let diff = self.state.known_error(value).flatten().and_then(|fault| fault.diff);
        let carried = self.carried(value);
        Some(TestError {
            name: thrown.name,
            message: bound(if value.is_string() { thrown.preview } else { thrown.message }),
            at: seen.at,
            stack: seen.stack,
            diff,
            cause: carried.cause,
            errors: carried.errors,
            properties: carried.properties,
            ..TestError::default()
        })
    }
}
