//! Diffs of expected and received values, in the format of Jest and Vitest.

use boa_engine::{Context, JsObject, JsResult, JsValue};
use similar::{ChangeTag, TextDiff};
use verdict_judge::bound;

use super::pretty;
use crate::expect::asymmetric::{self, Kind};
use crate::value::{self, Class};

/// Number of context lines around a change.
const CONTEXT: usize = 5;

/// The diff of two values; `None` if it would show nothing.
///
/// # Errors
/// Limits that getters and traps reach.
pub(crate) fn diff(
    expected: &JsValue,
    received: &JsValue,
    context: &mut Context,
) -> JsResult<Option<String>> {
    if JsValue::same_value(expected, received) {
        return Ok(None);
    }
    let text = match (expected.as_string(), received.as_string()) {
        (Some(expected), Some(received)) => {
            let cut = |text: &boa_engine::JsString| {
                let text: boa_engine::JsString = text.get(0..text.len().min(20_000)).unwrap_or_default();
                text.to_std_string_escaped()
            };
            let (expected, received) = (cut(&expected), cut(&received));
            if expected.contains('\n')
                || received.contains('\n')
                || expected.is_empty()
                || received.is_empty()
            {
                diff_lines(&expected, &received)
            } else {
                format!("Expected: \"{expected}\"\nReceived: \"{received}\"")
            }
        }
        _ => {
            let kind = kind_of(expected, context)?;
            let asymmetric = asymmetric::of(expected).is_some();
            let same_kind = kind == kind_of(received, context)?;
            if asymmetric && (kind.is_none() || (same_kind && kind.as_deref() == Some("string"))) {
                return Ok(None);
            }
            let (left, right) = (pretty(expected, context)?, pretty(received, context)?);
            if !same_kind {
                format!("- Expected:\n{left}\n\n+ Received:\n{right}")
            } else if left == right {
                "Compared values have no visual difference.".to_owned()
            } else {
                diff_lines(&left, &right)
            }
        }
    };
    Ok(Some(bound(text)))
}

/// Jest's `getType`, which decides whether two values are compared line by line. `None` for a matcher that
/// accepts any kind.
fn kind_of(value: &JsValue, context: &mut Context) -> JsResult<Option<String>> {
    if let Some((kind, _)) = asymmetric::of(value) {
        return Ok(match &kind {
            Kind::Anything => None,
            Kind::ArrayContaining(_) => Some("array".to_owned()),
            Kind::ObjectContaining(_) => Some("object".to_owned()),
            Kind::StringContaining(_) | Kind::StringMatching(_) => Some("string".to_owned()),
            Kind::CloseTo(..) => Some("number".to_owned()),
            Kind::ArrayOf(_) => Some("array".to_owned()),
            Kind::SchemaMatching(_) => Some("object".to_owned()),
            Kind::Custom(..) | Kind::Assertion(..) => Some("any".to_owned()),
            Kind::Any(constructor) => match constructor.as_object() {
                Some(constructor) => Some(any_kind(super::function_name(&constructor, context)?)),
                None => None,
            },
        });
    }
    let Some(object) = value.as_object() else {
        return Ok(Some(if value.is_null() { "null" } else { value.type_of() }.to_owned()));
    };
    Ok(Some(class_kind(&object, context)?.to_owned()))
}

fn any_kind(name: String) -> String {
    match name.as_str() {
        "String" | "Number" | "Function" | "Object" | "Boolean" => name.to_lowercase(),
        _ => name,
    }
}

fn class_kind(object: &JsObject, context: &mut Context) -> JsResult<&'static str> {
    Ok(match super::shown(value::class_of(object, context), || Class::Object)? {
        Class::Array => "array",
        Class::Function => "function",
        Class::RegExp => "regexp",
        Class::Map => "map",
        Class::Set => "set",
        Class::Date => "date",
        _ => "object",
    })
}

/// The lines of two texts with `-` and `+`. Unchanged lines more than five lines from a change are omitted.
pub(crate) fn diff_lines(expected: &str, received: &str) -> String {
    let lines = TextDiff::from_slices(&split(expected), &split(received))
        .iter_all_changes()
        .map(|change| (change.tag(), change.value().to_owned()))
        .collect::<Vec<_>>();
    let changed: Vec<usize> = (0..lines.len()).filter(|&index| lines[index].0 != ChangeTag::Equal).collect();
    let near = |index: usize| {
        let at = changed.partition_point(|&change| change < index);
        let after = changed.get(at).is_some_and(|&change| change - index <= CONTEXT);
        let before = at.checked_sub(1).is_some_and(|at| index - changed[at] <= CONTEXT);
        after || before
    };
    let hunks = (0..lines.len()).any(|index| !near(index));
    let mut output = String::from("- Expected\n+ Received\n");
    let (mut old, mut new) = (0, 0);
    let mut open = false;
    let mut any = false;
    for (index, (tag, line)) in lines.iter().enumerate() {
        let kept = near(index);
        if kept && !open {
            if !any {
                output.push('\n');
                any = true;
            }
            if hunks {
                let end = (index..lines.len()).find(|&index| !near(index)).unwrap_or(lines.len());
                let count =
                    |skipped: ChangeTag| lines[index..end].iter().filter(|(tag, _)| *tag != skipped).count();
                output.push_str(&format!(
                    "@@ -{},{} +{},{} @@\n",
                    old + 1,
                    count(ChangeTag::Insert),
                    new + 1,
                    count(ChangeTag::Delete)
                ));
            }
        }
        open = kept;
        if kept {
            let sign = match tag {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            match (line.is_empty(), tag) {
                (true, ChangeTag::Equal) => {}
                (true, _) => output.push(sign),
                _ => output.push_str(&format!("{sign} {line}")),
            }
            output.push('\n');
        }
        old += usize::from(*tag != ChangeTag::Insert);
        new += usize::from(*tag != ChangeTag::Delete);
    }
    output.pop();
    output
}

fn split(text: &str) -> Vec<&str> {
    if text.is_empty() { Vec::new() } else { text.split('\n').collect() }
}
