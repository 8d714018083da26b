//! `RegExp.prototype[Symbol.split]`.

use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::JsArray;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsResult, JsString, JsSymbol, JsValue, NativeFunction};

use super::find::part;
use super::pieces::LOOK;
use super::regexp::matched;
use crate::boa_fixes::guards::original;
use crate::inspect::{array_length, data_property};
use crate::native::{argument, host};

/// The properties of `RegExp.prototype` that a split reads, captured before guest code ran.
pub(crate) type Plain = Vec<(PropertyKey, JsObject)>;

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let constructor = context.intrinsics().constructors().regexp().constructor();
    let prototype = context.intrinsics().constructors().regexp().prototype();
    let key = JsSymbol::split();
    let engine = prototype.get(key.clone(), context)?;
    let native = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(split))
        .name("[Symbol.split]")
        .length(2)
        .constructor(false)
        .build();
    let descriptor =
        PropertyDescriptor::builder().value(native).writable(true).enumerable(false).configurable(true);
    prototype.define_property_or_throw(key, descriptor, context)?;

    let texts = [
        "constructor",
        "exec",
        "flags",
        "global",
        "ignoreCase",
        "multiline",
        "dotAll",
        "unicode",
        "unicodeSets",
        "sticky",
        "hasIndices",
    ];
    let keys = texts.into_iter().map(|name| PropertyKey::from(JsString::from(name)));
    let mut plain: Plain = keys
        .chain([JsSymbol::r#match().into()])
        .filter_map(|key| Some((key.clone(), stands(&prototype, &key)?)))
        .collect();
    let species = PropertyKey::from(JsSymbol::species());
    plain.extend(stands(&constructor, &species).map(|getter| (species, getter)));
    let host = host(context)?;
    host.fixes.text.patterns.replace(plain);
    if let Some(engine) = engine.as_object() {
        host.fixes.originals.insert("RegExp.split", engine);
    }
    Ok(())
}

/// The value or getter of an ordinary object's property.
fn stands(object: &JsObject, key: &PropertyKey) -> Option<JsObject> {
    let property = object.borrow().properties().get(key)?;
    property.get().or_else(|| property.value()).and_then(JsValue::as_object)
}

/// Whether an object is a regular expression without changes that a split would notice.
fn is_plain(pattern: &JsObject, context: &mut Context) -> JsResult<bool> {
    let prototype = context.intrinsics().constructors().regexp().prototype();
    let constructor = context.intrinsics().constructors().regexp().constructor();
    if !pattern.is::<RegExp>()
        || pattern.prototype().is_none_or(|found| !JsObject::equals(&found, &prototype))
        // Its only own property is `lastIndex`.
        || pattern.own_property_keys(context)?.len() != 1
    {
        return Ok(false);
    }
    let species = PropertyKey::from(JsSymbol::species());
    let host = host(context)?;
    let patterns = host.fixes.text.patterns.borrow();
    Ok(patterns.iter().all(|(key, before)| {
        let holder = if *key == species { &constructor } else { &prototype };
        stands(holder, key).is_some_and(|now| JsObject::equals(&now, before))
    }))
}

fn split(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let engine = original("RegExp.split", context)?;
    let Some(pattern) = this.as_object() else { return engine.call(this, args, context) };
    let text = argument(args, 0).to_string(context)?;
    let limit = argument(args, 1);
    // Converting an object to a number would run guest code in the middle of the split.
    if !(limit.is_undefined() || limit.is_number()) || !is_plain(&pattern, context)? {
        return engine.call(this, &[text.into(), limit], context);
    }
    let most = if limit.is_undefined() { u32::MAX } else { limit.to_u32(context)? };
    let pieces = parted(&pattern, &text, usize::try_from(most).unwrap_or(usize::MAX), context)?;
    Ok(JsArray::from_iter(pieces, context).into())
}

/// Splits by a pattern. The specification tries the pattern at each position until it matches, which equals a
/// search from there.
fn parted(pattern: &JsObject, text: &JsString, most: usize, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let host = host(context)?;
    let flags = pattern.get(JsString::from("flags"), context)?.to_string(context)?.to_std_string_lossy();
    let by_points = flags.contains(['u', 'v']);
    let searching: String = flags.chars().filter(|flag| !matches!(flag, 'g' | 'y')).chain(['g']).collect();
    let constructor = context.intrinsics().constructors().regexp().constructor();
    let arguments = [pattern.clone().into(), JsString::from(searching).into()];
    let searcher = constructor.construct(&arguments, Some(&constructor), context)?;
    let mut pieces: Vec<JsValue> = Vec::new();
    if most == 0 {
        return Ok(pieces);
    }
    let size = text.len();
    if size == 0 {
        if matched(&searcher, text, context)?.is_null() {
            pieces.push(text.clone().into());
        }
        return Ok(pieces);
    }
    let last_index = || JsString::from("lastIndex");
    let (mut start, mut from, mut matches) = (0, 0, 0_usize);
    while from < size {
        searcher.set(last_index(), from, true, context)?;
        let Some(found) = matched(&searcher, text, context)?.as_object() else { break };
        let at = whole(&data_property(&found, "index").unwrap_or_default());
        if at >= size {
            break;
        }
        let end = whole(&searcher.get(last_index(), context)?).min(size);
        if end == start {
            from = at + if by_points { point(text, at) } else { 1 };
            continue;
        }
        pieces.push(part(text, start, at).into());
        if pieces.len() == most {
            return Ok(pieces);
        }
        start = end;
        from = end;
        for capture in 1..array_length(&found) {
            pieces.push(found.get(capture, context)?);
            if pieces.len() == most {
                return Ok(pieces);
            }
        }
        matches += 1;
        if matches.is_multiple_of(LOOK) {
            host.room((pieces.len() * 2 * size_of::<JsValue>()) as u64)?;
        }
    }
    pieces.push(part(text, start, size).into());
    Ok(pieces)
}

/// A number that is at least 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a text")]
fn whole(value: &JsValue) -> usize {
    value.as_number().unwrap_or_default() as usize
}

/// Number of units of the code point at a position.
fn point(text: &JsString, at: usize) -> usize {
    text.code_point_at(at).code_unit_count()
}
