//! The test API: the same objects as globals and as exports of `vitest` and `@jest/globals`.

use boa_engine::object::{FunctionObjectBuilder, IntegrityLevel};
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use crate::collect::{Chain, HOOKS, Kind, hook_function, test_hook_function};
use crate::state::State;

/// Globals that do not judge, which a guest may replace, as set-up files do (`globalThis.jest = vi`).
const REPLACEABLE: &[&str] = &["vi", "jest"];

/// Defines the globals and returns the exports. The guest can neither replace nor remove those that judge. `has_jest` says
/// whether `jest` is a global.
///
/// # Errors
/// None in an intact realm.
pub(crate) fn install(
    state: &State,
    has_jest: bool,
    context: &mut Context,
) -> JsResult<Vec<(&'static str, JsValue)>> {
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
        ("jest", vi.clone().into()),
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
    let keep = NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined()));
    let keep = FunctionObjectBuilder::new(context.realm(), keep).length(1).build();
    if state.sealed {
        // The subject would see a property of the realm, so test material receives bindings instead.
        vi.set_integrity_level(IntegrityLevel::Frozen, context)?;
        return Ok(exports);
    }
    for (name, value) in &exports {
        // `vitest` is a module, not a global.
        if *name == "vitest" || (*name == "jest" && !has_jest) || crate::exports::ONLY.contains(name) {
            continue;
        }
        if REPLACEABLE.contains(name) {
            let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
            context.register_global_property(js_string!(*name), value.clone(), attributes)?;
            continue;
        }
        // An assignment (`global.expect = chai.expect`) neither throws nor has an effect.
        let get = NativeFunction::from_copy_closure_with_captures(
            |_, _, value, _| Ok(value.clone()),
            value.clone(),
        );
        let get = FunctionObjectBuilder::new(context.realm(), get).build();
        let property = PropertyDescriptor::builder().get(get).set(keep.clone()).enumerable(false);
        let property = property.configurable(false).build();
        context.global_object().define_property_or_throw(js_string!(*name), property, context)?;
    }
    Ok(exports)
}
