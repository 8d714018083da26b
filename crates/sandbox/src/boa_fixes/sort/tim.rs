//! Timsort as V8 implements it. It compares the same elements in the same order, so that an inconsistent
//! comparator gives the same result.

use boa_engine::{JsResult, JsValue};

/// Maximum number of elements sorted by insertion.
const MIN_MERGE: usize = 64;

/// Number of consecutive wins of one run after which galloping starts.
const MIN_GALLOP: usize = 7;

/// Whether the first element comes before the second.
pub(super) trait Less: FnMut(&JsValue, &JsValue) -> JsResult<bool> {}

impl<F: FnMut(&JsValue, &JsValue) -> JsResult<bool>> Less for F {}

/// Sorts stably. If `less` throws, sorting stops with its error and the elements are in any order.
pub(super) fn sort(items: &mut [JsValue], less: impl Less) -> JsResult<()> {
    if items.len() < 2 {
        return Ok(());
    }
    let mut sorter = Sorter { runs: Vec::new(), min_gallop: MIN_GALLOP, less };
    let least = least_run(items.len());
    let mut low = 0;
    while low < items.len() {
        let rest = &mut items[low..];
        let mut length = sorter.run(rest)?;
        if length < least {
            let forced = least.min(rest.len());
            sorter.insert(&mut rest[..forced], length)?;
            length = forced;
        }
        sorter.runs.push(Run { start: low, length });
        sorter.collapse(items)?;
        low += length;
    }
    while sorter.runs.len() > 1 {
        let mut at = sorter.runs.len() - 2;
        if at > 0 && sorter.runs[at - 1].length < sorter.runs[at + 1].length {
            at -= 1;
        }
        sorter.merge(items, at)?;
    }
    Ok(())
}

/// The minimum length of a run, chosen so that the number of runs is a power of two or slightly less.
fn least_run(mut length: usize) -> usize {
    let mut rest = 0;
    while length >= MIN_MERGE {
        rest |= length & 1;
        length >>= 1;
    }
    length + rest
}

#[derive(Clone, Copy)]
struct Run {
    start: usize,
    length: usize,
}

struct Sorter<L> {
    /// Sorted runs that are not merged yet.
    runs: Vec<Run>,
    min_gallop: usize,
    less: L,
}

impl<L: Less> Sorter<L> {
    /// Length of the initial run; a descending run is reversed.
    fn run(&mut self, items: &mut [JsValue]) -> JsResult<usize> {
        if items.len() < 2 {
            return Ok(items.len());
        }
        let falls = (self.less)(&items[1], &items[0])?;
        let mut length = 2;
        while length < items.len() && (self.less)(&items[length], &items[length - 1])? == falls {
            length += 1;
        }
        if falls {
            items[..length].reverse();
        }
        Ok(length)
    }

    /// Sorts the elements after the first `sorted` by insertion.
    fn insert(&mut self, items: &mut [JsValue], sorted: usize) -> JsResult<()> {
        for at in sorted.max(1)..items.len() {
            let (mut left, mut right) = (0, at);
            while left < right {
                let middle = left + (right - left) / 2;
                if (self.less)(&items[at], &items[middle])? {
                    right = middle;
                } else {
                    left = middle + 1;
                }
            }
            items[left..=at].rotate_right(1);
        }
        Ok(())
    }

