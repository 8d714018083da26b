//! Chai's chains: `expect(x).to.be.a('string')`, created when one of their words is first used.

mod assert;
mod calls;
mod compare;
mod contents;
pub(crate) mod error;
mod keys;
mod kind;
mod members;
mod plugin;
mod types;
mod unknown;

use boa_engine::object::builtins::JsProxy;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::assertion::{Assertion, Matcher, Promised};
use super::{Realm, fix};
use crate::guard::api;
use crate::intrinsics::native;
use crate::value;

pub(crate) use assert::lazy as lazy_assert;
pub(crate) use plugin::{lazy, should};

/// The flags that words before a matcher set, as bits.
pub(super) type Flags = u8;
pub(super) const DEEP: Flags = 1;
pub(super) const NESTED: Flags = 2;
pub(super) const OWN: Flags = 4;
pub(super) const ORDERED: Flags = 8;
pub(super) const ANY: Flags = 16;
pub(super) const CONTAINS: Flags = 32;
pub(super) const LENGTH: Flags = 64;
pub(super) const ITSELF: Flags = 128;

/// Words without effect.
const WORDS: [&str; 17] = [
    "to", "be", "been", "is", "that", "which", "and", "has", "have", "with", "at", "of", "same", "but",
    "does", "still", "also",
];

const FLAGS: [(&str, Flags); 6] = [
    ("deep", DEEP),
    ("nested", NESTED),
    ("own", OWN),
    ("ordered", ORDERED),
    ("any", ANY),
    ("itself", ITSELF),
];

/// The words of the set flags.
pub(super) fn flags(flags: Flags) -> impl Iterator<Item = &'static str> {
    let others = [("contains", CONTAINS), ("length", LENGTH)];
    let set = FLAGS.into_iter().chain(others).filter(move |(_, flag)| flags & flag != 0);
    set.map(|(word, _)| word)
}

/// A chai matcher with its names.
type Entry = (&'static [&'static str], Matcher);

/// Matchers that run when they are read.
const PROPERTIES: [&[Entry]; 1] = [types::PROPERTIES];
/// Matchers that run when they are called.
const METHODS: [&[Entry]; 6] =
    [types::METHODS, compare::METHODS, contents::METHODS, keys::METHODS, members::METHODS, calls::METHODS];
/// Matchers that run when they are called, and otherwise set a flag for the following words.
const BOTH: &[(&[&str], Flags, Matcher)] = &[
    (&["a", "an"], 0, types::a),
    (&["include", "includes", "contain", "contains"], CONTAINS, contents::include),
    (&["length", "lengthOf"], LENGTH, compare::length_of),
];

/// sinon-chai's words for Vitest's mock matchers, with their first argument if it is fixed.
const SPIES: [(&str, &str, Option<u32>); 12] = [
    ("called", "toHaveBeenCalled", Some(0)),
    ("calledOnce", "toHaveBeenCalledOnce", Some(0)),
    ("calledTwice", "toHaveBeenCalledTimes", Some(2)),
    ("calledThrice", "toHaveBeenCalledTimes", Some(3)),
    ("callCount", "toHaveBeenCalledTimes", None),
    ("calledWith", "toHaveBeenCalledWith", None),
    ("calledOnceWith", "toHaveBeenCalledExactlyOnceWith", None),
    ("calledBefore", "toHaveBeenCalledBefore", None),
    ("calledAfter", "toHaveBeenCalledAfter", None),
    ("returned", "toHaveReturned", None),
    ("returnedWith", "toHaveReturnedWith", None),
    ("returnedTimes", "toHaveReturnedTimes", None),
];

/// The matcher of a name that is read or called.
fn matcher(name: &str) -> Option<Matcher> {
    let tables = PROPERTIES.into_iter().chain(METHODS).flatten();
    let found = tables.filter(|(names, _)| names.contains(&name)).map(|(_, matcher)| *matcher).next();
    found.or_else(|| BOTH.iter().find(|(names, ..)| names.contains(&name)).map(|(_, _, matcher)| *matcher))
}

/// Whether a name is a word of chai.
fn is_word(name: &str) -> bool {
    let of = |entries: &[Entry]| entries.iter().any(|(names, _)| names.contains(&name));
    WORDS.contains(&name)
        || name == "all"
        || FLAGS.iter().any(|(word, _)| *word == name)
        || PROPERTIES.iter().chain(&METHODS).any(|entries| of(entries))
        || BOTH.iter().any(|(names, ..)| names.contains(&name))
        || SPIES.iter().any(|(word, ..)| *word == name)
        || matches!(name, "assert" | "_obj")
}

