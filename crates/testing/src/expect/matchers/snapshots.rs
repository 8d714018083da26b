//! `toMatchSnapshot` and related matchers.

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsValue, js_string};
use verdict_judge::Kept;
use verdict_protocol::ReadKind;
use verdict_sandbox::note_read;

use super::Entry;
use crate::expect::assertion::{Assertion, Promised};
use crate::expect::asymmetric;
use crate::expect::check::Check;
use crate::expect::equality::{Mode, equals};
use crate::inspect::serialize;
use crate::state::{State, here};
use crate::value;

pub(super) const MATCHERS: &[Entry] = &[
    (&["toMatchSnapshot", "matchSnapshot"], 1, |assertion, args, context| {
        let asked = SnapshotArguments::of(args, None, context)?;
        matches(assertion, "toMatchSnapshot", assertion.value.clone(), asked, context)
    }),
    (&["toMatchInlineSnapshot"], 1, |assertion, args, context| {
        let asked = SnapshotArguments::of(args, Some(place(context)), context)?;
        matches(assertion, "toMatchInlineSnapshot", assertion.value.clone(), asked, context)
    }),
    (&["toThrowErrorMatchingSnapshot"], 1, |assertion, args, context| {
        let name = "toThrowErrorMatchingSnapshot";
        let error = kept(thrown(assertion, name, context)?, context)?;
        let asked = SnapshotArguments::of(args, None, context)?;
        matches(assertion, name, error, asked, context)
    }),
    (&["toThrowErrorMatchingInlineSnapshot"], 1, |assertion, args, context| {
        let name = "toThrowErrorMatchingInlineSnapshot";
        let at = place(context);
        let error = kept(thrown(assertion, name, context)?, context)?;
        let mut asked = SnapshotArguments::of(args, Some(at), context)?;
        asked.properties = None;
        matches(assertion, name, error, asked, context)
    }),
];

/// Location of the call.
fn place(context: &mut Context) -> Option<verdict_protocol::Location> {
    here(context).0
}

/// The arguments of a snapshot matcher.
struct SnapshotArguments {
    properties: Option<JsValue>,
    hint: Option<String>,
    kept: Kept,
}

impl SnapshotArguments {
    /// `(properties?, hint?)`, or `(properties?, snapshot?, hint?)` of an inline snapshot.
    fn of(
        args: &[JsValue],
        inline: Option<Option<verdict_protocol::Location>>,
        context: &mut Context,
    ) -> JsResult<SnapshotArguments> {
        let (first, rest) = match args.first() {
            Some(first) if first.is_object() => (Some(first.clone()), args.get(1..).unwrap_or_default()),
            Some(first) if !first.is_string() => (None, args.get(1..).unwrap_or_default()),
            _ => (None, args),
        };
        let mut texts = Vec::new();
        for text in rest {
            texts.push(match text.as_string() {
                Some(text) => Some(value::text(&text)),
                None if text.is_undefined() => None,
                None => Some(value::text(&text.to_string(context)?)),
            });
        }
        let mut texts = texts.into_iter();
        let kept = match inline {
            Some(at) => Kept::Inline(texts.next().flatten(), at),
            None => Kept::File,
        };
        Ok(SnapshotArguments { properties: first, hint: texts.next().flatten(), kept })
    }
}

fn refused(message: impl Into<String>) -> JsError {
    JsNativeError::error().with_message(message.into()).into()
}

/// The value that the tested function throws, or the reason of the rejected promise.
fn thrown(assertion: &Assertion, name: &str, context: &mut Context) -> JsResult<JsValue> {
    refuse_not(assertion, name)?;
    let Some(function) = assertion.value.as_callable() else {
        if assertion.promised == Promised::No {
            let kind = assertion.value.type_of();
            return Err(refused(format!("expected must be a function, received {kind}")));
        }
        return Ok(assertion.value.clone());
    };
    let state = State::of(context);
    match state.tentatively(|| function.call(&JsValue::undefined(), &[], context)) {
        Ok(_) => Err(refused("snapshot function didn't throw")),
        Err(error) if error.as_engine().is_some() => Err(error),
        Err(error) => error.into_opaque(context),
    }
}

/// What a snapshot keeps of an error: in a project of Jest its message.
fn kept(error: JsValue, context: &mut Context) -> JsResult<JsValue> {
    match error.as_object().filter(|_| State::of(context).is_jest) {
        Some(error) => error.get(js_string!("message"), context),
        None => Ok(error),
    }
}

fn refuse_not(assertion: &Assertion, name: &str) -> JsResult<()> {
    if assertion.not { Err(refused(format!("{name} cannot be used with \"not\""))) } else { Ok(()) }
}

/// The full name of the running test.
fn test_name(name: &str, hint: Option<&str>, context: &Context) -> JsResult<String> {
    let state = State::of(context);
    let entry = state.test().and_then(|test| state.judge.borrow().entry(test));
    let Some(entry) = entry else {
        return Err(refused(format!("'{name}' cannot be used without test context")));
    };
    Ok(state.snapshots.name(&entry.path, hint))
}

