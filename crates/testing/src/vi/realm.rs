//! State of `vi` in one realm, besides the records of mocks.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::{JsNativeError, JsObject, JsResult};
use verdict_protocol::TestConfig;
use verdict_sandbox::Modules;

use super::modules::Registry;
use super::replace::Replaced;
use super::stubs::Stubs;
use super::timers::Timers;
use super::wait::Waits;

/// State of `vi` in one realm.
#[derive(Debug, Default)]
pub(crate) struct Realm {
    /// The object `vi` itself.
    pub(super) object: RefCell<Option<JsObject>>,
    /// `process.env`.
    pub(super) env: RefCell<Option<JsObject>>,
    pub(super) stubs: RefCell<Stubs>,
    pub(super) timers: Timers,
    /// The configuration, as `vi.setConfig` left it.
    pub(crate) config: RefCell<TestConfig>,
    /// The configuration before the first `vi.setConfig`.
    pub(super) config_before: RefCell<Option<TestConfig>>,
    /// Seed of the request.
    pub(crate) seed: Cell<u64>,
    /// Properties that `replaceProperty` replaced.
    pub(super) replaced: RefCell<Vec<Replaced>>,
    /// Modules set aside while a function has its own, innermost last.
    pub(super) isolated: RefCell<Vec<Modules>>,
    pub(super) waits: Waits,
    pub(super) modules: RefCell<Option<Rc<Registry>>>,
}

impl Realm {
    /// The registry of mocked modules.
    ///
    /// # Errors
    /// A realm without module mocks.
    pub(super) fn registry(&self) -> JsResult<Rc<Registry>> {
        let registry = self.modules.borrow().clone();
        Ok(registry.ok_or_else(|| JsNativeError::error().with_message("modules cannot be mocked here"))?)
    }
}
