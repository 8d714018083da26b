//! The code in a markup file: scripts, handlers, and addresses that contain code.

use verdict_vfs::VfsPath;

/// The parts of a file that run, or may run. In a compiled file (`.vue`, `.svelte`, `.astro`), that is
/// everything but its styles.
pub(super) fn code_parts(path: &VfsPath, text: &str) -> Vec<String> {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let is_compiled = !matches!(extension.as_str(), "html" | "htm" | "xhtml" | "svg");
    let mut parts = Vec::new();
    let mut rest = text;
    let mut between = String::new();
    while let Some(at) = rest.find('<') {
        between.push_str(&rest[..at]);
        rest = &rest[at..];
        let tag = &rest[..tag_end(rest)];
        let name: String = tag[1..].chars().take_while(char::is_ascii_alphanumeric).collect();
        let name = name.to_ascii_lowercase();
        let length = match name.as_str() {
            "script" | "style" => tag.len() + element_end(&rest[tag.len()..], &name),
            _ => tag.len(),
        };
        if rest.starts_with("<!--") && !is_compiled {
            rest = rest.split_once("-->").map_or("", |(_, rest)| rest);
            continue;
        }
        if name == "script" || (!is_compiled && runs(tag)) {
            parts.push(rest[..length].to_owned());
        } else if name != "style" {
            between.push_str(&rest[..length]);
        }
        rest = &rest[length..];
    }
    between.push_str(rest);
    if is_compiled && !between.trim().is_empty() {
        parts.push(between.trim().to_owned());
    }
    parts
}

/// Whether a tag has a handler or an address with code, or one whose spelling only a parser can decide.
fn runs(tag: &str) -> bool {
    let tag = tag.to_ascii_lowercase();
    let handler = tag.match_indices("on").any(|(at, _)| {
        let begins = tag[..at].ends_with(|c: char| c.is_whitespace() || matches!(c, '/' | '"' | '\''));
        begins && {
            let rest = tag[at..].trim_start_matches(|c: char| c.is_ascii_alphanumeric());
            rest.trim_start().starts_with('=')
        }
    });
    let plain: String = tag.chars().filter(|c| !c.is_whitespace()).collect();
    let address = ["javascript:", "data:text/html", "srcdoc="].iter().any(|part| plain.contains(part));
    handler || address || ["&#", "&colon", "&tab", "&newline"].iter().any(|escape| tag.contains(escape))
}

/// Offset of the end of a tag. A `>` in quotes does not end it.
pub(super) fn tag_end(rest: &str) -> usize {
    let mut quote = None;
    for (at, c) in rest.char_indices() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '>') => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Offset of an element's closing tag, ignoring case.
pub(super) fn element_end(text: &str, name: &str) -> usize {
    let found = text.match_indices("</").find(|(at, _)| {
        text.get(at + 2..at + 2 + name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name))
    });
    found.map_or(text.len(), |(at, _)| at)
}
