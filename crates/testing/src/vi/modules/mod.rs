//! Module mocks: `vi.mock` and related functions. `verdict_transform::mocks` hoists calls before the file runs;
//! this module implements them and decides what imports are replaced with.

mod api;
mod automock;
mod deferred;
mod factory;
mod helpers;
mod isolate;
mod jest;
mod registry;

use std::rc::Rc;

use verdict_sandbox::{Guest, Mocker};
use verdict_vfs::Snapshot;

pub(crate) use api::reset_modules;
pub(super) use api::{FUNCTIONS, do_mock as mock_later, mock_of, set_mock, unmock_later};
pub(super) use isolate::{isolate, isolate_async};
pub(super) use registry::Registry;

use crate::state::State;

/// Makes `vi` decide what imports are replaced with.
pub(crate) fn mock_modules(state: &State, snapshot: &Snapshot, guest: &mut Guest) {
    let registry = Rc::new(Registry::new(snapshot.clone(), state.is_jest));
    state.vi.modules.replace(Some(Rc::clone(&registry)));
    guest.set_mocker(registry as Rc<dyn Mocker>);
    let helpers = helpers::helpers(guest.context());
    guest.define_module(helpers::HELPERS, &helpers);
}
