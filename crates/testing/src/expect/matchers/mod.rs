//! The built-in matchers, one module per family. Their messages are chai's and Vitest's.

mod collections;
mod identity;
mod mocks;
mod numbers;
mod objects;
mod resolved;
mod snapshots;
mod throws;

pub(super) use objects::{lookup, property_path};

use boa_engine::{Context, JsObject, JsResult, JsValue, NativeFunction};

use super::assertion::{Assertion, Matcher};
use super::fix;
use crate::guard::api;

/// A matcher with its names and number of arguments.
type Entry = (&'static [&'static str], usize, Matcher);

const FAMILIES: [&[Entry]; 8] = [
    identity::MATCHERS,
    numbers::MATCHERS,
    collections::MATCHERS,
    objects::MATCHERS,
    throws::MATCHERS,
    mocks::MATCHERS,
    resolved::MATCHERS,
    snapshots::MATCHERS,
];

/// The names of all matchers.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FAMILIES.into_iter().flatten().flat_map(|(names, ..)| names.iter().copied())
}

/// Adds all matchers to the prototype of assertions.
///
/// # Errors
/// None in an intact realm.
pub(super) fn install(prototype: &JsObject, context: &mut Context) -> JsResult<()> {
    for (names, length, matcher) in FAMILIES.into_iter().flatten() {
        let matcher = *matcher;
        for name in *names {
            let run = NativeFunction::from_copy_closure(
                move |this: &JsValue, args: &[JsValue], context: &mut Context| {
                    Assertion::of(this)?.run(name, matcher, args, context)
                },
            );
            let run = api(name, *length, run, context);
            fix(prototype, name, run, context)?;
        }
    }
    let in_file = NativeFunction::from_fn_ptr(|this, args, context| {
        snapshots::to_match_file(&Assertion::of(this)?, args, context)
    });
    let in_file = api("toMatchFileSnapshot", 2, in_file, context);
    fix(prototype, "toMatchFileSnapshot", in_file, context)?;
    Ok(())
}
