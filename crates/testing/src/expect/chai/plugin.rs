//! `chai`: its parts by name, and words that a guest adds to assertions. Existing words cannot be replaced.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::{Attribute, PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string,
};

use super::{ANY, CONTAINS, DEEP, Flags, ITSELF, LENGTH, NESTED, ORDERED, OWN, error, kind};
use crate::evidence;
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::expect::equality::{Mode, equals};
use crate::expect::{Realm, fix};
use crate::guard::api;
use crate::inspect::{display, inspect};
use crate::intrinsics::native;
use crate::state::State;
use crate::value;

/// The object `chai`. Its parts are created on first use.
///
/// # Errors
/// None in an intact realm.
pub(crate) fn lazy(assert: &JsObject, expect: &JsObject, context: &mut Context) -> JsResult<JsObject> {
    let root = context.intrinsics().constructors().object().prototype();
    let chai = JsObject::from_proto_and_data(root, ());
    fix(&chai, "assert", assert.clone(), context)?;
    fix(&chai, "expect", expect.clone(), context)?;
    let parts: [(&str, NativeFunctionPointer); 7] = [
        ("AssertionError", |_, _, context| error::class(context).map(JsValue::from)),
        ("Assertion", |_, _, context| assertion_class(context).map(JsValue::from)),
        ("config", |_, _, context| config(context)),
        ("use", |_, _, context| Ok(api("use", 1, NativeFunction::from_fn_ptr(use_plugin), context).into())),
        ("util", |_, _, context| utilities(context).map(JsValue::from)),
        ("should", |_, _, context| Ok(api("should", 0, NativeFunction::from_fn_ptr(should), context).into())),
        ("Should", |_, _, context| Ok(api("should", 0, NativeFunction::from_fn_ptr(should), context).into())),
    ];
    for (name, make) in parts {
        let get = native(name, 0, NativeFunction::from_fn_ptr(make), context);
        let property = PropertyDescriptor::builder().get(get).enumerable(true).configurable(false);
        chai.define_property_or_throw(JsString::from(name), property.build(), context)?;
    }
    State::of(context).chai.replace(Some(chai.clone()));
    Ok(chai)
}

fn chai(context: &Context) -> JsValue {
    State::of(context).chai.borrow().clone().map(JsValue::from).unwrap_or_default()
}

/// `config`: how messages show values. Read-only.
fn config(context: &mut Context) -> JsResult<JsValue> {
    let object = boa_engine::object::ObjectInitializer::new(context)
        .property(js_string!("includeStack"), false, Attribute::all())
        .property(js_string!("showDiff"), true, Attribute::all())
        .property(js_string!("truncateThreshold"), 40, Attribute::all())
        .property(js_string!("useProxy"), true, Attribute::all())
        .build();
    Ok(object.into())
}

/// `use(plugin)`: calls a plugin once, with `chai` and its utilities.
fn use_plugin(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(plugin) = args.get_or_undefined(0).as_callable() else {
        return Err(JsNativeError::typ().with_message("chai.use() expects a function").into());
    };
    crate::guard::check_written("A plugin of chai", &plugin, context)?;
    let state = State::of(context);
    let known = state.plugins.borrow().iter().any(|known| JsObject::equals(known, &plugin));
    if !known {
        let util = utilities(context)?;
        plugin.call(&JsValue::undefined(), &[chai(context), util.into()], context)?;
        state.plugins.borrow_mut().push(plugin);
    }
    Ok(chai(context))
}

/// `should()`: gives every object a `should` property, an assertion about it.
pub(crate) fn should(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let root = context.intrinsics().constructors().object().prototype();
    let get = NativeFunction::from_fn_ptr(|this, _, context| {
        let value = match this.as_object() {
            // For a primitive, `this` is its wrapper object.
            Some(object) => primitive(&object).unwrap_or_else(|| this.clone()),
            None => this.clone(),
        };
        State::of(context).assertions.borrow_mut().calls += 1;
        let begun = evidence::begun(context);
        Ok(Assertion { value, begun, ..Assertion::default() }.object(context)?.into())
    });
    let set = NativeFunction::from_fn_ptr(|this, args, context| {
        if let Some(object) = this.as_object() {
            let property = PropertyDescriptor::builder().value(args.get_or_undefined(0).clone());
            let property = property.writable(true).enumerable(true).configurable(true).build();
            object.define_property_or_throw(js_string!("should"), property, context)?;
        }
        Ok(JsValue::undefined())
    });
    let (get, set) = (native("should", 0, get, context), native("should", 1, set, context));
    let property = PropertyDescriptor::builder().get(get).set(set).enumerable(false).configurable(true);
    root.define_property_or_throw(js_string!("should"), property.build(), context)?;
    let expect = Realm::of(context)?.expect;
    let object = boa_engine::object::ObjectInitializer::new(context).build();
    for name in ["fail", "not"] {
        let found = expect.get(JsString::from(name), context)?;
        object.create_data_property_or_throw(JsString::from(name), found, context)?;
    }
    Ok(object.into())
}

