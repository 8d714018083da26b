//! How guest code ended, as faults.

use verdict_protocol::{Code, LimitReached};
use verdict_sandbox::{Stop, Thrown, UnhandledKind};

use super::Run;
use crate::event::{Event, Fault, TestId};
use crate::inspect::bound;
use crate::state::Phase;

impl Run<'_> {
    /// A fault for what ended guest code. `prefix` says what was running, where that is not the test itself.
    pub(super) fn fault(&self, stop: &Stop, prefix: &str) -> Fault {
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

    /// Where guest code was. What does not parse has its place from a parser, which is exact.
    fn place(&self, stop: &Stop) -> Option<verdict_protocol::Location> {
        let at = stop.location()?;
        Some(if matches!(stop, Stop::Source { .. }) { at } else { self.state.places.exact(at) })
    }

    /// The limit of the request that was reached, if that is what it was.
    fn limit(&self, stop: &Stop) -> Option<Box<LimitReached>> {
        let name = stop.limit()?;
        Some(Box::new(self.state.reached(name, self.place(stop))))
    }

    fn thrown_fault(&self, thrown: &Thrown) -> Fault {
        if let Some(Some(fault)) = self.state.known_error(&thrown.value) {
            return fault;
        }
        let at = thrown.location.clone().map(|at| self.state.places.exact(at));
        let message = if thrown.message.is_empty() { &thrown.name } else { &thrown.message };
        Fault {
            message: bound(message.clone()),
            stack: thrown.stack.clone(),
            limit: thrown.limit.map(|name| Box::new(self.state.reached(name, at.clone()))),
            at,
            ..Fault::default()
        }
    }

    /// Whether guest code cannot run any more after this.
    pub(super) fn is_final(&self, stop: &Stop) -> bool {
        matches!(stop, Stop::Limit { code, .. } if *code != Code::Stack)
    }

    /// Writes down that guest code cannot run any more.
    pub(super) fn stop(&mut self, stop: &Stop) {
        let code = stop.code().unwrap_or(Code::Crashed);
        self.stopped.get_or_insert(code);
        let fault = Fault { code: Some(code), ..self.fault(stop, "") };
        self.state.log(Event::Stopped(fault));
    }

    /// Waits until nothing but timers is left, and takes what nobody handled. A failed assertion whose promise
    /// nobody awaited belongs to the test; anything else fails the file, naming the test that was running.
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
        for unhandled in self.guest.take_unhandled() {
            match self.state.known_error(&unhandled.thrown.value) {
                Some(Some(fault)) if fault.code.is_none() => self.state.fault(fault),
                // On record since it was thrown, or no failure at all.
                Some(_) => {}
                None => {
                    let what = match unhandled.kind {
                        UnhandledKind::Rejection => "Unhandled rejection",
                        UnhandledKind::Exception => "Uncaught exception",
                    };
                    let during = match self.state.phase.get() {
                        Phase::Test(test) => format!(" in \"{}\"", self.test_name(test)),
                        Phase::Collecting | Phase::Between => String::new(),
                    };
                    let mut fault = self.thrown_fault(&unhandled.thrown);
                    fault.message = format!("{what}{during}: {}", fault.message);
                    self.state.log(Event::FileFault(fault));
                }
            }
        }
    }

    /// The path of a test in one line.
    pub(super) fn test_name(&self, test: TestId) -> String {
        self.state.judge.borrow().entry(test).map(|entry| entry.path.join(" > ")).unwrap_or_default()
    }
}
