//! Chai's `assert` functions, created on first use.

mod table;

use boa_engine::object::builtins::JsProxy;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsString, JsValue, NativeFunction};
use verdict_judge::Fault;

use super::kind::shown;
use super::{CONTAINS, FLAGS, Flags, matcher};
use crate::evidence::{self, Made};
use crate::expect::assertion::{Assertion, Matcher};
use crate::expect::check::Check;
use crate::expect::{assertion_error, fix};
use crate::guard::api;
use crate::state::State;
use crate::value;
use table::{CHANGES, FUNCTIONS, Fixed};

/// Parses a chain: whether it is negated, its flags and its matcher.
fn chain(words: &str) -> (bool, Flags, Matcher) {
    let (mut not, mut flags, mut found) = (false, 0, None);
    for word in words.split(' ') {
        match (word, FLAGS.iter().find(|(flag, _)| *flag == word)) {
            ("not", _) => not = true,
            ("contain", _) => flags |= CONTAINS,
            (_, Some((_, flag))) => flags |= flag,
            _ => found = matcher(word),
        }
    }
    match found {
        Some(found) => (not, flags, found),
        None => unreachable!("{words} has a matcher"),
    }
}

/// `assert(value, message?)`. Its functions are created on first use.
///
/// # Errors
/// None in an intact realm.
pub(crate) fn lazy(context: &mut Context) -> JsResult<JsObject> {
    let truthy = NativeFunction::from_fn_ptr(|_, args, context| {
        if args.get_or_undefined(0).to_boolean() {
            let made = made("assert", args, 0, context);
            State::of(context).asserted(made.as_ref());
            return Ok(JsValue::undefined());
        }
        let message = message(args, 1).unwrap_or_else(|| "unspecified error".to_owned());
        Err(failure("assert", message, args, context))
    });
    let assert: JsObject = api("assert", 2, truthy, context).into();
    let target = JsObject::from_proto_and_data(assert.prototype(), ());
    let proxy = JsProxy::builder(target).get(get).build(context)?;
    assert.set_prototype(Some(proxy.into()));
    Ok(assert)
}

/// Creates the record of a call of `assert`; `expected` is the number of arguments after the value.
fn made(name: &str, args: &[JsValue], expected: usize, context: &mut Context) -> Option<Made> {
    let rest = args.get(1..).unwrap_or_default();
    let expected = rest.get(..expected.min(rest.len())).unwrap_or_default();
    let word = || if name == "assert" { name.to_owned() } else { format!("assert.{name}") };
    evidence::made(name, word, evidence::begun(context).as_deref(), expected, context)
}

fn failure(name: &str, message: String, args: &[JsValue], context: &mut Context) -> JsError {
    let made = made(name, args, 0, context);
    assertion_error(Fault::new(message), made.as_ref(), context)
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
    for (name, words, arguments, fixed) in FUNCTIONS {
        let ((not, flags, matcher), arguments, fixed) = (chain(words), *arguments, *fixed);
        let function = NativeFunction::from_copy_closure(move |_, args, context| {
            let value = args.get_or_undefined(0).clone();
            let rest = args.get(1..).unwrap_or_default();
            let assertion = Assertion {
                value,
                message: message(rest, arguments),
                not,
                chai: flags,
                made: made(name, args, arguments, context),
                ..Assertion::default()
            };
            let fixed = match fixed {
                Fixed::No => None,
                Fixed::True => Some(JsValue::from(true)),
                Fixed::False => Some(JsValue::from(false)),
                Fixed::Null => Some(JsValue::null()),
                Fixed::Undefined => Some(JsValue::undefined()),
                Fixed::Type(name) => Some(JsString::from(name).into()),
            };
            let mut given = rest.get(..arguments.min(rest.len())).unwrap_or_default().to_vec();
            if let Some(fixed) = fixed {
                given.push(fixed);
            } else {
                // An omitted argument counts as undefined.
                given.resize(arguments, JsValue::undefined());
            }
            assertion.apply(matcher, &given, None, context)
        });
        fix(&functions, name, api(name, arguments + 1, function, context), context)?;
    }
    for (name, words, by) in CHANGES {
        let (words, by) = (*words, *by);
        let function =
            NativeFunction::from_copy_closure(move |_, args, context| change(name, words, by, args, context));
        fix(&functions, name, api(name, 3, function, context), context)?;
    }
    let others: [(&str, boa_engine::native_function::NativeFunctionPointer); 8] = [
        ("equal", |_, args, context| loosely("equal", args, context)),
        ("notEqual", |_, args, context| loosely("notEqual", args, context)),
        ("throws", throws),
        ("throw", throws),
        ("Throw", throws),
        ("operator", operator),
        ("fail", |_, args, context| {
            let message = message(args, if args.len() > 1 { 2 } else { 0 });
            Err(failure("fail", message.unwrap_or_else(|| "assert.fail()".to_owned()), args, context))
        }),
        ("ifError", |_, args, _| match args.get_or_undefined(0) {
            error if error.to_boolean() => Err(JsError::from_opaque(error.clone())),
            _ => Ok(JsValue::undefined()),
        }),
    ];
    for (name, function) in others {
        let function = api(name, 3, NativeFunction::from_fn_ptr(function), context);
        fix(&functions, name, function, context)?;
    }
    receiver.set_prototype(Some(functions));
    receiver.get(key, context)
}