fn matches(
    assertion: &Assertion,
    name: &str,
    mut received: JsValue,
    asked: SnapshotArguments,
    context: &mut Context,
) -> JsResult<Check> {
    refuse_not(assertion, name)?;
    let test = test_name(name, asked.hint.as_deref(), context)?;
    if let Some(properties) = &asked.properties {
        if !received.is_object() {
            return Err(refused("Received value must be an object when the matcher has properties"));
        }
        if !equals(&received, properties, Mode::SUBSET, context)? {
            let check = Check::new(false, "Snapshot properties mismatched", "");
            return Ok(check.diff(properties, &received));
        }
        received = merged(&received, properties, 0, context)?;
    }
    let text = serialize(&received, context)?;
    compare(&test, text, asked.kept, context)
}

fn compare(test: &str, text: String, kept: Kept, context: &Context) -> JsResult<Check> {
    let state = State::of(context);
    let read = match &kept {
        Kept::File => state.snapshots.path(),
        Kept::Raw(path) => Some(path.clone()),
        Kept::Inline(..) => None,
    };
    if let Some(path) = read {
        note_read(&path, ReadKind::Snapshot, context);
    }
    let found = state.snapshots.compare(test, text, kept).map_err(refused)?;
    let words = format!("Snapshot `{}` mismatched", found.key).replace("#{", "# {");
    let expected = found.expected.map_or(JsValue::undefined(), |text| js_string!(text).into());
    Ok(Check::new(found.pass, words, "").diff(&expected, &js_string!(found.actual).into()))
}

/// `toMatchFileSnapshot(path, hint?)`: returns a promise, as in Vitest.
///
/// # Errors
/// A modifier that makes no sense.
pub(in crate::expect) fn to_match_file(
    assertion: &Assertion,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    refuse_not(assertion, "toMatchFileSnapshot")?;
    let assertion = assertion.clone().made("toMatchFileSnapshot", args, context);
    let result = assertion.apply(in_file, args, None, context);
    match result {
        Ok(value) => Ok(JsPromise::resolve(value, context)?.into()),
        Err(error) if error.as_engine().is_some() => Err(error),
        Err(error) => {
            let promise = JsPromise::reject(error, context)?;
            State::of(context).pending.borrow_mut().push(promise.clone().into());
            Ok(promise.into())
        }
    }
}

fn in_file(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let path = value::text(&args.get_or_undefined(0).to_string(context)?);
    let hint = args.get_or_undefined(1).as_string().map(|hint| value::text(&hint));
    let test = test_name("toMatchFileSnapshot", hint.as_deref(), context)?;
    let text = match assertion.value.as_string() {
        Some(text) => value::text(&text),
        None => serialize(&assertion.value, context)?,
    };
    let Some(path) = State::of(context).snapshots.sibling(&path) else {
        return Err(refused(format!("'{path}' is no path in the snapshot")));
    };
    compare(&test, text, Kept::Raw(path), context)
}

/// The received value with asymmetric matchers in place of what they matched, so that they are printed.
fn merged(target: &JsValue, source: &JsValue, depth: usize, context: &mut Context) -> JsResult<JsValue> {
    let (Some(left), Some(right)) = (target.as_object(), source.as_object()) else {
        return Ok(source.clone());
    };
    let plain = asymmetric::of(source).is_none() && depth < 50;
    let arrays = (value::is_array(&left, context)?, value::is_array(&right, context)?);
    if !plain || arrays.0 != arrays.1 || right.is_callable() {
        return Ok(source.clone());
    }
    if arrays.0 {
        let mut items = value::elements(target, 100_000, context)?.unwrap_or_default();
        let wanted = value::elements(source, 100_000, context)?.unwrap_or_default();
        for (index, wanted) in wanted.iter().enumerate() {
            match items.get(index).cloned() {
                Some(item) if item.is_object() => items[index] = merged(&item, wanted, depth + 1, context)?,
                Some(_) => items[index] = wanted.clone(),
                None => items.push(wanted.clone()),
            }
        }
        return Ok(value::array(items, context));
    }
    let root = context.intrinsics().constructors().object().prototype();
    let output = JsObject::from_proto_and_data(root, OrdinaryObject);
    for key in value::own_enumerable_keys(&left, context)? {
        let found = left.get(key.clone(), context)?;
        output.create_data_property_or_throw(key, found, context)?;
    }
    for key in value::own_enumerable_keys(&right, context)? {
        let wanted = right.get(key.clone(), context)?;
        let found = left.get(key.clone(), context)?;
        let value = if found.is_object() { merged(&found, &wanted, depth + 1, context)? } else { wanted };
        output.create_data_property_or_throw(key, value, context)?;
    }
    Ok(output.into())
}
