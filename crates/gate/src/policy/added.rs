//! The lines that a change adds to a file.

use std::collections::HashMap;

use similar::{Algorithm, DiffTag, capture_diff_slices};

/// The largest number of pairs of differing lines to align. Alignment costs at most this many steps.
const MAX_PAIRS: usize = 4_000_000;

/// A run of consecutive added lines.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Added {
    /// 1-based line in the new text.
    pub(super) line: usize,
    /// The lines, with their line endings.
    pub(super) text: String,
}

/// The lines of `new` that `old` lacks, in runs. If the texts are too long to align, each line's surplus in
/// `new` counts as added.
pub(super) fn added(old: &str, new: &str) -> Vec<Added> {
    let (old, new): (Vec<&str>, Vec<&str>) = (lines(old), lines(new));
    let same = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| pairs.take_while(|(a, b)| a == b).count();
    let head = same(&mut old.iter().zip(&new));
    let (old, new) = (&old[head..], &new[head..]);
    let tail = same(&mut old.iter().rev().zip(new.iter().rev()));
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let is_new =
        if old.len().saturating_mul(new.len()) <= MAX_PAIRS { aligned(old, new) } else { counted(old, new) };
    let mut runs: Vec<Added> = Vec::new();
    let mut last = None;
    for (at, line) in new.iter().enumerate().filter(|(at, _)| is_new[*at]) {
        match runs.last_mut().filter(|_| last.is_some_and(|last: usize| last + 1 == at)) {
            Some(run) => run.text.push_str(line),
            None => runs.push(Added { line: head + at + 1, text: (*line).to_owned() }),
        }
        last = Some(at);
    }
    runs
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn aligned(old: &[&str], new: &[&str]) -> Vec<bool> {
    let mut is_new = vec![false; new.len()];
    for operation in capture_diff_slices(Algorithm::Myers, old, new) {
        if matches!(operation.tag(), DiffTag::Insert | DiffTag::Replace) {
            is_new[operation.new_range()].fill(true);
        }
    }
    is_new
}

fn counted(old: &[&str], new: &[&str]) -> Vec<bool> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for line in old {
        *left.entry(line).or_default() += 1;
    }
    let mut is_new = |line: &str| match left.get_mut(line) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    new.iter().map(|line| is_new(line)).collect()
}
