//! File names that hide what they are.

use verdict_protocol::Code;

use super::Reaction;
use super::registry;
use crate::Operation;
use crate::error::preview;
use crate::transaction::{Change, GateError, Journal, Run, Stop, Target, Verifier};

/// Whether a character is suspicious in a file name: a control, a line break, invisible, or changing the text
/// direction.
fn is_odd(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Refuses writes to files with suspicious names. Such a file may be removed, or renamed to a harmless
    /// name.
    pub(crate) fn keep_names(&mut self, change: &Change) -> Result<(), Stop> {
        let reaction = self.options.policy.reaction(&registry::ODD_NAME);
        let mut errors = Vec::new();
        for operation in &change.set.changes {
            let path = match &operation.operation {
                Operation::Delete => continue,
                Operation::Rename { to, .. } => to,
                _ => &operation.path,
            };
            let Some(odd) = path.as_str().chars().find(|c| is_odd(*c)) else { continue };
            let shown: String =
                path.as_str().chars().map(|c| if is_odd(c) { '\u{fffd}' } else { c }).collect();
            let message =
                format!("The file name {} has the character U+{:04X}", preview(&shown), u32::from(odd));
            if reaction == Reaction::Warn {
                self.report.warnings.push(format!("{message}, and the policy allows it"));
                continue;
            }
            errors.push(GateError {
                line: Some(operation.position.line),
                column: Some(operation.position.column),
                rule: Some(registry::ODD_NAME.id),
                ..GateError::new(Code::Policy, message)
            });
        }
        let Some(first) = errors.first() else { return Ok(()) };
        let message = format!("{} (policy.oddNames: \"allow\" lets it through)", first.message);
        self.report.errors = errors;
        Err(Stop::new(Code::Policy, message))
    }
}
