//! Decides whether a file runs again.

use super::work::Stage;

/// Maximum number of frames that may end before the file ran anything.
const MAX_LOST: u32 = 3;

/// Maximum number of guests that one file may use up by runtime `require`.
const MAX_NEEDS: u32 = 64;

/// What happens to a file whose frame ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lost {
    /// The file runs again.
    Retry,
    /// The file ended two frames and is blamed.
    Blamed,
    /// Frames end without a file's doing.
    Hopeless,
}

/// The runs of a file that did not count.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    /// Frames that ended while it ran.
    deaths: u32,
    /// Frames that ended before it ran.
    lost: u32,
    /// Guests it used up by runtime `require`.
    needs: u32,
    /// Whether its guest must report every start at once.
    is_eager: bool,
    /// Whether it runs in a guest that has run nothing else.
    needs_fresh: bool,
}

impl Attempts {
    /// Whether its guest must report every start at once.
    pub(crate) fn is_eager(&self) -> bool {
        self.is_eager
    }

    /// Whether no other slot may run a file at the same time.
    pub(crate) fn is_alone(&self) -> bool {
        self.deaths + self.lost > 0
    }

    /// Whether it may run again with a module that its guest lacked.
    pub(crate) fn may_need(&self) -> bool {
        self.needs < MAX_NEEDS
    }

    /// Records that it runs again with a module that its guest lacked.
    pub(crate) fn needed(&mut self) {
        self.needs += 1;
    }

    /// Whether it runs in a guest that has run nothing else.
    pub(crate) fn needs_fresh(&self) -> bool {
        self.needs_fresh
    }

    /// Its guest ended. It runs again if the reports leave open what ran, or if the guest had run other files.
    /// The new guest is fresh and reports every start at once, so nothing stays open.
    pub(crate) fn guest_ended(&mut self, is_open: bool, was_proven: bool) -> bool {
        self.is_eager |= is_open;
        self.needs_fresh |= was_proven;
        is_open || was_proven
    }

    /// Its frame ended at some stage.
    pub(crate) fn frame_ended(&mut self, stage: Stage) -> Lost {
        match stage {
            // A file may end its frame before its first report, so whether it does so again must be observed.
            Stage::Running => {
                self.deaths += 1;
                self.is_eager = true;
            }
            Stage::Waiting => self.lost += 1,
            // The file was not about to run.
            _ => {}
        }
        if self.deaths > 1 {
            Lost::Blamed
        } else if self.lost >= MAX_LOST {
            Lost::Hopeless
        } else {
            Lost::Retry
        }
    }
}
