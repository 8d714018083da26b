//! `keys`: all or any of an object's keys.

use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue};

use super::contents::same;
use super::kind::{kind, shown};
use super::{ANY, CONTAINS, DEEP, Entry};
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::value;

pub(super) const METHODS: &[Entry] = &[(&["keys", "key"], keys)];

const MIXED: &str = "when testing keys against an object or an array you must give a single Array|Object|String \
                     argument or multiple String arguments";

fn keys(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let of = kind(&assertion.value, context)?;
    let first = args.get_or_undefined(0);
    let given = kind(first, context)?;
    let collection = assertion.value.as_object().filter(|_| of == "map" || of == "set");
    let listed = |context: &mut Context| -> JsResult<Vec<JsValue>> {
        Ok(value::elements(first, 100_000, context)?.unwrap_or_default())
    };
    let (have, wanted) = if let Some(object) = &collection {
        let have = match of.as_str() {
            "map" => value::map_entries(object, context)?.into_iter().map(|(key, _)| key).collect(),
            _ => value::set_values(object, context)?,
        };
        (have, if given == "array" { listed(context)? } else { args.to_vec() })
    } else {
        let object = assertion.value.to_object(context)?;
        let have: Vec<JsValue> =
            value::own_enumerable_keys(&object, context)?.iter().map(value::key_value).collect();
        if matches!(given.as_str(), "array" | "object") && args.len() > 1 {
            return Ok(Check::invalid(assertion, MIXED));
        }
        let wanted = match (given.as_str(), first.as_object()) {
            ("array", _) => listed(context)?,
            ("object", Some(object)) => {
                value::own_enumerable_keys(&object, context)?.iter().map(value::key_value).collect()
            }
            _ => args.to_vec(),
        };
        let as_keys = wanted.iter().map(|key| {
            Ok(if key.is_symbol() { key.clone() } else { JsValue::from(key.to_string(context)?) })
        });
        (have, as_keys.collect::<JsResult<Vec<_>>>()?)
    };
    if wanted.is_empty() {
        return Ok(Check::invalid(assertion, "keys required"));
    }
    let mut unique: Vec<JsValue> = Vec::new();
    for key in &wanted {
        if !unique.iter().any(|known| JsValue::same_value_zero(known, key)) {
            unique.push(key.clone());
        }
    }
    let mut count = 0;
    for key in &unique {
        let mut known = false;
        for other in &have {
            known = known || same(assertion, key, other, context)?;
        }
        count += usize::from(known);
    }
    let (any, contains) = (assertion.chai & ANY != 0, assertion.chai & CONTAINS != 0);
    let pass = match any {
        true => count > 0,
        false => count == unique.len() && (contains || unique.len() == have.len()),
    };
    let names = wanted.iter().map(|key| shown(key, context)).collect::<JsResult<Vec<_>>>()?;
    let list = match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            format!("keys {}, {} {last}", rest.join(", "), if any { "or" } else { "and" })
        }
        _ => format!("key {}", names.join("")),
    };
    let deep = if collection.is_some() && assertion.chai & DEEP != 0 { "deeply " } else { "" };
    let verb = if contains { "contain" } else { "have" };
    let check = Check::new(
        pass,
        format!("expected #{{this}} to {deep}{verb} {list}"),
        format!("expected #{{this}} to not {deep}{verb} {list}"),
    );
    let (wanted, have) = (sorted(wanted, context)?, sorted(have, context)?);
    Ok(check.diff(&value::array(wanted, context), &value::array(have, context)))
}

/// Keys sorted by their text.
fn sorted(keys: Vec<JsValue>, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let mut named = Vec::with_capacity(keys.len());
    for key in keys {
        named.push((JsString::from(shown(&key, context)?), key));
    }
    named.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(named.into_iter().map(|(_, key)| key).collect())
}
