//! Divisions of snapshots, one after another, as the requests of an engine need them.

use std::cell::RefCell;
use std::rc::Rc;

use verdict_protocol::{Command, TestConfig};
use verdict_vfs::Snapshot;

use crate::division::Division;
use crate::tests::test_files;

/// The division of the last snapshot that tests ran on: the files of one command may come one by one.
#[derive(Debug, Default)]
pub struct Divisions(RefCell<Option<(String, Rc<Division>)>>);

impl Divisions {
    /// The division that a command's tests are run under; none where nothing is recorded and the test API is not sealed.
    pub fn of(&self, snapshot: &Snapshot, command: &Command, config: &TestConfig) -> Option<Rc<Division>> {
        if config.evidence.is_off() && !config.sealed_api {
            return None;
        }
        let tests = test_files(snapshot, command);
        let said = (&config.material, &config.entries, &config.setup_files, &config.alias);
        let key = format!("{} {tests:?} {said:?}", snapshot.root());
        let mut last = self.0.borrow_mut();
        if let Some((_, division)) = last.as_ref().filter(|(known, _)| *known == key) {
            return Some(Rc::clone(division));
        }
        let division = Rc::new(Division::new(snapshot, &tests, config));
        *last = Some((key, Rc::clone(&division)));
        Some(division)
    }
}