    /// Merges until each run is longer than the next two together.
    fn collapse(&mut self, items: &mut [JsValue]) -> JsResult<()> {
        while self.runs.len() > 1 {
            let at = self.runs.len() - 2;
            let length = |at: usize| self.runs[at].length;
            let holds = |at: usize| at < 2 || length(at - 2) > length(at - 1) + length(at);
            if !holds(at + 1) || !holds(at) {
                let at = if length(at - 1) < length(at + 1) { at - 1 } else { at };
                self.merge(items, at)?;
            } else if length(at) <= length(at + 1) {
                self.merge(items, at)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Merges a run with the next one.
    fn merge(&mut self, items: &mut [JsValue], at: usize) -> JsResult<()> {
        let (a, b) = (self.runs[at], self.runs.remove(at + 1));
        self.runs[at].length += b.length;
        let end = b.start + b.length;
        // The part of the first run that stays in place.
        let first = items[b.start].clone();
        let kept = self.gallop_right(&first, &items[a.start..b.start], 0)?;
        let start = a.start + kept;
        if start == b.start {
            return Ok(());
        }
        // The part of the second run that stays in place.
        let last = items[b.start - 1].clone();
        let taken = self.gallop_left(&last, &items[b.start..end], b.length - 1)?;
        if taken == 0 {
            return Ok(());
        }
        let (first, merged) = (b.start - start, &mut items[start..b.start + taken]);
        if first <= taken { self.merge_low(merged, first) } else { self.merge_high(merged, first) }
    }

    /// The position of a key among sorted elements, before equal ones. The search starts at `hint`.
    fn gallop_left(&mut self, key: &JsValue, items: &[JsValue], hint: usize) -> JsResult<usize> {
        let (mut last, mut offset) = (0, 1);
        let (mut low, mut high);
        if (self.less)(&items[hint], key)? {
            let most = items.len() - hint;
            while offset < most && (self.less)(&items[hint + offset], key)? {
                (last, offset) = (offset, offset * 2 + 1);
            }
            (low, high) = (last + hint + 1, offset.min(most) + hint);
        } else {
            let most = hint + 1;
            while offset < most && !(self.less)(&items[hint - offset], key)? {
                (last, offset) = (offset, offset * 2 + 1);
            }
            (low, high) = (most - offset.min(most), hint - last);
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if (self.less)(&items[middle], key)? {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(high)
    }

    /// The position of a key among sorted elements, after equal ones.
    fn gallop_right(&mut self, key: &JsValue, items: &[JsValue], hint: usize) -> JsResult<usize> {
        let (mut last, mut offset) = (0, 1);
        let (mut low, mut high);
        if (self.less)(key, &items[hint])? {
            let most = hint + 1;
            while offset < most && (self.less)(key, &items[hint - offset])? {
                (last, offset) = (offset, offset * 2 + 1);
            }
            (low, high) = (most - offset.min(most), hint - last);
        } else {
            let most = items.len() - hint;
            while offset < most && !(self.less)(key, &items[hint + offset])? {
                (last, offset) = (offset, offset * 2 + 1);
            }
            (low, high) = (last + hint + 1, offset.min(most) + hint);
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if (self.less)(key, &items[middle])? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(high)
    }

    /// Merges from the start; the first `first` elements are the shorter run.
    fn merge_low(&mut self, items: &mut [JsValue], first: usize) -> JsResult<()> {
        let held = items[..first].to_vec();
        // Next positions in the first run, the second run and the result.
        let (mut a, mut b, mut to) = (0, first, 0);
        let mut min_gallop = self.min_gallop;
        items[to] = items[b].clone();
        (to, b) = (to + 1, b + 1);
        'merged: {
            if b == items.len() || held.len() == 1 {
                break 'merged;
            }
            loop {
                let (mut wins_a, mut wins_b) = (0, 0);
                loop {
                    if (self.less)(&items[b], &held[a])? {
                        items[to] = items[b].clone();
                        (to, b, wins_b, wins_a) = (to + 1, b + 1, wins_b + 1, 0);
                        if b == items.len() {
                            break 'merged;
                        }
                        if wins_b >= min_gallop {
                            break;
                        }
                    } else {
                        items[to] = held[a].clone();
                        (to, a, wins_a, wins_b) = (to + 1, a + 1, wins_a + 1, 0);
                        if held.len() - a == 1 {
                            break 'merged;
                        }
                        if wins_a >= min_gallop {
                            break;
                        }
                    }
                }
                min_gallop += 1;
                loop {
                    min_gallop = min_gallop.saturating_sub(1).max(1);
                    self.min_gallop = min_gallop;
                    let key = items[b].clone();
                    wins_a = self.gallop_right(&key, &held[a..], 0)?;
                    items[to..to + wins_a].clone_from_slice(&held[a..a + wins_a]);
                    (to, a) = (to + wins_a, a + wins_a);
                    // Only an inconsistent comparator leaves none.
                    if wins_a > 0 && held.len() - a <= 1 {
                        break 'merged;
                    }
                    items[to] = items[b].clone();
                    (to, b) = (to + 1, b + 1);
                    if b == items.len() {
                        break 'merged;
                    }
                    wins_b = self.gallop_left(&held[a], &items[b..], 0)?;
                    for _ in 0..wins_b {
                        items[to] = items[b].clone();
                        (to, b) = (to + 1, b + 1);
                    }
                    if wins_b > 0 && b == items.len() {
                        break 'merged;
                    }
                    items[to] = held[a].clone();
                    (to, a) = (to + 1, a + 1);
                    if held.len() - a == 1 {
                        break 'merged;
                    }
                    if wins_a < MIN_GALLOP && wins_b < MIN_GALLOP {
                        break;
                    }
                }
                min_gallop += 1;
                self.min_gallop = min_gallop;
            }
        }
        // The rest of the second run precedes the rest of the first, which is at most its last element.
        while b < items.len() {
            items[to] = items[b].clone();
            (to, b) = (to + 1, b + 1);
        }
        items[to..].clone_from_slice(&held[a..]);
        Ok(())
    }

    /// Merges from the end; the elements after the first `first` are the shorter run.
    fn merge_high(&mut self, items: &mut [JsValue], first: usize) -> JsResult<()> {
        let held = items[first..].to_vec();
        // Remaining elements of the first run, the second run and the result.
        let (mut a, mut b, mut to) = (first, held.len(), items.len());
        let mut min_gallop = self.min_gallop;
        items[to - 1] = items[a - 1].clone();
        (to, a) = (to - 1, a - 1);
        'merged: {
            if a == 0 || b == 1 {
                break 'merged;
            }
            loop {
                let (mut wins_a, mut wins_b) = (0, 0);
                loop {
                    if (self.less)(&held[b - 1], &items[a - 1])? {
                        items[to - 1] = items[a - 1].clone();
                        (to, a, wins_a, wins_b) = (to - 1, a - 1, wins_a + 1, 0);
                        if a == 0 {
                            break 'merged;
                        }
                        if wins_a >= min_gallop {
                            break;
                        }
                    } else {
                        items[to - 1] = held[b - 1].clone();
                        (to, b, wins_b, wins_a) = (to - 1, b - 1, wins_b + 1, 0);
                        if b == 1 {
                            break 'merged;
                        }
                        if wins_b >= min_gallop {
                            break;
                        }
                    }
                }
                min_gallop += 1;
                loop {
                    min_gallop = min_gallop.saturating_sub(1).max(1);
                    self.min_gallop = min_gallop;
                    let left = self.gallop_right(&held[b - 1], &items[..a], a - 1)?;
                    wins_a = a - left;
                    while a > left {
                        items[to - 1] = items[a - 1].clone();
                        (to, a) = (to - 1, a - 1);
                    }
                    if wins_a > 0 && a == 0 {
                        break 'merged;
                    }
                    items[to - 1] = held[b - 1].clone();
                    (to, b) = (to - 1, b - 1);
                    if b == 1 {
                        break 'merged;
                    }
                    let key = items[a - 1].clone();
                    let left = self.gallop_left(&key, &held[..b], b - 1)?;
                    wins_b = b - left;
                    items[to - wins_b..to].clone_from_slice(&held[left..b]);
                    (to, b) = (to - wins_b, left);
                    if wins_b > 0 && b <= 1 {
                        break 'merged;
                    }
                    items[to - 1] = items[a - 1].clone();
                    (to, a) = (to - 1, a - 1);
                    if a == 0 {
                        break 'merged;
                    }
                    if wins_a < MIN_GALLOP && wins_b < MIN_GALLOP {
                        break;
                    }
                }
                min_gallop += 1;
                self.min_gallop = min_gallop;
            }
        }
        // The rest of the second run precedes the rest of the first.
        while a > 0 {
            items[to - 1] = items[a - 1].clone();
            (to, a) = (to - 1, a - 1);
        }
        items[..to].clone_from_slice(&held[..b]);
        Ok(())
    }
}
