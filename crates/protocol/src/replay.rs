//! Progress of work that runs again.

/// Tells which events of repeated runs are new. Equal runs report equal events, so an event is new if no
/// earlier run reported as many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Replay {
    /// The most events that a run reported.
    reported: usize,
    /// Events of the current run.
    current: usize,
}

impl Replay {
    /// Starts another run.
    pub fn restart(&mut self) {
        self.current = 0;
    }

    /// Counts an event of the current run. Returns whether it is new.
    pub fn is_new(&mut self) -> bool {
        self.current += 1;
        let is_new = self.current > self.reported;
        self.reported = self.reported.max(self.current);
        is_new
    }
}
