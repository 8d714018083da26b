//! Node's `util.format`, which formats the arguments of a console call.

use boa_engine::{Context, JsValue, JsVariant};

use crate::inspect::{Depth, inspect_with};

/// Formats arguments as a console does: `%s %d %i %f %j %o %O %c %%` in a leading string, then the rest,
/// separated by spaces. No guest code runs; an object's own `toString` is not called.
pub(crate) fn format(args: &[JsValue], context: &mut Context) -> String {
    let Some((first, mut rest)) = args.split_first() else { return String::new() };
    let mut out = String::new();
    match first.as_string() {
        Some(template) if !rest.is_empty() => {
            substitute(&template.to_std_string_lossy(), &mut rest, &mut out, context);
        }
        _ => out.push_str(&plain(first, context)),
    }
    for value in rest {
        out.push(' ');
        out.push_str(&plain(value, context));
    }
    out
}

fn substitute(template: &str, rest: &mut &[JsValue], out: &mut String, context: &mut Context) {
    let mut chars = template.chars().peekable();
    while let Some(c) = chars.next() {
        let directive = if c == '%' { chars.peek().copied() } else { None };
        if directive == Some('%') {
            chars.next();
            out.push('%');
            continue;
        }
        let value = directive.filter(|d| "sdifjoOc".contains(*d)).and(rest.split_first());
        let (Some(directive), Some((value, tail))) = (directive, value) else {
            out.push(c);
            continue;
        };
        chars.next();
        *rest = tail;
        match directive {
            's' => out.push_str(&plain(value, context)),
            'd' | 'i' | 'f' => out.push_str(&number(value, directive)),
            'c' => {}
            _ => out.push_str(&inspect_with(value, Depth::CONSOLE, context)),
        }
    }
}

/// A string as it is, any other value as a preview.
fn plain(value: &JsValue, context: &mut Context) -> String {
    match value.as_string() {
        Some(text) => text.to_std_string_lossy(),
        None => inspect_with(value, Depth::CONSOLE, context),
    }
}

fn number(value: &JsValue, directive: char) -> String {
    if let Some(big) = value.as_bigint() {
        return format!("{}n", big.to_string_radix(10));
    }
    let number = match value.variant() {
        JsVariant::Float64(number) => number,
        JsVariant::Integer32(number) => f64::from(number),
        JsVariant::Boolean(true) if directive == 'd' => 1.0,
        JsVariant::Boolean(false) | JsVariant::Null if directive == 'd' => 0.0,
        JsVariant::String(text) => text.to_number(),
        _ => f64::NAN,
    };
    let number = if directive == 'i' { number.trunc() } else { number };
    crate::inspect::number(number)
}
