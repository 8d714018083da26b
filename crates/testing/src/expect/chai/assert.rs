//! `assert`: chai's functions, made when one is used for the first time.

use boa_engine::object::builtins::JsProxy;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, NativeFunction};

use super::{CONTAINS, DEEP, Flags, NESTED, ORDERED, OWN, compare, contents, types};
use crate::event::Fault;
use crate::expect::assertion::{Assertion, Matcher};
use crate::expect::check::Check;
use crate::expect::{assertion_error, fix};
use crate::intrinsics::native;
use crate::value;

/// A function of `assert`: its name, flags, whether it is negated, how many arguments its matcher takes after the
/// value, and the matcher.
type Entry = (&'static str, Flags, bool, usize, Matcher);

const fn plain(name: &'static str, arguments: usize, matcher: Matcher) -> Entry {
    (name, 0, false, arguments, matcher)
}

const fn not(name: &'static str, arguments: usize, matcher: Matcher) -> Entry {
    (name, 0, true, arguments, matcher)
}

const FUNCTIONS: &[Entry] = &[
    plain("strictEqual", 1, |assertion, args, context| {
        call(compare::METHODS, "equal", assertion, args, context)
    }),
    not("notStrictEqual", 1, |assertion, args, context| {
        call(compare::METHODS, "equal", assertion, args, context)
    }),
    plain("deepEqual", 1, |assertion, args, context| call(compare::METHODS, "eql", assertion, args, context)),
    plain("deepStrictEqual", 1, |assertion, args, context| {
        call(compare::METHODS, "eql", assertion, args, context)
    }),
    not("notDeepEqual", 1, |assertion, args, context| {
        call(compare::METHODS, "eql", assertion, args, context)
    }),
    plain("equal", 1, loosely),
    not("notEqual", 1, loosely),
    plain("isAbove", 1, |assertion, args, context| call(compare::METHODS, "above", assertion, args, context)),
    plain("isAtLeast", 1, |assertion, args, context| {
        call(compare::METHODS, "least", assertion, args, context)
    }),
    plain("isBelow", 1, |assertion, args, context| call(compare::METHODS, "below", assertion, args, context)),
    plain("isAtMost", 1, |assertion, args, context| call(compare::METHODS, "most", assertion, args, context)),
    plain("closeTo", 2, |assertion, args, context| {
        call(compare::METHODS, "closeTo", assertion, args, context)
    }),
    plain("approximately", 2, |assertion, args, context| {
        call(compare::METHODS, "closeTo", assertion, args, context)
    }),
    plain("match", 1, |assertion, args, context| call(compare::METHODS, "match", assertion, args, context)),
    not("notMatch", 1, |assertion, args, context| call(compare::METHODS, "match", assertion, args, context)),
    plain("lengthOf", 1, compare::length_of),
    plain("typeOf", 1, types::a),
    not("notTypeOf", 1, types::a),
    plain("instanceOf", 1, |assertion, args, context| {
        call(types::METHODS, "instanceof", assertion, args, context)
    }),
    not("notInstanceOf", 1, |assertion, args, context| {
        call(types::METHODS, "instanceof", assertion, args, context)
    }),
    plain("include", 1, contents::include),
    not("notInclude", 1, contents::include),
    ("deepInclude", DEEP, false, 1, contents::include),
    ("notDeepInclude", DEEP, true, 1, contents::include),
    plain("property", 1, |assertion, args, context| {
        call(contents::METHODS, "property", assertion, args, context)
    }),
    not("notProperty", 1, |assertion, args, context| {
        call(contents::METHODS, "property", assertion, args, context)
    }),
    plain("propertyVal", 2, |assertion, args, context| {
        call(contents::METHODS, "property", assertion, args, context)
    }),
    ("deepPropertyVal", DEEP, false, 2, |assertion, args, context| {
        call(contents::METHODS, "property", assertion, args, context)
    }),
    ("ownProperty", OWN, false, 1, |assertion, args, context| {
        call(contents::METHODS, "property", assertion, args, context)
    }),
    ("nestedProperty", NESTED, false, 1, |assertion, args, context| {
        call(contents::METHODS, "property", assertion, args, context)
    }),
    ("nestedPropertyVal", NESTED, false, 2, |assertion, args, context| {
        call(contents::METHODS, "property", assertion, args, context)
    }),
    plain("hasAllKeys", 1, |assertion, args, context| {
        call(contents::METHODS, "keys", assertion, args, context)
    }),
    ("containsAllKeys", CONTAINS, false, 1, |assertion, args, context| {
        call(contents::METHODS, "keys", assertion, args, context)
    }),
    ("hasAnyKeys", super::ANY, false, 1, |assertion, args, context| {
        call(contents::METHODS, "keys", assertion, args, context)
    }),
    plain("sameMembers", 1, |assertion, args, context| {
        call(contents::METHODS, "members", assertion, args, context)
    }),
    ("sameDeepMembers", DEEP, false, 1, |assertion, args, context| {
        call(contents::METHODS, "members", assertion, args, context)
    }),
    ("sameOrderedMembers", ORDERED, false, 1, |assertion, args, context| {
        call(contents::METHODS, "members", assertion, args, context)
    }),
    ("includeMembers", CONTAINS, false, 1, |assertion, args, context| {
        call(contents::METHODS, "members", assertion, args, context)
    }),
    plain("oneOf", 1, |assertion, args, context| call(contents::METHODS, "oneOf", assertion, args, context)),
    plain("throws", 2, |assertion, args, context| call(contents::METHODS, "throw", assertion, args, context)),
    plain("throw", 2, |assertion, args, context| call(contents::METHODS, "throw", assertion, args, context)),
    not("doesNotThrow", 2, |assertion, args, context| {
        call(contents::METHODS, "throw", assertion, args, context)
    }),
    plain("ok", 0, |assertion, args, context| call(types::PROPERTIES, "ok", assertion, args, context)),
    plain("isOk", 0, |assertion, args, context| call(types::PROPERTIES, "ok", assertion, args, context)),
    not("isNotOk", 0, |assertion, args, context| call(types::PROPERTIES, "ok", assertion, args, context)),
    not("notOk", 0, |assertion, args, context| call(types::PROPERTIES, "ok", assertion, args, context)),
    plain("isTrue", 0, |assertion, args, context| call(types::PROPERTIES, "true", assertion, args, context)),
    not("isNotTrue", 0, |assertion, args, context| call(types::PROPERTIES, "true", assertion, args, context)),
    plain("isFalse", 0, |assertion, args, context| {
        call(types::PROPERTIES, "false", assertion, args, context)
    }),
    not("isNotFalse", 0, |assertion, args, context| {
        call(types::PROPERTIES, "false", assertion, args, context)
    }),
    plain("isNull", 0, |assertion, args, context| call(types::PROPERTIES, "null", assertion, args, context)),
    not("isNotNull", 0, |assertion, args, context| call(types::PROPERTIES, "null", assertion, args, context)),
    plain("isNaN", 0, |assertion, args, context| call(types::PROPERTIES, "NaN", assertion, args, context)),
    not("isNotNaN", 0, |assertion, args, context| call(types::PROPERTIES, "NaN", assertion, args, context)),
    plain("exists", 0, |assertion, args, context| call(types::PROPERTIES, "exist", assertion, args, context)),
    not("notExists", 0, |assertion, args, context| {
        call(types::PROPERTIES, "exist", assertion, args, context)
    }),
    plain("isUndefined", 0, |assertion, args, context| {
        call(types::PROPERTIES, "undefined", assertion, args, context)
    }),
    not("isDefined", 0, |assertion, args, context| {
        call(types::PROPERTIES, "undefined", assertion, args, context)
    }),
    plain("isFinite", 0, |assertion, args, context| {
        call(types::PROPERTIES, "finite", assertion, args, context)
    }),
    plain("isEmpty", 0, |assertion, args, context| {
        call(types::PROPERTIES, "empty", assertion, args, context)
    }),
    not("isNotEmpty", 0, |assertion, args, context| {
        call(types::PROPERTIES, "empty", assertion, args, context)
    }),
    plain("isFrozen", 0, |assertion, args, context| {
        call(types::PROPERTIES, "frozen", assertion, args, context)
    }),
    not("isNotFrozen", 0, |assertion, args, context| {
        call(types::PROPERTIES, "frozen", assertion, args, context)
    }),
    plain("isSealed", 0, |assertion, args, context| {
        call(types::PROPERTIES, "sealed", assertion, args, context)
    }),
    plain("isFunction", 0, |assertion, _, context| typed(assertion, "function", context)),
    not("isNotFunction", 0, |assertion, _, context| typed(assertion, "function", context)),
    plain("isObject", 0, |assertion, _, context| typed(assertion, "object", context)),
    not("isNotObject", 0, |assertion, _, context| typed(assertion, "object", context)),
    plain("isArray", 0, |assertion, _, context| typed(assertion, "array", context)),
    not("isNotArray", 0, |assertion, _, context| typed(assertion, "array", context)),
    plain("isString", 0, |assertion, _, context| typed(assertion, "string", context)),
    not("isNotString", 0, |assertion, _, context| typed(assertion, "string", context)),
    plain("isNumber", 0, |assertion, _, context| typed(assertion, "number", context)),
    not("isNotNumber", 0, |assertion, _, context| typed(assertion, "number", context)),
    plain("isBoolean", 0, |assertion, _, context| typed(assertion, "boolean", context)),
    not("isNotBoolean", 0, |assertion, _, context| typed(assertion, "boolean", context)),
];

fn call(
    entries: &[super::Entry],
    name: &str,
    assertion: &Assertion,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<Check> {
    match entries.iter().find(|(names, _)| names.contains(&name)) {
        Some((_, matcher)) => matcher(assertion, args, context),
        None => unreachable!("{name} is in its table"),
    }
}

fn typed(assertion: &Assertion, name: &str, context: &mut Context) -> JsResult<Check> {
    types::a(assertion, &[boa_engine::js_string!(name).into()], context)
}

/// `==`.
fn loosely(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    let pass = assertion.value.equals(expected, context)?;
    let check = Check::new(pass, "expected #{this} to equal #{exp}", "expected #{this} to not equal #{exp}");
    Ok(check.diff(expected, &assertion.value))
}

/// `assert(value, message?)`. Its functions come when they are asked for.
///
/// # Errors
/// None in a realm that is whole.
pub(crate) fn lazy(context: &mut Context) -> JsResult<JsObject> {
    let truthy = NativeFunction::from_fn_ptr(|_, args, context| {
        if args.get_or_undefined(0).to_boolean() {
            crate::state::State::of(context).asserted();
            return Ok(JsValue::undefined());
        }
        let message = message(args, 1).unwrap_or_else(|| "unspecified error".to_owned());
        Err(assertion_error(Fault::new(message), context))
    });
    let assert: JsObject = native("assert", 2, truthy, context).into();
    let target = JsObject::from_proto_and_data(assert.prototype(), ());
    let proxy = JsProxy::builder(target).get(get).build(context)?;
    assert.set_prototype(Some(proxy.into()));
    Ok(assert)
}

fn message(args: &[JsValue], at: usize) -> Option<String> {
    args.get(at).and_then(JsValue::as_string).map(|text| value::text(&text)).filter(|text| !text.is_empty())
}

fn get(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = args.get_or_undefined(1).to_property_key(context)?;
    let root = context.intrinsics().constructors().function().prototype();
    let (Some(receiver), PropertyKey::String(_)) = (args.get_or_undefined(2).as_object(), &key) else {
        return root.get(key, context);
    };
    let functions = JsObject::from_proto_and_data(root, ());
    for (name, flags, negated, arguments, matcher) in FUNCTIONS {
        let (flags, negated, arguments, matcher) = (*flags, *negated, *arguments, *matcher);
        let function = NativeFunction::from_copy_closure(move |_, args, context| {
            let value = args.get_or_undefined(0).clone();
            // A message may stand in the place of an argument that is left out.
            let rest = args.get(1..).unwrap_or_default();
            let message = message(rest, arguments);
            let rest = rest.get(..arguments.min(rest.len())).unwrap_or_default();
            let assertion = Assertion { value, message, not: negated, chai: flags, ..Assertion::default() };
            assertion.apply(matcher, rest, None, context)
        });
        let function = native(name, arguments + 1, function, context);
        fix(&functions, name, function, context)?;
    }
    let fail = NativeFunction::from_fn_ptr(|_, args, context| {
        let message = message(args, if args.len() > 1 { 2 } else { 0 });
        Err(assertion_error(Fault::new(message.unwrap_or_else(|| "assert.fail()".to_owned())), context))
    });
    fix(&functions, "fail", native("fail", 3, fail, context), context)?;
    receiver.set_prototype(Some(functions));
    receiver.get(key, context)
}
