//! The result of a matcher, and its messages.

use std::borrow::Cow;

use boa_engine::{Context, JsResult, JsValue};

use super::assertion::Assertion;
use crate::inspect::display;

/// The result of a matcher. `#{this}`, `#{exp}` and `#{act}` in the messages stand for previews of the
/// received, the expected and the actual value. Previews are created only if the assertion fails.
#[derive(Debug)]
pub(super) struct Check {
    /// Whether the value matches, ignoring `.not`.
    pub(super) pass: bool,
    /// Message if it should match and does not.
    yes: Cow<'static, str>,
    /// Message if it should not match and does.
    no: Cow<'static, str>,
    /// The value of `#{this}`, if it is not the received value.
    this: Option<JsValue>,
    expected: Option<JsValue>,
    actual: Option<JsValue>,
    diff: bool,
    /// The value that the chain continues with, if it differs.
    pub(super) next: Option<JsValue>,
    /// The change, for a following `by`.
    pub(super) delta: Option<Delta>,
}

/// The change that chai's `change`, `increase` or `decrease` found.
#[derive(Debug, Clone)]
pub(super) struct Delta {
    /// The property or value in messages.
    pub(super) shown: String,
    /// `change`, `increase` or `decrease`.
    pub(super) way: &'static str,
    pub(super) before: f64,
    pub(super) after: f64,
}

impl Check {
    /// A check without a diff.
    pub(super) fn new(
        pass: bool,
        yes: impl Into<Cow<'static, str>>,
        no: impl Into<Cow<'static, str>>,
    ) -> Check {
        Check {
            pass,
            yes: yes.into(),
            no: no.into(),
            this: None,
            expected: None,
            actual: None,
            diff: false,
            next: None,
            delta: None,
        }
    }

    /// A check that fails with and without `.not`, because it makes no sense for the value.
    pub(super) fn invalid(assertion: &Assertion, message: impl Into<Cow<'static, str>>) -> Check {
        let message = message.into();
        Check::new(assertion.not, message.clone(), message)
    }

    /// Sets the values for messages and for the diff.
    pub(super) fn diff(mut self, expected: &JsValue, actual: &JsValue) -> Check {
        self.diff = true;
        self.values(expected, actual)
    }

    /// Sets the values for messages only.
    pub(super) fn values(mut self, expected: &JsValue, actual: &JsValue) -> Check {
        self.expected = Some(expected.clone());
        self.actual = Some(actual.clone());
        self
    }

    /// Whether the assertion fails with this result.
    pub(super) fn fails(&self, assertion: &Assertion) -> bool {
        self.pass == assertion.not
    }

    /// Sets the value that the chain continues with.
    pub(super) fn next(mut self, value: JsValue) -> Check {
        self.next = Some(value);
        self
    }

    /// Sets the value of `#{this}`.
    pub(super) fn this(mut self, value: &JsValue) -> Check {
        self.this = Some(value.clone());
        self
    }

    /// The expected and the actual value, if a diff is shown.
    pub(super) fn sides(&self) -> Option<(JsValue, JsValue)> {
        Some((self.expected.clone()?, self.actual.clone()?)).filter(|_| self.diff)
    }

    /// The message of a failure, and its diff.
    pub(super) fn words(
        self,
        assertion: &Assertion,
        context: &mut Context,
    ) -> JsResult<(String, Option<String>)> {
        let template = if assertion.not { &self.no } else { &self.yes };
        let mut message = String::new();
        if let Some(prefix) = &assertion.message {
            message.push_str(prefix);
            message.push_str(": ");
        }
        let mut rest = template.as_ref();
        while let Some(at) = rest.find("#{") {
            message.push_str(&rest[..at]);
            rest = &rest[at..];
            let value = match rest.get(..7) {
                Some("#{this}") => Some((7, self.this.as_ref().unwrap_or(&assertion.value).clone())),
                _ => match rest.get(..6) {
                    Some("#{exp}") => Some((6, self.expected.clone().unwrap_or_default())),
                    Some("#{act}") => Some((6, self.actual.clone().unwrap_or_default())),
                    _ => None,
                },
            };
            let (length, text) = match value {
                Some((length, value)) => (length, display(&value, context)?),
                None => (2, "#{".to_owned()),
            };
            message.push_str(&text);
            rest = &rest[length..];
        }
        message.push_str(rest);
        let diff = match (self.diff, &self.expected, &self.actual) {
            (true, Some(expected), Some(actual)) if !(expected.is_undefined() && actual.is_undefined()) => {
                crate::inspect::diff(expected, actual, context)?
            }
            _ => None,
        };
        Ok((message, diff))
    }
}
