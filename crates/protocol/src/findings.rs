//! Joins the results of a `lint:` or `type-check:` whose files were checked separately.

use crate::{Code, Command, DiagnosticCounts, Output, OutputCounts, Timing, Verb, VerifyResult};

impl VerifyResult {
    /// Joins the partial results of `command`, a `lint:` or `type-check:`. The result equals that of one run
    /// over all files, byte for byte, except `timing.totalMs`, which is the sum. Each part covers some files,
    /// in order.
    ///
    /// Request parts without an output limit, so that they are not cut; `output_bytes` limits the joined
    /// result. Entries that a part lost anyway stay counted.
    #[must_use]
    pub fn joined_findings(
        command: &str,
        parts: impl IntoIterator<Item = VerifyResult>,
        output_bytes: u64,
    ) -> VerifyResult {
        let mut all = VerifyResult::refused(command, Code::NotFound, "");
        (all.error, all.code) = (None, None);
        let (mut found, mut omitted, mut counts) = (Vec::new(), 0, DiagnosticCounts::default());
        let mut timing = Timing::default();
        for (at, mut part) in parts.into_iter().enumerate() {
            let counted = part.counts();
            let Output::Diagnostics(of_part) = std::mem::take(&mut part.output) else {
                // The request itself is invalid, so every part has the same error.
                part.command = command.to_owned();
                return part.sealed(output_bytes);
            };
            if at == 0 {
                all.snapshot_root.clone_from(&part.snapshot_root);
            }
            // The first file that does not parse decides.
            if all.code.is_none() {
                (all.code, all.location) = (part.code, part.location);
            }
            if let Some(OutputCounts::Diagnostics(of_part)) = counted {
                counts += of_part;
            }
            omitted += part.omitted;
            found.extend(of_part);
            all.warn(part.warnings);
            all.fixed.append(&mut part.fixed);
            all.max_warnings = part.max_warnings;
            timing.total_ms += part.timing.total_ms;
            timing.files.append(&mut part.timing.files);
        }
        let verb = Command::parse(command).map_or(Verb::Lint, |command| command.verb);
        all.error = counts.error(verb, all.max_warnings);
        all.success = all.error.is_none() && all.code.is_none();
        all.counts = Some(OutputCounts::Diagnostics(counts));
        all.omitted = omitted;
        all.output = Output::Diagnostics(found);
        all.timing = timing;
        all.sealed(output_bytes)
    }
}
