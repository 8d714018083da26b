//! Unknown names of assertions: a mistyped word must not count as an assertion.

use boa_engine::object::builtins::JsProxy;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue};

use crate::expect::{Realm, matchers};
use crate::value;

/// Properties that the language and tools read from any value.
const QUIET: [&str; 5] = ["then", "catch", "inspect", "toJSON", "asymmetricMatch"];
/// Maximum edit distance of a suggested name.
const NEAR: usize = 4;

/// The prototype behind all words.
///
/// # Errors
/// None in an intact realm.
pub(super) fn prototype(context: &mut Context) -> JsResult<JsObject> {
    let root = context.intrinsics().constructors().object().prototype();
    let target = JsObject::from_proto_and_data(root, ());
    let get = |_: &JsValue, args: &[JsValue], context: &mut Context| {
        let key = args.get_or_undefined(1).to_property_key(context)?;
        inherited(&key, context)
    };
    Ok(JsProxy::builder(target).get(get).build(context)?.into())
}

/// A property that every object has.
///
/// # Errors
/// Chai's error for an unknown name.
pub(super) fn inherited(key: &PropertyKey, context: &mut Context) -> JsResult<JsValue> {
    let root = context.intrinsics().constructors().object().prototype();
    let quiet = match key {
        PropertyKey::String(name) => QUIET.contains(&value::text(name).as_str()),
        _ => true,
    };
    if quiet || root.has_property(key.clone(), context)? {
        return root.get(key.clone(), context);
    }
    let name = value::key_text(key);
    let meant = nearest(&name, context)?;
    let meant = meant.map(|meant| format!(" Did you mean \"{meant}\"?")).unwrap_or_default();
    let message = format!("Invalid Chai property: {name}.{meant}");
    let message = if meant.is_empty() { message.trim_end_matches('.').to_owned() } else { message };
    Err(JsNativeError::error().with_message(message).into())
}

/// The most similar known name, if there is one; the first of equally similar ones.
fn nearest(name: &str, context: &mut Context) -> JsResult<Option<String>> {
    let extensions = Realm::of(context)?.extensions;
    let mut known: Vec<String> = super::words().map(str::to_owned).collect();
    known.extend(matchers::names().map(str::to_owned));
    let own = extensions.own_property_keys(context)?;
    known.extend(own.iter().map(value::key_text));
    let mut best = (NEAR, None);
    for candidate in known {
        let distance = distance(name, &candidate);
        if distance < best.0 {
            best = (distance, Some(candidate));
        }
    }
    Ok(best.1)
}

/// Edit distance of two texts, at most [`NEAR`].
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(100).collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) >= NEAR {
        return NEAR;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, right) in b.iter().enumerate() {
            let change = diagonal + usize::from(left != right);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()].min(NEAR)
}
