//! The queue of waiting requests.

use std::collections::VecDeque;

use crate::slot::Request;
use crate::{Id, Priority};

/// Maximum number of interactive requests that may overtake a waiting background request.
pub const BACKGROUND_AFTER: u32 = 4;

/// Two lines, each in order of arrival. Interactive requests come first, but at most [`BACKGROUND_AFTER`] in
/// a row while a background request waits, so that every request has its turn.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    interactive: VecDeque<Request>,
    background: VecDeque<Request>,
    /// Number of interactive requests that overtook the first background request.
    overtaken: u32,
}

impl Queue {
    pub(crate) fn len(&self) -> usize {
        self.interactive.len() + self.background.len()
    }

    /// Number of waiting requests of a priority.
    pub(crate) fn waiting(&self, priority: Priority) -> usize {
        match priority {
            Priority::Interactive => self.interactive.len(),
            Priority::Background => self.background.len(),
        }
    }

    pub(crate) fn push(&mut self, request: Request) {
        match request.priority {
            Priority::Interactive => self.interactive.push_back(request),
            Priority::Background => self.background.push_back(request),
        }
    }

    /// Returns a request that did not run on its worker: it is next in its line.
    pub(crate) fn push_front(&mut self, request: Request) {
        match request.priority {
            Priority::Interactive => self.interactive.push_front(request),
            Priority::Background => self.background.push_front(request),
        }
    }

    /// Takes the next request.
    pub(crate) fn pop(&mut self) -> Option<Request> {
        if self.background.is_empty() || (self.overtaken < BACKGROUND_AFTER && !self.interactive.is_empty()) {
            self.overtaken = if self.background.is_empty() { 0 } else { self.overtaken + 1 };
            return self.interactive.pop_front();
        }
        self.overtaken = 0;
        self.background.pop_front()
    }

    pub(crate) fn remove(&mut self, id: Id) -> Option<Request> {
        let lines = [&mut self.interactive, &mut self.background];
        let removed = lines.into_iter().find_map(|line| {
            let at = line.iter().position(|request| request.id == id)?;
            line.remove(at)
        });
        if self.background.is_empty() {
            self.overtaken = 0;
        }
        removed
    }

    /// Takes all requests.
    pub(crate) fn take(&mut self) -> impl Iterator<Item = Request> + use<> {
        let Queue { interactive, background, .. } = std::mem::take(self);
        interactive.into_iter().chain(background)
    }
}
