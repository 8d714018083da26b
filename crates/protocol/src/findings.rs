//! Joins the results of a `lint:` or `type-check:` whose files were checked separately.

use std::collections::BTreeSet;

use crate::{
    Code, Command, Diagnostic, DiagnosticCounts, LINT_CONFIG_FILE, Output, OutputCounts, Timing, Verb,
    VerifyResult,
};

/// Drops what was already said of an `eslint.config.json`: every file below it finds the same.
#[derive(Debug, Default)]
pub struct OfConfigurations(BTreeSet<(String, u32, u32, String)>);

impl OfConfigurations {
    /// Whether a finding is new. Only findings in an `eslint.config.json` can be known.
    pub fn is_new(&mut self, found: &Diagnostic) -> bool {
        let place = &found.location;
        if place.file.rsplit('/').next() != Some(LINT_CONFIG_FILE) {
            return true;
        }
        self.0.insert((place.file.clone(), place.line, place.column, found.message.clone()))
    }
}

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
        let (mut timing, mut of_configurations) = (Timing::default(), OfConfigurations::default());
        for (at, mut part) in parts.into_iter().enumerate() {
            let counted = part.counts();
            if !matches!(part.output, Output::Diagnostics(_)) {
                // The request itself is invalid, so every part has the same error.
                part.command = command.to_owned();
                return part.sealed(output_bytes);
            }
            // Without `..`, so that a new field cannot be forgotten.
            let VerifyResult {
                output: Output::Diagnostics(of_part),
                code,
                location,
                snapshot_root,
                omitted: of_part_omitted,
                warnings,
                timing: times,
                fixed,
                max_warnings,
                types,
                // Those of the whole request are made below.
                success: _,
                error: _,
                command: _,
                kind: _,
                output_sha256: _,
                truncated: _,
                counts: _,
                // Only commands that run guest code have these.
                limit: _,
                console: _,
                snapshots: _,
                sequence_seed: _,
                shard: _,
                listed: _,
                engine: _,
                engines: _,
                provisional: _,
                reused: _,
                witnesses: _,
                evidence: _,
                // Only requests that no worker answered have these.
                detail: _,
                hint: _,
            } = part
            else {
                continue;
            };
            if at == 0 {
                all.snapshot_root = snapshot_root;
            }
            // The first file that does not parse decides.
            if all.code.is_none() {
                (all.code, all.location) = (code, location);
            }
            if let Some(OutputCounts::Diagnostics(of_part)) = counted {
                counts += of_part;
            }
            omitted += of_part_omitted;
            let (of_part, known): (Vec<_>, Vec<_>) =
                of_part.into_iter().partition(|one| of_configurations.is_new(one));
            counts -= DiagnosticCounts::of(&known);
            found.extend(of_part);
            all.warn(warnings);
            all.fixed.extend(fixed);
            all.max_warnings = max_warnings;
            all.types = all.types.or(types);
            timing.append(times);
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