/// All words, as suggestions for an unknown name.
fn words() -> impl Iterator<Item = &'static str> {
    let tables = PROPERTIES.into_iter().chain(METHODS).flatten();
    let of_tables = tables.chain(&[]).flat_map(|(names, _)| names.iter().copied());
    WORDS
        .into_iter()
        .chain(FLAGS.into_iter().map(|(name, _)| name))
        .chain(BOTH.iter().flat_map(|(names, ..)| names.iter().copied()))
        .chain(of_tables)
        .chain(SPIES.into_iter().map(|(name, ..)| name))
}

/// The prototype behind all matchers that creates chai's words on first use.
///
/// # Errors
/// None in an intact realm.
pub(super) fn lazy_words(root: &JsObject, context: &mut Context) -> JsResult<JsObject> {
    let target = JsObject::from_proto_and_data(root.clone(), ());
    let proxy = JsProxy::builder(target).get(get).has(has).build(context)?;
    Ok(proxy.into())
}

fn has(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = args.get_or_undefined(1).to_property_key(context)?;
    let is_word = matches!(&key, PropertyKey::String(name) if is_word(&value::text(name)));
    let root = context.intrinsics().constructors().object().prototype();
    Ok((is_word || root.has_property(key, context)?).into())
}

fn get(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = args.get_or_undefined(1).to_property_key(context)?;
    let receiver = args.get_or_undefined(2).as_object();
    let (Some(receiver), PropertyKey::String(name)) = (receiver, &key) else {
        return unknown::inherited(&key, context);
    };
    if !is_word(&value::text(name)) {
        return unknown::inherited(&key, context);
    }
    let realm = Realm::of(context)?;
    let prototype = build(context)?;
    realm.extensions.set_prototype(Some(prototype));
    receiver.get(key, context)
}

/// The property in which a chain function stores its assertion, as in chai.
const KEPT: &str = "__flags";

/// The assertion of a chain function.
pub(super) fn kept(value: &JsValue) -> Option<Assertion> {
    let object = value.as_object().filter(JsObject::is_callable)?;
    let key = PropertyKey::from(js_string!(KEPT));
    let found = object.borrow().properties().get(&key)?;
    let found = found.value()?.as_object()?;
    found.downcast_ref::<Assertion>().map(|data| data.clone())
}

fn build(context: &mut Context) -> JsResult<JsObject> {
    let prototype = JsObject::from_proto_and_data(unknown::prototype(context)?, ());
    let word = NativeFunction::from_fn_ptr(|this, _, _| Ok(this.clone()));
    let word: JsObject = native("chain", 0, word, context).into();
    for name in WORDS {
        getter(&prototype, name, word.clone(), context)?;
    }
    for (name, flag) in FLAGS {
        let get = NativeFunction::from_copy_closure(move |this, _, context| with(this, flag, context));
        let get = api(name, 0, get, context).into();
        getter(&prototype, name, get, context)?;
    }
    let all = NativeFunction::from_fn_ptr(|this, _, context| {
        let assertion = Assertion::of(this)?;
        let chai = assertion.chai & !ANY;
        Ok(Assertion { chai, ..assertion }.object(context)?.into())
    });
    let all = native("all", 0, all, context).into();
    getter(&prototype, "all", all, context)?;
    for (names, matcher) in PROPERTIES.into_iter().flatten() {
        let matcher = *matcher;
        for name in *names {
            let get = NativeFunction::from_copy_closure(move |this, _, context| {
                run(this, name, matcher, &[], context)
            });
            let get = api(name, 0, get, context).into();
            getter(&prototype, name, get, context)?;
        }
    }
    for (names, matcher) in METHODS.into_iter().flatten() {
        let matcher = *matcher;
        for name in *names {
            let method = NativeFunction::from_copy_closure(move |this, args, context| {
                run(this, name, matcher, args, context)
            });
            let method = api(name, 1, method, context);
            fix(&prototype, name, method, context)?;
        }
    }
    for (names, flag, matcher) in BOTH {
        let (flag, matcher) = (*flag, *matcher);
        for name in *names {
            let get = NativeFunction::from_copy_closure(move |this, _, context| {
                both(this, name, flag, matcher, context)
            });
            let get = api(name, 0, get, context).into();
            getter(&prototype, name, get, context)?;
        }
    }
    let assert = api("assert", 6, NativeFunction::from_fn_ptr(plugin::assert), context);
    fix(&prototype, "assert", assert, context)?;
    let object = NativeFunction::from_fn_ptr(|this, _, _| Ok(Assertion::of(this)?.value));
    getter(&prototype, "_obj", native("_obj", 0, object, context).into(), context)?;
    for (name, matcher, first) in SPIES {
        spy_word(&prototype, name, matcher, first, context)?;
    }
    Ok(prototype)
}

fn getter(prototype: &JsObject, name: &str, get: JsObject, context: &mut Context) -> JsResult<()> {
    let property = PropertyDescriptor::builder().get(get).enumerable(true).configurable(false);
    prototype.define_property_or_throw(JsString::from(name), property.build(), context)?;
    Ok(())
}

