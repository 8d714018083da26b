//! Which session runs which file: a state machine that knows no sessions, no files and no time.

use std::collections::VecDeque;

/// What a session does next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// It is not there: it is started.
    Start,
    /// It runs the file of this index.
    Run(usize),
    /// Nothing now: it asks again once something has changed.
    Wait,
    /// It is of no more use.
    Leave,
}

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It was answered for.
    Answered,
    /// Two sessions died of it; what the second died of.
    Blamed(String),
    /// No session was left to run it; what hindered the last.
    NotRun(String),
}

/// How often a file may cost a session before it is blamed.
const DEATHS: u8 = 2;
/// How often in a row a session may fail to start.
const STARTS: u8 = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Down { failures: u8 },
    Idle,
    Busy(usize),
    GivenUp,
}

/// Files on their way through sessions. Every file has one fate in the end: a session that dies gives its file back,
/// and the file that two sessions died of is blamed.
#[derive(Debug)]
pub(crate) struct Spread {
    waiting: VecDeque<usize>,
    deaths: Vec<u8>,
    fates: Vec<Option<Fate>>,
    sessions: Vec<State>,
}

impl Spread {
    /// So many files and sessions, none of which is started.
    pub(crate) fn new(files: usize, sessions: usize) -> Spread {
        Spread {
            waiting: (0..files).collect(),
            deaths: vec![0; files],
            fates: vec![None; files],
            sessions: vec![State::Down { failures: 0 }; sessions],
        }
    }

    /// What a session does now.
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

    /// A session is there.
    pub(crate) fn started(&mut self, session: usize) {
        if let State::Down { .. } = self.sessions[session] {
            self.sessions[session] = State::Idle;
        }
    }

    /// A session could not be started. It is tried once more; where no session is left, no file runs any more.
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

    /// A session answered for its file.
    pub(crate) fn answered(&mut self, session: usize) {
        if let State::Busy(file) = self.sessions[session] {
            self.sessions[session] = State::Idle;
            self.fates[file] = Some(Fate::Answered);
        }
    }

    /// A session is gone. The file that it was at is the next to run, or is blamed.
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

    /// What became of the files, in their order. None for one that is still under way.
    pub(crate) fn fates(self) -> Vec<Option<Fate>> {
        self.fates
    }
}

#[cfg(test)]
#[path = "spread_tests.rs"]
mod tests;