fn primitive(object: &JsObject) -> Option<JsValue> {
    object
        .downcast_ref::<JsString>()
        .map(|text| text.clone().into())
        .or_else(|| object.downcast_ref::<f64>().map(|number| JsValue::from(*number)))
        .or_else(|| object.downcast_ref::<bool>().map(|truth| JsValue::from(*truth)))
}

/// `Assertion`: creates assertions, and accepts new words.
fn assertion_class(context: &mut Context) -> JsResult<JsObject> {
    let state = State::of(context);
    if let Some(known) = state.assertion_class.borrow().clone() {
        return Ok(known);
    }
    let make = NativeFunction::from_fn_ptr(|_, args, context| {
        let message = args.get_or_undefined(1).as_string().map(|text| value::text(&text));
        let value = args.get_or_undefined(0).clone();
        Ok(Assertion { value, message, ..Assertion::default() }.object(context)?.into())
    });
    let class: JsObject = FunctionObjectBuilder::new(context.realm(), make)
        .name(js_string!("Assertion"))
        .length(2)
        .constructor(true)
        .build()
        .into();
    let matchers = Realm::of(context)?.matchers;
    let property = PropertyDescriptor::builder().value(matchers).enumerable(false).writable(false);
    class.define_property_or_throw(js_string!("prototype"), property.build(), context)?;
    for (name, function) in ADDERS {
        // As class methods they do not receive the object that the utilities do.
        let function = *function;
        let of_class = NativeFunction::from_copy_closure(move |this, args, context| {
            let mut all = vec![JsValue::undefined()];
            all.extend_from_slice(args);
            function(this, &all, context)
        });
        fix(&class, name, api(name, 2, of_class, context), context)?;
    }
    state.assertion_class.replace(Some(class.clone()));
    Ok(class)
}

