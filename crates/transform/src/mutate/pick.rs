//! Selects mutants deterministically.

use std::collections::BTreeMap;

use verdict_protocol::{Mutant, MutantKind};

/// Maximum number of mutants of one function.
pub const MOST_OF_FUNCTION: usize = 8;
/// Maximum number of mutants for one test file.
pub const MOST_OF_FILE: usize = 24;

/// Selects at most [`MOST_OF_FUNCTION`] of each function and [`MOST_OF_FILE`] in total. Every function gets
/// its first mutant before any gets a second. Sorted by file and location.
#[must_use]
pub fn pick(functions: &[Vec<Mutant>]) -> Vec<Mutant> {
    let ranked: Vec<Vec<&Mutant>> = functions.iter().map(|mutants| ranked(mutants)).collect();
    let mut picked: Vec<Mutant> = Vec::new();
    for rank in 0..MOST_OF_FUNCTION {
        let layer: Vec<&Mutant> = ranked.iter().filter_map(|mutants| mutants.get(rank).copied()).collect();
        let room = MOST_OF_FILE - picked.len();
        let taken = layer.len().min(room);
        picked.extend((0..taken).map(|index| layer[index * layer.len() / taken].clone()));
    }
    picked.sort_by(|one, other| {
        (&one.file, one.offset, one.kind).cmp(&(&other.file, other.offset, other.kind))
    });
    picked
}

/// The mutants of a function by priority: one of each kind first, then others spread over the function.
fn ranked(mutants: &[Mutant]) -> Vec<&Mutant> {
    let mut kinds: BTreeMap<MutantKind, Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        kinds.entry(mutant.kind).or_default().push(mutant);
    }
    for of_kind in kinds.values_mut() {
        let middle = of_kind.len() / 2;
        let first = of_kind.remove(middle);
        of_kind.insert(0, first);
    }
    let most = kinds.values().map(Vec::len).max().unwrap_or_default();
    (0..most)
        .flat_map(|round| kinds.values().filter_map(move |of_kind| of_kind.get(round).copied()))
        .collect()
}
