//! One declaration as an exported interface or type.

use ts_rs::{Config, TS};

use crate::roots::{EXTENDS, EXTENSIBLE, OPTIONS};

/// The exported declaration, with the documentation of the Rust type as its comment.
pub(crate) fn declaration<T: TS + ?Sized>(config: &Config) -> String {
    // `ts-rs` quotes the tag of an enum, and Biome does not.
    let (name, declared) = (T::ident(config), T::decl(config).replace("\"kind\":", "kind:"));
    let comment = T::docs().unwrap_or_default();
    let text = match declared.split_once('=') {
        Some((_, body)) if is_one_object(body) => interface(&name, body.trim().trim_end_matches(';')),
        _ => declared,
    };
    compact(&format!("{comment}export {text}\n"))
}

fn interface(name: &str, body: &str) -> String {
    let above = EXTENDS.iter().find(|(of, _)| *of == name);
    let above = above.map(|(_, above)| format!(" extends {above}")).unwrap_or_default();
    let mut body = if OPTIONS.contains(&name) { optional(body) } else { body.to_owned() };
    if EXTENSIBLE.contains(&name) {
        body.insert_str(body.len() - 1, "[key: string]: unknown, ");
    }
    format!("interface {name}{above} {body}")
}

/// Each character outside comments and string literals, with its position and how deep it is nested after it.
fn nested(text: &str) -> impl Iterator<Item = (usize, char, usize)> {
    let (mut depth, mut end) = (0_usize, 0);
    text.char_indices().filter_map(move |(at, char)| {
        if at < end {
            return None;
        }
        match char {
            '/' if text[at..].starts_with("/**") => {
                end = text[at..].find("*/").map_or(text.len(), |length| at + length + 2);
                return None;
            }
            '"' | '\'' => {
                end = text[at + 1..].find(char).map_or(text.len(), |length| at + length + 2);
                return None;
            }
            '{' | '(' | '[' | '<' => depth += 1,
            '}' | ')' | ']' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        Some((at, char, depth))
    })
}

/// Whether a type is a single `{ … }`.
fn is_one_object(body: &str) -> bool {
    let body = body.trim().trim_end_matches(';');
    body.starts_with('{')
        && nested(body).find(|(_, _, depth)| *depth == 0).is_some_and(|(at, ..)| at + 1 == body.len())
}

/// The object with a `?` after the name of each member. Its lists may be read-only: nothing changes them.
fn optional(body: &str) -> String {
    let (mut text, mut done, mut is_named) = (String::new(), 0, false);
    for (at, char, depth) in nested(body) {
        match (char, depth) {
            (',', 1) => is_named = false,
            (':', 1) if !is_named => {
                is_named = true;
                text.push_str(&body[done..at]);
                text.push_str(if body[..at].ends_with('?') { "" } else { "?" });
                done = at;
            }
            _ => {}
        }
    }
    text.push_str(&body[done..]);
    text.replace("Array<", "ReadonlyArray<")
}

/// The text with comments of one line on one line, and with links of rustdoc as code.
fn compact(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.replace("[`", "`").replace("`]", "`").lines() {
        let line = line.trim();
        match lines.as_slice() {
            [.., open, only] if line == "*/" && open == "/**" => {
                let comment = format!("/**{} */", only.trim_start_matches('*'));
                lines.truncate(lines.len() - 2);
                lines.push(comment);
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::{interface, is_one_object};

    #[test]
    fn objects() {
        let cases = [
            ("{ a: number, }", true),
            ("{ /** } */ a: { b: '}' }, };", true),
            ("{ a: 1, } | { b: 2, }", false),
            ("Array<{ a: 1 }>", false),
            ("\"a\" | \"b\"", false),
        ];
        for (body, expected) in cases {
            assert_eq!(is_one_object(body), expected, "{body}");
        }
    }

    #[test]
    fn members_of_options_may_be_left_out() {
        let body = "{ a: { [key in string]: b }, /** x: y, */ \"c\": Array<{ d: 1, }>, e?: 1 | null, }";
        let expected =
            "{ a?: { [key in string]: b }, /** x: y, */ \"c\"?: ReadonlyArray<{ d: 1, }>, e?: 1 | null, }";
        assert_eq!(interface("Limits", body), format!("interface Limits {expected}"));
        assert_eq!(interface("Other", body), format!("interface Other {body}"));
    }
}