const ADDERS: &[(&str, NativeFunctionPointer)] = &[
    ("addMethod", |_, args, context| add(args, Added::Method, context)),
    ("addProperty", |_, args, context| add(args, Added::Property, context)),
    ("addChainableMethod", |_, args, context| add(args, Added::Method, context)),
    ("overwriteMethod", |_, args, context| refuse(args, context)),
    ("overwriteProperty", |_, args, context| refuse(args, context)),
    ("overwriteChainableMethod", |_, args, context| refuse(args, context)),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Added {
    Method,
    Property,
}

fn refuse(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = value::text(&args.get_or_undefined(1).to_string(context)?);
    let message =
        format!("\"{name}\" cannot be overwritten: the built-in assertions stand. Add one of another name");
    Err(JsNativeError::typ().with_message(message).into())
}

/// Adds a word, unless it exists.
fn add(args: &[JsValue], how: Added, context: &mut Context) -> JsResult<JsValue> {
    let key = args.get_or_undefined(1).to_property_key(context)?;
    let Some(function) = args.get_or_undefined(2).as_callable() else {
        return Err(JsNativeError::typ().with_message("a word of an assertion is a function").into());
    };
    let realm = Realm::of(context)?;
    let name = value::key_text(&key);
    if realm.matchers.has_own_property(key.clone(), context)? || super::is_word(&name) {
        return Ok(JsValue::undefined());
    }
    let call = NativeFunction::from_copy_closure_with_captures(
        |this, args, (function, word): &(JsObject, JsString), context| {
            // Assertions of the word's function are recorded under the word.
            if let Ok(assertion) = Assertion::of(this) {
                let made = assertion.made(&value::text(word), args, context).made;
                if let Some(mut kept) =
                    this.as_object().as_ref().and_then(|object| object.downcast_mut::<Assertion>())
                {
                    kept.made = made;
                }
            }
            let result = function.call(this, args, context)?;
            Ok(if result.is_undefined() { this.clone() } else { result })
        },
        (function, JsString::from(name.as_str())),
    );
    let call = api(&name, 0, call, context);
    let property = match how {
        Added::Method => PropertyDescriptor::builder().value(call).writable(true),
        Added::Property => PropertyDescriptor::builder().get(call),
    };
    let property = property.enumerable(true).configurable(true).build();
    realm.extensions.define_property_or_throw(key, property, context)?;
    Ok(JsValue::undefined())
}

/// `this.assert(holds, message, negated message, expected?, actual?)` in a word that a guest added.
pub(super) fn assert(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let assertion = Assertion::of(this)?;
    let text = |value: &JsValue, context: &mut Context| -> JsResult<String> {
        let value = match value.as_callable() {
            Some(function) => function.call(&JsValue::undefined(), &[], context)?,
            None => value.clone(),
        };
        Ok(if value.is_undefined() { String::new() } else { value::text(&value.to_string(context)?) })
    };
    let (yes, no) = (text(args.get_or_undefined(1), context)?, text(args.get_or_undefined(2), context)?);
    let check = Check::new(args.get_or_undefined(0).to_boolean(), yes, no);
    let actual = args.get(4).unwrap_or(&assertion.value).clone();
    let check = check.values(args.get_or_undefined(3), &actual);
    assertion.conclude(Ok(check), None, context)
}

/// Chai's flags by name.
const FLAGS: [(&str, Flags); 8] = [
    ("deep", DEEP),
    ("nested", NESTED),
    ("own", OWN),
    ("ordered", ORDERED),
    ("any", ANY),
    ("contains", CONTAINS),
    ("doLength", LENGTH),
    ("itself", ITSELF),
];

/// `flag(assertion, name)` and `flag(assertion, name, value)`.
fn flag(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let this = args.get_or_undefined(0);
    let assertion = Assertion::of(this)?;
    let name = value::text(&args.get_or_undefined(1).to_string(context)?);
    let known = FLAGS.iter().find(|(known, _)| *known == name).map(|(_, flag)| *flag);
    let Some(given) = args.get(2) else {
        return Ok(match (name.as_str(), known) {
            (_, Some(flag)) => (assertion.chai & flag != 0).into(),
            ("object", _) => assertion.value,
            ("negate", _) => assertion.not.into(),
            ("soft", _) => assertion.soft.into(),
            ("message", _) => assertion.message.map(JsString::from).map(JsValue::from).unwrap_or_default(),
            _ => match &assertion.flags {
                Some(flags) => flags.get(JsString::from(name.as_str()), context)?,
                None => JsValue::undefined(),
            },
        });
    };
    let mut changed = assertion;
    match (name.as_str(), known) {
        (_, Some(flag)) if given.to_boolean() => changed.chai |= flag,
        (_, Some(flag)) => changed.chai &= !flag,
        ("object", _) => changed.value = given.clone(),
        ("negate", _) => changed.not = given.to_boolean(),
        ("message", _) => changed.message = given.as_string().map(|text| value::text(&text)),
        _ => {
            let flags = changed.flags.get_or_insert_with(JsObject::with_null_proto);
            flags.create_data_property_or_throw(JsString::from(name.as_str()), given.clone(), context)?;
        }
    }
    if let Some(object) = this.as_object()
        && let Some(mut kept) = object.downcast_mut::<Assertion>()
    {
        *kept = changed;
    }
    Ok(JsValue::undefined())
}

/// The part of `util` that plugins use.
fn utilities(context: &mut Context) -> JsResult<JsObject> {
    let functions: [(&str, NativeFunctionPointer); 7] =
        [
            ("flag", flag),
            ("inspect", |_, args, context| {
                Ok(JsString::from(inspect(args.get_or_undefined(0), context)?).into())
            }),
            ("objDisplay", |_, args, context| {
                Ok(JsString::from(display(args.get_or_undefined(0), context)?).into())
            }),
            ("type", |_, args, context| {
                Ok(JsString::from(kind::kind(args.get_or_undefined(0), context)?).into())
            }),
            ("eql", |_, args, context| {
                Ok(equals(args.get_or_undefined(0), args.get_or_undefined(1), Mode::CHAI, context)?.into())
            }),
            ("getName", |_, args, context| match args.get_or_undefined(0).as_callable() {
                Some(function) => function.get(PropertyKey::from(js_string!("name")), context),
                None => Ok(JsValue::null()),
            }),
            ("transferFlags", |_, args, _| {
                let assertion = Assertion::of(args.get_or_undefined(0))?;
                if let Some(object) = args.get_or_undefined(1).as_object()
                    && let Some(mut kept) = object.downcast_mut::<Assertion>()
                {
                    *kept = Assertion { value: kept.value.clone(), ..assertion };
                }
                Ok(JsValue::undefined())
            }),
        ];
    let util = JsObject::with_object_proto(context.intrinsics());
    for (name, function) in functions.iter().chain(ADDERS) {
        let function = api(name, 2, NativeFunction::from_fn_ptr(*function), context);
        util.create_data_property_or_throw(JsString::from(*name), function, context)?;
    }
    Ok(util)
}
