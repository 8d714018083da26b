//! Leads requests with tests of types.

use std::rc::Rc;

use verdict_supervisor::Id;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::Driver;
use crate::request::{Open, Plan};
use crate::type_tests::Next;

impl Driver {
    /// Begins a request that may have tests of types.
    pub(super) fn begin_tests(self: &Rc<Self>, id: Id, open: Open, plan: Plan, timeout_ms: f64) {
        // It loads meanwhile. If it cannot start, the question says so.
        let _ = self.host.start_checker();
        if let Some(round) = self.type_tests.begin(id, open, plan, timeout_ms) {
            self.begin_round(round, |number| self.type_tests.runs_as(id, number));
        }
    }

    /// Continues a request after a part of it has ended.
    pub(super) fn tests_continue(self: &Rc<Self>, of: Id, next: Option<Next>) {
        match next {
            None => {}
            Some(Next::Carry(open, plan, left_ms)) => self.carry(of, *open, plan, left_ms),
            Some(Next::Run(round)) => {
                self.begin_round(*round, |number| self.type_tests.runs_as(of, number));
            }
            Some(Next::End(open, result)) => {
                // What ended it may be the end of its time, or its caller.
                let _ = self.host.cancel_types(of as f64);
                self.end(of, *open, result);
            }
            Some(Next::Ask { snapshot, question, left_ms, rest }) => {
                let question = question.map(|message| self.types.asked(snapshot, message));
                let driver = Rc::clone(self);
                spawn_local(async move {
                    let said = match question
                        .map(|question| driver.host.check_types(of as f64, question, left_ms))
                    {
                        None => None,
                        Some(Ok(promise)) => Some(JsFuture::from(promise).await),
                        Some(Err(thrown)) => Some(Err(thrown)),
                    };
                    driver.tests_continue(of, driver.type_tests.checked(of, said));
                });
                if let Some((open, plan)) = rest {
                    self.carry(of, *open, plan, left_ms);
                }
            }
        }
    }
}
