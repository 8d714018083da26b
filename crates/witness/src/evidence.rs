//! Merges the evidence of both witnesses.

use std::collections::BTreeSet;

use verdict_protocol::{Evidence, FileEvidence};

/// Adds the second witness's evidence of the repeated files to the first's: the imports and reads of either,
/// and what only the interpreter records about tests.
pub(crate) fn add(first: &mut Option<Box<Evidence>>, second: Option<&Evidence>) {
    let (Some(first), Some(second)) = (first, second) else { return };
    for file in &mut first.files {
        if let Some(again) = second.of_file(&file.file) {
            add_file(file, again);
        }
    }
}

fn add_file(file: &mut FileEvidence, again: &FileEvidence) {
    file.imports = union(&file.imports, &again.imports);
    file.reads = union(&file.reads, &again.reads);
    file.truncated |= again.truncated;
    if file.tests.is_empty() {
        file.tests.clone_from(&again.tests);
        file.mutants.clone_from(&again.mutants);
    }
}

/// The union of two lists, sorted and without duplicates.
fn union<T: Clone + Ord>(one: &[T], other: &[T]) -> Vec<T> {
    let all: BTreeSet<&T> = one.iter().chain(other).collect();
    all.into_iter().cloned().collect()
}
