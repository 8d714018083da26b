//! The two rounds of a request, as a state machine without I/O.

use verdict_protocol::{Code, Confirm, VerifyResult};

use crate::{Plan, confirm, plan};

/// Why a request has no outcome if its second round was refused.
const NOT_CONFIRMED: &str =
    "the browser's engine had ended, and the interpreter, which was to confirm its tests, not";

/// A request that two engines answer: first the browser's engine, then the interpreter.
///
/// The host runs the first round at once. It reports how each round ended, and does what [`Next`] tells.
#[derive(Debug)]
pub struct Rounds {
    policy: Confirm,
    cancelled: bool,
    state: State,
}

#[derive(Debug)]
enum State {
    First,
    Second { first: Box<VerifyResult>, plan: Plan },
    Ended,
}

/// How the first round ended.
#[derive(Debug)]
pub enum FirstRound {
    /// With a result that needs a second witness.
    Provisional {
        /// The result.
        result: Box<VerifyResult>,
        /// Seed of the sample, drawn after the result arrived, so that no guest of the round could know it.
        seed: u64,
    },
    /// With a failure, or with an error that every engine would report.
    Final,
}

/// How the second round ended.
#[derive(Debug)]
pub enum SecondRound<'a> {
    /// A worker answered.
    Answered(&'a VerifyResult),
    /// The request was not run, for example because it ran out of time.
    Refused,
    /// It could not be started.
    NotStarted,
}

/// What the host does next.
#[derive(Debug, PartialEq)]
pub enum Next {
    /// Run this command in the interpreter, on the same files and within the remaining time.
    Run(String),
    /// Settle the request: the outcome is that of the round that just ended.
    Adopt,
    /// Settle the request with the refusal of the round that just ended, and add this to its details.
    Refuse(&'static str),
    /// Settle the request: both witnesses have this result.
    Settle(Box<VerifyResult>),
    /// Settle the request as cancelled.
    Cancelled,
}

impl Rounds {
    /// Starts the first round of a request.
    #[must_use]
    pub fn new(policy: Confirm) -> Rounds {
        Rounds { policy, cancelled: false, state: State::First }
    }

    /// Records that the caller cancelled the request. The host cancels the running round too.
    pub fn cancel(&mut self) {
        self.cancelled = true;
    }

    /// Handles the end of the first round.
    pub fn first_ended(&mut self, round: FirstRound) -> Next {
        self.state = State::Ended;
        let FirstRound::Provisional { result, seed } = round else { return Next::Adopt };
        if !result.provisional {
            return Next::Adopt;
        }
        if self.cancelled {
            return Next::Cancelled;
        }
        let plan = plan(&result, &self.policy, seed);
        match plan.command() {
            Some(command) => {
                self.state = State::Second { first: result, plan };
                Next::Run(command)
            }
            None => Next::Settle(Box::new(confirm(*result, None, &plan, &self.policy))),
        }
    }

    /// Handles the end of the second round. Without one, the request keeps the outcome of the first.
    pub fn second_ended(&mut self, round: &SecondRound<'_>) -> Next {
        let State::Second { first, plan } = std::mem::replace(&mut self.state, State::Ended) else {
            return Next::Adopt;
        };
        let second = match *round {
            SecondRound::Refused => return Next::Refuse(NOT_CONFIRMED),
            // A request that was not run says nothing about what the interpreter can run.
            SecondRound::Answered(second) if matches!(second.code, Some(Code::Cancelled | Code::Busy)) => {
                return Next::Adopt;
            }
            SecondRound::Answered(second) => Some(second),
            SecondRound::NotStarted => None,
        };
        Next::Settle(Box::new(confirm(*first, second, &plan, &self.policy)))
    }
}
