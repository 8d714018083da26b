//! Assigns files to sessions: a state machine without sessions, files or time.

use std::collections::VecDeque;

/// The next step of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    Start,
    /// Run the file with this index.
    Run(usize),
    /// Wait, and ask again after a change.
    Wait,
    /// End it.
    Leave,
}

/// The fate of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fate {
    /// A session answered.
    Answered,
    /// Two sessions died while running it; with the second one's error.
    Blamed(String),
    /// No session was left to run it; with the last one's error.
    NotRun(String),
}

/// Number of dead sessions after which a file is blamed.
const DEATHS: u8 = 2;
/// Maximum number of consecutive failures to start a session.
const STARTS: u8 = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Down { failures: u8 },
    Idle,
    Busy(usize),
    GivenUp,
}

/// Files being distributed over sessions. Every file has exactly one fate in the end. A session that dies
/// returns its file, and a file with which two sessions died is blamed.
#[derive(Debug)]
pub(crate) struct Spread {
    waiting: VecDeque<usize>,
    deaths: Vec<u8>,
    fates: Vec<Option<Fate>>,
    sessions: Vec<State>,
}

impl Spread {
    /// Creates the state for a number of files and of sessions that are not started.
    pub(crate) fn new(files: usize, sessions: usize) -> Spread {
        Spread {
            waiting: (0..files).collect(),
            deaths: vec![0; files],
            fates: vec![None; files],
            sessions: vec![State::Down { failures: 0 }; sessions],
        }
    }

    /// The next step of a session.
    pub(crate) fn next(&mut self, session: usize) -> Step {
        if self.fates.iter().all(Option::is_some) {
            return Step::Leave;
        }
        match self.sessions[session] {
            State::GivenUp => Step::Leave,
            State::Down { .. } if self.waiting.is_empty() => Step::Wait,
            State::Down { .. } => Step::Start,
            State::Busy(_) => Step::Wait,
            State::Idle => match self.waiting.pop_front() {
                Some(file) => {
                    self.sessions[session] = State::Busy(file);
                    Step::Run(file)
                }
                None => Step::Wait,
            },
        }
    }

    /// Records that a session started.
    pub(crate) fn started(&mut self, session: usize) {
        if let State::Down { .. } = self.sessions[session] {
            self.sessions[session] = State::Idle;
        }
    }

    /// Records that a session failed to start. It is retried once; without any session left, no more files
    /// run.
    pub(crate) fn not_started(&mut self, session: usize, why: &str) {
        let State::Down { failures } = self.sessions[session] else { return };
        self.sessions[session] =
            if failures + 1 < STARTS { State::Down { failures: failures + 1 } } else { State::GivenUp };
        if self.sessions.iter().all(|session| *session == State::GivenUp) {
            for fate in self.fates.iter_mut().filter(|fate| fate.is_none()) {
                *fate = Some(Fate::NotRun(why.to_owned()));
            }
        }
    }

    /// Records that a session answered for its file.
    pub(crate) fn answered(&mut self, session: usize) {
        if let State::Busy(file) = self.sessions[session] {
            self.sessions[session] = State::Idle;
            self.fates[file] = Some(Fate::Answered);
        }
    }

    /// Records that a session died. Its file runs next, or is blamed.
    pub(crate) fn died(&mut self, session: usize, why: &str) {
        let before = std::mem::replace(&mut self.sessions[session], State::Down { failures: 0 });
        let State::Busy(file) = before else { return };
        self.deaths[file] += 1;
        if self.deaths[file] < DEATHS {
            self.waiting.push_front(file);
        } else {
            self.fates[file] = Some(Fate::Blamed(why.to_owned()));
        }
    }

    /// The fates of the files, in order; `None` for one still running.
    pub(crate) fn fates(self) -> Vec<Option<Fate>> {
        self.fates
    }
}

#[cfg(test)]
#[path = "spread_tests.rs"]
mod tests;
