//! Segments: runs of code without a branch.

/// The index of a segment.
pub(crate) type Seg = u32;

/// A run of code without a branch.
#[derive(Debug, Default)]
pub(crate) struct Segment {
    /// Reachable segments after it.
    pub(crate) next: Vec<Seg>,
    /// Reachable segments before it.
    pub(crate) prev: Vec<Seg>,
    /// All segments after it.
    pub(crate) all_next: Vec<Seg>,
    /// All segments before it.
    pub(crate) all_prev: Vec<Seg>,
    /// Segments before it that come later in the code.
    pub(crate) looped_prev: Vec<Seg>,
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
    round: u32,
}

impl Segments {
    fn add(&mut self, all_prev: Vec<Seg>, reachable: bool) -> Seg {
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
        self.add(Vec::new(), true)
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
        self.add(Vec::new(), reachable)
    }

    /// Connects a segment with those before it, now that it has code.
    pub(super) fn mark_used(&mut self, segment: Seg) {
        if std::mem::replace(&mut self.get(segment).used, true) {
            return;
        }
        let reachable = self.is_reachable(segment);
        for index in 0..self.get(segment).all_prev.len() {
            let prev = self.get(segment).all_prev[index];
            let prev = self.get(prev);
            prev.all_next.push(segment);
            if reachable {
                prev.next.push(segment);
            }
        }
    }

    /// The segments, each unused one replaced by those before it.
    pub(super) fn flattened(&mut self, segments: &[Seg]) -> Vec<Seg> {
        self.round += 1;
        let round = self.round;
        let mut flat = Vec::with_capacity(segments.len());
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
