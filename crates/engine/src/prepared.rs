//! A cache of prepared modules, shared by the requests of a session.

use std::cell::RefCell;
use std::rc::Rc;

use verdict_protocol::TestConfig;
use verdict_sandbox::PreparedSource;
use verdict_vfs::{Snapshot, VfsPath};

use crate::kept::Kept;

/// Maximum size of the modules of one state, in bytes.
const MOST_KEPT: usize = 8 << 20;

/// The number of states. A gate alternates between the state after a change and another one.
const STATES: usize = 2;

/// Modules by path, declared kind and whether they get the test API, each with its source text.
pub(crate) type PreparedModules = Kept<(VfsPath, Option<bool>, bool), Rc<(String, PreparedSource)>>;

/// The modules of a state, shared by its guests.
pub(crate) type SharedModules = Rc<RefCell<PreparedModules>>;

/// The prepared modules of the last states that code ran on. A module depends on other files too, so each
/// state has its own.
#[derive(Clone, Default)]
pub(crate) struct PreparedStates(Rc<RefCell<Vec<(String, SharedModules)>>>);

impl std::fmt::Debug for PreparedStates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PreparedStates").field("states", &self.0.borrow().len()).finish_non_exhaustive()
    }
}

impl PreparedStates {
    /// The modules of a state, the latest last.
    pub(crate) fn of(&self, snapshot: &Snapshot, config: &TestConfig) -> SharedModules {
        let shaping = (&config.alias, &config.resolve, &config.pinned_imports, &config.written_for);
        let key = format!("{} {shaping:?}", snapshot.root());
        let mut states = self.0.borrow_mut();
        let known = states.iter().position(|(known, _)| *known == key);
        let state = match known {
            Some(at) => states.remove(at),
            None => (key, Rc::new(RefCell::new(Kept::new(MOST_KEPT)))),
        };
        if states.len() >= STATES {
            states.remove(0);
        }
        let modules = Rc::clone(&state.1);
        states.push(state);
        modules
    }
}
