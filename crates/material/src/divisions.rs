//! Caches divisions of recent snapshots for an engine's requests.

use std::cell::RefCell;
use std::rc::Rc;

use verdict_protocol::{Command, TestConfig};
use verdict_vfs::Snapshot;

use crate::division::Division;
use crate::known::Known;
use crate::tests::test_files;

/// The divisions of the last snapshots that tests ran on. A command's files may arrive one by one, and a gate
/// alternates between a few states.
#[derive(Debug, Default)]
pub struct Divisions(RefCell<Divided>);

/// The number of cached divisions.
const MOST: usize = 4;

#[derive(Debug, Default)]
struct Divided {
    /// Divisions by key, the latest last.
    divisions: Vec<(String, Rc<Division>)>,
    known: Known,
}

impl Divisions {
    /// The division for a command's tests. `None` if nothing is recorded and the test API is not sealed.
    pub fn of(&self, snapshot: &Snapshot, command: &Command, config: &TestConfig) -> Option<Rc<Division>> {
        if config.evidence.is_off() && !config.sealed_api {
            return None;
        }
        let tests = test_files(snapshot, command);
        let resolved = (&config.alias, &config.resolve, &config.pinned_imports);
        let said = (&config.material, &config.entries, &config.setup_files, resolved);
        let key = format!("{} {tests:?} {said:?}", snapshot.root());
        let Divided { divisions, known } = &mut *self.0.borrow_mut();
        if let Some((_, division)) = divisions.iter().find(|(known, _)| *known == key) {
            return Some(Rc::clone(division));
        }
        let division = Rc::new(Division::knowing(known, snapshot, &tests, config));
        if divisions.len() >= MOST {
            divisions.remove(0);
        }
        divisions.push((key, Rc::clone(&division)));
        Some(division)
    }
}
