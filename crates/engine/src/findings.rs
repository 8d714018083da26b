//! The findings of linted files, for the next request.

use verdict_analysis::Linter;
use verdict_protocol::Diagnostic;
use verdict_vfs::VfsPath;

use crate::kept::Kept;

/// Most bytes of findings to keep.
const MOST: usize = 16 << 20;
/// About what a finding takes besides its texts.
const FINDING: usize = 320;

/// Findings by what they depend on ([`Linter::basis`]). Those of a file that rules compare with others are not kept.
#[derive(Debug)]
pub(crate) struct Findings(Kept<String, Vec<Diagnostic>>);

impl Default for Findings {
    fn default() -> Findings {
        Findings(Kept::new(MOST))
    }
}

impl Findings {
    /// The findings of a file, by `linter` if they are not known.
    pub(crate) fn of(&mut self, file: &VfsPath, linter: &Linter<'_>) -> Vec<Diagnostic> {
        let Some(basis) = linter.basis(file) else { return linter.check(file) };
        if let Some(known) = self.0.get(&basis) {
            return known.clone();
        }
        let (found, is_alone) = linter.check_alone(file);
        if is_alone {
            let bytes = basis.len() + FINDING + found.iter().map(size).sum::<usize>();
            self.0.keep(basis, &found, bytes);
        }
        found
    }
}

/// About the bytes of a finding.
fn size(found: &Diagnostic) -> usize {
    let fixes = found.fix.iter().chain(found.suggestions.iter().map(|one| &one.fix));
    let fixes: usize = fixes.map(|fix| fix.text.len() + FINDING / 4).sum();
    let suggested: usize = found.suggestions.iter().map(|one| one.message.len() + one.message_id.len()).sum();
    FINDING + found.location.file.len() + found.message.len() + fixes + suggested
}