/// Loose equality (`==`).
fn loosely(name: &str, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (actual, expected) = (args.get_or_undefined(0), args.get_or_undefined(1));
    let check = Check::new(
        actual.equals(expected, context)?,
        "expected #{this} to equal #{exp}",
        "expected #{this} to not equal #{exp}",
    );
    let check = check.diff(expected, actual);
    let assertion = Assertion {
        value: actual.clone(),
        message: message(args, 2),
        not: name == "notEqual",
        made: made(name, args, 1, context),
        ..Assertion::default()
    };
    assertion.conclude(Ok(check), None, context)
}

/// `throws(function, errorLike?, message?)`, which returns the thrown value.
fn throws(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (_, _, matcher) = chain("throw");
    let value = args.get_or_undefined(0).clone();
    let made = made("throws", args, 2, context);
    let assertion = Assertion { value, message: message(args, 3), made, ..Assertion::default() };
    let mut check = matcher(&assertion, args.get(1..).unwrap_or_default(), context)?;
    let thrown = check.next.take();
    assertion.conclude(Ok(check), None, context)?;
    Ok(thrown.unwrap_or_default())
}

/// `operator(value, '<', other, message?)`.
fn operator(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (left, right) = (args.get_or_undefined(0), args.get_or_undefined(2));
    let name = value::text(&args.get_or_undefined(1).to_string(context)?);
    let said = message(args, 3);
    let holds = match name.as_str() {
        "==" => left.equals(right, context)?,
        "===" => JsValue::strict_equals(left, right),
        "!=" => !left.equals(right, context)?,
        "!==" => !JsValue::strict_equals(left, right),
        ">" => left.gt(right, context)?,
        ">=" => left.ge(right, context)?,
        "<" => left.lt(right, context)?,
        "<=" => left.le(right, context)?,
        _ => {
            let said = said.map(|said| format!("{said}: ")).unwrap_or_default();
            let message = format!("{said}Invalid operator \"{name}\"");
            return Err(failure("operator", message, args, context));
        }
    };
    let words = format!("expected {} to be {name} {}", shown(left, context)?, shown(right, context)?);
    let made = made("operator", args, 2, context);
    let assertion = Assertion { value: holds.into(), message: said, made, ..Assertion::default() };
    assertion.conclude(Ok(Check::new(holds, words, "")), None, context)
}

/// `changes(function, object, key, …, message?)`, or with a getter function instead of object and key.
fn change(
    name: &str,
    words: &str,
    by: Option<bool>,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let made = made(name, args, args.len(), context);
    let (not, chai, matcher) = chain(words);
    let by_call = args.get_or_undefined(1).is_callable();
    let key = if by_call { JsValue::undefined() } else { args.get_or_undefined(2).clone() };
    let rest = args.get(if by_call { 2 } else { 3 }..).unwrap_or_default();
    let (amount, said) = match by {
        Some(_) => (rest.first().cloned().unwrap_or_default(), message(rest, 1)),
        None => (JsValue::undefined(), message(rest, 0)),
    };
    let value = args.get_or_undefined(0).clone();
    let mut assertion = Assertion { value, message: said, not, chai, made, ..Assertion::default() };
    let mut check = matcher(&assertion, &[args.get_or_undefined(1).clone(), key], context)?;
    assertion.delta = check.delta.take();
    assertion.conclude(Ok(check), None, context)?;
    let Some(positive) = by else { return Ok(JsValue::undefined()) };
    let assertion = Assertion { not: not || !positive, ..assertion };
    let (_, _, by) = chain("by");
    assertion.apply(by, &[amount], None, context)
}
