//! What test files see: the same objects as globals and as exports of `vitest` and `@jest/globals`.

use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};

use crate::collect::{Chain, HOOKS, Kind, hook_function, test_hook_function};
use crate::state::State;

/// Defines the globals, which the guest can neither replace nor remove, and returns the exports.
///
/// # Errors
/// None in a realm that is whole.
pub(crate) fn install(state: &State, context: &mut Context) -> JsResult<Vec<(&'static str, JsValue)>> {
    let test = Chain::new(Kind::Test).function(context)?;
    let describe = Chain::new(Kind::Suite).function(context)?;
    let expect = crate::expect::install(state, context)?;
    let vi = crate::vi::install(context)?;
    let modified =
        |function: &JsObject, name: &str, context: &mut Context| function.get(JsString::from(name), context);
    let mut exports: Vec<(&'static str, JsValue)> = vec![
        ("describe", describe.clone().into()),
        ("suite", describe.clone().into()),
        ("it", test.clone().into()),
        ("test", test.clone().into()),
        ("expect", expect.clone().into()),
        ("vi", vi.clone().into()),
        ("vitest", vi.clone().into()),
        ("jest", vi.into()),
        ("xdescribe", modified(&describe, "skip", context)?),
        ("fdescribe", modified(&describe, "only", context)?),
        ("xit", modified(&test, "skip", context)?),
        ("xtest", modified(&test, "skip", context)?),
        ("fit", modified(&test, "only", context)?),
    ];
    for name in HOOKS {
        exports.push((name, hook_function(name, context).into()));
    }
    for name in ["onTestFinished", "onTestFailed"] {
        exports.push((name, test_hook_function(name, context).into()));
    }
    let assert = crate::expect::chai::lazy_assert(context)?;
    let chai = crate::expect::chai::lazy(&assert, &expect, context)?;
    let property = PropertyDescriptor::builder().value(assert.clone()).enumerable(true);
    expect.define_property_or_throw(js_string!("assert"), property.build(), context)?;
    exports.extend([("assert", assert.into()), ("chai", chai.into())]);
    exports.extend(crate::exports::only(context)?);
    exports.extend(crate::types_only::exports(context)?);
    for (name, value) in &exports {
        // `vitest` is a module, not a global.
        if *name != "vitest" && !crate::exports::ONLY.contains(name) {
            context.register_global_property(js_string!(*name), value.clone(), Attribute::empty())?;
        }
    }
    Ok(exports)
}
