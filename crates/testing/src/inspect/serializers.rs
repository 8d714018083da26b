//! `expect.addSnapshotSerializer`: custom objects that print values.

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{
    Context, Finalize, JsArgs, JsNativeError, JsObject, JsResult, JsValue, NativeFunction, Trace, js_string,
};

use super::pretty::serialize_at;
use crate::intrinsics::native;
use crate::state::State;
use crate::value;

/// Maximum number of serializers.
const MAX: usize = 100;

/// Possible methods of a serializer.
const METHODS: &[&str] = &["test", "serialize", "print"];

/// Adds a serializer, which takes precedence over earlier ones.
///
/// # Errors
/// An argument that is no serializer.
pub(crate) fn add(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    let Some(serializer) = args.get_or_undefined(0).as_object() else {
        let message = "expect.addSnapshotSerializer() expects an object";
        return Err(JsNativeError::typ().with_message(message).into());
    };
    crate::guard::check_methods("A snapshot serializer", &serializer, METHODS, context)?;
    let mut serializers = state.serializers.borrow_mut();
    if serializers.len() >= MAX {
        return Err(JsNativeError::range().with_message("too many snapshot serializers").into());
    }
    serializers.insert(0, serializer);
    Ok(JsValue::undefined())
}

/// The output of the first serializer that accepts a value.
///
/// # Errors
/// Errors that the serializer throws.
pub(super) fn ask(
    value: &JsValue,
    indent: usize,
    depth: usize,
    context: &mut Context,
) -> JsResult<Option<String>> {
    let serializers = State::of(context).serializers.borrow().clone();
    for serializer in serializers {
        let this = JsValue::from(serializer.clone());
        let Some(test) = serializer.get(js_string!("test"), context)?.as_callable() else { continue };
        if !test.call(&this, std::slice::from_ref(value), context)?.to_boolean() {
            continue;
        }
        let serialize = serializer.get(js_string!("serialize"), context)?;
        let text = match serialize.as_callable() {
            Some(serialize) => {
                let config = config(context)?;
                let printer = printer(indent, depth, context);
                let refs = value::array(Vec::new(), context);
                let args = [
                    value.clone(),
                    config,
                    js_string!(" ".repeat(indent)).into(),
                    JsValue::from(u32::try_from(depth).unwrap_or(u32::MAX)),
                    refs,
                    printer.into(),
                ];
                serialize.call(&this, &args, context)?
            }
            None => print(&serializer, value, indent, depth, context)?,
        };
        return Ok(Some(value::text(&text.to_string(context)?)));
    }
    Ok(None)
}

/// The older form: `print(value, print, indent, options, colors)`.
fn print(
    serializer: &JsObject,
    value: &JsValue,
    indent: usize,
    depth: usize,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(print) = serializer.get(js_string!("print"), context)?.as_callable() else {
        let message = "a snapshot serializer has a serialize or a print method";
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let printer = printer(indent, depth, context);
    let indented = NativeFunction::from_copy_closure(move |_, args, context| {
        let text = value::text(&args.get_or_undefined(0).to_string(context)?);
        let deeper = " ".repeat(indent + 2);
        let lines: Vec<String> = text.split('\n').map(|line| format!("{deeper}{line}")).collect();
        Ok(js_string!(lines.join("\n")).into())
    });
    let indented = native("indent", 1, indented, context);
    let options = ObjectInitializer::new(context)
        .property(js_string!("edgeSpacing"), js_string!("\n"), Attribute::all())
        .property(js_string!("min"), false, Attribute::all())
        .property(js_string!("spacing"), js_string!("\n"), Attribute::all())
        .build();
    let colors = config(context)?;
    let args = [value.clone(), printer.into(), indented.into(), options.into(), colors];
    print.call(&serializer.clone().into(), &args, context)
}

/// `printer(value, config, indentation, depth, refs)`: prints a nested value.
fn printer(indent: usize, depth: usize, context: &Context) -> JsObject {
    #[derive(Trace, Finalize)]
    struct At(usize, usize);
    let print = NativeFunction::from_copy_closure_with_captures(
        |_, args, At(indent, depth): &At, context| {
            let said = args.get_or_undefined(2).as_string();
            let indent = said.map_or(*indent, |said| said.len());
            Ok(js_string!(serialize_at(args.get_or_undefined(0), indent, depth + 1, context)?).into())
        },
        At(indent, depth),
    );
    native("printer", 5, print, context).into()
}

fn config(context: &mut Context) -> JsResult<JsValue> {
    let format = State::of(context).format;
    let empty = || JsValue::from(js_string!());
    let mut colors = ObjectInitializer::new(context);
    for part in ["comment", "content", "prop", "tag", "value"] {
        let none = ObjectInitializer::new(colors.context())
            .property(js_string!("open"), empty(), Attribute::all())
            .property(js_string!("close"), empty(), Attribute::all())
            .build();
        colors.property(js_string!(part), none, Attribute::all());
    }
    let colors = colors.build();
    let config = ObjectInitializer::new(context)
        .property(js_string!("indent"), js_string!("  "), Attribute::all())
        .property(js_string!("spacingInner"), js_string!("\n"), Attribute::all())
        .property(js_string!("spacingOuter"), js_string!("\n"), Attribute::all())
        .property(js_string!("min"), false, Attribute::all())
        .property(js_string!("escapeString"), format.escape_string, Attribute::all())
        .property(js_string!("escapeRegex"), true, Attribute::all())
        .property(js_string!("printBasicPrototype"), format.print_basic_prototype, Attribute::all())
        .property(js_string!("printFunctionName"), false, Attribute::all())
        .property(js_string!("maxDepth"), f64::INFINITY, Attribute::all())
        .property(js_string!("colors"), colors.clone(), Attribute::all())
        .build();
    for part in ["comment", "content", "prop", "tag", "value"] {
        let part_value = colors.get(js_string!(part), context)?;
        config.create_data_property_or_throw(js_string!(part), part_value, context)?;
    }
    Ok(config.into())
}
