//! The object that `expect(value)` returns: its value and modifiers are native data.

use std::rc::Rc;

use boa_engine::property::PropertyDescriptor;
use boa_engine::{
    Context, Finalize, JsData, JsError, JsNativeError, JsObject, JsResult, JsValue, NativeFunction, Trace,
    js_string,
};
use verdict_judge::Fault;
use verdict_sandbox::thrown;

use super::check::{Check, Delta};
use super::poll::{self, AnyMatcher, Poll};
use super::{Realm, promise};
use crate::evidence::{self, Begun, Made};
use crate::intrinsics::native;
use crate::state::State;

/// Whether the assertion is about a promise's outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Trace, Finalize)]
#[boa_gc(unsafe_empty_trace)]
pub(super) enum Promised {
    /// No, about the value itself.
    #[default]
    No,
    /// `.resolves`.
    Resolves,
    /// `.rejects`.
    Rejects,
}

/// A value with the modifiers before the matcher.
#[derive(Debug, Clone, Default, Trace, Finalize, JsData)]
#[boa_gc(unsafe_no_drop)]
pub(super) struct Assertion {
    pub(super) value: JsValue,
    /// The second argument of `expect`.
    pub(super) message: Option<String>,
    pub(super) not: bool,
    pub(super) soft: bool,
    pub(super) promised: Promised,
    /// The function that `expect.poll` calls.
    pub(super) poll: Option<Poll>,
    /// Chai flags set before the matcher.
    pub(super) chai: u8,
    /// The change that a preceding chai word found.
    #[unsafe_ignore_trace]
    pub(super) delta: Option<Delta>,
    /// Flags that chai plugins set.
    pub(super) flags: Option<JsObject>,
    /// The call of `expect`, if assertions are recorded.
    #[unsafe_ignore_trace]
    pub(super) begun: Option<Rc<Begun>>,
    /// The record of the current matcher call, if assertions are recorded.
    #[unsafe_ignore_trace]
    pub(super) made: Option<Made>,
}

/// A matcher: checks the value of an assertion.
pub(super) type Matcher = fn(&Assertion, &[JsValue], &mut Context) -> JsResult<Check>;

impl Assertion {
    /// Creates the guest's assertion object.
    pub(super) fn object(self, context: &Context) -> JsResult<JsObject> {
        Ok(JsObject::from_proto_and_data(Realm::of(context)?.matchers, self))
    }

    /// Reads the assertion of an `expect(…)` object.
    pub(super) fn of(this: &JsValue) -> JsResult<Assertion> {
        let assertion =
            this.as_object().and_then(|object| object.downcast_ref::<Assertion>().map(|data| data.clone()));
        let assertion = assertion.or_else(|| super::chai::kept(this));
        let message = "matchers are methods of what expect() returns";
        Ok(assertion.ok_or_else(|| JsNativeError::typ().with_message(message))?)
    }

    /// The assertion with the record of the matcher being called.
    pub(super) fn made(mut self, name: &str, args: &[JsValue], context: &mut Context) -> Assertion {
        self.made = evidence::made(name, || self.words(name), self.begun.as_deref(), args, context);
        self
    }

    /// The matcher's name with the words that change its meaning.
    fn words(&self, name: &str) -> String {
        let promised = match self.promised {
            Promised::No => None,
            Promised::Resolves => Some("resolves"),
            Promised::Rejects => Some("rejects"),
        };
        let before = [self.soft.then_some("soft"), self.poll.as_ref().map(|_| "poll"), promised];
        let not = self.not.then_some("not");
        let words = before.into_iter().chain([not]).flatten().chain(super::chai::flags(self.chai));
        let mut words: Vec<&str> = words.collect();
        words.push(name);
        words.join(".")
    }

    /// Runs a matcher on the value, at once or when the promise settles.
    pub(super) fn run(
        self,
        name: &str,
        matcher: Matcher,
        args: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let assertion = self.made(name, args, context);
        if let Some(poll) = &assertion.poll {
            return poll::start(&assertion, poll, name, AnyMatcher::BuiltIn(matcher), args, context);
        }
        if assertion.promised == Promised::No {
            return assertion.apply(matcher, args, None, context);
        }
        promise::follow(&assertion, matcher, args, context)
    }

