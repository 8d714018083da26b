//! Segments: runs of code without a branch.

use smallvec::SmallVec;

/// The index of a segment.
pub(crate) type Seg = u32;

/// Segments side by side, or before or after another: mostly one or two.
pub(super) type Segs = SmallVec<[Seg; 4]>;

/// A run of code without a branch.
#[derive(Debug, Default)]
pub(crate) struct Segment {
    /// Reachable segments after it.
    pub(crate) next: Segs,
    /// Reachable segments before it.
    pub(crate) prev: Segs,
    /// All segments before it.
    pub(super) all_prev: Segs,
    /// Whether its code can run.
    pub(crate) reachable: bool,
    /// Whether some code is in it.
    used: bool,
    /// When it was last seen by `flattened`.
    seen: u32,
}

/// All segments of a file.
#[derive(Default)]
pub(super) struct Segments {
    pub(super) list: Vec<Segment>,
    /// Segments with those before them that come later in the code.
    pub(super) loops: Vec<(Seg, Seg)>,
    round: u32,
}

impl Segments {
    fn add(&mut self, all_prev: Segs, reachable: bool) -> Seg {
        let prev = all_prev.iter().copied().filter(|prev| self.is_reachable(*prev)).collect();
        self.list.push(Segment { prev, all_prev, reachable, ..Segment::default() });
        Seg::try_from(self.list.len() - 1).unwrap_or(Seg::MAX)
    }

    pub(super) fn get(&mut self, segment: Seg) -> &mut Segment {
        &mut self.list[segment as usize]
    }

    pub(super) fn is_reachable(&self, segment: Seg) -> bool {
        self.list[segment as usize].reachable
    }

    pub(super) fn any_reachable(&self, segments: &[Seg]) -> bool {
        segments.iter().any(|segment| self.is_reachable(*segment))
    }

    pub(super) fn root(&mut self) -> Seg {
        self.add(Segs::new(), true)
    }

    pub(super) fn next(&mut self, prev: &[Seg]) -> Seg {
        let reachable = self.any_reachable(prev);
        let prev = self.flattened(prev);
        self.add(prev, reachable)
    }

    pub(super) fn unreachable(&mut self, prev: &[Seg]) -> Seg {
        let prev = self.flattened(prev);
        let segment = self.add(prev, false);
        self.mark_used(segment);
        segment
    }

    pub(super) fn disconnected(&mut self, prev: &[Seg]) -> Seg {
        let reachable = self.any_reachable(prev);
        self.add(Segs::new(), reachable)
    }

    /// Connects a segment with those before it, now that it has code.
    pub(super) fn mark_used(&mut self, segment: Seg) {
        if std::mem::replace(&mut self.get(segment).used, true) {
            return;
        }
        if !self.is_reachable(segment) {
            return;
        }
        for index in 0..self.get(segment).all_prev.len() {
            let prev = self.get(segment).all_prev[index];
            self.get(prev).next.push(segment);
        }
    }

    /// The segments, each unused one replaced by those before it.
    pub(super) fn flattened(&mut self, segments: &[Seg]) -> Segs {
        self.round += 1;
        let round = self.round;
        let mut flat = Segs::new();
        for &segment in segments {
            if self.get(segment).seen == round {
                continue;
            }
            if self.get(segment).used {
                self.get(segment).seen = round;
                flat.push(segment);
                continue;
            }
            for index in 0..self.get(segment).all_prev.len() {
                let prev = self.get(segment).all_prev[index];
                if std::mem::replace(&mut self.get(prev).seen, round) != round {
                    flat.push(prev);
                }
            }
        }
        flat
    }
}
