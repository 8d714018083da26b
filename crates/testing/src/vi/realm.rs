//! What `vi` keeps of one realm, beside the records of mocks.

use std::cell::RefCell;

use boa_engine::JsObject;

use super::stubs::Stubs;

/// What `vi` keeps of one realm.
#[derive(Debug, Default)]
pub(crate) struct Realm {
    /// The object `vi` itself.
    pub(super) object: RefCell<Option<JsObject>>,
    /// `process.env`.
    pub(super) env: RefCell<Option<JsObject>>,
    pub(super) stubs: RefCell<Stubs>,
}
