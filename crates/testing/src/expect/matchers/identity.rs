//! Identity and kind of a value: `toBe`, `toBeNull`, `toBeInstanceOf` …

use boa_engine::{Context, JsArgs, JsResult, JsValue, js_string};

use super::Entry;
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::expect::equality::{Mode, equals};
use crate::value;

pub(super) const MATCHERS: &[Entry] = &[
    (&["toBe"], 1, to_be),
    (&["toEqual"], 1, to_equal),
    (&["toStrictEqual"], 1, to_strict_equal),
    (&["toBeTruthy"], 0, to_be_truthy),
    (&["toBeFalsy"], 0, to_be_falsy),
    (&["toBeNull"], 0, to_be_null),
    (&["toBeUndefined"], 0, to_be_undefined),
    (&["toBeDefined"], 0, to_be_defined),
    (&["toBeNullable"], 0, to_be_nullable),
    (&["toBeTypeOf"], 1, to_be_type_of),
    (&["toBeInstanceOf"], 1, to_be_instance_of),
];

fn to_be(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (actual, expected) = (&assertion.value, args.get_or_undefined(0));
    let pass = JsValue::same_value(actual, expected);
    let mut yes = "expected #{this} to be #{exp} // Object.is equality".to_owned();
    if !pass && !assertion.not {
        // The message names an equality that would have passed. A value too large to compare is no error
        // here.
        let mut would_pass = |mode| match equals(actual, expected, mode, context) {
            Err(error) if error.as_engine().is_some() => Err(error),
            result => Ok(result.unwrap_or(false)),
        };
        let name = if would_pass(Mode::STRICT)? {
            Some("toStrictEqual")
        } else if would_pass(Mode::EQUAL)? {
            Some("toEqual")
        } else {
            None
        };
        if let Some(name) = name {
            yes.push_str(&format!(
                "\n\nIf it should pass with deep equality, replace \"toBe\" with \"{name}\"\n\n\
                 Expected: #{{this}}\nReceived: serializes to the same string\n"
            ));
        }
    }
    let no = "expected #{this} not to be #{exp} // Object.is equality";
    Ok(Check::new(pass, yes, no).diff(expected, actual))
}

fn to_equal(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (actual, expected) = (&assertion.value, args.get_or_undefined(0));
    let pass = equals(actual, expected, Mode::EQUAL, context)?;
    let check = Check::new(
        pass,
        "expected #{this} to deeply equal #{exp}",
        "expected #{this} to not deeply equal #{exp}",
    );
    Ok(check.diff(expected, actual))
}

fn to_strict_equal(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (actual, expected) = (&assertion.value, args.get_or_undefined(0));
    let pass = equals(actual, expected, Mode::STRICT, context)?;
    let check = Check::new(
        pass,
        "expected #{this} to strictly equal #{exp}",
        "expected #{this} to not strictly equal #{exp}",
    );
    Ok(check.diff(expected, actual))
}

fn to_be_truthy(assertion: &Assertion, _: &[JsValue], _: &mut Context) -> JsResult<Check> {
    let pass = assertion.value.to_boolean();
    let check = Check::new(pass, "expected #{this} to be truthy", "expected #{this} to not be truthy");
    Ok(check.diff(&true.into(), &assertion.value))
}

fn to_be_falsy(assertion: &Assertion, _: &[JsValue], _: &mut Context) -> JsResult<Check> {
    let pass = !assertion.value.to_boolean();
    let check = Check::new(pass, "expected #{this} to be falsy", "expected #{this} to not be falsy");
    Ok(check.diff(&false.into(), &assertion.value))
}

fn to_be_null(assertion: &Assertion, _: &[JsValue], _: &mut Context) -> JsResult<Check> {
    let pass = assertion.value.is_null();
    let check = Check::new(pass, "expected #{this} to be null", "expected #{this} not to be null");
    Ok(check.diff(&JsValue::null(), &assertion.value))
}

fn to_be_undefined(assertion: &Assertion, _: &[JsValue], _: &mut Context) -> JsResult<Check> {
    let pass = assertion.value.is_undefined();
    let check = Check::new(pass, "expected #{this} to be undefined", "expected #{this} not to be undefined");
    Ok(check.diff(&JsValue::undefined(), &assertion.value))
}

fn to_be_defined(assertion: &Assertion, _: &[JsValue], _: &mut Context) -> JsResult<Check> {
    let pass = !assertion.value.is_undefined();
    Ok(Check::new(pass, "expected #{this} to be defined", "expected #{this} to be undefined"))
}

fn to_be_nullable(assertion: &Assertion, _: &[JsValue], _: &mut Context) -> JsResult<Check> {
    let pass = assertion.value.is_null_or_undefined();
    let check = Check::new(pass, "expected #{this} to be nullish", "expected #{this} not to be nullish");
    Ok(check.diff(&JsValue::null(), &assertion.value))
}

fn to_be_type_of(assertion: &Assertion, args: &[JsValue], _: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    let actual: JsValue = js_string!(assertion.value.type_of()).into();
    let pass = JsValue::strict_equals(&actual, expected);
    let check = Check::new(
        pass,
        "expected #{this} to be type of #{exp}",
        "expected #{this} not to be type of #{exp}",
    );
    Ok(check.diff(expected, &actual))
}

fn to_be_instance_of(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    let Some(constructor) = expected.as_callable() else {
        let given = value::tag(expected, context)?;
        return Ok(Check::invalid(
            assertion,
            format!("The instanceof assertion needs a constructor but {given} was given."),
        ));
    };
    let name = constructor.get(js_string!("name"), context)?.as_string();
    let name = name.map(|name| value::text(&name)).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| "an unnamed constructor".to_owned()).replace("#{", "# {");
    let pass = value::instance_of(&assertion.value, expected, context)?;
    Ok(Check::new(
        pass,
        format!("expected #{{this}} to be an instance of {name}"),
        format!("expected #{{this}} to not be an instance of {name}"),
    ))
}
