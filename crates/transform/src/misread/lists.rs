//! Commas in front of the names of a declaration, on a line of their own.

use oxc_ast::ast::{VariableDeclaration, VariableDeclarationKind};
use oxc_span::GetSpan as _;

/// Whether a line starts with a comma, maybe behind a comment.
pub(super) fn may_be_in(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start();
        line.starts_with(',') || line.starts_with("/*") || line.contains("*/")
    })
}

/// The commas that are not on the line where the declarator before them ends: that end, and the comma.
pub(super) fn commas(declaration: &VariableDeclaration<'_>, text: &str) -> Vec<(u32, u32)> {
    if declaration.kind == VariableDeclarationKind::Var {
        return Vec::new();
    }
    let pairs = declaration.declarations.windows(2);
    pairs
        .filter_map(|pair| {
            let (end, start) = (pair[0].span().end, pair[1].span().start);
            let between = text.get(end as usize..start as usize)?;
            let comma = comma(between)?;
            let is_behind_a_line = between[..comma].contains(['\n', '\r', '\u{2028}', '\u{2029}']);
            is_behind_a_line.then(|| Some((end, end + u32::try_from(comma).ok()?)))?
        })
        .collect()
}

/// The first comma outside of comments.
fn comma(text: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        if rest.starts_with("//") {
            at += rest.find(['\n', '\r', '\u{2028}', '\u{2029}'])?;
        } else if rest.starts_with("/*") {
            at += rest.find("*/")? + 2;
        } else {
            let first = rest.chars().next()?;
            if first == ',' {
                return Some(at);
            }
            at += first.len_utf8();
        }
    }
    None
}
