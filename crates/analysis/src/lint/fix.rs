//! Fixes, applied in passes as ESLint applies them.

use verdict_protocol::{Code, Diagnostic, TextEdit};
use verdict_vfs::VfsPath;

use super::Linter;
use crate::order::{pair, sort_by_number};
use crate::rules::{Kind, rule};

/// Maximum number of passes.
const MAX_PASSES: usize = 10;

/// A file after its fixes.
#[derive(Debug, Clone, PartialEq)]
pub struct Fixed {
    /// Its text.
    pub text: String,
    /// The problems that are left.
    pub found: Vec<Diagnostic>,
}

impl Linter<'_> {
    /// Fixes what can be fixed in a file, in at most ten passes, each with the fixes that do not overlap.
    /// `types` has ESLint's `--fix-type`: `problem`, `suggestion`, `layout` and `directive`; empty for all. The
    /// result parses if the file does. `None` if nothing changes.
    #[must_use]
    pub fn fix(&self, file: &VfsPath, types: &[String]) -> Option<Fixed> {
        let source = self.project.own(file)?.text()?;
        let mut text = source.to_owned();
        let mut found = self.check(file);
        let mut before: Option<String> = None;
        for _ in 0..MAX_PASSES {
            let fixes = found.iter().filter(|one| is_of(one, types)).filter_map(|one| one.fix.as_ref());
            let Some(fixed) = applied(&text, fixes) else { break };
            let left = self.check_text(file, Some(&fixed));
            if left.iter().any(|one| one.code.as_deref() == Some(Code::Syntax.as_str())) {
                break;
            }
            // Two rules undo each other's fixes.
            let is_circular = before.as_ref() == Some(&fixed);
            before = Some(std::mem::replace(&mut text, fixed));
            found = left;
            if is_circular {
                break;
            }
        }
        (text != source).then_some(Fixed { text, found })
    }
}

/// Whether a finding is of one of the types.
fn is_of(found: &Diagnostic, types: &[String]) -> bool {
    let kind = match found.rule.as_deref().and_then(rule).map(|rule| rule.kind) {
        Some(Kind::Problem) => "problem",
        Some(Kind::Suggestion) => "suggestion",
        Some(Kind::Layout) => "layout",
        None => "directive",
    };
    types.is_empty() || types.iter().any(|of| of == kind)
}

/// A text after the fixes that do not overlap an earlier one; `None` without any.
fn applied<'f>(text: &str, fixes: impl Iterator<Item = &'f TextEdit>) -> Option<String> {
    let mut fixes: Vec<&TextEdit> = fixes.collect();
    if fixes.is_empty() {
        return None;
    }
    sort_by_number(&mut fixes, |fix| pair(fix.range.0, fix.range.1));
    let (mark, text) = match text.strip_prefix('\u{feff}') {
        Some(text) => ("\u{feff}", text),
        None => ("", text),
    };
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut fixed: Vec<u16> = Vec::with_capacity(units.len());
    let mut last: Option<usize> = None;
    for fix in fixes {
        let (start, end) = (fix.range.0 as usize, fix.range.1 as usize);
        if last.is_some_and(|last| last >= start) || start > end {
            continue;
        }
        fixed.extend_from_slice(units.get(last.unwrap_or(0)..start)?);
        fixed.extend(fix.text.encode_utf16());
        last = Some(end);
    }
    fixed.extend_from_slice(units.get(last?..)?);
    Some(format!("{mark}{}", String::from_utf16(&fixed).ok()?))
}