    /// Runs a matcher and applies its result.
    ///
    /// # Errors
    /// The failure, unless the assertion is soft.
    pub(super) fn apply(
        &self,
        matcher: Matcher,
        args: &[JsValue],
        place: Option<&Fault>,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let result = matcher(self, args, context);
        self.conclude(result, place, context)
    }

    /// Applies the result of a matcher.
    ///
    /// # Errors
    /// The failure, unless the assertion is soft.
    pub(super) fn conclude(
        &self,
        result: JsResult<Check>,
        place: Option<&Fault>,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let state = State::of(context);
        let passed = matches!(&result, Ok(check) if check.pass != self.not);
        if passed || !state.is_tentative() {
            state.asserted(self.made.as_ref());
        }
        let check = match result {
            Ok(check) => check,
            Err(error) if self.soft && error.as_engine().is_none() => {
                let thrown = thrown(error, context);
                let seen = State::of(context).seen(&thrown);
                State::of(context).fault(Fault { message: thrown.message, ..seen });
                return Ok(JsValue::undefined());
            }
            Err(error) => return Err(error),
        };
        if check.pass != self.not {
            return Ok(JsValue::undefined());
        }
        let sides = check.sides();
        let (message, diff) = check.words(self, context)?;
        self.fail_about(Fault { diff, ..Fault::new(message) }, sides, place, context)
    }

    /// Fails with a fault, located where the assertion was made if that was earlier.
    ///
    /// # Errors
    /// The failure, unless the assertion is soft.
    pub(super) fn fail(
        &self,
        fault: Fault,
        place: Option<&Fault>,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        self.fail_about(fault, None, place, context)
    }

    /// Fails with a fault whose error has the expected and the actual value.
    fn fail_about(
        &self,
        mut fault: Fault,
        sides: Option<(JsValue, JsValue)>,
        place: Option<&Fault>,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        if let Some(place) = place {
            fault.at = place.at.clone();
            fault.stack = place.stack.as_ref().map(|stack| {
                let frames = stack.split_once('\n').map_or("", |(_, frames)| frames);
                format!("AssertionError: {}\n{frames}", fault.message)
            });
        }
        let state = State::of(context);
        let message = fault.message.clone();
        let (error, fault) = state.error("AssertionError", &message, Some(fault), context)?;
        if let Some((expected, actual)) = sides {
            for (name, value) in [("actual", actual), ("expected", expected), ("showDiff", true.into())] {
                error.create_data_property_or_throw(js_string!(name), value, context)?;
            }
        }
        if self.soft {
            state.fault(fault.unwrap_or_default());
            return Ok(JsValue::undefined());
        }
        let error = JsValue::from(error);
        if !state.is_tentative() {
            state.stands(&error);
        }
        Err(JsError::from_opaque(error))
    }
}

/// How `.not` and other modifiers change an assertion.
type Modifier = fn(Assertion, &mut Context) -> JsResult<Assertion>;

/// Adds the modifiers `.not`, `.resolves` and `.rejects`.
///
/// # Errors
/// None in an intact realm.
pub(super) fn install(prototype: &JsObject, context: &mut Context) -> JsResult<()> {
    let modifiers: [(&str, Modifier); 3] = [
        ("not", |assertion, _| Ok(Assertion { not: true, ..assertion })),
        ("resolves", |assertion, context| promise::promised(assertion, Promised::Resolves, context)),
        ("rejects", |assertion, context| promise::promised(assertion, Promised::Rejects, context)),
    ];
    for (name, modify) in modifiers {
        let get = NativeFunction::from_copy_closure(move |this, _, context| {
            Ok(modify(Assertion::of(this)?, context)?.object(context)?.into())
        });
        let get = native(name, 0, get, context);
        let property = PropertyDescriptor::builder().get(get).enumerable(true).configurable(false);
        prototype.define_property_or_throw(js_string!(name), property.build(), context)?;
    }
    Ok(())
}
