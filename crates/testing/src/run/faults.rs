//! Turns the end of guest code into faults.

use verdict_judge::{Event, Fault, TestId, bound};
use verdict_protocol::{Code, LimitReached, Location};
use verdict_sandbox::{Label, Stop, Thrown};

use super::Run;
use crate::locations::exact;

impl Run<'_> {
    /// The fault of a stop. `prefix` names what was running, if not the test itself.
    pub(super) fn fault(&mut self, stop: &Stop, prefix: &str) -> Fault {
        let mut fault = match stop {
            Stop::Thrown(thrown) => self.thrown_fault(thrown),
            stop => Fault {
                message: stop.to_string(),
                at: self.place(stop),
                code: stop.code(),
                limit: self.limit(stop),
                ..Fault::default()
            },
        };
        fault.message.insert_str(0, prefix);
        fault
    }

    /// Location of the guest code. A syntax error has an exact location from the parser.
    fn place(&self, stop: &Stop) -> Option<verdict_protocol::Location> {
        let at = stop.location()?;
        Some(if matches!(stop, Stop::Source { .. }) { at } else { exact(&self.state.places, at) })
    }

    /// The limit of the request that was reached, if there was one.
    fn limit(&self, stop: &Stop) -> Option<Box<LimitReached>> {
        let name = stop.limit()?;
        Some(Box::new(self.state.reached(name, self.place(stop))))
    }

    fn thrown_fault(&mut self, thrown: &Thrown) -> Fault {
        if let Some(Some(fault)) = self.state.known_error(&thrown.value) {
            return fault;
        }
        let carried = crate::carried::carried(&thrown.value, &self.state, self.guest.context());
        let seen = self.state.seen(thrown);
        Fault {
            message: bound(thrown.explained(&thrown.message)),
            code: thrown.code(),
            limit: thrown.limit.map(|name| Box::new(self.state.reached(name, seen.at.clone()))),
            carried,
            ..seen
        }
    }

    /// Whether guest code cannot continue after this.
    pub(super) fn is_final(&self, stop: &Stop) -> bool {
        // A run that recursed too deeply is repeated, and guest code can then catch the error.
        matches!(stop, Stop::Limit { code, .. } if *code != Code::Stack || !self.caught && self.guest.recursed())
    }

    /// Records that guest code cannot continue.
    pub(super) fn stop(&mut self, stop: &Stop) {
        let code = stop.code().unwrap_or(Code::Crashed);
        self.stopped.get_or_insert(code);
        let fault = Fault { code: Some(code), ..self.fault(stop, "") };
        self.state.log(Event::Stopped(fault));
    }

    /// Waits until only timers are left, and reports unhandled errors. A failed assertion whose promise
    /// nothing awaited belongs to its test. Anything else fails the file, with the name of the running test.
    pub(super) fn take_unhandled(&mut self) {
        if self.stopped.is_none()
            && let Err(stop) = self.guest.drain()
        {
            let fault = self.fault(&stop, "");
            self.state.fault(fault);
            if self.is_final(&stop) {
                self.stop(&stop);
            }
        }
        self.check_helpers();
        self.take_refused();
        for unhandled in self.guest.take_unhandled() {
            let running = self.state.test();
            let known = self.state.known_error(&unhandled.thrown.value);
            let from = test_of(&unhandled.label);
            let mut fault = match known {
                // Recorded when it was thrown, or no failure at all.
                Some(None) => continue,
                Some(Some(fault)) if fault.code.is_some() => continue,
                Some(Some(fault)) => {
                    if from.is_none() || from == running {
                        self.state.fault(fault);
                        continue;
                    }
                    // An error that another test left behind does not belong to this one.
                    if let (Some(running), Some(number)) = (running, fault.assertion) {
                        self.state.log(Event::AssertionForgiven(running, number));
                    }
                    fault
                }
                None => self.thrown_fault(&unhandled.thrown),
            };
            fault.unhandled = Some(unhandled.kind);
            fault.test = from.or(running).and_then(|test| self.state.judge.borrow().path(test));
            self.state.log(Event::FileFault(fault));
        }
    }

    /// Records refused imports, whether or not guest code caught the error.
    fn take_refused(&mut self) {
        for (path, error) in self.guest.take_refused() {
            let at = (error.line > 0).then(|| Location {
                file: path.to_string(),
                line: error.line,
                column: error.column,
                ..Location::default()
            });
            self.state.fault(Fault { at, ..Fault::coded(error.code, error.message) });
        }
    }

    /// The path of a test on one line.
    pub(super) fn test_name(&self, test: TestId) -> String {
        self.state.judge.borrow().path(test).map(|path| path.join(" > ")).unwrap_or_default()
    }
}

/// The test that guest code ran for.
fn test_of(label: &Label) -> Option<TestId> {
    label.test.as_ref().map(|(number, _)| TestId(*number))
}
