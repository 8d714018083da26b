//! `it.each` and `it.for`: one declaration per case of a table.

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{
    Context, Finalize, JsArgs, JsNativeError, JsResult, JsString, JsValue, NativeFunction, Trace,
};

use super::api::{Kind, declare};
use super::chain::Chain;
use super::tree::Body;
use super::{arguments, jest_title, title};
use crate::guard::api;
use crate::state::State;
use crate::value;

/// Maximum number of cases in a table.
const MAX_CASES: u64 = 1_000_000;

#[derive(Trace, Finalize)]
struct Table {
    cases: Vec<JsValue>,
}

/// `each(cases)` and `` each`table` ``: returns a function `(name, function)` that declares every case.
///
/// # Errors
/// Cases that are no array.
pub(super) fn each(chain: Chain, whole: bool, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let first = args.get_or_undefined(0);
    let not_array = || JsNativeError::typ().with_message("each() and for() expect an array of cases");
    let object = first.as_object().ok_or_else(not_array)?;
    if !value::is_array(&object, context)? {
        return Err(not_array().into());
    }
    let mut cases = value::elements(first, MAX_CASES, context)?.unwrap_or_default();
    if args.len() > 1 {
        cases = template(&cases, &args[1..], context)?;
    }
    let declare_all = NativeFunction::from_copy_closure_with_captures(
        move |_, args, table: &Table, context| {
            let template = arguments::name(args.get_or_undefined(0), context)?;
            let arrays =
                table.cases.iter().map(|case| is_array(case, context)).collect::<JsResult<Vec<_>>>()?;
            let spread = !whole && arrays.iter().all(|array| *array);
            for (index, case) in table.cases.iter().enumerate() {
                let items = if arrays[index] {
                    value::elements(case, MAX_CASES, context)?.unwrap_or_default()
                } else {
                    vec![case.clone()]
                };
                let mut declared = arguments::parse(args, context)?;
                declared.name = if State::of(context).is_jest {
                    let kinds =
                        (arrays.iter().all(|array| *array), table.cases.iter().all(JsValue::is_object));
                    jest_title::format(&template, &items, index, kinds, context)?
                } else {
                    title::format(&template, &items, index, context)?
                };
                let arguments = if spread { items } else { vec![case.clone()] };
                let body = declared.function.clone().map(|function| Body {
                    function,
                    arguments,
                    context: whole && chain.kind == Kind::Test,
                });
                declare(chain, declared, body, context)?;
            }
            Ok(JsValue::undefined())
        },
        Table { cases },
    );
    Ok(api("each", 2, declare_all, context).into())
}

fn is_array(value: &JsValue, context: &mut Context) -> JsResult<bool> {
    match value.as_object() {
        Some(object) => value::is_array(&object, context),
        None => Ok(false),
    }
}

/// The cases of a tagged template: a header of names separated by `|`, then rows of values.
fn template(strings: &[JsValue], values: &[JsValue], context: &mut Context) -> JsResult<Vec<JsValue>> {
    let mut text = String::new();
    for part in strings {
        text.push_str(&value::text(&part.to_string(context)?));
    }
    let text = text.trim().replace(' ', "");
    let header: Vec<&str> = text.lines().next().unwrap_or_default().split('|').collect();
    let mut cases = Vec::new();
    for row in values.chunks_exact(header.len()) {
        let mut case = ObjectInitializer::new(context);
        for (name, found) in header.iter().zip(row) {
            case.property(JsString::from(*name), found.clone(), Attribute::all());
        }
        cases.push(case.build().into());
    }
    Ok(cases)
}