/// Sets a flag of the assertion.
fn with(this: &JsValue, flag: Flags, context: &mut Context) -> JsResult<JsValue> {
    let assertion = Assertion::of(this)?;
    let chai = assertion.chai | flag;
    Ok(Assertion { chai, ..assertion }.object(context)?.into())
}

/// Runs a matcher and returns the chain's next object: the assertion, or a promise.
fn run(
    this: &JsValue,
    name: &str,
    matcher: Matcher,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let mut assertion = Assertion::of(this)?;
    // Every matcher with a fixed number of arguments takes a message as its last one.
    if let Some(length) = message_after(name)
        && let Some(message) = args.get(length).and_then(JsValue::as_string)
    {
        assertion.message = Some(value::text(&message));
    }
    if assertion.poll.is_some() || assertion.promised != Promised::No {
        return assertion.run(name, matcher, args, context);
    }
    let assertion = assertion.made(name, args, context);
    let mut result = matcher(&assertion, args, context);
    let (next, delta) = match &mut result {
        Ok(check) => (check.next.take(), check.delta.take()),
        Err(_) => (None, None),
    };
    let failed = !matches!(&result, Ok(check) if !check.fails(&assertion));
    assertion.conclude(result, None, context)?;
    if failed || (next.is_none() && delta.is_none()) {
        return Ok(this.clone());
    }
    let value = next.unwrap_or_else(|| assertion.value.clone());
    Ok(Assertion { value, delta, ..assertion }.object(context)?.into())
}

/// Number of arguments after which a message may follow.
fn message_after(name: &str) -> Option<usize> {
    Some(match name {
        "equal" | "equals" | "eq" | "eql" | "eqls" | "above" | "gt" | "greaterThan" | "least" | "gte"
        | "greaterThanOrEqual" | "below" | "lt" | "lessThan" | "most" | "lte" | "lessThanOrEqual"
        | "instanceof" | "instanceOf" | "match" | "matches" | "string" | "respondTo" | "satisfy"
        | "satisfies" | "members" | "oneOf" | "a" | "an" | "include" | "includes" | "contain"
        | "contains" | "length" | "lengthOf" | "by" => 1,
        "within"
        | "property"
        | "ownProperty"
        | "haveOwnProperty"
        | "closeTo"
        | "approximately"
        | "throw"
        | "throws"
        | "Throw"
        | "change"
        | "changes"
        | "increase"
        | "increases"
        | "decrease"
        | "decreases"
        | "ownPropertyDescriptor"
        | "haveOwnPropertyDescriptor" => 2,
        _ => return None,
    })
}

/// A function that runs a matcher when called, and otherwise is the assertion with a flag.
fn both(
    this: &JsValue,
    name: &'static str,
    flag: Flags,
    matcher: Matcher,
    context: &mut Context,
) -> JsResult<JsValue> {
    let assertion = Assertion::of(this)?;
    let flagged = Assertion { chai: assertion.chai | flag, ..assertion.clone() };
    let before = assertion.object(context)?;
    let call = NativeFunction::from_copy_closure_with_captures(
        move |_, args, before: &JsObject, context| run(&before.clone().into(), name, matcher, args, context),
        before,
    );
    let function: JsObject = api(name, 1, call, context).into();
    let kept = flagged.object(context)?;
    let property =
        PropertyDescriptor::builder().value(kept).writable(false).enumerable(false).configurable(false);
    function.define_property_or_throw(js_string!(KEPT), property.build(), context)?;
    function.set_prototype(Some(Realm::of(context)?.matchers));
    // The `length` of the function would hide the word of that name.
    function.delete_property_or_throw(js_string!("length"), context)?;
    Ok(function.into())
}

/// `called`, `calledWith` …: other names of Vitest's matchers.
fn spy_word(
    prototype: &JsObject,
    name: &'static str,
    matcher: &'static str,
    first: Option<u32>,
    context: &mut Context,
) -> JsResult<()> {
    let ask = move |this: &JsValue, args: &[JsValue], context: &mut Context| -> JsResult<JsValue> {
        let method = Realm::of(context)?.matchers.get(js_string!(matcher), context)?;
        let Some(method) = method.as_callable() else { return Ok(this.clone()) };
        let result = method.call(this, args, context)?;
        Ok(if result.is_undefined() { this.clone() } else { result })
    };
    match first {
        None => {
            let method = NativeFunction::from_copy_closure(ask);
            fix(prototype, name, api(name, 1, method, context), context)
        }
        Some(first) => {
            let get = NativeFunction::from_copy_closure(move |this, _, context| {
                let args: &[JsValue] = if first == 0 { &[] } else { &[JsValue::from(first)] };
                ask(this, args, context)
            });
            let get = api(name, 0, get, context).into();
            getter(prototype, name, get, context)
        }
    }
}
